"""Growth beyond every constant: a path of exact points, for each K one at which K times the one rate is below the other."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Expr, Rational, Symbol, exp

from boundcheck.prove import Proved, proof
from boundcheck.symbolic import Statement, broken, number

from .context import Context

CONSTANT = Symbol("K", real=True)
EVERY = (CONSTANT >= 1,)
EFFORT = 1.0  # in the seconds of `proof`, of each comparison
LOOKED_AT = (1, 3, 10)  # constants at which a path is looked at in floats before anything is proved
SPEEDS = (2 * CONSTANT, 4 * CONSTANT**2, 16 * CONSTANT**4, exp(2 * CONSTANT))
RESTING = tuple(map(Rational, ("1", "1/2", "2", "1/4", "3", "1/10")))
MOST_RESTS = 40  # of the letters that stay


@dataclass(frozen=True)
class Growth:
    """A path along which no constant K holds ``large <= K * small``, with what has been proved of it.

    Parameters
    ----------
    side : {"above", "below"}
        Which of the two comparisons fails.
    path : mapping of str to Expr
        Values of the letters in K.
    lhs, rhs : Expr
        The larger rate, and K times the smaller one, along the path.
    proofs : tuple of (words, Statement, Proved)
    """

    side: str
    path: Mapping[str, Expr]
    lhs: Expr
    rhs: Expr
    proofs: tuple[tuple[str, Statement, Proved], ...]


def growth(lhs: Expr, rhs: Expr, given: Sequence[Any], context: Context) -> Growth | None:
    """The first path that is found and proved; None without one, which says nothing."""
    given = stated(lhs, rhs, given, context)
    letters = sorted({s for e in (lhs, rhs, *given) for s in e.free_symbols}, key=str)
    for path in _paths(letters, given):
        for side, large, small in (("above", lhs, rhs), ("below", rhs, lhs)):
            if all(_beyond(large, small, path, given, k) for k in LOOKED_AT):
                found = _proved(side, large, small, path, given, context)
                if found is not None:
                    return found
    return None


def stated(lhs: Expr, rhs: Expr, given: Sequence[Any], context: Context) -> tuple[Any, ...]:
    """The conditions of the two rates, with the domains of the parameters that they speak of."""
    names = {s.name for s in lhs.free_symbols | rhs.free_symbols}
    domains = [context.expand(c) for p in context.parameters if p.name in names for c in p.domain]
    return (*given, *(c for c in domains if c not in given))


def comparisons(large: Expr, small: Expr, path: Mapping[Symbol, Expr], given: Iterable[Any]) -> list[tuple[str, Statement]]:
    """What has to be true for every K from 1 on: the conditions on the path, a smaller rate of at least 0, the growth."""
    asked = []
    for condition in given:
        lesser, greater = condition.lts.xreplace(path), condition.gts.xreplace(path)
        if lesser.free_symbols | greater.free_symbols:
            relation = "<=" if "=" in condition.rel_op else "<"
            asked.append((f"its condition {condition}", Statement(lesser, relation, greater, EVERY)))
    large, small = large.xreplace(path), small.xreplace(path)
    asked.append(("the smaller rate is at least 0", Statement(sympy.Integer(0), "<=", small, EVERY)))
    asked.append(("the other is larger than K times it", Statement(CONSTANT * small, "<", large, EVERY)))
    return asked


def again(
    lhs: Expr, rhs: Expr, given: Sequence[Any], witness: Mapping[str, Any], context: Context
) -> list[list[Statement]]:
    """What a recorded path would have to prove, on each of the two sides."""
    letters = {s.name: s for e in (lhs, rhs, *given) for s in e.free_symbols}
    path = {letters[name]: sympy.sympify(text, locals={"K": CONSTANT}) for name, text in witness["point"].items()}
    whole = stated(lhs, rhs, given, context)
    return [
        [statement for _, statement in comparisons(large, small, path, whole)]
        for large, small in ((lhs, rhs), (rhs, lhs))
    ]


def _proved(
    side: str, large: Expr, small: Expr, path: Mapping[Symbol, Expr], given: Sequence[Any], context: Context
) -> Growth | None:
    whole = {p.name for p in context.parameters if p.integer}
    step = {CONSTANT: Symbol("K", integer=True, positive=True)}
    if any(s.name in whole and not value.xreplace(step).is_integer for s, value in path.items()):
        return None  # whole constants are enough, and the path must stay among whole numbers
    proofs = []
    for words, statement in comparisons(large, small, path, given):
        try:
            found = proof(statement, seconds=EFFORT)
        except (ValueError, TypeError):
            return None
        if not isinstance(found, Proved):
            return None
        proofs.append((words, statement, found))
    shown = {s.name: value for s, value in path.items()}
    return Growth(side, shown, large.xreplace(path), CONSTANT * small.xreplace(path), tuple(proofs))


def _paths(letters: Sequence[Symbol], given: Sequence[Any]) -> Iterator[dict[Symbol, Expr]]:
    """One letter moves, to infinity or to a number that a condition names, and the others rest where the conditions admit it."""
    for moved in letters:
        rest = [s for s in letters if s != moved]
        ends = [end for c in given for end in (c.lts, c.gts) if end.is_Rational and moved in c.free_symbols]
        targets = dict.fromkeys((sympy.Integer(0), *ends))
        for speed in SPEEDS:
            moves = [speed, *(e + sign / speed for e in targets for sign in (1, -1))]
            for move in moves:
                for values in itertools.islice(itertools.product(RESTING, repeat=len(rest)), MOST_RESTS):
                    path = {moved: move, **dict(zip(rest, values, strict=True))}
                    if not any(broken(given, _point(path, k)) for k in LOOKED_AT):
                        yield path
                        break


def _point(path: Mapping[Symbol, Expr], constant: int) -> dict[str, float]:
    return {s.name: float(value.subs(CONSTANT, constant)) for s, value in path.items()}


def _beyond(large: Expr, small: Expr, path: Mapping[Symbol, Expr], given: Sequence[Any], constant: int) -> bool:
    point = _point(path, constant)
    return bool(number(large, point) > constant * number(small, point) >= 0)
