"""Numbers at the digits that every processor agrees on.

Kernels of linear algebra sum in an order of their own, so that the last digits of what they compute belong to the
processor. What is chosen by such numbers is chosen on rounded ones, and what is written down is rounded.
"""

from __future__ import annotations

import decimal
import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

DIGITS = 6  # of a number that comes out of a simulation
AGREED = 9  # decimals, relative to the largest, on which two processors agree in a choice


def significant(number: float, digits: int = DIGITS) -> float:
    """A number at so many significant digits, zero without a sign; infinities and nan as they are."""
    return float(f"{number:.{digits}g}") + 0.0 if math.isfinite(number) else float(number)


# Limits: rounded to the side on which they stay limits.

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


def exponent(number: float) -> float:
    """A slope of logarithms at so many decimals: it is of order 1, and one that is smaller is 0 up to rounding."""
    return round(float(number), AGREED) + 0.0


def comparable(values: ArrayLike, axis: int | None = None, decimals: int = AGREED) -> NDArray[np.float64]:
    """`values` over the largest of them in size along `axis`, rounded: equal where they differ by rounding errors alone.

    Parameters
    ----------
    values : array_like, finite
    axis : int, optional
        Of the values that are compared with one another; all of them if absent.
    decimals : int, ``>= 0``

    Returns
    -------
    comparable : ndarray of the shape of `values`, in ``[-1, 1]``
    """
    array = np.asarray(values, float)
    largest = np.abs(array).max(axis=axis, keepdims=True, initial=0.0)
    return np.round(array / np.where(largest > 0, largest, 1.0), decimals) + 0.0
