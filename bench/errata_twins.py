"""False twins of the statements of ``derivations/errata`` that hold, made by machine: which of them are refuted.

``errata_twins.py`` takes each page that holds, changes a constant, an exponent, the direction or the range of one display, keeps
what floating point sees to be false at a point drawn at random, and asks the checks. Of accounted guarantees the level is changed.
It writes ``bench/errata_twins.json``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import sympy
from scipy.special import expit
from sympy.matrices.expressions.matexpr import MatrixExpr

import boundcheck
from boundcheck.api.checking import named
from boundcheck.claims import AccountedGuarantee, Claim, Identity, Inequality
from boundcheck.symbolic import Inner, Norm
from boundcheck.verdict import Outcome

HERE = Path(__file__).resolve().parent
ERRATA = HERE.parent / "derivations" / "errata"
DRAWS = 20_000
FATES = {Outcome.REFUTED: "refuted", Outcome.UNDECIDED: "open"}


def changed(shape: Any) -> Iterator[tuple[str, Any]]:
    """A constant, an exponent, the direction or the range of a statement, changed."""
    if isinstance(shape, AccountedGuarantee):
        yield "constant", replace(shape, epsilon=shape.epsilon / 2)
        yield "exponent", replace(shape, epsilon=shape.epsilon**2)
        return
    yield "constant", replace(shape, rhs=shape.rhs * sympy.Rational(9, 10))
    powers = sorted(
        (one for one in shape.rhs.atoms(sympy.Pow) if one.exp.is_Integer and one.base.free_symbols), key=str
    )
    if powers:
        yield "exponent", replace(shape, rhs=shape.rhs.xreplace({powers[0]: powers[0].base ** (powers[0].exp + 1)}))
    if isinstance(shape, Inequality):
        yield "direction", replace(shape, lhs=shape.rhs, rhs=shape.lhs)
    if shape.given:
        yield "range", replace(shape, given=shape.given[:-1])


def seen_false(shape: Any, rng: np.random.Generator) -> bool:
    """Whether a point drawn at random keeps the conditions and breaks the statement by more than rounding explains.

    Of vectors, and of sums with a symbolic end, none is drawn.
    """
    if any(side.has(Inner, Norm, sympy.Sum, MatrixExpr) for side in (shape.lhs, shape.rhs)):
        return False
    letters = sorted(
        shape.lhs.free_symbols | shape.rhs.free_symbols | {s for one in shape.given for s in one.free_symbols}, key=str
    )
    sides = sympy.lambdify(
        letters,
        [shape.lhs, shape.rhs, *(one.lhs - one.rhs for one in shape.given)],
        [{"sigmoid": expit}, "scipy", "numpy"],
    )
    values = [
        rng.choice([rng.uniform(-1, 1, DRAWS), rng.normal(0, 3, DRAWS), rng.uniform(0, 1, DRAWS)]) for _ in letters
    ]
    whole = [np.ceil(np.abs(v) * 5) if letter.is_integer else v for letter, v in zip(letters, values, strict=True)]
    with np.errstate(all="ignore"):
        left, right, *gaps = (np.broadcast_to(np.asarray(side, float), (DRAWS,)) for side in sides(*whole))
    inside = np.isfinite(left) & np.isfinite(right)
    for one, gap in zip(shape.given, gaps, strict=True):
        inside &= {"<": gap < 0, "<=": gap <= 0, ">": gap > 0, ">=": gap >= 0, "==": gap == 0}[one.rel_op]
    apart = np.abs(left - right) if isinstance(shape, Identity) else left - right
    return bool((inside & (apart > 1e-6 * (1 + np.abs(right)))).any())


def fates(file: str, rng: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Of each false twin of a page or claim: what was changed, and what became of it."""
    name, claim, _ = named(str(ERRATA / file))
    for key, shape in claim.parts.items():
        if not isinstance(shape, AccountedGuarantee | Identity | Inequality):
            continue
        for what, twin in changed(shape):
            if not isinstance(twin, AccountedGuarantee) and not seen_false(twin, rng):
                continue
            found = boundcheck.check((name, Claim(letters=claim.letters, parts={key: twin})), budget="quick")
            yield what, FATES.get(found.parts[0].evidence.outcome, "held")


def main() -> None:
    """Put the twins to the test, print the counts and keep them."""
    rng = np.random.default_rng(1)
    rows = json.loads((HERE / "errata.json").read_text(encoding="utf-8"))["rows"]
    true = [file for one in rows if one["outcome"] in ("holds", "supported") for file in one["encoded"]]
    true += [file for one in rows for file, said in one.get("corrected", {}).items() if said in ("holds", "supported")]
    table = {file: [f"{what}: {fate}" for what, fate in fates(file, rng)] for file in true}
    table = {file: twins for file, twins in table.items() if twins}
    counts = Counter(twin.split(": ")[1] for twins in table.values() for twin in twins)
    for file, twins in table.items():
        print(f"{file:28}{', '.join(twins)}")
    print(dict(counts))
    (HERE / "errata_twins.json").write_text(
        json.dumps({"twins": table, "counts": dict(counts)}, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
