"""Numbers at the digits that every processor agrees on.

Kernels of linear algebra sum in an order of their own, so that the last digits of what they compute belong to the
processor. What is chosen by such numbers is chosen on rounded ones, and what is written down is rounded.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

DIGITS = 6  # of a number that comes out of a simulation
AGREED = 9  # decimals, relative to the largest, on which two processors agree in a choice


def significant(number: float, digits: int = DIGITS) -> float:
    """A number at so many significant digits, zero without a sign; infinities and nan as they are."""
    return float(f"{number:.{digits}g}") + 0.0 if math.isfinite(number) else float(number)


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
