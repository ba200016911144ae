"""Mechanisms as descriptions: each names the pair of laws that stands for its neighbours."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb

from boundcheck.symbolic.exact_values import precision

from .adjacency import Change
from .exact import Number, ball, exact, whole
from .finite_laws import FinitePair
from .fixed_batches import FixedBatches, MirroredPair
from .lattice import LONGEST, LatticePair
from .pairs import GaussianPair, LaplacePair
from .rounding import BITS

_SIDES = {Change.REMOVED: (1, 0), Change.ADDED: (0, 1), Change.REPLACED: (1, 1)}

GridPair = GaussianPair | LaplacePair | FinitePair | MirroredPair
AnyPair = GridPair | LatticePair


@dataclass(frozen=True)
class Gaussian:
    """A sum of contributions of norm at most 1 from a Poisson sample, released with Gaussian noise.

    Attributes
    ----------
    multiplier : number, ``> 0``
        Standard deviation of the noise over the bound of one unit's contribution.
    sampling : number in (0, 1]
        With which probability each unit is in the sample; 1 takes all.
    """

    multiplier: Fraction
    sampling: Fraction = Fraction(1)

    def __init__(self, multiplier: Number, sampling: Number = 1):
        object.__setattr__(self, "multiplier", exact("noise multiplier", multiplier, above=0))
        object.__setattr__(self, "sampling", exact("sampling rate", sampling, above=0, most=1))

    def pair(self, change: Change) -> GaussianPair:
        """The dominating pair; attained by contributions in one direction."""
        return GaussianPair(self.multiplier**2, self.sampling, *_SIDES[change])

    def __str__(self) -> str:
        rate = f", Poisson sampling {_short(self.sampling)}" if self.sampling != 1 else ""
        return f"Gaussian noise {_short(self.multiplier)}{rate}"


@dataclass(frozen=True)
class Laplace:
    """A query with Laplace noise.

    Attributes
    ----------
    scale : number, ``> 0``
        Of the noise, over the query's sensitivity under the adjacency that is asked about.
    """

    scale: Fraction

    def __init__(self, scale: Number):
        object.__setattr__(self, "scale", exact("noise scale", scale, above=0))

    def pair(self, change: Change) -> LaplacePair:
        """The two laws of a query that moves by its sensitivity."""
        return LaplacePair(self.scale)

    def __str__(self) -> str:
        return f"Laplace noise {_short(self.scale)}"


@dataclass(frozen=True)
class RandomizedResponse:
    """One of `categories` values, kept with probability ``e^epsilon / (e^epsilon + categories - 1)``."""

    epsilon: Fraction
    categories: int = 2

    def __init__(self, epsilon: Number, categories: int = 2):
        object.__setattr__(self, "epsilon", exact("epsilon", epsilon, least=0))
        object.__setattr__(self, "categories", whole("categories", categories, 2))

    def pair(self, change: Change) -> FinitePair:
        """The laws of the report on two different values."""
        with precision(BITS):
            grown = ball(self.epsilon).exp()
            kept, other = grown / (grown + self.categories - 1), 1 / (grown + self.categories - 1)
        rest = (other,) * (self.categories - 2)
        return FinitePair((kept, other, *rest), (other, kept, *rest))

    @property
    def unit(self) -> Fraction:
        """Losses are epsilon, its negative and 0."""
        return self.epsilon

    @property
    def multiples(self) -> tuple[int, ...]:
        """Of epsilon."""
        return (1, -1) if self.categories == 2 else (1, -1, 0)

    def masses(self) -> tuple[tuple[arb, ...], arb]:
        """Of the kept value, of the other's, and of all the rest; nothing fails."""
        grown = ball(self.epsilon).exp()
        total = grown + self.categories - 1
        return (grown / total, 1 / total, (self.categories - 2) / total)[: len(self.multiples)], arb(0)

    def __str__(self) -> str:
        return f"randomized response at {_short(self.epsilon)}"


