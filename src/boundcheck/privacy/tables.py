"""Which noise an epsilon needs, and printed tables of noise: is a cell enough, more than needed, and which factor fits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any, Literal

from .accountant import EpsilonBracket, epsilon_bracket
from .exact import Number, exact, whole
from .grid import TARGET, Effort, plan, sketch
from .mechanisms import Composition, FixedBatches, Gaussian
from .pairs import Adjacency, Change
from .renyi import renyi_multiplier

# Which noise an epsilon needs: a multiplier that is enough, and one just below that is not.

_MOST_TRIALS = 30


@dataclass(frozen=True)
class NoiseBracket:
    """The least noise multiplier that gives (epsilon, delta)-privacy lies in (low, high].

    Attributes
    ----------
    low, high : float
    too_little, enough : EpsilonBracket
        At `low` a smaller epsilon than asked for is violated; at `high` it is guaranteed.
    """

    low: float
    high: float
    too_little: EpsilonBracket
    enough: EpsilonBracket

    def replay(self) -> bool:
        """Whether both brackets still hold, are about these two multipliers and otherwise alike, and leave room for an epsilon."""
        (little, times), (step, again) = self.too_little.mechanism.steps[0], self.enough.mechanism.steps[0]
        alike = (self.too_little.delta, self.too_little.adjacency) == (self.enough.delta, self.enough.adjacency)
        return (
            0 < self.low < self.high
            and alike
            and times == again
            and len(self.too_little.mechanism.steps) == len(self.enough.mechanism.steps) == 1
            and _with(step, self.low) == little
            and _with(step, self.high) == step
            and self.enough.high < self.too_little.low
            and self.too_little.replay()
            and self.enough.replay()
        )


def noise_bracket(
    epsilon: Number,
    delta: Number,
    adjacency: Adjacency,
    *,
    steps: int = 1,
    sampling: Number = 1,
    batch: tuple[int, int] | None = None,
    effort: Effort = "standard",
) -> NoiseBracket:
    """Bracket the noise, over one unit's contribution, that makes sampled Gaussian sums (epsilon, delta)-private.

    The ends meet within what `effort` asks for, but for several batches of a fixed size, of which the accountant's own
    brackets do not meet.

    Parameters
    ----------
    epsilon : number, ``> 0``
    delta : number in (0, 1)
    adjacency : Adjacency
    steps : int, ``>= 1``
    sampling : number in (0, 1]
        Poisson rate.
    batch : tuple of (int, int), optional
        Size of batches drawn without replacement, and of the data set, in place of a rate.
    effort : {"standard", "deep"}
        The two ends differ by about 1 % or 0.1 %.
    """
    wanted, level = exact("epsilon", epsilon, above=0), exact("delta", delta, above=0, below=1)
    times, rate = whole("steps", steps), exact("sampling rate", sampling, above=0, most=1)
    way = Change.REMOVED if adjacency.change is Change.ADDED_OR_REMOVED else adjacency.change

    def step(multiplier: float) -> Gaussian | FixedBatches:
        return FixedBatches(f"{multiplier:.6g}", *batch) if batch else Gaussian(f"{multiplier:.6g}", rate)

    def at(multiplier: float) -> EpsilonBracket:
        return epsilon_bracket(Composition(((step(multiplier), times),)), level, adjacency, effort=effort)

    def rough(multiplier: float) -> float:
        used = step(multiplier)
        pair = used.attained_pair(way, Change.REMOVED) if isinstance(used, FixedBatches) else used.pair(way)
        return plan([(sketch(pair), times)], level).epsilon

    sigma, slope = _rough_start(rough, float(wanted))
    if batch and times > 1:
        little_end = _crossing(at, lambda found: found.low > wanted, sigma, TARGET[effort])[0]
        enough_end = _crossing(at, lambda found: found.high > wanted, sigma, TARGET[effort])[1]
        return NoiseBracket(little_end[0], enough_end[0], little_end[1], enough_end[1])
    enough: tuple[float, EpsilonBracket] | None = None
    little: tuple[float, EpsilonBracket] | None = None
    before: tuple[float, float] | None = None
    for _ in range(_MOST_TRIALS):
        found = at(sigma)
        slope, before = _secant(before, (sigma, found.high), slope), (sigma, found.high)
        if found.high <= wanted and (enough is None or sigma < enough[0]):
            enough = sigma, found
        if found.low > wanted and (little is None or sigma > little[0]):
            little = sigma, found
        if enough and little and enough[0] <= little[0] * (1 + 1.5 * TARGET[effort]):
            return NoiseBracket(float(f"{little[0]:.6g}"), float(f"{enough[0]:.6g}"), little[1], enough[1])
        # aim with the bracket's high end until enough is known nearby, then with its low end
        near = enough is not None and enough[1].low > float(wanted) * (1 - 3 * TARGET[effort])
        aim, margin = (found.low, -1) if near else (found.high, 1)
        change = (max(aim, 1e-3 * float(wanted)) / float(wanted)) ** slope * (1 + margin * TARGET[effort] / 8)
        aimed = sigma * min(2.0, max(0.5, change))
        if enough and little and not little[0] < aimed < enough[0] and not near:
            aimed = math.sqrt(little[0] * enough[0])  # the aim left what is known
        sigma = float(f"{aimed:.6g}")
    raise ArithmeticError(f"no multiplier was found for epsilon {float(wanted):.6g} within {_MOST_TRIALS} trials")


def _with(step: Any, multiplier: float) -> Gaussian | FixedBatches | None:
    """A sampled sum with another multiplier."""
    if isinstance(step, FixedBatches):
        return FixedBatches(f"{multiplier:.6g}", step.batch, step.records)
    return Gaussian(f"{multiplier:.6g}", step.sampling) if isinstance(step, Gaussian) else None


Trial = tuple[float, EpsilonBracket]


def _crossing(
    at: Callable[[float], EpsilonBracket], too_large: Callable[[EpsilonBracket], bool], start: float, target: float
) -> tuple[Trial, Trial]:
    """Two multipliers hardly apart, of which the first gives too large an end and the second does not."""
    little: Trial | None = None
    enough: Trial | None = None
    sigma = start
    for _ in range(2 * _MOST_TRIALS):
        sigma = float(f"{sigma:.6g}")
        found = at(sigma)
        if too_large(found):
            little = sigma, found
        else:
            enough = sigma, found
        if little is None or enough is None:
            sigma *= 1.25 if enough is None else 0.8
        elif enough[0] <= little[0] * (1 + target):
            return little, enough
        else:
            sigma = math.sqrt(little[0] * enough[0])
    raise ArithmeticError("no multiplier was found for this epsilon")


def _secant(before: tuple[float, float] | None, now: tuple[float, float], slope: float) -> float:
    """By which power the multiplier falls with epsilon, by the last two trials where they tell."""
    if before is None or before[1] <= 0 or now[1] <= 0 or abs(math.log(now[1] / before[1])) < 0.02:
        return slope
    return min(2.0, max(0.05, -math.log(now[0] / before[0]) / math.log(now[1] / before[1])))


def _rough_start(epsilon: Callable[[float], float], wanted: float) -> tuple[float, float]:
    """A multiplier to start from, by moments in floats, and by which power it falls with epsilon there."""
    low, high = 1e-2, 1e6
    for _ in range(30):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if epsilon(middle) > wanted else (low, middle)
    apart = math.log(epsilon(high * 1.05) / epsilon(high / 1.05))
    return high, min(2.0, max(0.05, -2 * math.log(1.05) / apart)) if apart < 0 else 0.7


# Tables of noise: is a printed cell enough, is it more than needed, and which unstated settings explain a table best.

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


# A printed table of noise beside the accountant's: which factor, within its digits, makes the one the other.

Factor = Literal["one", "common", "by column"]


@dataclass(frozen=True)
class PrintedCell:
    """A noise as printed, with its digits, for an epsilon, in a column of its own settings."""

    column: str
    epsilon: Fraction
    noise: str

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The numbers that round to what is printed."""
        value, half = exact("noise", self.noise, above=0), half_unit(self.noise)
        return value - half, value + half


