"""Compositions of mechanisms whose losses are multiples of one number: their law by powers of polynomials, in balls.

Randomized response has the losses epsilon, 0 and -epsilon; so has what only a promise is known of, beside what it fails with.
Where all epsilons of a composition are whole multiples of one of them, the masses of the sum of all losses are the coefficients
of a product of powers, and the profile is a difference of two of their sums: no grid, and no rounding but that of the balls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Protocol

from flint import arb, arb_poly

from boundcheck.symbolic.exact_values import precision

from .exact import ball
from .gaussian import Enclosure, _dyadic

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
        with precision(_BITS):
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
    with precision(_BITS):
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
