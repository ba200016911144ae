"""What the instruments of this room answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class LowerBound:
    """Every procedure has risk `value` or more on some member of the family.

    Attributes
    ----------
    value : Fraction
        Certified: rounded down from a rational or a ball.
    method : str
    rests_on : str
        The inequality that bounds the testing error, in words.
    parts : dict of str to Fraction
        Certified ends on the way, for the reader.
    certificate : dict
        Plain JSON data for `replay`.
    """

    value: Fraction
    method: str
    rests_on: str
    parts: dict[str, Fraction]
    certificate: dict = field(repr=False)

    def __str__(self) -> str:
        return f"risk >= {float(self.value):.6g} by {self.method}"


@dataclass(frozen=True)
class RiskBracket:
    """A risk lies in ``[low, high]``; equal ends where it is a rational that was summed exactly."""

    low: Fraction
    high: Fraction
    method: str
    certificate: dict = field(repr=False)

    def __str__(self) -> str:
        return f"{float(self.low):.6g} <= {self.method} <= {float(self.high):.6g}"


@dataclass(frozen=True)
class Replayed:
    """Outcome of evaluating a certificate once more, at twice the precision and without any search."""

    ok: bool
    reason: str

    def __bool__(self) -> bool:
        raise TypeError("ask .ok, and show .reason")