@dataclass(frozen=True)
class TableFit:
    """Settings as an explanation of a whole table.

    Attributes
    ----------
    factors : mapping of str to float
        Printed noise over the least multiplier, by column: 1, or the geometric mean over the cells that share it.
    misfit : float
        The largest factor between a printed cell and what the settings give; 1 is a perfect fit.
    fits : bool
        Some factor makes every printed cell, within its digits, the least noise, within the accountant's brackets.
    certain : bool
        The ends of `needed` are proved, so that a table that does not fit is certainly another one.
    needed : tuple of (float, float)
        Too little and enough, for each cell.
    """

    factors: Mapping[str, float]
    misfit: float
    fits: bool
    certain: bool
    needed: tuple[tuple[float, float], ...]

    @property
    def tolerance(self) -> float:
        """The widest bracket of a needed multiplier, as a factor: finer than that nothing is told apart."""
        return max(high / low for low, high in self.needed)


def table_fit(
    cells: Sequence[PrintedCell], settings: Callable[[str], Settings], factor: Factor, effort: Effort = "standard"
) -> TableFit:
    """Invert the accountant at every cell and set the result beside what is printed.

    Parameters
    ----------
    cells : sequence of PrintedCell
    settings : callable
        ``column -> Settings``.
    factor : {"one", "common", "by column"}
        Which cells share an unknown factor.
    """
    known: dict[tuple[Settings, Fraction], tuple[float, float]] = {}
    used = [settings(cell.column) for cell in cells]
    for cell, given in zip(cells, used, strict=True):
        if (given, cell.epsilon) not in known:
            known[given, cell.epsilon] = given.needed(cell.epsilon, effort)
    needed = tuple(known[given, cell.epsilon] for cell, given in zip(cells, used, strict=True))
    factors, misfit, fits = {}, 1.0, True
    for group in _groups(cells, factor):
        logs = {i: math.log(float(exact("noise", cells[i].noise))) - math.log(math.prod(needed[i])) / 2 for i in group}
        shift = 0.0 if factor == "one" else math.fsum(logs.values()) / len(logs)
        misfit = max(misfit, math.exp(max(abs(value - shift) for value in logs.values())))
        fits = fits and _possible([cells[i] for i in group], [needed[i] for i in group], factor == "one")
        factors.update({cells[i].column: math.exp(shift) for i in group})
    return TableFit(factors, misfit, fits, all(given.accountant == "tight" for given in used), needed)


def _groups(cells: Sequence[PrintedCell], factor: Factor) -> list[list[int]]:
    if factor != "by column":
        return [list(range(len(cells)))]
    return [[i for i, c in enumerate(cells) if c.column == name] for name in dict.fromkeys(c.column for c in cells)]


def _possible(cells: Sequence[PrintedCell], needed: Sequence[tuple[float, float]], one: bool) -> bool:
    """Whether one factor serves all cells: the least one that each allows against the largest."""
    low = max(cell.ends[0] / Fraction(high) for cell, (_, high) in zip(cells, needed, strict=True))
    high = min(cell.ends[1] / Fraction(low) for cell, (low, _) in zip(cells, needed, strict=True))
    return max(low, Fraction(1)) <= min(high, Fraction(1)) if one else low <= high
