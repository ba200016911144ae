"""Instance inequalities: worst-case search over a family, re-evaluation of the best instance by exact arithmetic or balls."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Evidence, Finding, InstanceInequality, Outcome
from boundcheck.symbolic import enclosure

from .at_instances import MARGIN, broken
from .context import Context
from .row import TESTED, Row

# Instances are rounded to this denominator before they are judged; the search itself uses floats.
DENOMINATOR = 10**6
RESTARTS = 8


def check(inequality: InstanceInequality, context: Context) -> Evidence:
    """Random restarts, then a local optimiser on lhs/rhs; the worst instances are re-evaluated as `at` does.

    A refutation is an exact rational instance. Without one the statement is SUPPORTED by the search, with the
    largest ratio found, which is also how tight it is.
    """
    rng = np.random.default_rng([context.seed, zlib.crc32(f"{context.claim}/{context.name}".encode())])
    if inequality.dimension < 1:
        return Evidence(Outcome.UNDECIDED, "tried: nothing, vectors of dimension 0 are a single instance; name more")
    found, undefined = _search(inequality, context, rng)
    candidates = sorted(found, key=lambda pair: -pair[0])
    best_ratio, best = candidates[0]
    for _, vector in candidates[:3]:
        again = at(inequality, [Fraction(v).limit_denominator(DENOMINATOR) for v in vector])
        if again is not None:
            return replace(again, data={"ratio": best_ratio})
    evaluations = context.budget.evaluations * RESTARTS
    if outside := broken(inequality, [vector for _, vector in candidates], context.definitions):
        return Evidence(
            Outcome.UNDECIDED,
            f"an instance breaks {', '.join(map(str, outside))}; conditions that all of them keep would decide it",
            method="worst-case search over instances",
        )
    if undefined:
        return Evidence(
            Outcome.UNDECIDED,
            f"a side has no value (nan) at {undefined:,} of the instances looked at; sides that have one everywhere would "
            "decide it",
            method="worst-case search over instances",
            data={"undefined": undefined},
        )
    return Evidence(
        Outcome.SUPPORTED,
        f"no instance among {evaluations:,} evaluations violates it; largest ratio {best_ratio:.6g}",
        method="worst-case search over instances",
        findings=(Finding("TIGHT", "an instance comes within 1 % of equality"),) if best_ratio > 0.99 else (),
        data={"ratio": best_ratio, "instance": [float(v) for v in best]},
    )


def at(inequality: InstanceInequality, vector: Sequence[Fraction]) -> Evidence | None:
    """The refutation by one rational vector, or None.

    Sides that are fractions are compared as such, and SymPy numbers in ball arithmetic. Floats refute by more than a
    margin alone, and the sentence says that they are floats.
    """
    instance = inequality.instance(np.array(vector, dtype=object))
    lhs, rhs = inequality.lhs(instance), inequality.rhs(instance)
    violated, method, how = _compared(lhs, rhs)
    if not violated:
        return None
    return Evidence(
        Outcome.REFUTED,
        f"false at {how}: {float(lhs):.6g} exceeds {float(rhs):.6g} ({inequality.words})",
        method=f"worst-case search, {method}",
        certificate={"engine": "exact instance", "vector": [str(v) for v in vector]},
        witness={
            "point": {f"u_{i}": str(v) for i, v in enumerate(vector)},
            "lhs": str(lhs),
            "rhs": str(rhs),
            "text": "; ".join(filter(None, (inequality.words, inequality.vector))),
        },
    )


def _compared(lhs: Any, rhs: Any) -> tuple[bool, str, str]:
    """Whether the left side is certainly larger, by which arithmetic, and what a summary calls the instance."""
    exact = int | Fraction | np.integer | sympy.Rational
    if isinstance(lhs, exact) and isinstance(rhs, exact):
        return bool(lhs > rhs), "exact re-evaluation in fractions", "an exact instance"
    balls = exact | sympy.Expr
    if isinstance(lhs, balls) and isinstance(rhs, balls):
        gap = _exactly(lhs) - _exactly(rhs)
        if gap.is_number and not gap.atoms(sympy.Float):
            try:
                return enclosure(gap, {})[0] > 0, "re-evaluation in ball arithmetic", "an exact instance"
            except ArithmeticError:  # no sign within the bits at hand, or no value
                return False, "", ""
    left, right = float(lhs), float(rhs)
    beyond = left - right > MARGIN * max(abs(left), abs(right))
    return beyond, f"in floating point, beyond a margin of {MARGIN:g}", "an instance, in floating point"


def _exactly(side: Any) -> sympy.Expr:
    return sympy.Rational(side.numerator, side.denominator) if isinstance(side, Fraction) else sympy.sympify(side)


def _search(inequality: InstanceInequality, context: Context, rng: np.random.Generator) -> tuple[list, int]:
    """Ratios with their vectors, and at how many instances a side has no value."""
    from scipy.optimize import minimize

    undefined = 0

    def loss(vector: np.ndarray) -> float:
        instance = inequality.instance(vector)
        rhs = float(inequality.rhs(instance))
        lhs = float(inequality.lhs(instance))
        if math.isnan(lhs) or math.isnan(rhs):
            nonlocal undefined
            undefined += 1
            return 0.0
        if rhs <= 0:
            return 0.0 if lhs <= 0 else -1e12
        return -lhs / rhs

    found = []
    for _ in range(RESTARTS):
        starts = rng.standard_normal((max(context.budget.evaluations // 2, 8), inequality.dimension))
        values = [loss(start) for start in starts]
        start = starts[int(np.argmin(values))]
        result = minimize(
            loss, start, method="Nelder-Mead", options={"maxfev": context.budget.evaluations // 2, "xatol": 1e-6}
        )
        found.append((-float(result.fun), np.asarray(result.x)))
    return found, undefined


def again(inequality: InstanceInequality, settled: Mapping[str, Any], context: Context) -> Evidence | None:
    """The instance of a record, evaluated; None where the outcome rests on a search that found none."""
    if settled["outcome"] != ("PROVED" if settled["shape"] == "Disputed" else "REFUTED"):
        return None
    vector = ((settled.get("certificate") or {}).get("vector")) or []
    exact = [Fraction(value) for value in vector]
    if len(exact) != inequality.dimension:
        return Evidence(Outcome.UNDECIDED, "no instance")
    return at(inequality, exact) or Evidence(Outcome.UNDECIDED, "the instance violates nothing")


ROWS = (Row(InstanceInequality, check, TESTED, again=again, evaluated=True),)
