"""A printed table of noise beside the accountant's: which factor, within its digits, makes the one the other."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from .accountant import Effort
from .exact import exact
from .noise_tables import Settings, half_unit

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
