"""The law of a sum of privacy losses by FFT, and the two ends of a bracket with all it takes to check them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np
from flint import arb

from .exact import ball, not_positive
from .finite_laws import FinitePair
from .gaussian import LatticePair
from .mechanisms import AnyPair, GridPair, MirroredPair
from .pairs import Floats, GaussianPair, LaplacePair, StepLaw, finite_down, finite_up, rounded_down, rounded_up
from .shuffled import ShuffledPair

# The law of a sum of privacy losses, by FFT under an exponential tilt, with its own rounding error bounded.
#
# Masses are multiplied by :math:`e^{\lambda l} / M(\lambda)` before they are convolved, and by the inverse after: the
# part of the sum that :math:`\delta(\varepsilon)` looks at becomes the bulk, so that rounding errors are small against
# delta itself and not against 1.
#
# Error budget, in the Euclidean norm of the tilted masses: a forward transform errs by at most :math:`c\,t\,u` of its
# norm (t = log2 of the length, u = 2^-53), a power T of numbers of modulus at most 1 enlarges it T times and adds
# :math:`4Tu`, the inverse adds :math:`c\,t\,u` again. What leaves the window is bounded by Chernoff's inequality.
#
# Source
# ------
# Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., Theorem 24.2, whose constant (about 7) is doubled
# here. Koskela, Jaelkoe and Honkela, AISTATS 2020, for the accounting by FFT.

_UNIT = 2.0**-53
_TRANSFORM = 14.0  # Higham's constant for radix 2, doubled
_CHERNOFF = 36.0  # windows lose e^-36 of the tilted mass
LONGEST = 2**22


@dataclass(frozen=True, eq=False)
class ComposedLaw:
    """Tilted masses of a sum of losses on a window of the grid, and what they may be wrong by.

    Attributes
    ----------
    losses : ndarray of shape (n,)
    masses : ndarray of shape (n,)
        Tilted, as computed: rounding may make some slightly negative.
    tilt, log_scale : float
        A mass times ``exp(log_scale - tilt * loss)`` is the untilted one.
    rounding : float
        Bound on the Euclidean norm of the error of `masses`.
    relative : float
        Bound on the relative error of everything else (tilting, summing).
    beyond : float
        Bound on the untilted mass above the window.
    wrapped : float
        Bound on the tilted mass outside the window, which the transform wraps into it.
    infinite : float
        Mass of the loss plus infinity, bounded on the same side as the masses.
    """

    losses: Floats
    masses: Floats
    tilt: float
    log_scale: float
    rounding: float
    relative: float
    beyond: float
    wrapped: float
    infinite: float

    def delta_at_most(self, epsilon: float) -> float:
        """An upper bound of ``E (1 - e^(epsilon - L))+``; right where the steps were rounded up."""
        weights, masses = self._from(epsilon - self._slip(epsilon))
        if not np.all(np.isfinite(weights)):
            return 1.0
        value = float(np.dot(weights, masses)) + self.rounding * float(np.sqrt(np.dot(weights, weights)))
        below = 0.0  # of the losses between epsilon and the window nothing is known but their tilted mass
        if self.wrapped and epsilon < self.losses[0]:
            exponent = math.log(self.wrapped) + self.log_scale - self.tilt * (epsilon - self._slip(epsilon))
            below = math.exp(min(exponent, 0.0)) * (1 + self.relative) if exponent < 0 else 1.0
        return min(1.0, max(0.0, value) * (1 + self.relative) + self.beyond + self.infinite + below)

    def delta_at_least(self, epsilon: float) -> float:
        """A lower bound of the same; right where the steps were rounded down."""
        weights, masses = self._from(epsilon + self._slip(epsilon))
        if not len(weights) or not np.all(np.isfinite(weights)):
            return self.infinite
        value = float(np.dot(weights, masses)) - self.rounding * float(np.sqrt(np.dot(weights, weights)))
        return self.infinite + max(0.0, (value - self.wrapped * float(weights.max())) * (1 - self.relative))

    def _slip(self, epsilon: float) -> float:
        """What the places of the losses may be wrong by."""
        return 16 * _UNIT * (abs(epsilon) + float(np.abs(self.losses[[0, -1]]).max()))

    def _from(self, epsilon: float) -> tuple[Floats, Floats]:
        at = int(np.searchsorted(self.losses, epsilon, side="right"))
        losses = self.losses[at:]
        with np.errstate(over="ignore"):
            return -np.exp(self.log_scale - self.tilt * losses) * np.expm1(epsilon - losses), self.masses[at:]


def composed(steps: Sequence[tuple[StepLaw, int]], h: float, tilt: float, *, up: bool) -> ComposedLaw:
    """Compose each law its number of times, all on the same grid; `up` says how they were rounded.

    Raises
    ------
    ArithmeticError
        The window needs more than `LONGEST` grid points.
    """
    tilted = [_tilted(law, h, tilt) for law, _ in steps]
    times = [count for _, count in steps]
    log_scale = sum(t * k for (_, k), t in zip(tilted, times, strict=True))
    low, high, above, below = _window(steps, h, tilt, log_scale)
    offset = sum(t * law.offset for law, t in steps)
    first, last = math.floor((low - offset) / h), math.ceil((high - offset) / h)
    length = 1 << max(4, (last - first + 2).bit_length())
    if length > LONGEST:
        raise ArithmeticError(f"the window needs {length} grid points, more than {LONGEST}")
    first -= (length - (last - first + 1)) // 2
    units = length.bit_length() * _UNIT * _TRANSFORM
    atoms = [int(np.count_nonzero(law.masses)) for law, _ in steps]  # sums of zeros are exact
    product, error = None, 0.0
    for (law, count), (masses, _), many in zip(steps, tilted, atoms, strict=True):
        folded = np.bincount((law.start + np.arange(len(masses))) % length, weights=masses, minlength=length)
        power = _power(np.fft.rfft(folded), count)
        product = power if product is None else product * power
        error += 1.1 * count * (units + many * _UNIT) * math.sqrt(length) * float(np.sqrt(np.dot(folded, folded)))
    assert product is not None
    size = math.sqrt(2 * float(np.sum(np.abs(product) ** 2)))
    error += (4 * sum(times) * _UNIT + units) * size
    masses = np.roll(np.fft.irfft(product, length), -first % length)
    losses = offset + h * np.arange(first, first + length)
    reach = abs(log_scale) + tilt * float(np.abs(losses).max())
    per_step = max(
        float(np.abs(tilt * law.losses(h)).max()) + many for (law, _), many in zip(steps, atoms, strict=True)
    )
    relative = 16 * _UNIT * (sum(times) * (per_step + 10) + length + reach)
    never = [t * math.log1p(-law.infinite) for law, t in steps if law.infinite < 1]
    some = sum(t * law.infinite for law, t in steps)
    infinite = some if up else (-math.expm1(sum(never)) if len(never) == len(steps) else 1.0) * (1 - 1e-12)
    return ComposedLaw(
        losses, masses, tilt, log_scale, error / math.sqrt(length), relative, above * (1 + relative),
        below * (1 + relative), infinite,
    )  # fmt: skip


def _tilted(law: StepLaw, h: float, tilt: float) -> tuple[Floats, float]:
    exponent = tilt * law.losses(h)
    top = float(exponent.max())
    raw = law.masses * np.exp(exponent - top)
    total = float(raw.sum()) * (1 + 1e-13)  # so that the masses sum to at most 1
    return raw / total, math.log(total) + top


def _power(values: np.ndarray, count: int) -> np.ndarray:
    """Repeated squaring: each product errs by less than sqrt(8) units."""
    result, square = None, values
    while count:
        if count & 1:
            result = square if result is None else result * square
        count >>= 1
        if count:
            square = square * square
    assert result is not None
    return result


def log_moment(steps: Sequence[tuple[StepLaw, int]], h: float, order: float) -> float:
    """The log of ``E e^(order L)`` of the sum, finite part only."""
    return sum(t * _tilted(law, h, order)[1] for law, t in steps)


def _window(steps: Sequence[tuple[StepLaw, int]], h: float, tilt: float, log_scale: float) -> tuple[float, ...]:
    """A window with little tilted mass outside: its ends, the untilted mass above it, the tilted mass outside."""
    mean, variance = 0.0, 0.0
    for law, count in steps:
        masses, _ = _tilted(law, h, tilt)
        losses = law.losses(h)
        centre = float(np.dot(masses, losses))
        mean += count * centre
        variance += count * float(np.dot(masses, (losses - centre) ** 2))
    scale = math.sqrt(variance) + h
    most = sum(t * float(law.losses(h)[-1]) for law, t in steps)
    least = sum(t * float(law.losses(h)[0]) for law, t in steps)
    orders = [g / scale for g in (0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24)]
    up = [(g, log_moment(steps, h, tilt + g) - log_scale) for g in orders]
    down = [(g, log_moment(steps, h, tilt - g) - log_scale) for g in orders]
    high = min(min((k + _CHERNOFF) / g for g, k in up), most + h)
    low = max(max(-(k + _CHERNOFF) / g for g, k in down), least - h)
    outside = (2 if high <= most or low >= least else 0) * math.exp(-_CHERNOFF + 1e-6)
    above = 0.0
    if high <= most:
        above = min(math.exp(min(0.0, log_moment(steps, h, g + tilt) - (g + tilt) * high + 1e-6)) for g, _ in up)
    return low, high, above, outside


# The two ends of a bracket, each with all it takes to be checked again without any search.

_MOST_BITS = 4096


@dataclass(frozen=True)
class ExactEnd:
    """A single pair, whose profile is a closed form in balls.

    Attributes
    ----------
    guarantees : bool
        The claim: true, that the profile at `epsilon` is at most `delta`; false, that it is larger.
    """

    pair: AnyPair
    epsilon: Fraction
    delta: Fraction
    guarantees: bool

    def replay(self) -> bool:
        """Whether the claim holds, by a certified comparison."""
        return below(self.pair, self.epsilon, self.delta) is self.guarantees


@dataclass(frozen=True)
class UpperEnd:
    """A guarantee: losses rounded up to a grid and composed.

    Attributes
    ----------
    steps : tuple of (pair, times, places)
        The pair's losses lie on the grid points ``places * h``; none for finite pairs, whose atoms lie where they may.
    h, tilt : float
    epsilon, delta : Fraction
        Claimed: the composition is (epsilon, delta)-private between these neighbours, this way round.
    """

    steps: tuple[tuple[GridPair, int, tuple[int, ...]], ...] = field(repr=False)
    h: float
    tilt: float
    epsilon: Fraction
    delta: Fraction
    guarantees = True

    def law(self) -> ComposedLaw:
        """The composed law, from the start."""
        return composed([(_up(pair, self.h, places), t) for pair, t, places in self.steps], self.h, self.tilt, up=True)

    def replay(self) -> bool:
        """Whether the claim holds, computed again in full."""
        return Fraction(self.law().delta_at_most(float(self.epsilon))) <= self.delta


@dataclass(frozen=True)
class LowerEnd:
    """A certificate of violation: a test on binned outcomes that no (epsilon, delta)-private mechanism allows.

    Attributes
    ----------
    steps : tuple of (pair, times, edges, shift)
        The outcomes between which the test's bins lie; none for finite pairs.
    epsilon, delta : Fraction
        Claimed: the profile of the composition of these pairs at `epsilon` exceeds `delta`.
    """

    steps: tuple[tuple[GridPair, int, tuple[float, ...], float], ...] = field(repr=False)
    h: float
    tilt: float
    epsilon: Fraction
    delta: Fraction
    guarantees = False

    def law(self) -> ComposedLaw:
        """The composed law, from the start."""
        laws = [(_down(pair, self.h, edges, shift, self.tilt), t) for pair, t, edges, shift in self.steps]
        return composed(laws, self.h, self.tilt, up=False)

    def replay(self) -> bool:
        """Whether the claim holds, computed again in full."""
        return Fraction(self.law().delta_at_least(float(self.epsilon))) > self.delta


@dataclass(frozen=True)
class PureEnd:
    """Of several pairs at delta 0: the largest losses add up.

    Attributes
    ----------
    steps : tuple of (pair, times, each)
        For a guarantee no loss of the pair exceeds `each`; for a violation some does.
    """

    steps: tuple[tuple[AnyPair, int, Fraction], ...]
    epsilon: Fraction
    guarantees: bool
    delta: ClassVar = Fraction(0)

    @property
    def total(self) -> Fraction:
        """Of the losses, to all digits."""
        return sum((times * each for _, times, each in self.steps), Fraction(0))

    def replay(self) -> bool:
        """Whether every pair's largest loss lies on the claimed side, and they add up to the claim."""
        return (self.total <= self.epsilon if self.guarantees else self.total >= self.epsilon) and all(
            below(pair, each, Fraction(0)) is self.guarantees for pair, _, each in self.steps
        )


