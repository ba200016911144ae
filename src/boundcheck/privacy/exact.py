"""Numbers as they were written, and balls back to floats on the safe side."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

Number = int | float | str | Fraction


def exact(name: str, value: Any, *, above: int | None = None, least: int | None = None, **upper: int) -> Fraction:
    """The rational that was written; a float means the decimal it prints as.

    Parameters
    ----------
    name : str
        For the message.
    value : int, float, str such as "1/3" or "1e-5", or Fraction
    above, least : int, optional
        ``value > above``, ``value >= least``.
    below, most : int, optional
        ``value < below``, ``value <= most``.

    Raises
    ------
    ValueError
        One line: the name, the rule, the value.
    """
    rules = [f"> {above}"] * (above is not None) + [f">= {least}"] * (least is not None)
    rules += [f"{'<' if word == 'below' else '<='} {limit}" for word, limit in upper.items()]
    message = f"{name}: must be a number {' and '.join(rules)}".rstrip() + f", got {value!r}"
    try:
        if isinstance(value, numbers.Rational):  # of SymPy too
            number = Fraction(int(value.numerator), int(value.denominator))
        else:
            number = Fraction(value if isinstance(value, str) else repr(float(value)))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError) as wrong:
        raise ValueError(message) from wrong
    fits = (
        (above is None or number > above)
        and (least is None or number >= least)
        and ("below" not in upper or number < upper["below"])
        and ("most" not in upper or number <= upper["most"])
    )
    if not fits:
        raise ValueError(message)
    return number


def whole(name: str, value: Any, least: int = 1) -> int:
    """A count, at least `least`."""
    number = exact(name, value)
    if number.denominator != 1 or number < least:
        raise ValueError(f"{name}: must be a whole number >= {least}, got {value!r}")
    return int(number)


def ball(value: Fraction | int | float | arb) -> arb:
    """A number as a ball; a float is taken as the dyadic that it is."""
    return arb(fmpq(value.numerator, value.denominator)) if isinstance(value, Fraction) else arb(value)


def upper(value: arb) -> float:
    """A float that is certainly not below the ball."""
    return math.nextafter(float(value.upper()), math.inf)


def lower(value: arb) -> float:
    """A float that is certainly not above the ball."""
    return math.nextafter(float(value.lower()), -math.inf)


def outward(low: float, high: float, digits: int = 7) -> tuple[float, float]:
    """The smallest interval with so many significant digits around ``0 <= low <= high``."""
    return _rounded(low, digits, down=True), _rounded(high, digits, down=False)


def _rounded(value: float, digits: int, down: bool) -> float:
    if value == 0 or not math.isfinite(value):
        return value
    step = Fraction(10) ** (math.floor(math.log10(abs(value))) - digits + 1)
    count = Fraction(value) / step
    result = float((math.floor(count) if down else math.ceil(count)) * step)
    while Fraction(result) > Fraction(value) if down else Fraction(result) < Fraction(value):
        result = math.nextafter(result, -math.inf if down else math.inf)
    return result


def not_positive(gap: Callable[[], arb], most: int) -> bool | None:
    """Whether a ball, evaluated with more and more bits, is 0 or below; None where `most` bits do not tell."""
    bits = 64
    while bits <= most:
        with ctx.workprec(bits):
            value = gap()
            if value <= 0:
                return True
            if value > 0:
                return False
        bits *= 2
    return None