@dataclass(frozen=True)
class Guaranteed:
    """Any mechanism that is (epsilon, delta)-private: the pair is a bound that it need not attain.

    Source
    ------
    Kairouz, Oh and Viswanath, IEEE Trans. Inf. Theory 63 (2017), Theorem 3.
    """

    epsilon: Fraction
    delta: Fraction = Fraction(0)

    def __init__(self, epsilon: Number, delta: Number = 0):
        object.__setattr__(self, "epsilon", exact("epsilon", epsilon, least=0))
        object.__setattr__(self, "delta", exact("delta", delta, least=0, below=1))

    def pair(self, change: Change) -> FinitePair:
        """The pair that dominates every such mechanism."""
        with precision(BITS):
            grown, rest = ball(self.epsilon).exp(), ball(1 - self.delta)
            more, less = rest * grown / (grown + 1), rest / (grown + 1)
        if self.delta == 0:
            return FinitePair((more, less), (less, more), attained=False)
        none = Fraction(0)
        return FinitePair((self.delta, more, less, none), (none, less, more, self.delta), attained=False)

    @property
    def unit(self) -> Fraction:
        """Losses are epsilon, its negative, and infinite."""
        return self.epsilon

    @property
    def multiples(self) -> tuple[int, ...]:
        """Of epsilon."""
        return (1, -1)

    def masses(self) -> tuple[tuple[arb, ...], arb]:
        """Of both, where nothing fails, and of what does."""
        grown = ball(self.epsilon).exp()
        return (grown / (grown + 1), 1 / (grown + 1)), ball(self.delta)

    def __str__(self) -> str:
        return f"a guarantee ({_short(self.epsilon)}, {_short(self.delta)})"


Mechanism = Gaussian | FixedBatches | Laplace | RandomizedResponse | Guaranteed


@dataclass(frozen=True)
class Composition:
    """Mechanisms run one after the other, each possibly chosen from the answers before it.

    Attributes
    ----------
    steps : tuple of (mechanism, times)
    """

    steps: tuple[tuple[Mechanism, int], ...] = field(default=())

    def __post_init__(self):
        if not self.steps:
            raise ValueError("composition: has no steps")
        for _, times in self.steps:
            whole("steps", times)

    def pairs(self, change: Change) -> tuple[tuple[AnyPair, int], ...]:
        """Dominating pairs; releases of all data with Gaussian noise are one release with less of it.

        Losses that are multiples of one number, as those of responses, add up to one law on a lattice.
        """
        latticed = tuple((m, t) for m, t in self.steps if isinstance(m, RandomizedResponse | Guaranteed))
        if len(latticed) == len(self.steps) and sum(t for _, t in self.steps) > 1:
            together = LatticePair(latticed, all(isinstance(m, RandomizedResponse) for m, _ in latticed))
            if together.length <= LONGEST:
                return ((together, 1),)
        merged = sum(
            (t / m.multiplier**2 for m, t in self.steps if isinstance(m, Gaussian) and m.sampling == 1), Fraction(0)
        )
        rest = tuple((m.pair(change), t) for m, t in self.steps if not (isinstance(m, Gaussian) and m.sampling == 1))
        return (*rest, (GaussianPair(1 / merged, Fraction(1), *_SIDES[change]), 1)) if merged else rest

    def attained_pairs(self, change: Change, way: Change) -> tuple[tuple[AnyPair, int], ...] | None:
        """What one pair of neighbours attains, where that is less than `pairs`; None where those are attained."""
        if not any(isinstance(m, FixedBatches) for m, _ in self.steps):
            return None
        rest = tuple((m, t) for m, t in self.steps if not isinstance(m, FixedBatches))
        own = tuple((m.attained_pair(change, way), t) for m, t in self.steps if isinstance(m, FixedBatches))
        return (*(Composition(rest).pairs(change) if rest else ()), *own)

    def __str__(self) -> str:
        return " and ".join(str(m) if t == 1 else f"{t} times {m}" for m, t in self.steps)


def _short(value: Fraction) -> str:
    return f"{float(value):.6g}"
