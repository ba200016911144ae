"""One step's privacy loss on a grid, rounded up and rounded down, every mass on the safe side of its ball.

Up: what lies between two grid points is spread to both ends with the masses of P and Q kept, so that the profile is
the chord of the true one (connect the dots). Down: outcomes are binned and a bin gets a grid point below its own loss
``log P(bin)/Q(bin)``, which is what a real test on binned outcomes sees. The first can only help the adversary, the
second can only hurt; both err by O(h**2) a step.

Source
------
Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, PoPETs 2022 (4), Theorem 3.5, for the chord.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb
from numpy.typing import NDArray

from boundcheck.symbolic.exact_values import precision

from .exact import ball, lower, upper
from .finite_laws import FinitePair
from .pairs import Floats, LinePair

BITS = 192
_LINE_BITS = 128  # of laws on the line, whose masses are differences of tails: 1e-38 is far below any delta


@dataclass(frozen=True, eq=False)
class StepLaw:
    """Masses under P of the losses ``offset + (start + i) h``.

    Attributes
    ----------
    start : int
    masses : ndarray of shape (k,), ``>= 0``
        Upper bounds where rounded up, lower bounds where rounded down.
    offset : float
    infinite : float
        Mass of the loss plus infinity; only where rounded up.
    """

    start: int
    masses: Floats
    offset: float = 0.0
    infinite: float = 0.0

    def losses(self, h: float) -> Floats:
        return self.offset + h * np.arange(self.start, self.start + len(self.masses))


def rounded_up(pair: LinePair, h: float, places: Sequence[int]) -> StepLaw:
    """The loss spread to the grid points ``places * h``; what is above is infinite, what is below is the first of them."""
    first = places[0]
    masses = np.zeros(places[-1] - first + 1)
    with precision(_LINE_BITS):
        step = Fraction(h)
        at = [step * i for i in places]
        kept = [_above(pair, pair.threshold(loss)) for loss in at]
        masses[0] = upper(1 - kept[0][0])
        shrinks: dict[int, arb] = {}
        for i, (low, high) in enumerate(itertools.pairwise(places)):
            p, q = kept[i][0] - kept[i + 1][0], kept[i][1] - kept[i + 1][1]
            if p != 0 or q != 0:
                gap = high - low
                shrink = shrinks.get(gap)
                if shrink is None:
                    shrink = shrinks[gap] = 1 - (-ball(step * gap)).exp()
                right = (
                    p - q * ball(at[i]).exp()
                ) / shrink  # masses p = left + right, q e^low = left + right e^(low - high)
                masses[low - first] += max(0.0, upper(p - right))
                masses[high - first] += max(0.0, upper(right))
        infinite = max(0.0, upper(kept[-1][0]))
    return StepLaw(first, _a_little_more(masses), infinite=infinite)


def rounded_down(pair: LinePair, h: float, edges: Floats, tilt: float, shift: float = 0.0) -> StepLaw:
    """The loss of a bin of outcomes, lowered to a shifted grid.

    Parameters
    ----------
    edges : ndarray of increasing floats
        Outcomes between which bins lie; what is outside is dropped.
    tilt : float
        Weights ``exp(tilt * loss)`` for the choice of the grid's shift; any is valid.
    shift : float
        Where the grid about lies.
    """
    with precision(_LINE_BITS):
        kept = [pair.above(arb(float(x))) for x in edges]
        masses, levels = np.zeros(len(edges) - 1), np.full(len(edges) - 1, -math.inf)
        for i in range(len(edges) - 1):
            p, q = kept[i][0] - kept[i + 1][0], kept[i][1] - kept[i + 1][1]
            if p > 0:
                masses[i] = max(0.0, lower(p))
                levels[i] = lower((p / q).log()) if q > 0 else -math.inf
    return floored(masses, levels, h, tilt, shift)


def floored(masses: Floats, levels: Floats, h: float, tilt: float, near: float = 0.0) -> StepLaw:
    """Lower each atom to the next point of a shifted grid, with the shift near `near` that loses least."""
    there = (masses > 0) & np.isfinite(levels)
    masses, levels = masses[there], levels[there]
    unit = h / 2**20
    excess = (levels - near) / h - np.round((levels - near) / h)
    weights = masses * np.exp(tilt * (levels - levels.max()))
    order = np.argsort(excess, kind="stable")
    along = np.cumsum(weights[order]) / weights.sum()
    places = np.searchsorted(along, [0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1])
    tried = [near / h + float(excess[order[min(i, len(order) - 1)]]) for i in places]
    shifts = [math.floor(shift * 2**20) - 1 for shift in tried]
    best = min(shifts, key=lambda s: (float(np.sum(weights * (levels - _floor(levels, h, s * unit)[1]))), s))
    index, _ = _floor(levels, h, best * unit)
    start = int(index.min())
    on_grid = np.asarray(np.bincount(index - start, weights=masses), dtype=np.float64)
    return StepLaw(start, _a_little_less(on_grid), offset=best * unit)


def _floor(levels: Floats, h: float, offset: float) -> tuple[NDArray[np.int64], Floats]:
    index: NDArray[np.int64] = np.floor((levels - offset) / h).astype(np.int64)
    index -= offset + index * h > levels  # the division was rounded; the product and the sum are exact here
    return index, offset + index * h


def finite_up(pair: FinitePair, h: float) -> StepLaw:
    """Each atom spread to the two grid points around its loss, with the masses of P and Q kept."""
    spread: dict[int, float] = {}
    infinite = 0.0
    with precision(BITS):
        step = ball(Fraction(h))
        shrink = 1 - (-step).exp()
        for p, loss in zip(pair.p, pair.losses(), strict=True):
            if isinstance(loss, float):
                infinite += upper(ball(p)) if loss == math.inf else 0.0
                continue
            index = math.floor(lower(loss) / h)
            while Fraction(lower(loss)) < index * Fraction(h):
                index -= 1
            right = ball(p) * (1 - (ball(index * Fraction(h)) - loss).exp()) / shrink
            if not loss <= ball((index + 1) * Fraction(h)):
                index, right = index + 1, arb(ball(p))  # too close to tell: all of it goes to the next point
            for place, mass in ((index, ball(p) - right), (index + 1, right)):
                spread[place] = spread.get(place, 0.0) + max(0.0, upper(mass))
    first = min(spread)
    masses = np.zeros(max(spread) - first + 1)
    for place, total in spread.items():
        masses[place - first] = total
    return StepLaw(first, _a_little_more(masses), infinite=infinite * (1 + 1e-15))


def finite_down(pair: FinitePair, h: float, tilt: float) -> StepLaw:
    """Each atom lowered to the next point of the shifted grid that loses least."""
    with precision(BITS):
        losses = pair.losses()
        infinite = sum(max(0.0, lower(ball(p))) for p, loss in zip(pair.p, losses, strict=True) if loss == math.inf)
        atoms = [
            (max(0.0, lower(ball(p))), lower(loss))
            for p, loss in zip(pair.p, losses, strict=True)
            if isinstance(loss, arb)
        ]
    law = floored(np.array([p for p, _ in atoms]), np.array([level for _, level in atoms]), h, tilt, atoms[-1][1] % h)
    return StepLaw(law.start, law.masses, law.offset, infinite * (1 - 1e-12))


def _above(pair: LinePair, x: arb | float) -> tuple[arb, arb]:
    if isinstance(x, float):
        return (arb(0), arb(0)) if x > 0 else (arb(1), arb(1))
    return pair.above(x)


def _a_little_more(masses: Floats) -> Floats:
    return np.where(masses > 0, np.nextafter(masses * (1 + 1e-15), np.inf), 0.0)  # the sums above were rounded


def _a_little_less(masses: Floats) -> Floats:
    return masses * (1 - 1e-12)  # bincount adds up to thousands of floats
