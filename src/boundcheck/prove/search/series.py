"""Sums with a symbolic number of terms: bounds worth proving by induction, and small numbers of terms that refute."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Expr, Rational, Sum, Symbol

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.statement import Statement, read

from ..kernel import certificates
from ..kernel.calculus import affine_part, real
from ..kernel.induction import Range, ranges
from ..kernel.points import Point
from ..kernel.reading import reading
from ..kernel.results import Inapplicable
from .closed_forms import bounds

Plan = dict[str, Any]
_TERMS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50)
_LETTERS = 6  # of a sum of few indexed terms
_MANY = (100, 300, 1000, 5000)


def letters(goal: Any) -> list[Symbol]:
    """Return the integer letters at which the sums of a goal end; empty where there is no such sum."""
    if not isinstance(goal, Statement):
        return []
    try:
        return sorted({r.letter for r in ranges(goal)}, key=str)
    except (Inapplicable, ValueError, TypeError):
        return []


def plans(goal: Statement, start: int) -> Iterator[Plan]:
    """Yield plans for a goal in sums that begin to hold at the first value of their letter."""
    try:
        sums = ranges(goal)
    except Inapplicable:
        return
    if len(sums) == 1:
        for relation, bound in (*_direct(goal, sums[0]), *bounds(sums[0])):
            yield {"kind": "bounds", "from": start, "bounds": [[0, relation, encode(real(bound))]]}
    else:
        each = [bounds(r)[:3] for r in sums]
        for picked in zip(*each, strict=False):
            yield {
                "kind": "bounds",
                "from": start,
                "bounds": [[i, relation, encode(real(b))] for i, (relation, b) in enumerate(picked)],
            }


def _direct(goal: Statement, r: Range) -> list[tuple[str, Expr]]:
    """Return the bound that the goal itself puts on its sum."""
    slot = Symbol("slot", real=True)
    gap = (goal.rhs - goal.lhs if goal.relation in ("<=", "<", "==") else goal.lhs - goal.rhs).xreplace({r.node: slot})
    parts = affine_part(gap, slot)
    if parts is None or parts[0] == 0 or gap.has(Sum):
        return []
    bound = -parts[1] / parts[0]
    if goal.relation == "==":
        return [("==", bound)]
    if parts[0].is_negative or (parts[0].is_Rational and parts[0] < 0):
        return [("<=", bound)]
    return [(">=", bound)] if parts[0].is_positive else [("<=", bound), (">=", bound)]


def first_value(goal: Statement, given: tuple[Statement, ...], letter: Symbol) -> int:
    """Return a first value of an integer letter that its assumptions and single hypotheses allow."""
    low = 1 if letter.is_positive else 0 if letter.is_nonnegative else None
    for h in given:
        left, relation, right = h.lhs, h.relation, h.rhs
        if relation in ("<=", "<"):
            left, relation, right = right, {"<=": ">=", "<": ">"}[relation], left
        if left == letter and isinstance(right, Rational) and relation in (">=", ">"):
            end = int(-(-right.p // right.q)) if relation == ">=" else int(right.p // right.q) + 1
            low = end if low is None else max(low, end)
    return 1 if low is None else low


def few_terms(goal: Any, given: tuple, hunt: Any) -> tuple[list[str], Point] | None:
    """Return letters and a point at which the goal fails, found among small numbers of terms.

    `hunt` looks for a counterexample of a goal without symbolic ranges and returns a point or None.
    """
    claim, hypotheses = read(goal, given)
    ends = letters(claim)
    if len(ends) != 1 or not isinstance(claim, Statement):
        return None
    (n,) = ends
    start = max(0, first_value(claim, hypotheses, n))
    alone = not (set().union(*(side.free_symbols for s in (claim, *hypotheses) for side in (s.lhs, s.rhs))) - {n})
    for value in dict.fromkeys((*range(start, start + 4), *_TERMS, *(_MANY if alone else ()))):
        if value < start:
            continue
        if alone:
            point: Point | None = {}
        else:
            try:
                reduced, rest = certificates.instance(goal, given, {n.name: value})
                if len(reading(reduced, rest).symbols) > _LETTERS:
                    continue
            except (Inapplicable, ValueError, TypeError):
                continue
            point = hunt(reduced, rest)
        if point is None:
            continue
        whole = {**point, n.name: Fraction(value)}
        if certified(goal, given, [n.name], whole):
            return [n.name], whole
    return None


def certified(goal: Any, given: tuple, names: list[str], point: Point) -> bool:
    """Whether the kernel sees the violation."""
    try:
        return certificates.violated(goal, given, names, point)
    except (Inapplicable, ValueError, TypeError, KeyError, ArithmeticError):
        return False
