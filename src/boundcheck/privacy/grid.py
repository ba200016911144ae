"""Both ends of a bracket on a grid: how far apart its points lie, and where to look."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

import numpy as np
from flint import arb

from .compose import LONGEST, ComposedLaw, End, LowerEnd, UpperEnd
from .exact import outward
from .finite_laws import FinitePair
from .mechanisms import GridPair, MirroredPair
from .pairs import Floats, bin_edges

# Where to look: tilt, grid and ranges, in floats. Nothing here is relied on; it only decides what is computed.

_POINTS = 4001
_ERROR = 3e-14  # of a tilted law, for each composition
_SPARE = 1e-4  # of delta that rounding may take


@dataclass(frozen=True, eq=False)
class Sketch:
    """A step's loss law in floats: losses, log weights, and the outcomes they belong to."""

    losses: Floats
    log_weights: Floats
    outcomes: Floats

    def moments(self, order: float) -> tuple[float, float, float]:
        """``log E e^(order L)``, and mean and variance under that tilt."""
        exponent = self.log_weights + order * self.losses
        top = float(exponent.max())
        weights = np.exp(exponent - top)
        total = float(weights.sum())
        mean = float(np.sum(weights * self.losses)) / total
        variance = float(np.sum(weights * (self.losses - mean) ** 2)) / total
        return math.log(total) + top, mean, variance


def sketch(pair: GridPair) -> Sketch:
    """The loss law of a pair on some thousands of points."""
    if isinstance(pair, FinitePair):
        kept = [
            (float(loss), float(p))
            for p, loss in zip(map(_mid, pair.p), pair.losses(), strict=True)
            if isinstance(loss, arb) and p > 0
        ]
        losses = np.array([loss for loss, _ in kept])
        return Sketch(losses, np.log([p for _, p in kept]), losses)
    if isinstance(pair, MirroredPair):
        above = sketch(pair.base)
        there = above.losses > 0
        losses, weights = above.losses[there], above.log_weights[there]
        both = np.concatenate([np.exp(weights), np.exp(weights - losses)])
        rest = math.log(max(1e-300, 1 - float(both.sum())))
        order = np.argsort(losses)
        losses, weights = losses[order], weights[order]
        return Sketch(
            np.concatenate([-losses[::-1], [0.0], losses]),
            np.concatenate([(weights - losses)[::-1], [rest], weights]),
            np.concatenate([-losses[::-1], [0.0], losses]),
        )
    low, high = pair.middle(1e-70)
    x = np.linspace(low, high, _POINTS)
    with np.errstate(divide="ignore"):
        log_weights = np.log(pair.density(x) * (x[1] - x[0]))
    there = np.isfinite(log_weights)
    return Sketch(pair.loss(x)[there], log_weights[there], x[there])


def interval(law: Sketch, tilt: float, above: float, below: float) -> tuple[float, float]:
    """The outcomes that matter: at most mass `above` is higher, and the tilted share of what is lower is at most `below`."""
    weights = np.exp(law.log_weights)
    tails = np.cumsum(weights[::-1])[::-1]
    last = min(int(np.searchsorted(-tails, -above)) + 1, len(tails) - 1)
    heads = np.log(np.cumsum(weights)) + tilt * law.losses - law.moments(tilt)[0]
    first = max(int(np.searchsorted(np.maximum.accumulate(heads), math.log(below))) - 2, 0)
    return float(law.outcomes[min(first, last - 1)]), float(law.outcomes[last])


@dataclass(frozen=True)
class Plan:
    """The tilt at which the moments bound epsilon best, that bound, and the tilted deviation of the whole sum."""

    tilt: float
    epsilon: float
    deviation: float


