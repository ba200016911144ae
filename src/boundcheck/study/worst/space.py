"""Where a search looks: axes with a scale, and choices, all seen as the unit cube."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.digits import significant
from boundcheck.study.cell import Number

Scale = Literal["linear", "log", "integer", "log_integer"]


@dataclass(frozen=True)
class Axis:
    """A parameter between two values, both included.

    Parameters
    ----------
    name : str
    low, high : float, ``low <= high``
    scale : {"linear", "log", "integer", "log_integer"}
        The log scales want ``low > 0``; the integer ones give ints.

    Raises
    ------
    ValueError
        For bounds that the scale does not have.
    """

    name: str
    low: float
    high: float
    scale: Scale = "linear"

    def __post_init__(self) -> None:
        if self.scale not in ("linear", "log", "integer", "log_integer"):
            raise ValueError(
                f"scale of axis {self.name!r} must be linear, log, integer or log_integer, got {self.scale!r}"
            )
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.high):
            raise ValueError(f"axis {self.name!r} needs finite low <= high, got {self.low} and {self.high}")
        if "log" in self.scale and self.low <= 0:
            raise ValueError(f"axis {self.name!r} has a log scale, so low must be > 0, got {self.low}")
        if "integer" in self.scale and (int(self.low) != self.low or int(self.high) != self.high):
            raise ValueError(f"axis {self.name!r} has an integer scale, so low and high must be whole numbers")

    def at(self, unit: float) -> Number:
        """The value at `unit` in [0, 1]: low at 0, high at 1."""
        if unit <= 0 or unit >= 1:
            end = self.low if unit <= 0 else self.high
            return int(end) if "integer" in self.scale else float(end)
        if self.scale == "integer":
            return int(self.low) + min(int(unit * (self.high - self.low + 1)), int(self.high - self.low))
        if self.scale == "linear":
            return self._inside(self.low + unit * (self.high - self.low))
        value = math.exp(math.log(self.low) + unit * (math.log(self.high) - math.log(self.low)))
        return int(self._inside(round(value))) if self.scale == "log_integer" else self._inside(value)

    def _inside(self, value: float) -> float:
        """A value at the digits that it is shown with, so that whoever reads it can come back to the very point."""
        return float(min(max(significant(value) if "integer" not in self.scale else value, self.low), self.high))


@dataclass(frozen=True)
class Choice:
    """A parameter that is one of some numbers or words.

    Parameters
    ----------
    name : str
    options : sequence of number or str, not empty
    """

    name: str
    options: Sequence[Number]

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple(self.options))
        if not self.options:
            raise ValueError(f"choice {self.name!r} needs at least one option")

    def at(self, unit: float) -> Number:
        """The option at `unit` in [0, 1]; each has an equal share."""
        return self.options[min(int(unit * len(self.options)), len(self.options) - 1)]


Space = Sequence[Axis | Choice]


def point_at(space: Space, unit: NDArray[np.float64]) -> dict[str, Number]:
    """The point of `space` at `unit`, an ndarray of shape (len(space),) in the unit cube."""
    return {axis.name: axis.at(float(where)) for axis, where in zip(space, unit, strict=True)}
