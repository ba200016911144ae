"""The two ends of a bracket, each with all it takes to be checked again without any search."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb

from .compose import ComposedLaw, composed
from .exact import ball, not_positive
from .finite_laws import FinitePair
from .fixed_batches import MirroredPair
from .lattice import LatticePair
from .mechanisms import AnyPair, GridPair
from .pairs import GaussianPair, LaplacePair
from .rounding import StepLaw, finite_down, finite_up, rounded_down, rounded_up

_MOST_BITS = 4096


@dataclass(frozen=True)
class ExactEnd:
    """A single pair, whose profile is a closed form in balls.

    Attributes
    ----------
    guarantee : bool
        The claim: true, that the profile at `epsilon` is at most `delta`; false, that it is larger.
    """

    pair: AnyPair
    epsilon: Fraction
    delta: Fraction
    guarantee: bool

    def replay(self) -> bool:
        """Whether the claim holds, by a certified comparison."""
        return below(self.pair, self.epsilon, self.delta) is self.guarantee


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

    def law(self) -> ComposedLaw:
        """The composed law, from the start."""
        laws = [(_down(pair, self.h, edges, shift, self.tilt), t) for pair, t, edges, shift in self.steps]
        return composed(laws, self.h, self.tilt, up=False)

    def replay(self) -> bool:
        """Whether the claim holds, computed again in full."""
        return Fraction(self.law().delta_at_least(float(self.epsilon))) > self.delta


End = ExactEnd | UpperEnd | LowerEnd


def below(pair: AnyPair, epsilon: Fraction, delta: Fraction) -> bool | None:
    """Whether the pair's profile at `epsilon` is at most `delta`; None where 4096 bits do not tell."""
    if isinstance(pair, FinitePair | LatticePair):
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