def plan(steps: Sequence[tuple[Sketch, int]], delta: Fraction) -> Plan:
    """Minimise ``(log E e^(order L) + log 1/delta) / order`` over the order."""
    level = -math.log(delta)

    def epsilon(order: float) -> float:
        return (sum(t * s.moments(order)[0] for s, t in steps) + level) / order

    orders = np.geomspace(1e-3, 1e5, 49)
    values = [epsilon(float(order)) for order in orders]
    at = int(np.argmin(values))
    a, b = float(orders[max(0, at - 1)]), float(orders[min(len(orders) - 1, at + 1)])
    for _ in range(12):
        left, right = a ** (2 / 3) * b ** (1 / 3), a ** (1 / 3) * b ** (2 / 3)
        a, b = (a, right) if epsilon(left) < epsilon(right) else (left, b)

    def spread(order: float) -> float:
        return math.sqrt(sum(t * s.moments(order)[2] for s, t in steps))

    order = float(f"{math.sqrt(a * b):.3g}")  # few digits: the same on every machine
    least = epsilon(order)
    if order * spread(order) < 1:
        # towards the largest loss there is, a tilt leaves nothing but that loss: a smaller one keeps a law to compose
        smaller = [float(f"{order / 2**k:.3g}") for k in range(1, 30)]
        wide = [s for s in smaller if s * spread(s) >= 1]
        order = wide[0] if wide else max(smaller, key=lambda s: s * spread(s))
    return Plan(order, least, spread(order))


def moment_delta(steps: Sequence[tuple[Sketch, int]], epsilon: float) -> float:
    """``min E e^(order (L - epsilon))`` over the order: about delta, hardly below it."""
    orders = np.geomspace(1e-3, 1e5, 97)
    least = min(sum(t * s.moments(float(order))[0] for s, t in steps) - float(order) * epsilon for order in orders)
    return math.exp(min(0.0, max(-690.0, least)))


def calmer(steps: Sequence[tuple[Sketch, int]], planned: Plan, epsilon: float, delta: Fraction) -> Plan:
    """A smaller tilt, where the sum then has half the deviation and rounding errors at `epsilon` stay far below delta.

    Moments see a rare large loss before epsilon does, and with it a window many times as long as is needed.
    """
    total = sum(t for _, t in steps)
    best = planned
    for part in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
        order = float(f"{part * planned.tilt:.3g}")
        moments = [(t, s.moments(order)) for s, t in steps]
        grown = sum(t * m[0] for t, m in moments) - order * epsilon
        deviation = math.sqrt(sum(t * m[2] for t, m in moments))
        if math.log(_ERROR * total) + grown < math.log(_SPARE) + math.log(delta) and deviation < best.deviation / 2:
            best = Plan(order, planned.epsilon, deviation)
    return best


def few_bits(value: float, bits: int = 8) -> float:
    """The next float below with so few bits that multiples of it are exact."""
    mantissa, exponent = math.frexp(value)
    return math.ldexp(math.floor(mantissa * 2**bits), exponent - bits)


def _mid(mass: Fraction | arb) -> float:
    return float(mass)


# How far apart grid points have to be: close where much mass lies, wide where hardly any does. In floats; nothing is relied on.
#
# Spreading the losses of a step between two points a gap w apart to both of them moves :math:`\delta(\varepsilon)` by about
# :math:`p(l)\, p_{\mathrm{rest}}(\varepsilon - l)\, w^3 / 12`: what counts is the density of one loss given that all of them add up
# to epsilon. A bin in place of the gap moves it by half of this the other way. Gaps of equal :math:`m w^2`, m the mass that counts,
# reach a given accuracy with the fewest points: w goes like the density to the power -1/3.
#
# All points are multiples of one h, for which the laws are composed. Gaps are odd multiples, so that the middle of each lies on the
# grid as well, moved by h/2.

_MOST, _FEWEST = 20_000, 16  # gaps: in all, and of each law
_NOISE = 1e-10  # of the largest tilted mass; what is less may be rounding
_WIDEST = 0.5  # of what the profile falls in by a factor of e


@dataclass(frozen=True, eq=False)
class Importance:
    """What of a step's loss counts.

    Attributes
    ----------
    losses : ndarray of shape (k,), increasing
    masses : ndarray of shape (k - 1,)
        Of what counts, between two losses, times the number of compositions; all sum to that number.
    """

    losses: Floats
    masses: Floats

    @classmethod
    def of(cls, law: Sketch, times: int, log_factor: Floats) -> Importance:
        """A sketch with every loss weighted by the exponential of `log_factor`."""
        exponent = law.log_weights + log_factor
        weights = np.exp(exponent - exponent.max())
        halves = weights * (times / weights.sum() / 2)
        masses = halves[1:] + halves[:-1]
        masses[0] += halves[0]
        masses[-1] += halves[-1]
        return cls(law.losses, masses)


