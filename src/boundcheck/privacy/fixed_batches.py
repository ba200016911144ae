r"""Batches of a fixed size, drawn without replacement, where one record is replaced.

Let :math:`\gamma = b/n` be the share of records in a batch. For :math:`\alpha \ge 1`, with R the output on batches without
the record, A on those with it and B on those with its replacement,

.. math:: H_\alpha((1-\gamma)R + \gamma A \,\|\, (1-\gamma)R + \gamma B) = \gamma H_{\alpha'}(A \,\|\, (1-\beta)R + \beta B),
   \quad \alpha' = 1 + \gamma(\alpha - 1), \ \beta = \alpha'/\alpha .

Batches with the record and without it differ in one record as well, so both hockey sticks on the right are at most that of
:math:`N(2, \sigma^2)` and :math:`N(0, \sigma^2)`, and all of it at most
:math:`H_\alpha((1-\gamma)N(0) + \gamma N(2) \,\|\, N(0))`; with equality if all other records contribute -1 and this one 1 or -1.
Replacing is symmetric, so that the same holds the other way round: the pair that stands for all neighbours has this profile
above :math:`\varepsilon = 0` and its mirror image below. No neighbours attain both sides at once in one batch, so that from two
batches on the two ends of a bracket do not meet: between them it is open.

Source
------
Balle, Barthe and Gaboardi, NeurIPS 2018, Theorems 2 and 9; Zhu, Dong and Wang, AISTATS 2022, Theorem 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from .adjacency import Change
from .exact import Number, exact, whole
from .pairs import GaussianPair
from .rounding import StepLaw, rounded_up


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

    base: GaussianPair
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
