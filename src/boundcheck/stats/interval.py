"""The answer of every interval procedure, and the check of the arguments they share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Side = Literal["two", "upper", "lower"]


@dataclass(frozen=True)
class Interval:
    """A closed interval; an end that the sample cannot bound is infinite, never nan.

    Parameters
    ----------
    low, high : float
        ``low <= high``; ``-inf`` and ``inf`` say that this end is not bounded.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if math.isnan(self.low) or math.isnan(self.high) or self.low > self.high:
            raise ValueError(f"interval ends must satisfy low <= high, got ({self.low}, {self.high})")

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """``high - low``, ``>= 0``."""
        return self.high - self.low


def share_of(error_probability: float, side: Side) -> float:
    """The part of the error probability that one end may use.

    Parameters
    ----------
    error_probability : float in (0, 1)
    side : {"two", "upper", "lower"}

    Returns
    -------
    share : float in (0, 1)

    Raises
    ------
    ValueError
        Where the probability or the side is none.
    """
    require_probability("error_probability", error_probability)
    if side not in ("two", "upper", "lower"):
        raise ValueError(f"side must be 'two', 'upper' or 'lower', got {side!r}")
    return error_probability / 2 if side == "two" else error_probability


def require_probability(name: str, value: float) -> None:
    """Refuse a probability outside the open unit interval, naming it."""
    if not 0 < value < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {value}")


def one_sided(low: float, high: float, side: Side, floor: float, ceiling: float) -> Interval:
    """Keep the ends that were asked for; the other one is the trivial bound."""
    return Interval(floor if side == "upper" else low, ceiling if side == "lower" else high)
