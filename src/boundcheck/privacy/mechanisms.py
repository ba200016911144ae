"""Mechanisms as descriptions: each names the pair of laws that stands for it, batches of a fixed size included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np
from flint import arb, ctx

from .exact import Number, ball, exact, whole
from .finite_laws import FinitePair
from .gaussian import LONGEST, LatticePair
from .pairs import BITS, Change, GaussianPair, LaplacePair, StepLaw, answered, rounded_up
from .shuffled import ShuffledPair, ShuffledResponse

# Batches of a fixed size, drawn without replacement, where one record is replaced.
#
# Let :math:`\gamma = b/n` be the share of records in a batch. For :math:`\alpha \ge 1`, with R the output on batches without
# the record, A on those with it and B on those with its replacement,
#
# .. math:: H_\alpha((1-\gamma)R + \gamma A \,\|\, (1-\gamma)R + \gamma B) = \gamma H_{\alpha'}(A \,\|\, (1-\beta)R + \beta B),
#    \quad \alpha' = 1 + \gamma(\alpha - 1), \ \beta = \alpha'/\alpha .
#
# Batches with the record and without it differ in one record as well, so both hockey sticks on the right are at most that of
# :math:`N(2, \sigma^2)` and :math:`N(0, \sigma^2)`, and all of it at most
# :math:`H_\alpha((1-\gamma)N(0) + \gamma N(2) \,\|\, N(0))`; with equality if all other records contribute -1 and this one 1 or -1.
# Replacing is symmetric, so that the same holds the other way round: the pair that stands for all neighbours has this profile
# above :math:`\varepsilon = 0` and its mirror image below. No neighbours attain both sides at once in one batch, so that from two
# batches on the two ends of a bracket do not meet: between them it is open.
#
# Source
# ------
# Balle, Barthe and Gaboardi, NeurIPS 2018, Theorems 2 and 9; Zhu, Dong and Wang, AISTATS 2022, Theorem 11.

@dataclass(frozen=True)
class FixedBatches:
    """A sum of contributions of norm at most 1 from a batch of a fixed size, released with Gaussian noise.

    Attributes
    ----------
    multiplier : number, ``> 0``
        Standard deviation of the noise over the bound of one record's contribution.
    batch, records : int
        Size of a batch, all of them equally likely, and of the data set.
    """

    multiplier: Fraction
    batch: int
    records: int
    answers: ClassVar = (Change.REPLACED,)

    def __init__(self, multiplier: Number, batch: Number, records: Number):
        object.__setattr__(self, "multiplier", exact("noise multiplier", multiplier, above=0))
        object.__setattr__(self, "batch", whole("batch", batch))
        object.__setattr__(self, "records", whole("records", records))
        if self.batch > self.records:
            raise ValueError(f"batch: must be at most records = {self.records}, got {self.batch}")

    def pair(self, change: Change) -> MirroredPair:
        """The pair that stands for all neighbours."""
        return MirroredPair(self.attained_pair(change, Change.REMOVED))

    def attained_pair(self, change: Change, way: Change) -> GaussianPair:
        """What a record that stands against all others attains: the record put in, or taken out."""
        if change is not Change.REPLACED:
            raise ValueError(f"adjacency: batches of a fixed size leave no record {change.value}; it is replaced")
        sides = (1, 0) if way is Change.REMOVED else (0, 1)
        return GaussianPair(self.multiplier**2 / 4, Fraction(self.batch, self.records), *sides)

    def __str__(self) -> str:
        return f"Gaussian noise {float(self.multiplier):.6g}, batches of {self.batch} of {self.records}"


@dataclass(frozen=True)
class MirroredPair:
    """The pair with the profile of `base` at ``epsilon >= 0``, whichever of its laws comes first."""

    base: GaussianPair | LaplacePair
    attained = False

    def rounded_up(self, h: float, places: Sequence[int]) -> StepLaw:
        """Masses on 0 and both sides of it: those of the base above 0, their mirror image below, and the rest at 0.

        Parameters
        ----------
        places : increasing integers from 0 on
        """
        last = places[-1]
        above = rounded_up(self.base, h, places)
        there = above.masses[1:]
        with np.errstate(under="ignore"):
            mirrored = (there * np.exp(-h * np.arange(1, last + 1)) * (1 + 1e-14))[::-1]
        rest = max(0.0, 1 - float(there.sum()) - float(mirrored.sum()) - above.infinite)
        # masses are upper bounds, so that the rest may be short by their excess, which is less than this
        return StepLaw(-last, np.concatenate([mirrored, [rest + 1e-12], there]), infinite=above.infinite)


# Mechanisms as descriptions: each names the pair of laws that stands for its neighbours.

_SIDES = {Change.REMOVED: (1, 0), Change.ADDED: (0, 1), Change.REPLACED: (1, 1)}

GridPair = GaussianPair | LaplacePair | FinitePair | MirroredPair
AnyPair = GridPair | LatticePair | ShuffledPair


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

    @property
    def answers(self) -> tuple[Change, ...]:
        """A bound on one unit's contribution says how far the sum moves, whatever becomes of the unit."""
        return tuple(Change)

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
        Of the noise.
    sensitivity : mapping of Change to number, ``> 0``
        How far the query moves, for each change that is asked about: ``{Change.REPLACED: 2, Change.ADDED_OR_REMOVED: 1}`` of
        a sum of contributions from -1 to 1.
    """

    scale: Fraction
    sensitivity: Mapping[Change, Fraction] = field(hash=False)

    def __init__(self, scale: Number, sensitivity: Mapping[Change, Number]):
        object.__setattr__(self, "scale", exact("noise scale", scale, above=0))
        stated = {change: exact(f"sensitivity, {Change(change).value}", by, above=0) for change, by in sensitivity.items()}
        object.__setattr__(self, "sensitivity", stated)

    @property
    def answers(self) -> tuple[Change, ...]:
        """The changes whose sensitivity is stated."""
        return tuple(self.sensitivity)

    def pair(self, change: Change) -> LaplacePair:
        """The two laws of a query that moves by its sensitivity."""
        return LaplacePair(self.scale / self.sensitivity[answered(self, change)])

    def __str__(self) -> str:
        return f"Laplace noise {_short(self.scale)}"


@dataclass(frozen=True)
class RandomizedResponse:
    """One of `categories` values, kept with probability ``e^epsilon / (e^epsilon + categories - 1)``.

    It keeps a value private that is replaced. Whether there is a report tells a unit added or removed.
    """

    epsilon: Fraction
    categories: int = 2
    answers: ClassVar = (Change.REPLACED,)

    def __init__(self, epsilon: Number, categories: int = 2):
        object.__setattr__(self, "epsilon", exact("epsilon", epsilon, least=0))
        object.__setattr__(self, "categories", whole("categories", categories, 2))

    def pair(self, change: Change) -> FinitePair:
        """The laws of the report on two different values."""
        answered(self, change)
        with ctx.workprec(BITS):
            grown = ball(self.epsilon).exp()
            kept, other = grown / (grown + self.categories - 1), 1 / (grown + self.categories - 1)
        rest = (other,) * (self.categories - 2)
        return FinitePair((kept, other, *rest), (other, kept, *rest), most=self.epsilon)

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

    Attributes
    ----------
    epsilon, delta : number
    under : Change
        For which the promise is made. One for a unit added or removed says less of a unit that is replaced.

    Source
    ------
    Kairouz, Oh and Viswanath, IEEE Trans. Inf. Theory 63 (2017), Theorem 3.
    """

    epsilon: Fraction
    delta: Fraction
    under: Change

    def __init__(self, epsilon: Number, delta: Number = 0, *, under: Change):
        object.__setattr__(self, "under", Change(under))
        object.__setattr__(self, "epsilon", exact("epsilon", epsilon, least=0))
        object.__setattr__(self, "delta", exact("delta", delta, least=0, below=1))

    @property
    def answers(self) -> tuple[Change, ...]:
        """The change that the promise is about."""
        return (self.under,)

    def pair(self, change: Change) -> FinitePair:
        """The pair that dominates every such mechanism."""
        answered(self, change)
        with ctx.workprec(BITS):
            grown, rest = ball(self.epsilon).exp(), ball(1 - self.delta)
            more, less = rest * grown / (grown + 1), rest / (grown + 1)
        if self.delta == 0:
            return FinitePair((more, less), (less, more), attained=False, most=self.epsilon)
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
        counted = tuple((mechanism, whole("steps", times)) for mechanism, times in self.steps)
        object.__setattr__(self, "steps", counted)

    def pairs(self, change: Change) -> tuple[tuple[AnyPair, int], ...]:
        """Dominating pairs; releases of all data with Gaussian noise are one release with less of it.

        Losses that are multiples of one number, as those of responses, add up to one law on a lattice.
        """
        for mechanism, _ in self.steps:
            answered(mechanism, change)
        several = sum(t for _, t in self.steps) > 1
        if several and any(isinstance(m, ShuffledResponse) for m, _ in self.steps):
            raise ValueError(
                "composition: shuffled responses are accounted for alone; ask about them first, and put what they give here "
                "as a guarantee"
            )
        latticed = tuple((m, t) for m, t in self.steps if isinstance(m, RandomizedResponse | Guaranteed))
        if len(latticed) == len(self.steps) and several:
            together = LatticePair(latticed, all(isinstance(m, RandomizedResponse) for m, _ in latticed))
            if together.length <= LONGEST:
                return ((together, 1),)
        return self._apart(change)

    def _apart(self, change: Change) -> tuple[tuple[AnyPair, int], ...]:
        """A pair for each mechanism, Gaussian releases of all data taken together."""
        merged = sum(
            (t / m.multiplier**2 for m, t in self.steps if isinstance(m, Gaussian) and m.sampling == 1), Fraction(0)
        )
        rest = tuple((m.pair(change), t) for m, t in self.steps if not (isinstance(m, Gaussian) and m.sampling == 1))
        return (*rest, (GaussianPair(1 / merged, Fraction(1), *_SIDES[change]), 1)) if merged else rest

    def attained_pairs(self, change: Change, way: Change) -> tuple[tuple[AnyPair, int], ...] | None:
        """What one pair of neighbours attains, where that is less than `pairs`; None where those are attained."""
        own, rest = [], []
        for mechanism, times in self.steps:
            find = getattr(mechanism, "attained_pair", None)
            if find is not None and (pair := find(change, way)) is not None:
                own.append((pair, times))
            else:
                rest.append((mechanism, times))
        if not own:
            return None
        at = way if change is Change.ADDED_OR_REMOVED else change
        return (*(Composition(tuple(rest))._apart(at) if rest else ()), *own)

    def __str__(self) -> str:
        return " and ".join(str(m) if t == 1 else f"{t} times {m}" for m, t in self.steps)


def _short(value: Fraction) -> str:
    return f"{float(value):.6g}"
