"""The values among which an answer is sought: whole numbers, or decimals of four digits, in their order."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from boundcheck.claims import Letter

from .bounds_of_claim import PlanError
from .point import inside

LARGEST = 10**60
DIGITS = 1000  # decimals run from 1.000 to 9.999 in each decade
DECADES = 30


@dataclass(frozen=True)
class Ladder:
    """Rungs `low` to `high`, all of them in the printed domain."""

    low: int
    high: int
    integer: bool

    def searched(self, rung: int) -> bool:
        """Whether a rung is where the search ends, not the domain."""
        return abs(rung) == (LARGEST if self.integer else 9 * DIGITS * DECADES)

    def value(self, rung: int) -> Fraction:
        """The number on a rung."""
        if self.integer:
            return Fraction(rung)
        decade, step = divmod(rung, 9 * DIGITS)
        return Fraction(DIGITS + step, DIGITS) * Fraction(10) ** decade


def ladder(parameter: Letter) -> Ladder:
    """The rungs of a parameter inside its printed domain, which is an interval."""
    if parameter.integer:
        whole = Ladder(-LARGEST, LARGEST, True)
        start = max(1, round(parameter.typical[0]))
    else:
        whole = Ladder(-9 * DIGITS * DECADES, 9 * DIGITS * DECADES, False)
        middle = Fraction((parameter.typical[0] + parameter.typical[1]) / 2)
        start = first(lambda rung: whole.value(rung) >= middle, whole.low, whole.high)

    def admissible(rung: int) -> bool:
        return inside(parameter, whole.value(rung))

    if not admissible(start):
        raise PlanError(
            f"{parameter.name}: its domain does not hold its typical values; ask for another parameter", "parameter"
        )
    low = whole.low if admissible(whole.low) else first(admissible, whole.low, start)
    high = whole.high if admissible(whole.high) else first(lambda r: not admissible(r), start, whole.high) - 1
    return Ladder(low, high, parameter.integer)


def rung_of(value: Fraction, rungs: Ladder) -> int:
    """The first rung whose value is at least `value`."""
    if rungs.integer:
        return math.ceil(value)
    if rungs.value(rungs.low) >= value:
        return rungs.low
    return (
        rungs.high
        if rungs.value(rungs.high) < value
        else first(lambda r: rungs.value(r) >= value, rungs.low, rungs.high)
    )


def first(good: Callable[[int], bool], low: int, high: int) -> int:
    """The first rung of ``(low, high]`` that is good, where `low` is not, `high` is, and good stays good."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high
