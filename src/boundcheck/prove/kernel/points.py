"""Statements at exact rational points: certain truth, certain failure, or neither."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, fmpq
from sympy import Expr, Rational

from boundcheck.symbolic.balls import ball
from boundcheck.symbolic.exact_values import Undefined, Unsure, as_arb, precision, rational
from boundcheck.symbolic.statement import Conjunction, Statement

from .model import model
from .results import Inapplicable
from .sequent import Atom, Sequent

_BITS = (64, 192, 640, 2560)
Point = dict[str, Fraction]


def holds(statement: Statement, point: Point) -> bool | None:
    """Return whether a printed relation holds at a rational point; None if precision does not tell.

    Raises
    ------
    Undefined
        One side has no real value there.
    """
    env = {name: rational(value) for name, value in point.items()}
    defined = False
    for bits in _BITS:
        with precision(bits):
            try:
                gap = difference(statement, env)
            except Unsure:
                continue
            defined = True
            if gap > 0 or gap < 0 or (isinstance(gap, fmpq) and gap == 0):
                return _compare(gap, statement.relation)
    if defined and vanishes(statement.rhs - statement.lhs, point):
        return statement.relation in ("<=", ">=", "==")
    return None


def difference(statement: Statement, env: dict[str, fmpq]) -> Any:
    """Return the enclosure of rhs - lhs, both sides evaluated as printed."""
    memo: dict = {}
    left, right = ball(statement.lhs, env, memo=memo), ball(statement.rhs, env, memo=memo)
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return right - left
    return as_arb(right) - as_arb(left)


def _compare(gap: Any, relation: str) -> bool:
    # called with an exact gap, or with one whose sign is certain
    if relation in ("==", "!="):
        return bool(gap == 0 and isinstance(gap, fmpq)) == (relation == "==")
    sign = (gap > 0) - (gap < 0)
    return {"<=": sign >= 0, "<": sign > 0, ">=": sign <= 0, ">": sign < 0}[relation]


def vanishes(expr: Expr, point: Point) -> bool:
    """Whether an expression is exactly 0 at a rational point, by the normal form of its constants."""
    values = {s: Rational(point[str(s)].numerator, point[str(s)].denominator) for s in expr.free_symbols}
    try:
        m = model(Sequent((), Atom(expr.xreplace(values), "==")))
    except (Inapplicable, KeyError, ValueError, ZeroDivisionError):
        return False
    return bool(m.num == 0)


def truth(goal: Any, point: Point) -> bool | None:
    """Return whether a goal, of any shape, holds at a rational point."""
    if isinstance(goal, Statement):
        return holds(goal, point)
    if isinstance(goal, Conjunction):
        return all_hold(goal.parts, point)
    left, right = all_hold(goal.left, point), all_hold(goal.right, point)
    return None if left is None or right is None else left == right


def all_hold(statements: tuple, point: Point) -> bool | None:
    """Return whether all hold; one certain failure suffices."""
    found = [holds(s, point) for s in statements]
    return False if False in found else None if None in found else True


def certified(goal: Any, given: tuple[Statement, ...], point: Point) -> bool:
    """Whether the point satisfies the hypotheses and violates the goal, both for certain."""
    try:
        if all_hold(given, point) is not True:
            return False
        return truth(goal, point) is False
    except Undefined:
        return False


def undefined(goal: Any, given: tuple[Statement, ...], point: Point) -> bool:
    """Whether the point satisfies the hypotheses and gives the goal no value, both for certain."""
    if not admissible(given, point):
        return False
    try:
        truth(goal, point)
    except Undefined:
        return True
    return False


def fails(condition: Atom, point: Point) -> bool:
    """Whether a sign condition has a value at a rational point and does not hold there, for certain."""
    env = {name: rational(value) for name, value in point.items()}
    for bits in _BITS:
        with precision(bits):
            try:
                value = ball(condition.expr, env)
            except Unsure:
                continue
            except (Undefined, KeyError):
                return False
            exact = isinstance(value, fmpq)
            if value > 0 or (exact and value == 0) or value < 0:
                sign = (value > 0) - (value < 0)
                return {">=": sign < 0, ">": sign <= 0, "==": sign != 0, "!=": sign == 0}[condition.relation]
    return False


def admissible(given: tuple[Statement, ...], point: Point) -> bool:
    """Whether all hypotheses hold at the point for certain."""
    try:
        return all_hold(given, point) is True
    except Undefined:
        return False


def decimals(value: Any, digits: int = 15) -> str:
    """Return a rational or a ball in decimals."""
    return as_arb(value).str(digits, radius=False) if isinstance(value, (fmpq, arb)) else str(value)
