"""The constant of a bound in a record, held against what the claim and its proved steps say of it today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from boundcheck.claims import Claim, HighProbabilityBound
from boundcheck.symbolic import encode

from ..settling import Known, by_step
from .claimed import on_domain
from .worst_constant import quoted


def differences(
    key: str, statement: HighProbabilityBound, part: Mapping[str, Any], claim: Claim, steps: Known
) -> Iterator[tuple[str, str]]:
    """How the recorded constant of a bound differs from what the claim, with its proved steps, says of it."""
    place = f"constant of part {key}"
    constant = part.get("constant") or {}
    if not constant:
        return
    if constant.get("claimed") != str(statement.constant):
        yield place, "the installed claim names another constant"
        return
    expand = dict(claim.definitions)
    explicit, limit = (
        sympy.sympify(e).xreplace(expand)
        for e in (statement.explicit, sympy.sympify(statement.constant) * statement.printed)
    )
    if constant.get("upper") not in (None, quoted(sympy.sympify(statement.constant))):
        yield place, "the record quotes another constant"
    if constant["settled"] == "step" and by_step(statement, key, expand, steps) is None:
        yield place, "no proved step settles it"
    if constant.get("certificate") is not None:
        mine, _ = on_domain(explicit, limit, statement, tuple(claim.parameters), expand)
        if constant.get("checked") != encode(mine):
            yield place, "the record is of another statement"
    elif constant["settled"] in ("equal", "proved") and explicit != limit:
        yield place, "NOT replayed: nothing shows it, and the two sides are not one expression"
    yield from _terms(place, statement, constant.get("per_term") or [], claim)


def _terms(
    place: str, bound: HighProbabilityBound, rows: Sequence[Mapping[str, Any]], claim: Claim
) -> Iterator[tuple[str, str]]:
    """How the recorded constants of the named terms differ from what the claim says of these."""
    if [row["term"] for row in rows] != [*bound.terms]:
        yield place, "the installed claim has other terms"
        return
    expand = dict(claim.definitions)
    for row, sides in zip(rows, bound.terms.values(), strict=True):
        if row.get("constant") is None:
            continue
        explicit, printed = (side.xreplace(expand) for side in sides)
        limit = sympy.Rational(Fraction(row["constant"])) * printed
        mine, _ = on_domain(explicit, limit, bound, tuple(claim.parameters), expand)
        shown = row.get("checked") == encode(mine) if row.get("certificate") else sympy.expand(explicit - limit) == 0
        if not shown:
            yield f"{place}, term {row['term']}", "nothing shows the constant of the record for the term of the claim"
