"""Both ends of a bracket on a grid, and the upper one alone; what is computed is planned in floats, and then certified."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Literal

import numpy as np

from .compose import ComposedLaw
from .ends import End, LowerEnd, UpperEnd
from .exact import outward
from .finite_laws import FinitePair
from .fixed_batches import MirroredPair
from .mechanisms import GridPair
from .rounding import bin_edges
from .tilts import Plan, few_bits, interval, plan, sketch

Effort = Literal["standard", "deep"]
TARGET = {"standard": 1e-2, "deep": 1e-3}
GRID = {"standard": 0.25, "deep": 0.08}  # of a step's tilted deviation
_MOST_POINTS = 60_000
_DIGITS = 7

Steps = tuple[tuple[GridPair, int], ...]
Found = tuple[float, float, End | None, End]


def both_ends(steps: Steps, delta: Fraction, effort: Effort, fineness: float) -> Found:
    """Low, high, and what proves them, on a grid of so fine a step; every pair is attained, or a bound by itself."""
    planned, h, ranges = _planned(steps, delta, effort, fineness)
    upper_steps: list = []
    lower_steps: list = []
    for (pair, t), ends in zip(steps, ranges, strict=True):
        if isinstance(pair, FinitePair) or ends is None:
            upper_steps.append((pair, t, 0, 0))
            lower_steps.append((pair, t, (), 0.0))
            continue
        assert not isinstance(pair, MirroredPair), "no neighbours attain a mirrored pair"
        least, most = pair.loss(np.array(ends))
        first, last = math.floor(least / h), math.ceil(most / h)
        edges, shift = bin_edges(pair, h, first, last, *ends)
        upper_steps.append((pair, t, first, last))
        lower_steps.append((pair, t, tuple(edges.tolist()), shift))
    top = 1.2 * planned.epsilon + 1e-3
    over = UpperEnd(tuple(upper_steps), h, planned.tilt, Fraction(0), delta)
    under = LowerEnd(tuple(lower_steps), h, planned.tilt, Fraction(0), delta)
    above, below_it = over.law(), under.law()
    high = _first(lambda epsilon: above.delta_at_most(epsilon) <= delta, top)
    low = _last(lambda epsilon: below_it.delta_at_least(epsilon) > delta, high)
    return low, high, replace(under, epsilon=Fraction(low)), replace(over, epsilon=Fraction(high))


def upper_end(steps: Steps, delta: Fraction, effort: Effort) -> tuple[float, UpperEnd]:
    """A guarantee, on grids that are refined until it hardly moves."""
    fineness, best = GRID[effort], None
    for _ in range(5):
        planned, h, ranges = _planned(steps, delta, effort, fineness)
        placed = []
        for (pair, t), ends in zip(steps, ranges, strict=True):
            if isinstance(pair, FinitePair) or ends is None:
                placed.append((pair, t, 0, 0))
                continue
            least, most = (pair.base if isinstance(pair, MirroredPair) else pair).loss(np.array(ends))
            placed.append((pair, t, math.floor(least / h), max(1, math.ceil(most / h))))
        over = UpperEnd(tuple(placed), h, planned.tilt, Fraction(0), delta)
        above = over.law()
        high = _first(partial(_within, above, delta), 1.2 * planned.epsilon + 1e-3)
        moved = math.inf if best is None else best[0] - high
        if best is None or high < best[0]:
            best = high, replace(over, epsilon=Fraction(high))
        if moved <= TARGET[effort] / 2 * high:
            break
        fineness /= 2
    assert best is not None
    return best


def _within(law: ComposedLaw, delta: Fraction, epsilon: float) -> bool:
    return law.delta_at_most(epsilon) <= delta


def _planned(
    steps: Steps, delta: Fraction, effort: Effort, fineness: float
) -> tuple[Plan, float, list[tuple[float, float] | None]]:
    """The tilt, the grid's step, and of each pair on the line the outcomes that matter."""
    sketches = [(sketch(pair), t) for pair, t in steps]
    planned = plan(sketches, delta)
    total = sum(t for _, t in steps)
    spare = float(delta) * 1e-3 * TARGET[effort] / total
    lost = 1e-2 * TARGET[effort] / total
    lines = [pair.base if isinstance(pair, MirroredPair) else pair for pair, _ in steps]
    ranges = [
        None
        if isinstance(pair, FinitePair)
        else interval(law if pair is own else sketch(pair), planned.tilt, spare, lost)
        for pair, (own, _), (law, _) in zip(lines, steps, sketches, strict=True)
    ]
    reach = [float(np.ptp(p.loss(np.array(r)))) for p, r in zip(lines, ranges, strict=True) if r]  # type: ignore[union-attr]
    h = few_bits(max(fineness * planned.deviation / math.sqrt(total), max(reach, default=0.0) / _MOST_POINTS))
    return planned, h, ranges


def _first(holds: Callable[[float], bool], top: float) -> float:
    """An epsilon with few digits at which a guarantee holds, hardly above the least such one."""
    if holds(0.0):
        return 0.0
    low = 0.0
    while not holds(top):
        low, top = top, 2 * top
        if top > 1e6:
            raise ArithmeticError("no epsilon below 1,000,000 is guaranteed at this delta on this grid")
    for _ in range(40):
        middle = (low + top) / 2
        low, top = (low, middle) if holds(middle) else (middle, top)
    result = outward(top, top, _DIGITS)[1]
    while not holds(result):  # near the edge the bound is not monotone to the last digit
        result = outward(result * (1 + 1e-6), result * (1 + 1e-6), _DIGITS)[1]
    return result


def _last(holds: Callable[[float], bool], high: float) -> float:
    """An epsilon with few digits at which a violation holds, hardly below the largest such one; 0 where none is found."""
    low, top = high, high
    for part in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0):
        low = high * (1 - part)
        if holds(low):
            break
        top = low
    else:
        return 0.0
    for _ in range(30):
        middle = (low + top) / 2
        low, top = (middle, top) if holds(middle) else (low, middle)
    result = outward(low, low, _DIGITS)[0]
    while result > 0 and not holds(result):
        result = outward(result * (1 - 1e-6), result, _DIGITS)[0]
    return result
