"""Sums: written out where the range is numbers, compared term by term where it is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Indexed, Integer, Mul, Sum, Symbol

from boundcheck.symbolic.statement import Conjunction, Equivalence, Statement

from .results import Inapplicable

_LONGEST = 60
_MOST = 400  # instances of one hypothesis


def written_out(expr: Expr) -> Expr:
    """Return `expr` with every sum over a numeric range written out and ``x[2]`` made a symbol."""
    if isinstance(expr, Indexed):
        return Symbol(str(expr), real=True)
    if isinstance(expr, Sum):
        index, low, high = expr.limits[0]
        if isinstance(low, Integer) and isinstance(high, Integer) and high - low < _LONGEST:
            if high < low - 1:
                raise Inapplicable(f"{expr}: the range runs backwards")
            terms = [written_out(expr.function.xreplace({index: Integer(k)})) for k in range(int(low), int(high) + 1)]
            return Add(*terms, evaluate=False) if len(terms) > 1 else (terms[0] if terms else Integer(0))
        return expr
    if not expr.args or not expr.has(Sum, Indexed):
        return expr
    args = [written_out(arg) for arg in expr.args]
    if isinstance(expr, (Add, Mul)):
        return expr.func(*args, evaluate=False)
    return expr.func(*args)


@dataclass(frozen=True)
class Rewritten:
    """Goal and hypotheses without sums.

    Attributes
    ----------
    inside : tuple of Statement
        The range of the summand's index: hypotheses of the goal alone.
    nonempty : tuple of Statement
        What has to be shown without them.
    exact : bool
        Whether the goal says the same as the printed one, or is only sufficient: a summand that fails says nothing
        about its sum.
    """

    goal: Any
    given: tuple[Statement, ...]
    inside: tuple[Statement, ...] = ()
    nonempty: tuple[Statement, ...] = ()
    exact: bool = True


def rewrite(goal: Any, given: tuple[Statement, ...]) -> Rewritten:
    """Return a goal without sums that implies the printed one."""
    if not _has_sums(goal, given):
        return Rewritten(goal, given)
    given = tuple(instance for s in given for instance in _instances(s, _ranges(goal, given)))
    goal, given = _each(goal, _plain), tuple(_plain(s) for s in given)
    if not _has_sums(goal, given):
        return Rewritten(goal, given)
    if not isinstance(goal, Statement) or any(side.has(Sum) for s in given for side in (s.lhs, s.rhs)):
        raise Inapplicable("sums over symbolic ranges are compared in a single relation only")
    for s in (goal, *given):
        for index in _indices(goal):
            if any(_loose(side, index) for side in (s.lhs, s.rhs)):
                raise ValueError(f"{index}: the index of a sum, and a letter beside it; rename one of them")
    claim, inside, nonempty = _termwise(goal)
    return Rewritten(_plain(claim), given, inside, (nonempty,), False)


def _ranges(goal: Any, given: tuple[Statement, ...]) -> dict[Symbol, set[int]]:
    """The values of the indices of sums over numeric ranges."""
    found: dict[Symbol, set[int]] = {}
    for s in (*parts(goal), *given):
        for total in s.lhs.atoms(Sum) | s.rhs.atoms(Sum):
            index, low, high = total.limits[0]
            if isinstance(low, Integer) and isinstance(high, Integer) and high - low < _LONGEST:
                found.setdefault(index, set()).update(range(int(low), int(high) + 1))
    return found


def _instances(s: Statement, ranges: dict[Symbol, set[int]]) -> list[Statement]:
    """A hypothesis on ``x[i]``, where i is the index of a sum that is written out, holds for each of its terms."""
    inside = {i for side in (s.lhs, s.rhs) for x in side.atoms(Indexed) for i in x.free_symbols}
    found = [s]
    for index in sorted(inside & ranges.keys(), key=str):
        if any(side.has(Sum) for side in (s.lhs, s.rhs)):
            raise ValueError(f"{index}: the index of a sum, and of a hypothesis that has a sum; rename one of them")
        if len(found) * len(ranges[index]) > _MOST:
            raise Inapplicable("a hypothesis on too many terms")
        found = [_at(one, index, value) for one in found for value in sorted(ranges[index])]
    return found


def _at(s: Statement, index: Symbol, value: int) -> Statement:
    at = {index: Integer(value)}
    return Statement(s.lhs.xreplace(at), s.relation, s.rhs.xreplace(at))


def _indices(goal: Statement) -> set[Symbol]:
    return {total.limits[0][0] for side in (goal.lhs, goal.rhs) for total in side.atoms(Sum)}


def _loose(expr: Expr, index: Symbol) -> bool:
    """Whether a letter stands outside the sums over it and outside brackets, ``x[i]``."""
    if isinstance(expr, Indexed):
        return False
    if isinstance(expr, Sum):
        own, low, high = expr.limits[0]
        return any(_loose(end, index) for end in (low, high)) or (own != index and _loose(expr.function, index))
    return expr == index or any(_loose(arg, index) for arg in expr.args)


def _has_sums(goal: Any, given: tuple[Statement, ...]) -> bool:
    return any(side.has(Sum, Indexed) for s in (*parts(goal), *given) for side in (s.lhs, s.rhs))


def parts(goal: Any) -> tuple[Statement, ...]:
    """Return the relations of a goal of any shape."""
    if isinstance(goal, Statement):
        return (goal,)
    return goal.parts if isinstance(goal, Conjunction) else (*goal.left, *goal.right)


def _each(goal: Any, change: Any) -> Any:
    if isinstance(goal, Statement):
        return change(goal)
    if isinstance(goal, Conjunction):
        return Conjunction(tuple(change(s) for s in goal.parts))
    return Equivalence(tuple(change(s) for s in goal.left), tuple(change(s) for s in goal.right))


def _plain(s: Statement) -> Statement:
    return Statement(written_out(s.lhs), s.relation, written_out(s.rhs))


def _flat(kind: Any, expr: Expr) -> list[Expr]:
    return [part for arg in expr.args for part in _flat(kind, arg)] if isinstance(expr, kind) else [expr]


def _termwise(goal: Statement) -> tuple[Statement, tuple[Statement, ...], Statement]:
    terms: list[Expr] = []
    rest: list[Expr] = []
    limits: set[tuple] = set()
    index = None
    for sign, side in ((1, goal.rhs), (-1, goal.lhs)):
        for term in _flat(Add, side):
            factors = _flat(Mul, term)
            sums = [f for f in factors if isinstance(f, Sum)]
            others = Mul(*(f for f in factors if not isinstance(f, Sum)))
            if not sums:
                rest.append(sign * term)
                continue
            if len(sums) > 1 or others.has(Sum):
                raise Inapplicable("a product of sums")
            own, low, high = sums[0].limits[0]
            index = index or own
            limits.add((low, high))
            if others.has(index) or low.has(Sum) or high.has(Sum):
                raise Inapplicable("the range of a sum moves")
            terms.append(sign * others * sums[0].function.xreplace({own: index}))
    if index is None or len(limits) != 1:
        raise Inapplicable("sums over different ranges")
    ((low, high),) = limits
    share = Add(*rest) / (high - low + 1) if rest else Integer(0)
    relation = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}.get(goal.relation, goal.relation)
    if relation == "!=":
        raise Inapplicable("sums that differ are not compared term by term")
    claim = Statement(Add(*terms, share), relation, Integer(0))
    inside = (Statement(low, "<=", index), Statement(index, "<=", high))
    return claim, inside, Statement(low, "<=", high)
