"""Conditions at a point in numbers: which of them certainly do not hold there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import sympy
from sympy.core.relational import Relational

from .evaluate import number

ROUNDING = 1e-9  # of the larger side, by which a side may miss the other


def broken(
    conditions: Iterable[Any], point: Mapping[str, float], definitions: Mapping[sympy.Symbol, sympy.Expr] | None = None
) -> list[Any]:
    """The conditions that `point` breaks by more than a rounding error; one of which a letter is missing is not judged.

    Parameters
    ----------
    conditions : iterable of SymPy relations, or conjunctions of such
    point : mapping of str to float
        Named choices are ignored.
    definitions : mapping of Symbol to Expr
        Letters that abbreviate.

    Returns
    -------
    broken : list of relations, as they were written
    """
    at = {name: value for name, value in point.items() if not isinstance(value, str)}
    known = dict(definitions or {})
    return [c for c in _single(conditions) if _fails(c.xreplace(known) if known else c, at)]


def _single(conditions: Iterable[Any]) -> Iterator[Any]:
    for condition in conditions:
        yield from _single(condition.args) if isinstance(condition, sympy.And) else (condition,)


def _fails(condition: Any, at: Mapping[str, float]) -> bool:
    if not isinstance(condition, Relational):
        return condition == sympy.false
    if any(name not in at for name in _letters(condition)):
        return False
    try:
        left, right = number(condition.lhs, at), number(condition.rhs, at)
    except ValueError:
        return False
    room = ROUNDING * max(abs(left), abs(right))
    if isinstance(condition, sympy.Eq):
        return abs(left - right) > room
    if isinstance(condition, sympy.Ne):
        return left == right
    lesser, greater = (left, right) if condition.rel_op in ("<", "<=") else (right, left)
    return lesser > greater + room or (condition.rel_op in ("<", ">") and lesser == greater)


@lru_cache(maxsize=4096)
def _letters(condition: Any) -> tuple[str, ...]:
    """Names of the letters of a condition, which a search asks for at every point."""
    return tuple(symbol.name for symbol in condition.free_symbols)
