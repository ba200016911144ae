"""Tables of noise: is a printed cell enough, is it more than needed, and which unstated settings explain a table best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Literal

from .accountant import Effort, EpsilonBracket, epsilon_bracket
from .adjacency import Adjacency
from .exact import Number, exact, whole
from .fixed_batches import FixedBatches
from .mechanisms import Composition, Gaussian
from .noise_needed import NoiseBracket, noise_bracket
from .renyi import renyi_multiplier

Accountant = Literal["tight", "renyi"]


class Cell(Enum):
    """What a printed cell is."""

    ENOUGH = "enough"
    TOO_LITTLE = "too little"
    WITHIN_ROUNDING = "not told apart within the digits printed"


@dataclass(frozen=True)
class Settings:
    """How a table's noise is used: what its page should say.

    Attributes
    ----------
    sampling : Fraction in (0, 1]
        Poisson rate.
    steps : int
    delta : Fraction
    adjacency : Adjacency
    accountant : {"tight", "renyi"}
        By which the page inverts: the least noise there is, or the least that whole Rényi orders guarantee. What a
        printed noise guarantees or violates does not depend on it.
    batch : tuple of (int, int), optional
        Size of batches drawn without replacement, and of the data set, in place of a Poisson rate.
    """

    sampling: Fraction
    steps: int
    delta: Fraction
    adjacency: Adjacency
    accountant: Accountant = "tight"
    batch: tuple[int, int] | None = None

    def __init__(
        self,
        sampling: Number,
        steps: int,
        delta: Number,
        adjacency: Adjacency,
        accountant: Accountant = "tight",
        batch: tuple[Number, Number] | None = None,
    ):
        if batch is not None:
            sizes = FixedBatches(1, *batch)
            sizes.pair(adjacency.change)
            if sampling != 1 or accountant != "tight":
                raise ValueError("batch: goes without a sampling rate, and with the tight accountant alone")
            batch = sizes.batch, sizes.records
        object.__setattr__(self, "batch", batch)
        if accountant not in ("tight", "renyi"):
            raise ValueError(f"accountant: must be 'tight' or 'renyi', got {accountant!r}")
        object.__setattr__(self, "accountant", accountant)
        object.__setattr__(self, "sampling", exact("sampling rate", sampling, above=0, most=1))
        object.__setattr__(self, "steps", whole("steps", steps))
        object.__setattr__(self, "delta", exact("delta", delta, above=0, below=1))
        object.__setattr__(self, "adjacency", adjacency)

    def epsilon(self, multiplier: Number, effort: Effort = "standard") -> EpsilonBracket:
        """The epsilon that a multiplier gives."""
        step = FixedBatches(multiplier, *self.batch) if self.batch else Gaussian(multiplier, self.sampling)
        return epsilon_bracket(Composition(((step, self.steps),)), self.delta, self.adjacency, effort=effort)

    def noise(self, epsilon: Number, effort: Effort = "standard") -> NoiseBracket:
        """The multiplier that an epsilon needs."""
        return noise_bracket(
            epsilon,
            self.delta,
            self.adjacency,
            steps=self.steps,
            sampling=self.sampling,
            batch=self.batch,
            effort=effort,
        )

    def needed(self, epsilon: Number, effort: Effort = "standard") -> tuple[float, float]:
        """Ends between which the least multiplier lies by this accountant."""
        if self.accountant == "renyi":
            return renyi_multiplier(epsilon, self.delta, self.adjacency, steps=self.steps, sampling=self.sampling)
        found = self.noise(epsilon, effort)
        if not found.replay():
            raise ArithmeticError(f"{self}: the bracket of the noise does not replay")
        return found.low, found.high

    def __str__(self) -> str:
        by = "" if self.accountant == "tight" else ", by Rényi orders"
        drawn = f"batches of {self.batch[0]} of {self.batch[1]}" if self.batch else f"sampling {float(self.sampling):.4g}"
        return f"{drawn}, {self.steps} steps, delta {float(self.delta):.4g}, {self.adjacency}{by}"


@dataclass(frozen=True)
class JudgedCell:
    """A printed pair (epsilon, multiplier) beside what the settings give.

    Attributes
    ----------
    answer : Cell
        `ENOUGH` if all numbers that round to the printed multiplier guarantee epsilon, `TOO_LITTLE` if none does.
    smallest, largest : EpsilonBracket
        At the smallest and the largest number that rounds to the printed multiplier.
    """

    epsilon: Fraction
    multiplier: Fraction
    answer: Cell
    smallest: EpsilonBracket
    largest: EpsilonBracket


def judged_cell(epsilon: Number, multiplier: str, settings: Settings, effort: Effort = "standard") -> JudgedCell:
    """Judge one cell; `multiplier` is the text as printed, because its digits count."""
    wanted, noise = exact("epsilon", epsilon, above=0), exact("noise multiplier", multiplier, above=0)
    half = half_unit(str(multiplier))
    smallest = settings.epsilon(max(noise - half, noise / 2), effort)
    largest = settings.epsilon(noise + half, effort)
    answer = Cell.ENOUGH if smallest.high <= wanted else Cell.WITHIN_ROUNDING
    if largest.attained and largest.low > wanted:
        answer = Cell.TOO_LITTLE
    return JudgedCell(wanted, noise, answer, smallest, largest)


def half_unit(printed: str) -> Fraction:
    """Half a unit of the last digit printed; 0 for a whole number or a ratio."""
    if "/" in printed or "." not in printed:
        return Fraction(0)
    exponent = Decimal(printed).as_tuple().exponent
    return Fraction(10) ** int(exponent) / 2


@dataclass(frozen=True)
class Fit:
    """Settings as an explanation of a table.

    Attributes
    ----------
    scale : float
        Printed noise over needed multiplier, the geometric mean over the cells; 1 where the table prints multipliers.
    misfit : float
        The largest factor between a printed cell and `scale` times what is needed; 1 is a perfect fit.
    needed : tuple of float
        The multiplier each epsilon needs.
    """

    settings: Settings
    scale: float
    misfit: float
    needed: tuple[float, ...]

    def __str__(self) -> str:
        return f"{self.settings}: scale {self.scale:.4g}, off by a factor of up to {self.misfit:.3f}"


def fitted(
    cells: Sequence[tuple[Number, Number]], candidates: Sequence[Settings], *, scale_known: bool = False
) -> tuple[Fit, ...]:
    """How well each candidate explains a column of (epsilon, noise), best first.

    A good fit says that the settings reproduce the table, not that the page used them: the number of candidates and
    the misfit of the runner-up belong beside it.

    Parameters
    ----------
    cells : sequence of (epsilon, noise)
    candidates : sequence of Settings
    scale_known : bool
        The noise is a multiplier of one unit's contribution; otherwise one common factor is fitted.
    """
    if not cells or not candidates:
        raise ValueError("fit: needs at least one cell and one candidate")
    printed = [float(exact("noise", noise, above=0)) for _, noise in cells]
    fits = []
    for settings in candidates:
        needed = tuple(settings.needed(epsilon)[1] for epsilon, _ in cells)
        logs = [math.log(p / n) for p, n in zip(printed, needed, strict=True)]
        shift = 0.0 if scale_known else math.fsum(logs) / len(logs)
        misfit = math.exp(max(abs(x - shift) for x in logs))
        fits.append(Fit(settings, math.exp(shift), misfit, needed))
    return tuple(sorted(fits, key=lambda fit: fit.misfit))
