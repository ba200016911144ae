"""Where a letter is moved: the values of a sweep and the ends of a search, from the range that the letter is declared with."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import sympy

from .plain_values import Unfit

FEWEST, MOST = 6, 9  # values of a sweep
DIGITS = 2  # of a value between the ends
DEEPEST = 9  # abbreviations of abbreviations


def grid(
    scale: sympy.Expr, letter: sympy.Symbol, first: float, last: float, *, whole: bool = False
) -> tuple[float, ...]:
    """The values of a sweep: both ends, and between them the logarithm of `scale` in equal steps.

    A slope is fitted to logarithms, so equal steps there are what it wants. The scale has one value for each factor of
    ten, at least six and at most nine. What lies between the ends is rounded to two digits, and to whole numbers for a
    letter that is one.

    Parameters
    ----------
    scale : sympy.Expr
        Of `letter` alone, positive and monotone from `first` to `last`.
    first, last : float
        Different; in the order in which the sweep runs.

    Raises
    ------
    Unfit
        For a range with fewer than two values, or a scale that is no scale on it.
    """
    at, low, high = _function(scale, letter), *sorted((first, last))
    ends = [math.log(_positive(at, end, scale)) for end in (first, last)]
    wanted = min(MOST, max(FEWEST, round(abs(ends[1] - ends[0]) / math.log(10)) + 1))
    steps = [ends[0] + (ends[1] - ends[0]) * k / (wanted - 1) for k in range(1, wanted - 1)]
    between = [_rounded(_inverted(at, step, low, high, scale), whole) for step in steps]
    values = dict.fromkeys([_kept(first, whole), *(v for v in between if low < v < high), _kept(last, whole)])
    if len(values) < 2:
        raise Unfit(f"from {first:g} to {last:g} there is one value; a sweep takes two or more")
    halves = [value for pair in pairwise(values) for value in (pair[0], sum(pair) / 2)]
    scaled = [_positive(at, value, scale) for value in (*halves, last)]
    if sorted(set(scaled), reverse=scaled[0] > scaled[-1]) != scaled:
        raise Unfit(f"{scale} neither rises nor falls from {first:g} to {last:g}; give a scale that does, as scale=1/x")
    return tuple(values)


def rises(scale: sympy.Expr, letter: sympy.Symbol, first: float, last: float) -> bool:
    """Whether a scale is larger at `last` than at `first`."""
    at = _function(scale, letter)
    return _positive(at, last, scale) > _positive(at, first, scale)


def ends(called: str, given: tuple[float, ...]) -> tuple[float, float]:
    """The two ends of a range."""
    if len(given) != 2:
        shown = f"got {given}" if given else f"and {called} is declared without a range"
        raise Unfit(f"a sweep has two ends, {shown}; give them, as over=(10, 1_000)")
    return given[0], given[1]


def alone(
    scale: sympy.Expr,
    letter: str,
    definitions: Mapping[sympy.Symbol, sympy.Expr],
    follow: Mapping[str, Any],
    point: Mapping[str, Any],
) -> sympy.Expr:
    """A scale as a function of `letter` alone: abbreviations written out, what follows it put in, the rest from the point."""
    written = {symbol.name: equals for symbol, equals in definitions.items()}
    known = (
        {name: sympy.sympify(value) for name, value in point.items() if not isinstance(value, str)}
        | written
        | dict(follow)
    )
    known[letter] = sympy.Symbol(letter, real=True)
    for _ in range(DEEPEST):
        found = {symbol: known.get(symbol.name) for symbol in scale.free_symbols}
        if None in found.values():
            missing = ", ".join(sorted(symbol.name for symbol, value in found.items() if value is None))
            raise Unfit(f"{scale} is also of {missing}, and the point says nothing of it; add it to the point")
        if set(found.values()) <= set(found):
            break
        scale = scale.xreplace(found)
    return scale.xreplace(found)


@lru_cache(maxsize=256)
def _function(scale: sympy.Expr, letter: sympy.Symbol) -> Callable[[float], float]:
    if scale == letter:
        return float
    of: Callable[[float], float] = sympy.lambdify([letter], scale, modules="math")
    return of


def _positive(at: Callable[[float], float], value: float, scale: sympy.Expr) -> float:
    try:
        found = float(at(value))
    except (ArithmeticError, ValueError, TypeError):
        found = math.nan
    if not 0 < found < math.inf:
        raise Unfit(
            f"{scale} is not positive at {value:g}, where it has no logarithm; give another range, as over=(1e-4, 1e-2)"
        )
    return found


def _inverted(at: Callable[[float], float], step: float, low: float, high: float, scale: sympy.Expr) -> float:
    """Where the logarithm of the scale is `step`, by halving."""
    if at is float:
        return math.exp(step)
    rising = at(high) > at(low)
    for _ in range(60):
        middle = (low + high) / 2
        below = math.log(_positive(at, middle, scale)) < step
        low, high = (middle, high) if below == rising else (low, middle)
    return (low + high) / 2


def _rounded(value: float, whole: bool) -> float:
    return _kept(float(f"{value:.{DIGITS}g}"), whole)


def _kept(value: float, whole: bool) -> float:
    return round(value) if whole else value
