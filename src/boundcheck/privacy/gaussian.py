"""The Gaussian mechanism, exactly, and compositions whose losses are multiples of one number."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Protocol

from flint import arb, arb_poly, ctx

from .exact import Number, ball, exact, not_positive, whole

# The Gaussian mechanism, exactly.
#
# .. math:: \delta(\varepsilon) = \Phi(\mu/2 - \varepsilon/\mu) - e^\varepsilon \Phi(-\mu/2 - \varepsilon/\mu)
#
# `mu` is the distance of the two means in standard deviations of the noise. Any number of Gaussian releases, chosen
# adaptively, is one with :math:`\mu^2 = \sum_t \mu_t^2`, so T of them have :math:`\mu \sqrt T`.
#
# Source
# ------
# Balle and Wang, ICML 2018, Theorem 8; Dong, Roth and Su, JRSS B 84 (2022), Corollary 3.3.

_MOST_BITS = 8192


@dataclass(frozen=True)
class Enclosure:
    """Two numbers with the true one between them, each end a certified comparison.

    Attributes
    ----------
    low, high : Fraction
        ``low <= truth <= high``.
    """

    low: Fraction
    high: Fraction

    @property
    def width(self) -> float:
        """How far the ends are apart."""
        return float(self.high - self.low)


def normal_cdf(x: arb) -> arb:
    """The standard normal distribution function of a ball."""
    return (-x / arb(2).sqrt()).erfc() / 2


def gaussian_delta(epsilon: Number, mu_squared: Number) -> Enclosure:
    """The least delta at which the mechanism is (epsilon, delta)-private, to about 15 digits.

    Parameters
    ----------
    epsilon : number, ``>= 0``
    mu_squared : number, ``> 0``
        The square of the distance of the means in standard deviations: T / sigma**2 for T releases of sensitivity 1.
    """
    eps, square = exact("epsilon", epsilon, least=0), exact("mu squared", mu_squared, above=0)
    bits = 64
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            value = delta_ball(eps, square)
            low, high = _dyadic(value.lower()), _dyadic(value.upper())
        if low > 0 and (high - low) * 10**15 < low:
            return Enclosure(low, high)
        bits *= 2
    return Enclosure(max(low, Fraction(0)), high)


def delta_ball(epsilon: Fraction, mu_squared: Fraction) -> arb:
    """The profile as a ball at the working precision."""
    mu, eps = ball(mu_squared).sqrt(), ball(epsilon)
    return normal_cdf(mu / 2 - eps / mu) - eps.exp() * normal_cdf(-mu / 2 - eps / mu)


def private(epsilon: Fraction, delta: Fraction, mu_squared: Fraction) -> bool | None:
    """Whether the mechanism is (epsilon, delta)-private; None where 8192 bits do not tell."""
    return not_positive(lambda: delta_ball(epsilon, mu_squared) - ball(delta), _MOST_BITS)


def gaussian_epsilon(delta: Number, mu_squared: Number, digits: int = 12) -> Enclosure:
    """The least epsilon at which the mechanism is (epsilon, delta)-private; 0 where delta covers the total variation.

    Parameters
    ----------
    delta : number in (0, 1)
    mu_squared : number, ``> 0``
    digits : int
        Of the answer, absolute below 1.
    """
    level, square = exact("delta", delta, above=0, below=1), exact("mu squared", mu_squared, above=0)
    if private(Fraction(0), level, square):
        return Enclosure(Fraction(0), Fraction(0))
    guess = float(square) / 2 + math.sqrt(2 * float(square) * math.log(1 / float(level)))
    return _bisected(lambda eps: private(eps, level, square), guess, digits)


def gaussian_multiplier(
    epsilon: Number, delta: Number, steps: int = 1, distance: Number = 1, digits: int = 12
) -> Enclosure:
    """The least noise, as a multiple of the sensitivity, that makes `steps` releases (epsilon, delta)-private.

    Parameters
    ----------
    epsilon : number, ``>= 0``
    delta : number in (0, 1)
    steps : int, ``>= 1``
    distance : number, ``> 0``
        By how much the means of neighbours may differ: 1 for a unit added or removed, 2 for one replaced.
    """
    eps, level = exact("epsilon", epsilon, least=0), exact("delta", delta, above=0, below=1)
    times, apart = whole("steps", steps), exact("distance", distance, above=0)
    total = times * apart**2

    def enough(sigma: Fraction) -> bool | None:
        return private(eps, level, total / sigma**2) if sigma > 0 else False

    guess = math.sqrt(2 * float(total) * math.log(2 / float(level))) / max(float(eps), float(level))
    return _bisected(enough, guess, digits)


def gaussian_mu(epsilon: Number, delta: Number, digits: int = 12) -> Enclosure:
    """The largest mu at which the mechanism is still (epsilon, delta)-private."""
    sigma = gaussian_multiplier(epsilon, delta, digits=digits)
    return Enclosure(1 / sigma.high, 1 / sigma.low)


def _bisected(holds: Callable[[Fraction], bool | None], guess: float, digits: int) -> Enclosure:
    """Enclose the place from which on a monotone statement holds, by certified comparisons only."""
    low, high = Fraction(0), Fraction(guess).limit_denominator(10**6) + Fraction(1, 10**6)
    while holds(high) is not True:
        low, high = (high if holds(high) is False else low), 2 * high
    tolerance = Fraction(1, 10**digits)
    while high - low > tolerance * max(Fraction(1), high):
        scale = 2 ** max(0, math.ceil(-math.log2(float(high - low))) + 4)
        middle = Fraction(round((low + high) / 2 * scale), scale)
        answer = holds(middle)
        if answer is None:
            break
        low, high = (low, middle) if answer else (middle, high)
    return Enclosure(low, high)


def _dyadic(value: arb) -> Fraction:
    mantissa, exponent = value.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


# Compositions of mechanisms whose losses are multiples of one number: their law by powers of polynomials, in balls.
#
# Randomized response has the losses epsilon, 0 and -epsilon; so has what only a promise is known of, beside what it fails with.
# Where all epsilons of a composition are whole multiples of one of them, the masses of the sum of all losses are the coefficients
# of a product of powers, and the profile is a difference of two of their sums: no grid, and no rounding but that of the balls.

LONGEST = 2**15  # coefficients: some seconds
_BITS = 192


class Latticed(Protocol):
    """A mechanism with losses that are whole multiples of a unit."""

    @property
    def unit(self) -> Fraction:
        """Of its losses, ``>= 0``."""

    @property
    def multiples(self) -> tuple[int, ...]:
        """The finite losses in that unit."""

    def masses(self) -> tuple[tuple[arb, ...], arb]:
        """The mass under P of each of them, and of the loss plus infinity, at the working precision."""


@dataclass(frozen=True)
class LatticePair:
    """A composition of such mechanisms as one pair of laws.

    Attributes
    ----------
    steps : tuple of (mechanism, times)
    attained : bool
        Some neighbours have these very laws.
    """

    steps: tuple[tuple[Latticed, int], ...]
    attained: bool

    @property
    def most(self) -> Fraction:
        """The largest sum of finite losses."""
        return sum((times * max(m.multiples) * m.unit for m, times in self.steps), Fraction(0))

    @property
    def length(self) -> int:
        """How many multiples of one number the sum of the losses may be."""
        step = _step(self.steps)
        spans = (times * (max(m.multiples) - min(m.multiples)) * m.unit for m, times in self.steps)
        return int(sum(spans, Fraction(0)) / step) + 1 if step else 1

    def delta(self, epsilon: Fraction) -> Enclosure:
        """``sup_S P(S) - e^epsilon Q(S)``: what fails, and the masses of the losses above epsilon."""
        least, step, above, q_above, infinite = _law(self)
        first = math.floor((epsilon - least) / step) + 1 if step else len(above) * (epsilon >= least)
        first = min(max(first, 0), len(above) - 1)
        with ctx.workprec(_BITS):
            total = infinite + above[first] - ball(epsilon).exp() * q_above[first]
            return Enclosure(max(Fraction(0), _dyadic(total.lower())), _dyadic(total.upper()))


def _step(steps: tuple[tuple[Latticed, int], ...]) -> Fraction:
    """The largest number of which all differences of losses are multiples; 0 where there are none."""
    gaps = [(k - min(m.multiples)) * m.unit for m, _ in steps for k in m.multiples]
    return reduce(lambda a, b: Fraction(math.gcd(a.numerator * b.denominator, b.numerator * a.denominator),
                                        a.denominator * b.denominator), gaps, Fraction(0))  # fmt: skip


@lru_cache(maxsize=8)
def _law(pair: LatticePair) -> tuple[Fraction, Fraction, list[arb], list[arb], arb]:
    """Least loss, step, the masses from each loss on under P and under Q (at last 0), and that of the infinite loss."""
    step = _step(pair.steps)
    least = sum((times * min(m.multiples) * m.unit for m, times in pair.steps), Fraction(0))
    with ctx.workprec(_BITS):
        product, survives = arb_poly([1]), arb(1)
        for mechanism, times in pair.steps:
            masses, infinite = mechanism.masses()
            lowest = min(mechanism.multiples)
            places: dict[int, arb] = {}
            for multiple, mass in zip(mechanism.multiples, masses, strict=True):
                place = int((multiple - lowest) * mechanism.unit / step) if step else 0
                places[place] = places.get(place, arb(0)) + mass
            product *= arb_poly([places.get(i, arb(0)) for i in range(max(places) + 1)]) ** times
            survives *= (1 - infinite) ** times
        product *= survives
        count = product.degree() + 1
        above, q_above = [arb(0)] * (count + 1), [arb(0)] * (count + 1)
        turn, fall = ball(-least - step * (count - 1)).exp(), ball(step).exp()
        for i in range(count - 1, -1, -1):
            above[i], q_above[i] = above[i + 1] + product[i], q_above[i + 1] + product[i] * turn
            turn *= fall
        return least, step, above, q_above, 1 - survives
