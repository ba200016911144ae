"""Brackets for epsilon at a given delta: what is guaranteed, and what is certainly not."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np

from .adjacency import Adjacency, Change
from .ends import End, ExactEnd, LowerEnd, UpperEnd, below
from .exact import Number, exact, outward
from .finite_laws import FinitePair
from .gaussian import _bisected
from .lattice import LatticePair
from .mechanisms import AnyPair, Composition, GridPair, Mechanism
from .pairs import GaussianPair
from .rounding import bin_edges
from .tilts import few_bits, interval, plan, sketch

Effort = Literal["standard", "deep"]
TARGET = {"standard": 1e-2, "deep": 1e-3}
_GRID = {"standard": 0.25, "deep": 0.08}  # of a step's tilted deviation
_MOST_POINTS = 60_000
_DIGITS = 7
_LEAST_DELTA, _LEAST_NOISE = 1e-30, 0.05


@dataclass(frozen=True)
class EpsilonBracket:
    """The least epsilon at which a mechanism is (epsilon, delta)-private lies in [low, high].

    Attributes
    ----------
    mechanism : Composition
    adjacency : Adjacency
    delta : Fraction
    low, high : float
        ``high`` is a guarantee. ``low`` is a violation if `attained`: some neighbours are told apart better than any
        smaller epsilon allows; otherwise it bounds only what this way of accounting can give.
    low_end : End or None
        None where low is 0, which needs no proof.
    high_ends : tuple of End
        One for each way round.
    attained : bool
        The dominating pairs are attained by neighbours of the mechanism.
    """

    mechanism: Composition
    adjacency: Adjacency
    delta: Fraction
    low: float
    high: float
    low_end: End | None
    high_ends: tuple[End, ...]
    attained: bool

    @property
    def relative_width(self) -> float:
        """How far the ends are apart, as a part of epsilon."""
        return 0.0 if self.high == 0 else (self.high - self.low) / self.high

    def replay(self) -> bool:
        """Whether both ends still hold, computed again from what they carry, without any search."""
        ends = (*self.high_ends, *((self.low_end,) if self.low_end else ()))
        return (self.low == 0 or self.low_end is not None) and all(end.replay() for end in ends)

    def __str__(self) -> str:
        low = "violated below" if self.attained else "this accounting gives no less than"
        return (
            f"{self.mechanism}, {self.adjacency}, delta = {float(self.delta):.6g}: "
            f"epsilon = {self.high:.7g} is guaranteed, {low} {self.low:.7g}"
        )


def epsilon_bracket(
    mechanism: Mechanism | Composition, delta: Number, adjacency: Adjacency, *, effort: Effort = "standard"
) -> EpsilonBracket:
    """Bracket the least epsilon at which the mechanism is (epsilon, delta)-private.

    Parameters
    ----------
    mechanism : Mechanism or Composition
    delta : number in (0, 1)
    adjacency : Adjacency
        Whose data moves, and how: an added or removed unit is tried both ways round, and a replaced one moves a sum
        of contributions twice as far.
    effort : {"standard", "deep"}
        Aim at a bracket no wider than 1 % or 0.1 % of epsilon.

    Returns
    -------
    bracket : EpsilonBracket
    """
    level = exact("delta", delta, above=0, below=1)
    if effort not in TARGET:
        raise ValueError(f"effort: must be one of {', '.join(TARGET)}, got {effort!r}")
    whole = mechanism if isinstance(mechanism, Composition) else Composition(((mechanism, 1),))
    ways = _ways(adjacency.change)
    found: list[Found] = []
    for way in ways:
        found.append(_one_way(whole.pairs(way), level, effort, max((f[0] for f in found), default=0.0)))
    low, high = max(f[0] for f in found), max(f[1] for f in found)
    low_end = next((f[2] for f in found if f[0] == low), None)
    attained = all(pair.attained for way in ways for pair, _ in whole.pairs(way))
    return EpsilonBracket(
        whole, adjacency, level, low, high, low_end if low else None, tuple(f[3] for f in found), attained
    )


def _ways(change: Change) -> tuple[Change, ...]:
    return (Change.REMOVED, Change.ADDED) if change is Change.ADDED_OR_REMOVED else (change,)


Found = tuple[float, float, End | None, End]


def _one_way(steps: tuple[tuple[AnyPair, int], ...], delta: Fraction, effort: Effort, elsewhere: float) -> Found:
    """The bracket of one way round; no finer than needed where the other way is certainly worse."""
    if len(steps) == 1 and steps[0][1] == 1:
        return _closed_form(steps[0][0], delta)
    gridded = tuple((pair, t) for pair, t in steps if not isinstance(pair, LatticePair))
    assert len(gridded) == len(steps), "a law on a lattice is one pair"
    _within_reach(gridded, delta)
    fineness = _GRID[effort]
    best: Found | None = None
    for _ in range(6):
        try:
            found = _on_grid(gridded, delta, effort, fineness)
        except ArithmeticError:
            if best is None:
                raise
            break
        best = found if best is None else _meet(best, found)
        if best[1] <= elsewhere or best[1] - best[0] <= TARGET[effort] * best[1]:
            break
        width = (best[1] - best[0]) / best[1]
        fineness *= min(
            0.5, max(1 / 16, (0.7 * TARGET[effort] / width) ** 0.6)
        )  # the width goes like h squared, or hardly less
    assert best is not None
    return best


def _within_reach(steps: tuple[tuple[GridPair, int], ...], delta: Fraction) -> None:
    """Refuse what the grid cannot hold; closed forms have no such limits."""
    if delta < _LEAST_DELTA:
        raise ValueError(
            f"delta: must be at least {_LEAST_DELTA:.0e} with sampling or several mechanisms, got {float(delta):.6g}"
        )
    for pair, _ in steps:
        if isinstance(pair, GaussianPair) and pair.variance < _LEAST_NOISE**2:
            raise ValueError(f"noise multiplier: must be at least {_LEAST_NOISE} with sampling or several mechanisms")


def _meet(one: Found, other: Found) -> Found:
    low, high = max(one, other, key=lambda f: f[0]), min(one, other, key=lambda f: f[1])
    return low[0], high[1], low[2], high[3]


def _closed_form(pair: AnyPair, delta: Fraction) -> Found:
    zero = Fraction(0)
    if below(pair, zero, delta):
        return 0.0, 0.0, None, ExactEnd(pair, zero, delta, True)
    if isinstance(pair, FinitePair | LatticePair) and below(pair, Fraction(10**6), delta) is False:
        raise ArithmeticError(f"no epsilon below 1,000,000 is guaranteed at a delta of {float(delta):.6g}")
    found = _bisected(lambda epsilon: below(pair, epsilon, delta), 1.0, 10)
    low, high = outward(float(found.low), float(found.high), _DIGITS)
    return low, high, ExactEnd(pair, Fraction(low), delta, False), ExactEnd(pair, Fraction(high), delta, True)


def _on_grid(steps: tuple[tuple[GridPair, int], ...], delta: Fraction, effort: Effort, fineness: float) -> Found:
    sketches = [(sketch(pair), t) for pair, t in steps]
    planned = plan(sketches, delta)
    total = sum(t for _, t in steps)
    spare = float(delta) * 1e-3 * TARGET[effort] / total
    lost = 1e-2 * TARGET[effort] / total
    ranges = [
        None if isinstance(pair, FinitePair) else interval(law, planned.tilt, spare, lost)
        for (pair, _), (law, _) in zip(steps, sketches, strict=True)
    ]
    reach = [float(np.ptp(p.loss(np.array(r)))) for (p, _), r in zip(steps, ranges, strict=True) if r]  # type: ignore[union-attr]
    h = few_bits(max(fineness * planned.deviation / math.sqrt(total), max(reach, default=0.0) / _MOST_POINTS))
    upper_steps: list = []
    lower_steps: list = []
    for (pair, t), ends in zip(steps, ranges, strict=True):
        if isinstance(pair, FinitePair) or ends is None:
            upper_steps.append((pair, t, 0, 0))
            lower_steps.append((pair, t, (), 0.0))
            continue
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