@dataclass(frozen=True)
class EndlessEnd:
    """A certificate of violation at every epsilon, for delta 0: an outcome that the other data set cannot have.

    Attributes
    ----------
    steps : tuple of (pair, times)
    """

    steps: tuple[tuple[AnyPair, int], ...]
    epsilon: ClassVar = math.inf
    guarantees: ClassVar = False
    delta: ClassVar = Fraction(0)

    def replay(self) -> bool:
        """Whether some pair has such an outcome."""
        return any(endless(pair) for pair, _ in self.steps)


def endless(pair: AnyPair) -> bool:
    """Whether some outcome is certainly possible for the one law, and exactly impossible for the other."""
    return isinstance(pair, FinitePair) and any(
        bool(p > 0) and bool(q == 0) for p, q in zip(pair.p, pair.q, strict=True)
    )


End = ExactEnd | UpperEnd | LowerEnd | PureEnd | EndlessEnd


def below(pair: AnyPair, epsilon: Fraction, delta: Fraction) -> bool | None:
    """Whether the pair's profile at `epsilon` is at most `delta`; None where 4096 bits do not tell."""
    if isinstance(pair, FinitePair | LatticePair | ShuffledPair):
        found = pair.delta(epsilon)
        return True if found.high <= delta else False if found.low > delta else None
    if isinstance(pair, MirroredPair):
        return below(pair.base, epsilon, delta)  # the same profile at epsilon >= 0
    return not_positive(lambda: profile(pair, epsilon) - ball(delta), _MOST_BITS)


def profile(pair: GaussianPair | LaplacePair, epsilon: Fraction) -> arb:
    """``P(loss > epsilon) - e^epsilon Q(loss > epsilon)`` as a ball at the working precision."""
    x = pair.threshold(epsilon)
    if isinstance(x, float):
        return arb(0) if x == math.inf else 1 - ball(epsilon).exp()
    p, q = pair.above(x)
    return p - ball(epsilon).exp() * q


def _up(pair: GridPair, h: float, places: tuple[int, ...]) -> StepLaw:
    if isinstance(pair, MirroredPair):
        return pair.rounded_up(h, places)
    return finite_up(pair, h) if isinstance(pair, FinitePair) else rounded_up(pair, h, places)


def _down(pair: GridPair, h: float, edges: tuple[float, ...], shift: float, tilt: float) -> StepLaw:
    if isinstance(pair, FinitePair):
        return finite_down(pair, h, tilt)
    if isinstance(pair, MirroredPair):
        raise TypeError("no neighbours attain a mirrored pair, so that it gives no lower end")
    import numpy as np

    return rounded_down(pair, h, np.array(edges), tilt, shift)
