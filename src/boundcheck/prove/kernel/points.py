"""Statements at exact rational points, and on boxes by branch and bound with Arb."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Abs, Expr, Max, Min, Pow, Rational, S, Sum

from boundcheck.symbolic.balls import Undefined, Unsure, as_arb, ball, rational
from boundcheck.symbolic.statement import Conjunction, Statement

from . import smt
from .calculus import affine_part, derivative
from .polynomial_form import model
from .results import Inapplicable
from .sequent import Atom, Sequent

# Statements at exact rational points: certain truth, certain failure, or neither.

NO_VALUE = "undefined"
_BITS = (64, 192, 640, 2560)
_LONGEST = 200_000  # bits of an exact number that is written out
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
        with ctx.workprec(bits):
            try:
                for base in _positive_bases(statement):
                    _require_positive(base, env)
                gap = difference(statement, env)
            except Unsure:
                continue
            defined = True
            if gap > 0 or gap < 0 or (isinstance(gap, fmpq) and gap == 0):
                return _compare(gap, statement.relation)
    if defined and vanishes(statement.rhs - statement.lhs, point):
        return statement.relation in ("<=", ">=", "==")
    return None


@lru_cache(maxsize=5_000)
def _positive_bases(statement: Statement) -> tuple[Expr, ...]:
    """Return the bases of powers that have a value for positive bases alone, whatever their exponents are at a point."""
    powers = set().union(*(_powers(side) for side in (statement.lhs, statement.rhs)))
    return tuple(sorted((p.base for p in powers if not (p.exp.is_Rational or p.exp.is_integer)), key=str))


def _powers(expr: Expr) -> set[Pow]:
    if isinstance(expr, Sum):  # its letters have values of their own
        return set()
    own = {expr} if isinstance(expr, Pow) and expr.base is not S.Exp1 else set()
    return own.union(*(_powers(arg) for arg in expr.args))


def _require_positive(base: Expr, env: dict[str, fmpq]) -> None:
    value = ball(base, env)
    if value <= 0:
        raise Undefined(f"{base}: the base of a power with a real exponent")
    if not value > 0:
        raise Unsure(f"{base}: its sign")


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
    if _bits(expr, values) > _LONGEST:
        return False
    try:
        m = model(Sequent((), Atom(expr.xreplace(values), "==")))
    except (Inapplicable, KeyError, ValueError, ZeroDivisionError):
        return False
    return bool(m.num == 0)


def _bits(expr: Expr, values: Mapping[Expr, Rational]) -> float:
    """How long the exact value of an expression may get at a point, in bits; what is no number adds what is inside of it."""
    if isinstance(expr, Rational) or expr in values:
        number = values.get(expr, expr)
        return int(number.p).bit_length() + int(number.q).bit_length()
    inside = [_bits(arg, values) for arg in expr.args]
    if isinstance(expr, Pow) and expr.base is not S.Exp1 and inside[1] <= _LONGEST:
        exponent = expr.exp.xreplace(values)
        if exponent.is_Rational:
            beyond = int(exponent.p).bit_length() - int(exponent.q).bit_length() > 64
            return math.inf if beyond else inside[0] * max(1.0, abs(exponent.p) / exponent.q)
    return float(sum(inside))


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
        with ctx.workprec(bits):
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


def shown(expr: Expr, point: Point) -> str:
    """Return the value of a side at a point in decimals, `NO_VALUE` where it has none or lacks a letter."""
    env = {name: rational(value) for name, value in point.items()}
    for bits in _BITS[1:]:
        with ctx.workprec(bits):
            try:
                return decimals(ball(expr, env))
            except Unsure:
                continue
            except (Undefined, KeyError):
                break
    return NO_VALUE


def decimals(value: Any, digits: int = 15) -> str:
    """Return a rational or a ball in decimals."""
    return as_arb(value).str(digits, radius=False) if isinstance(value, (fmpq, arb)) else str(value)


# Branch and bound with Arb: a box is settled where the claim is certain, or a hypothesis certainly false.

BITS = 64
Box = tuple[tuple[fmpq, fmpq], ...]


def bounds(sequent: Sequent) -> dict[str, tuple[fmpq | None, fmpq | None]]:
    """Return rational bounds that single hypotheses put on single symbols."""
    symbols = sorted(
        set().union(sequent.claim.expr.free_symbols, *(h.expr.free_symbols for h in sequent.given)), key=str
    )
    found: dict[str, tuple[fmpq | None, fmpq | None]] = {s.name: (None, None) for s in symbols}
    for h in sequent.given:
        free = h.expr.free_symbols
        if len(free) != 1 or h.relation == "!=":
            continue
        (x,) = free
        parts = affine_part(h.expr, x)
        if parts is None:
            continue
        slope, intercept = parts
        if not slope.is_Rational or not intercept.is_Rational or slope == 0:
            continue
        end = -fmpq(int(intercept.p), int(intercept.q)) / fmpq(int(slope.p), int(slope.q))
        low, high = found[x.name]
        if slope > 0 or h.relation == "==":
            low = end if low is None else max(low, end)
        if slope < 0 or h.relation == "==":
            high = end if high is None else min(high, end)
        found[x.name] = low, high
    return found


class Judge:
    """Settles boxes of one sequent."""

    def __init__(self, sequent: Sequent):
        if sequent.claim.relation == "==":
            raise Inapplicable("balls do not settle an equality")
        self.sequent = sequent
        limits = bounds(sequent)
        wanted = sorted(sequent.claim.expr.free_symbols, key=str)
        self.names = [s.name for s in wanted]
        self.whole: Box = tuple(limits[name] for name in self.names)  # type: ignore[misc]
        if any(end is None for pair in self.whole for end in pair):
            raise Inapplicable("the domain is not a compact box")
        self.tests = [h for h in sequent.given if h.expr.free_symbols <= set(wanted) and h.relation != "!="]
        smooth = not sequent.claim.expr.has(Abs, Min, Max)
        self.slopes = [derivative(sequent.claim.expr, s) for s in wanted] if smooth else []

    def settled(self, box: Box) -> bool:
        """Whether ball arithmetic decides the box."""
        point = {name: _hull(low, high) for name, (low, high) in zip(self.names, box, strict=True)}
        strict = self.sequent.claim.relation != ">="
        value = _value(self.sequent.claim.expr, point, True)
        if value is not None and (value > 0 or (not strict and value >= 0)):
            return True
        if self.sequent.claim.relation == "!=" and value is not None and value < 0:
            return True
        if any(self._excluded(h, point) for h in self.tests):
            return True
        return bool(self.slopes) and self._by_slopes(box, point)

    def _excluded(self, h: Any, point: dict) -> bool:
        value = _value(h.expr, point, True)
        if value is None:
            return False
        return bool(value < 0 or (h.relation == ">" and value <= 0) or (h.relation == "==" and value > 0))

    def _by_slopes(self, box: Box, point: dict) -> bool:
        middle = {name: (low + high) / 2 for name, (low, high) in zip(self.names, box, strict=True)}
        total = _value(self.sequent.claim.expr, middle, False)
        if total is None or _value(self.sequent.claim.expr, point, False) is None:
            return False
        total = as_arb(total)
        for name, slope in zip(self.names, self.slopes, strict=True):
            value = _value(slope, point, False)
            if value is None:
                return False
            total += as_arb(value) * (as_arb(point[name]) - arb(middle[name]))
        return bool(total > 0)


def _hull(low: fmpq, high: fmpq) -> Any:
    return low if low == high else arb(low).union(arb(high))


def _value(expr: Expr, point: dict, inside: bool) -> Any:
    try:
        return ball(expr, point, inside=inside)
    except (Undefined, Unsure):
        return None


def halves(box: Box, i: int) -> tuple[Box, Box]:
    """Return the two halves of a box along its i-th side."""
    low, high = box[i]
    middle = (low + high) / 2
    return (*box[:i], (low, middle), *box[i + 1 :]), (*box[:i], (middle, high), *box[i + 1 :])


def search(sequent: Sequent, limit: int) -> tuple[dict[str, Any] | None, list[str]]:
    """Return a subdivision that settles the sequent, or None and some boxes that resist."""
    judge = Judge(sequent)
    count = 0
    tree: list[str] = []
    left: list[str] = []
    stack: list[tuple[Box, int]] = [(judge.whole, 0)]
    with ctx.workprec(BITS):
        while stack:
            smt.check_clock()
            box, depth = stack.pop()
            count += 1
            if any(low > high for low, high in box) or judge.settled(box):
                tree.append("+")
            elif count > limit or depth > 26 * max(1, len(box)) or not box:
                return None, [*left, _text(judge.names, box)]
            else:
                widths = [(high - low, -i) for i, (low, high) in enumerate(box)]
                i = -max(widths)[1]
                if widths[i][0] == 0:
                    return None, [_text(judge.names, box)]
                tree.append(str(i))
                first, second = halves(box, i)
                stack += [(second, depth + 1), (first, depth + 1)]
    return {"rule": "balls", "names": judge.names, "tree": "".join(tree)}, []


def check(sequent: Sequent, node: dict[str, Any]) -> None:
    """Check that a recorded subdivision settles the sequent."""
    judge = Judge(sequent)
    if node["names"] != judge.names:
        raise Inapplicable("the recorded box has other symbols")
    stack: list[Box] = [judge.whole]
    with ctx.workprec(BITS):
        for letter in node["tree"]:
            box = stack.pop()
            if letter == "+":
                if not any(low > high for low, high in box) and not judge.settled(box):
                    raise Inapplicable(f"box {_text(judge.names, box)} is not settled")
            else:
                first, second = halves(box, int(letter))
                stack += [second, first]
    if stack:
        raise Inapplicable("the recorded boxes do not cover the domain")


def _text(names: list[str], box: Box) -> str:
    return ", ".join(f"{name} in [{low}, {high}]" for name, (low, high) in zip(names, box, strict=True))
