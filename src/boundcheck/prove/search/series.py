"""Sums with a symbolic number of terms: bounds worth proving by induction, and small numbers of terms that refute."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Add, EulerGamma, Expr, Integer, Pow, Rational, S, Sum, Symbol, exp, factorial, log, polygamma, zeta

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.statement import Statement, read

from ..kernel import certificates
from ..kernel.calculus import affine_part, real
from ..kernel.induction import Range, ranges
from ..kernel.points import Point
from ..kernel.reading import reading
from ..kernel.results import Inapplicable
from ..kernel.sequent import NOT_REAL

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
        for relation, bound in (*_direct(goal, sums[0]), *_known(sums[0], start)):
            yield {"kind": "bounds", "from": start, "bounds": [[0, relation, encode(real(bound))]]}
    else:
        each = [[b for b in _known(r, start)][:3] for r in sums]
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


def _known(r: Range, start: int) -> list[tuple[str, Expr]]:
    """Return closed forms, and comparisons with integrals from different ends."""
    n = r.letter + r.offset
    found: list[tuple[str, Expr]] = [("==", closed) for closed in _closed(r)]
    whole = antiderivative(r.term, r.index)
    if whole is None:
        return found

    def between(low: Expr, high: Expr) -> Expr:
        return whole.xreplace({r.index: high}) - whole.xreplace({r.index: low})

    low = Integer(r.low)
    first = r.at(low)
    half = Rational(1, 2)
    for extra, bound in (
        (S.Zero, between(low - 1, n)),
        (first, between(low, n)),
        (S.Zero, between(low - half, n + half)),
        (S.Zero, between(low, n + 1)),
        (r.at(n) / 2 + first / 2, between(low, n)),
        (first, between(low + half, n + half)),
    ):
        value = extra + bound
        if not value.has(*NOT_REAL):
            found += [("<=", value), (">=", value)]
    return found


def _closed(r: Range) -> list[Expr]:
    """Return the sum in closed form, of powers of the index and of geometric series."""
    n, t = r.letter + r.offset, r.index
    if not r.term.has(t):
        return [r.term * (n - r.low + 1)]
    ratio = (r.at(t + 1) / r.term).powsimp().cancel() if r.term.has(Pow, exp) else t
    if not ratio.has(t) and ratio != 1:
        return [(r.at(Integer(r.low)) - r.at(n + 1)) / (1 - ratio)]
    base = next((p for p in r.term.atoms(Pow) if p.exp.has(t) and not p.base.has(t)), None)
    if base is not None:
        step = (base.xreplace({t: t + 1}) / base).powsimp()
        parts = affine_part((r.term / base).cancel(), t)
        if parts is not None and not step.has(t) and step != 1:
            # Q(t+1) step - Q(t) = P(t), for an affine P
            slope = parts[0] / (step - 1)
            constant = (parts[1] - slope * step) / (step - 1)
            whole = base * (slope * t + constant)
            return [whole.xreplace({t: n + 1}) - whole.xreplace({t: Integer(r.low)})]
    factor_, rest = r.term.as_independent(t, as_Add=False)
    if isinstance(rest, Pow) and rest.exp in (-1, -2, -3) and (rest.base - t).is_number:
        # psi(u+1) - psi(u) = 1/u, and so its derivatives
        order, low = -int(rest.exp) - 1, rest.base.xreplace({t: Integer(r.low)})
        gap = polygamma(order, rest.base.xreplace({t: n + 1})) - polygamma(order, low)
        if not gap.has(EulerGamma, zeta):
            return [factor_ * (-1) ** order * gap / factorial(order)]
    if r.term.is_polynomial(t):
        from sympy import factor, summation

        return [factor(summation(r.term, (t, r.low, n)))]
    return []


def antiderivative(f: Expr, t: Symbol) -> Expr | None:
    """Return an antiderivative of a sum of powers, logarithms and exponentials of affine arguments."""
    if isinstance(f, Add):
        parts = [antiderivative(term, t) for term in f.args]
        return None if None in parts else Add(*(p for p in parts if p is not None))
    factor, rest = f.as_independent(t, as_Add=False)
    if rest == 1:
        return f * t
    slope = None
    if isinstance(rest, Pow) and not rest.exp.has(t):
        slope = affine_part(rest.base, t)
        if slope is not None and not slope[0].has(t) and slope[0] != 0:
            k = rest.exp
            whole = log(rest.base) if k == -1 else rest.base ** (k + 1) / (k + 1)
            return factor * whole / slope[0]
    if rest == t:
        return factor * t**2 / 2
    if isinstance(rest, log):
        slope = affine_part(rest.args[0], t)
        if slope is not None and slope[0] != 0:
            inner = rest.args[0]
            return factor * (inner * log(inner) - inner) / slope[0]
    return None


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
