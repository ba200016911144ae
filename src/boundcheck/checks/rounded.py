"""Limits in a sentence: rounded to the side on which they stay limits."""

from __future__ import annotations

import decimal
import math


def at_least(limit: float, digits: int = 3) -> str:
    """A lower limit, its last digit rounded down."""
    return _written(limit, digits, decimal.ROUND_FLOOR)


def at_most(limit: float, digits: int = 3) -> str:
    """An upper limit, its last digit rounded up."""
    return _written(limit, digits, decimal.ROUND_CEILING)


def _written(limit: float, digits: int, rounding: str) -> str:
    if not math.isfinite(limit):
        return f"{limit:g}"
    context = decimal.Context(prec=digits, rounding=rounding)
    return f"{float(context.create_decimal(repr(float(limit)))):.{digits}g}"
