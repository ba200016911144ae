"""Both ends of a bracket on a grid, and the upper one alone; what is computed is planned in floats, and then certified."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

import numpy as np

from .compose import LONGEST, ComposedLaw
from .ends import End, LowerEnd, UpperEnd
from .exact import outward
from .finite_laws import FinitePair
from .fixed_batches import MirroredPair
from .loss_bins import bin_edges
from .mechanisms import GridPair
from .spacing import Importance, Seen, places, spacing
from .tilts import Plan, Sketch, calmer, few_bits, interval, plan, sketch

Effort = Literal["standard", "deep"]
TARGET = {"standard": 1e-2, "deep": 1e-3}
GRID = {"standard": 0.25, "deep": 0.08}  # of a step's tilted deviation, for atoms; the unit of fineness for all else
_PART = 0.2  # of the width that is aimed at: the tilt is not quite where epsilon lies
_WINDOW, _SHORTER = (
    40.0,
    8.0,
)  # tilted deviations that the longest window holds: at first, and with a bracket to fall back on
_DIGITS = 7

Steps = tuple[tuple[GridPair, int], ...]
Found = tuple[float, float, End | None, End]


@dataclass(frozen=True, eq=False)
class _Layout:
    """What is to be computed: the tilt, the grid's step, and of each pair on the line its outcomes and its grid points."""

    planned: Plan
    h: float
    ranges: list[tuple[float, float] | None]
    places: list[tuple[int, ...]]


def both_ends(steps: Steps, delta: Fraction, effort: Effort, fineness: float, seen: Found | None = None) -> Found:
    """Low, high, and what proves them, on a grid of so fine a step; every pair is attained, or a bound by itself.

    What was `seen` on a coarser grid shows where the grid has to be fine.
    """
    layout = _laid_out(steps, delta, effort, fineness, seen and _shown(seen))
    h, tilt = layout.h, layout.planned.tilt
    lower_steps: list = []
    for (pair, t), ends, on_grid in zip(steps, layout.ranges, layout.places, strict=True):
        if isinstance(pair, FinitePair) or ends is None:
            lower_steps.append((pair, t, (), 0.0))
            continue
        assert not isinstance(pair, MirroredPair), "no neighbours attain a mirrored pair"
        edges, shift = bin_edges(pair, h, on_grid, *ends)
        lower_steps.append((pair, t, tuple(edges.tolist()), shift))
    over = UpperEnd(_placed(steps, layout), h, tilt, Fraction(0), delta)
    under = LowerEnd(tuple(lower_steps), h, tilt, Fraction(0), delta)
    above, below_it = over.law(), under.law()
    high = _first(lambda epsilon: above.delta_at_most(epsilon) <= delta, 1.2 * layout.planned.epsilon + 1e-3)
    low = _last(lambda epsilon: below_it.delta_at_least(epsilon) > delta, high)
    return low, high, replace(under, epsilon=Fraction(low)), replace(over, epsilon=Fraction(high))


def upper_end(steps: Steps, delta: Fraction, effort: Effort) -> tuple[float, UpperEnd]:
    """A guarantee, on grids that are refined until it hardly moves."""
    fineness, best = GRID[effort], None
    for _ in range(5):
        layout = _laid_out(steps, delta, effort, fineness)
        over = UpperEnd(_placed(steps, layout), layout.h, layout.planned.tilt, Fraction(0), delta)
        above = over.law()
        high = _first(partial(_within, above, delta), 1.2 * layout.planned.epsilon + 1e-3)
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


def _placed(steps: Steps, layout: _Layout) -> tuple[tuple[GridPair, int, tuple[int, ...]], ...]:
    return tuple((pair, t, on_grid) for (pair, t), on_grid in zip(steps, layout.places, strict=True))


def _shown(found: Found) -> Seen:
    """What a coarser grid shows."""
    assert isinstance(found[3], UpperEnd)
    return Seen(found[3].law(), (found[0] + found[1]) / 2)


def _laid_out(steps: Steps, delta: Fraction, effort: Effort, fineness: float, seen: Seen | None = None) -> _Layout:
    """Where to compute so that the bracket is about as narrow as `effort` asks, or by the square of a smaller fineness."""
    sketches = [(sketch(pair), t) for pair, t in steps]
    planned = plan(sketches, delta)
    if seen is not None:
        planned = calmer(sketches, planned, seen.epsilon, delta)
    total = sum(t for _, t in steps)
    spare = float(delta) * 1e-3 * TARGET[effort] / total
    lost = 1e-2 * TARGET[effort] / total
    lines = [pair.base if isinstance(pair, MirroredPair) else pair for pair, _ in steps]
    laws = [
        law if pair is own else sketch(pair) for pair, (own, _), (law, _) in zip(lines, steps, sketches, strict=True)
    ]
    ranges = [
        None if isinstance(pair, FinitePair) else interval(law, planned.tilt, spare, lost)
        for pair, law in zip(lines, laws, strict=True)
    ]
    steepness, width = planned.tilt + 1, 0.5 / (planned.tilt + 1)
    if seen is not None:
        steepness = seen.steepness(width)
    counts = [
        None if ends is None else Importance.of(law, t, _counting(law, planned, seen, width))
        for law, (_, t), ends in zip(laws, steps, ranges, strict=True)
    ]
    on_lines = [law for law in counts if law is not None]
    h, share = math.inf, 0.0
    if on_lines:
        aim = planned.epsilon if seen is None else seen.epsilon
        goal = _PART * TARGET[effort] * aim * (fineness / GRID[effort]) ** 2
        h, share = spacing(
            on_lines, steepness, goal, (_WINDOW if seen is None else _SHORTER) * planned.deviation / LONGEST
        )
    if len(on_lines) < len(steps):
        h = min(h, few_bits(fineness * planned.deviation / math.sqrt(total)))
    reach = [float(np.ptp(line.loss(np.array(ends)))) for line, ends in zip(lines, ranges, strict=True) if ends]  # type: ignore[union-attr]
    h = min([h, *(few_bits(r / 16) for r in reach if r > 0)])
    found: list[tuple[int, ...]] = []
    for line, law, (pair, _), ends in zip(lines, counts, steps, ranges, strict=True):
        if isinstance(line, FinitePair) or law is None or ends is None:
            found.append(())
            continue
        least, most = (float(x) for x in line.loss(np.array(ends)))
        if isinstance(pair, MirroredPair):
            least, most = 0.0, max(most, h)
        found.append(places(law, steepness, h, share, (least, most)))
    return _Layout(planned, h, ranges, found)


def _counting(law: Sketch, planned: Plan, seen: Seen | None, width: float) -> np.ndarray:
    """The log of how much each loss of a step counts."""
    return planned.tilt * law.losses if seen is None else seen.log_density(law.losses, width)


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
