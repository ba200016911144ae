"""Noise on whole numbers, and any release on a sample: drawn by Poisson's rule or in batches of a fixed size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from .exact import Number, ball, exact, whole
from .finite_laws import FinitePair
from .mechanisms import Gaussian, Laplace, MirroredPair, RandomizedResponse
from .pairs import BITS, Change, LaplacePair, answered

# What a release on a sample is dominated by.
#
# Let q be the share of units in the sample, A the release where the unit is in it, R where it is not, and B with its replacement.
# For a unit removed, convexity over the other units' samples leaves :math:`(1-q)R + qA` against R, and A against R is dominated by
# the release's own pair at every level; a unit added is the other way round. For a unit replaced and :math:`\alpha \ge 1`,
#
# .. math:: H_\alpha((1-q)R + qA \,\|\, (1-q)R + qB) = \sup_S\; q A(S) - (1-q)(\alpha - 1) R(S) - q \alpha B(S),
#
# and of tests with the same :math:`A(S)`, half-lines make both :math:`R(S)` and :math:`B(S)` smallest where the noise is
# log-concave: R as far from A as a unit's absence moves the number, B as far as its replacement does, in one direction.
#
# * Replacement moves twice as far as absence: R lies in the middle, and the pair is its own mirror image.
# * Replacement moves as far as absence, a fixed batch (where another record fills the place), a response: B and R are one law, the
#   profile above 0 is that of :math:`(1-q)R + qA` against R, and below 0 its mirror image.
#
# Noise on whole numbers has the same likelihood ratios, and tests may toss a coin at the edge.
#
# Source
# ------
# Balle, Barthe and Gaboardi, NeurIPS 2018, Theorems 2, 8 and 9; Zhu, Dong and Wang, AISTATS 2022, Theorem 11; Ghosh, Roughgarden
# and Sundararajan, STOC 2009, for the discrete Laplace law; Canonne, Kamath and Steinke, NeurIPS 2020, for the discrete Gaussian.

_MOST_ATOMS = 20_000
_TAIL = 16  # deviations: a tail beyond is below 1e-55


class _OnWholeNumbers:
    """Noise on a number that moves by whole steps."""

    sensitivity: Mapping[Change, int]

    @property
    def answers(self) -> tuple[Change, ...]:
        """The changes whose sensitivity is stated."""
        return tuple(self.sensitivity)

    def law(self, places: Sequence[int]) -> tuple[list[list[arb]], arb]:
        """Masses of the noise around each place, and what may be lost beyond their window."""
        raise NotImplementedError

    def sampled_pair(self, distance: Fraction, share: Fraction, right: int, left: int, over: bool) -> FinitePair:
        """(1 - q) F(0) + q F(right d) against (1 - q) F(0) + q F(-left d); from above or below where a tail is cut."""
        step = int(distance)
        with ctx.workprec(BITS):
            (centre, up, down), lost = self.law((0, right * step, -left * step))
            q = ball(share)
            p = tuple((1 - q) * a + q * b if right else a for a, b in zip(centre, up, strict=True))
            other = tuple((1 - q) * a + q * b if left else a for a, b in zip(centre, down, strict=True))
            if not over or lost == 0:
                return FinitePair(p, other)
            none = arb(0)
            return FinitePair((*p, lost, none), (*other, none, lost), attained=False)

    def pair(self, change: Change) -> FinitePair:
        """The two laws of a number that moves by its sensitivity."""
        return self.sampled_pair(self._distance(change), Fraction(1), 1, 0, over=True)

    def _distance(self, change: Change) -> Fraction:
        return Fraction(self.sensitivity[answered(self, change)])


def _whole_sensitivity(sensitivity: Mapping[Change, Number]) -> dict[Change, int]:
    return {change: whole(f"sensitivity, {Change(change).value}", by) for change, by in sensitivity.items()}


@dataclass(frozen=True)
class DiscreteLaplace(_OnWholeNumbers):
    """A whole number with noise of masses proportional to ``exp(-abs(k) / scale)``: the geometric mechanism.

    Attributes
    ----------
    scale : number, ``> 0``
    sensitivity : mapping of Change to int, ``>= 1``
        How far the number moves, for each change that is asked about.
    """

    scale: Fraction
    sensitivity: Mapping[Change, int] = field(hash=False)

    def __init__(self, scale: Number, sensitivity: Mapping[Change, Number]):
        object.__setattr__(self, "scale", exact("noise scale", scale, above=0))
        object.__setattr__(self, "sensitivity", _whole_sensitivity(sensitivity))

    def law(self, places: Sequence[int]) -> tuple[list[list[arb]], arb]:
        """Exact: beyond the outermost places all ratios are constant, so that each tail is one outcome."""
        low, high = min(places), max(places)
        fall = (-1 / ball(self.scale)).exp()
        peak = (1 - fall) / (1 + fall)
        found = []
        for place in places:
            inside = [peak * fall ** abs(k - place) for k in range(low + 1, high)]
            below, above = fall ** (place - low) / (1 + fall), fall ** (high - place) / (1 + fall)
            found.append([below, *inside, above] if high > low else [arb(1)])
        return found, arb(0)

    def pair(self, change: Change) -> FinitePair:
        """The two laws, whose largest loss is the sensitivity over the scale."""
        return replace(super().pair(change), most=self._distance(change) / self.scale)

    def __str__(self) -> str:
        return f"discrete Laplace noise {float(self.scale):.6g}"


@dataclass(frozen=True)
class DiscreteGaussian(_OnWholeNumbers):
    """A whole number with noise of masses proportional to ``exp(-k**2 / (2 parameter**2))``.

    Attributes
    ----------
    parameter : number, ``> 0``
        Hardly more than the standard deviation.
    sensitivity : mapping of Change to int, ``>= 1``
        How far the number moves, for each change that is asked about.
    """

    parameter: Fraction
    sensitivity: Mapping[Change, int] = field(hash=False)

    def __init__(self, parameter: Number, sensitivity: Mapping[Change, Number]):
        object.__setattr__(self, "parameter", exact("noise parameter", parameter, above=0))
        object.__setattr__(self, "sensitivity", _whole_sensitivity(sensitivity))

    def law(self, places: Sequence[int]) -> tuple[list[list[arb]], arb]:
        """On a window; what is beyond it, on both sides together, is at most the second value."""
        reach = math.ceil(_TAIL * self.parameter) + 1
        low, high = min(places) - reach, max(places) + reach
        if high - low > _MOST_ATOMS:
            raise ValueError(
                f"noise parameter: needs {high - low} outcomes, more than {_MOST_ATOMS}; continuous Gaussian noise is hardly "
                "different at this size"
            )
        weights, beyond = _weights(self.parameter, high - low)
        total = weights[0] + 2 * sum(weights[1:], arb(0)) + beyond.union(arb(0))
        found = [[weights[abs(k - place)] / total for k in range(low, high + 1)] for place in places]
        edge = weights[reach]  # of either tail, a geometric series with a ratio below 1/e
        return found, 4 * edge / total

    def attained_pair(self, change: Change, way: Change) -> FinitePair:
        """The window alone: what is seen outside it is thrown away."""
        at = way if change is Change.ADDED_OR_REMOVED else change
        return self.sampled_pair(self._distance(at), Fraction(1), 1, 0, over=False)

    def __str__(self) -> str:
        return f"discrete Gaussian noise {float(self.parameter):.6g}"


@lru_cache(maxsize=8)
def _weights(parameter: Fraction, last: int) -> tuple[list[arb], arb]:
    """``exp(-k**2 / (2 parameter**2))`` from 0 to `last`, and twice the sum of all beyond, from above."""
    half = ball(1 / (2 * parameter**2))
    weights = [(-(half * k * k)).exp() for k in range(last + 1)]
    return weights, 4 * (-(half * (last + 1) ** 2)).exp()


# On a sample.

Release = Laplace | DiscreteLaplace | DiscreteGaussian | RandomizedResponse


@dataclass(frozen=True)
class Sampled:
    """A release on a random part of the data.

    A response is one answer to a question about the whole sample; any unit may turn it from one value to any other.

    Attributes
    ----------
    release : Laplace, DiscreteLaplace, DiscreteGaussian or RandomizedResponse
        For Gaussian noise there are `Gaussian` with a rate, and `FixedBatches`.
    share : Fraction in (0, 1]
        Probability of a unit to be in the sample.
    batch : tuple of (int, int) or None
        Size of batches drawn without replacement, and of the data set; None for Poisson's rule, each unit by itself.
    """

    release: Release
    share: Fraction
    batch: tuple[int, int] | None

    def __init__(self, release: Release, sampling: Number | None = None, *, batch: tuple[Number, Number] | None = None):
        if isinstance(release, Gaussian):
            raise TypeError("release: Gaussian(multiplier, sampling) and FixedBatches are the sampled Gaussians")
        if (sampling is None) == (batch is None):
            raise ValueError("sampling: give either a rate or a batch")
        object.__setattr__(self, "release", release)
        if batch is None:
            object.__setattr__(self, "batch", None)
            assert sampling is not None
            object.__setattr__(self, "share", exact("sampling rate", sampling, above=0, most=1))
            return
        drawn, records = whole("batch", batch[0]), whole("records", batch[1])
        if drawn > records:
            raise ValueError(f"batch: must be at most records = {records}, got {drawn}")
        object.__setattr__(self, "batch", (drawn, records))
        object.__setattr__(self, "share", Fraction(drawn, records))

    @property
    def answers(self) -> tuple[Change, ...]:
        """A batch of a fixed size leaves no unit added or removed; for the rest the release answers."""
        stated = self.release.answers
        return stated if self.batch is None else tuple(change for change in stated if change is Change.REPLACED)

    def pair(self, change: Change) -> LaplacePair | FinitePair | MirroredPair:
        """The dominating pair."""
        distance, right, left, mirrored = self._shape(change)
        found = self._pair(distance, right, left, over=True)
        if not mirrored:
            return found
        return mirror_image(found) if isinstance(found, FinitePair) else MirroredPair(found)

    def attained_pair(self, change: Change, way: Change) -> LaplacePair | FinitePair | None:
        """What some neighbours attain, where that is less than `pair`."""
        distance, right, left, mirrored = self._shape(way if change is Change.ADDED_OR_REMOVED else change)
        if mirrored and way is Change.ADDED:
            right, left = left, right
        cut = isinstance(self.release, DiscreteGaussian)
        return self._pair(distance, right, left, over=False) if mirrored or cut else None

    def _shape(self, change: Change) -> tuple[Fraction, int, int, bool]:
        """Distance, the two sides of the pair, and whether its mirror image belongs to it."""
        if isinstance(self.release, RandomizedResponse):
            answered(self.release, change)
            return Fraction(1), 1, 0, True
        moves = {at: Fraction(by) for at, by in self.release.sensitivity.items()}
        if change in (Change.ADDED, Change.REMOVED):
            near = moves[answered(self, change)]
            return near, *((1, 0) if change is Change.REMOVED else (0, 1)), False
        far = moves[answered(self, Change.REPLACED)]
        if self.batch is not None:
            return far, 1, 0, True
        near = max((moves[at] for at in moves if at is not Change.REPLACED), default=Fraction(0))
        if far == 2 * near:
            return near, 1, 1, False
        if far == near:
            return far, 1, 0, True
        raise ValueError(
            f"sensitivity: with Poisson sampling a replaced unit must move the number as far as an absent one, or twice as far, "
            f"got {float(far):.6g} and {float(near):.6g}; state both, the larger of two bounds where in doubt"
        )

    def _pair(self, distance: Fraction, right: int, left: int, over: bool) -> LaplacePair | FinitePair:
        if isinstance(self.release, Laplace):
            return LaplacePair(self.release.scale / distance, self.share, right, left)
        if isinstance(self.release, RandomizedResponse):
            return _sampled_response(self.release, self.share, right)
        return self.release.sampled_pair(distance, self.share, right, left, over)

    def __str__(self) -> str:
        drawn = (
            f"batches of {self.batch[0]} of {self.batch[1]}"
            if self.batch
            else f"Poisson sampling {float(self.share):.6g}"
        )
        return f"{self.release}, {drawn}"


def _sampled_response(response: RandomizedResponse, share: Fraction, right: int) -> FinitePair:
    own = response.pair(Change.REPLACED)
    with ctx.workprec(BITS):
        q = ball(share)
        mixed = tuple((1 - q) * b + q * a for a, b in zip(map(ball, own.p), map(ball, own.q), strict=True))
    return FinitePair(mixed, own.q) if right else FinitePair(own.q, mixed)


def mirror_image(pair: FinitePair) -> FinitePair:
    """The pair with the profile of `pair` at ``epsilon >= 0``, whichever of its laws comes first."""
    more: list[arb] = []
    less: list[arb] = []
    with ctx.workprec(BITS):
        for p, q in zip(map(ball, pair.p), map(ball, pair.q), strict=True):
            if not p <= q:
                more.append(p)
                less.append(q)
        rest = (1 - sum(more, arb(0)) - sum(less, arb(0))).max(arb(0))
    return FinitePair((*more, *less, rest), (*less, *more, rest), attained=False)