@dataclass(frozen=True, eq=False)
class Seen:
    """The density of the composed loss, as a law on a coarser grid shows it, and where to look."""

    law: ComposedLaw
    epsilon: float

    def log_density(self, losses: Floats, width: float) -> Floats:
        """What is left for all other losses given one; averaged over `width`, as coarse gaps make lumps."""
        at, law = self.epsilon - losses, self.law
        h = float(law.losses[1] - law.losses[0])
        with np.errstate(under="ignore", over="ignore", divide="ignore"):
            kept = np.where(law.masses > _NOISE * law.masses.max(), law.masses, 0.0)
            masses = kept * np.exp(np.minimum(law.log_scale - law.tilt * law.losses, 600.0))
            along = np.append(np.cumsum(masses[::-1])[::-1], 0.0)  # from above, where masses are small
            edges = np.append(law.losses - h / 2, law.losses[-1] + h / 2)
            fine, coarse = (
                (np.interp(at - w / 2, edges, along) - np.interp(at + w / 2, edges, along)) / w
                for w in (3 * h, width + 3 * h)
            )
            return np.log(np.maximum(np.maximum(fine, coarse), 1e-300))

    def steepness(self, width: float) -> float:
        """The density over what the profile falls by there: 1 more than the rate at which it falls."""
        ends = self.law.delta_at_most(self.epsilon - width / 2), self.law.delta_at_most(self.epsilon + width / 2)
        return 1 + max(0.0, math.log(max(ends[0], 1e-300) / max(ends[1], 1e-300)) / width)


def spacing(laws: Sequence[Importance], steepness: float, goal: float, least: float) -> tuple[float, float]:
    """The grid's h, at least `least`, and what a gap may have, so that gaps move epsilon by about `goal` together.

    Returns
    -------
    h, share : float
        `share` is the mass of a gap that counts times its squared width.
    """
    goal = goal * 8 / steepness
    widths = np.concatenate([np.diff(law.losses) for law in laws])
    masses = np.concatenate([law.masses for law in laws])
    wide = (widths > 1e-12 * widths.max()) & (masses > 1e-200)
    points = float(np.sum((masses[wide] * widths[wide] ** 2) ** (1 / 3)))  # the integral of density^(1/3)
    share = max((goal / 2 / points) ** 1.5, (points / _MOST) ** 3)
    alone = np.zeros_like(widths)  # the width of a gap there
    alone[wide] = (share * widths[wide] / masses[wide]) ** (1 / 3)

    def forced(h: float) -> float:
        return h * h * float(masses[alone < h].sum())

    low = math.sqrt(goal / 2 / float(masses.sum()))
    high = max(low, float(np.ptp(laws[0].losses)) / 8)
    for _ in range(40):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if forced(middle) <= goal / 2 else (low, middle)
    return few_bits(max(low, least)), share


def places(law: Importance, steepness: float, h: float, share: float, ends: tuple[float, float]) -> tuple[int, ...]:
    """Which multiples of h to take between two losses, both covered."""
    along = np.append(0.0, np.cumsum(law.masses))
    at, last = math.floor(ends[0] / h), math.ceil(ends[1] / h)
    widest = max(1.0, min(_WIDEST / steepness / h, (last - at) / _FEWEST))
    found = [at]
    start = float(np.interp(at * h, law.losses, along))
    while at < last:
        few, many = 1, 2 * int(min(widest, last - at) / 2) + 1
        while many > few:
            middle = 2 * ((few + many + 2) // 4) + 1
            mass = float(np.interp((at + middle) * h, law.losses, along)) - start
            few, many = (middle, many) if mass * (middle * h) ** 2 <= share else (few, middle - 2)
        at += few
        start = float(np.interp(at * h, law.losses, along))
        found.append(at)
    return tuple(found)


# Both ends of a bracket on a grid, and the upper one alone; what is computed is planned in floats, and then certified.

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
