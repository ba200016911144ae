r"""How far apart grid points have to be: close where much mass lies, wide where hardly any does. In floats; nothing is relied on.

Spreading the losses of a step between two points a gap w apart to both of them moves :math:`\delta(\varepsilon)` by about
:math:`p(l)\, p_{\mathrm{rest}}(\varepsilon - l)\, w^3 / 12`: what counts is the density of one loss given that all of them add up
to epsilon. A bin in place of the gap moves it by half of this the other way. Gaps of equal :math:`m w^2`, m the mass that counts,
reach a given accuracy with the fewest points: w goes like the density to the power -1/3.

All points are multiples of one h, for which the laws are composed. Gaps are odd multiples, so that the middle of each lies on the
grid as well, moved by h/2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .compose import ComposedLaw
from .pairs import Floats
from .tilts import Sketch, few_bits

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
