"""Which users agree with enough others: concentration scores, and a removal of outliers by lot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def agreeing(gradients: Floats, radius: float) -> NDArray[np.int64]:
    """With how many of the batch each gradient agrees, itself included: those within `radius`.

    Parameters
    ----------
    gradients : ndarray of shape (b, d)
    radius : float, ``>= 0``

    Returns
    -------
    counts : ndarray of shape (b,)
    """
    squares = (gradients**2).sum(1)
    apart = squares[:, None] + squares[None, :] - 2 * gradients @ gradients.T
    return (np.round(apart, 12) <= radius**2 + 1e-12).sum(1)


def concentration(gradients: Floats, radius: float, size: int) -> float:
    """``(1/size) #{(i, i'): within radius}``, pairs ordered and each with itself; `size` is the batch that was meant."""
    return float(agreeing(gradients, radius).sum()) / size


def keeping_probabilities(gradients: Floats, radius: float, size: int) -> Floats:
    """0 for users who agree with fewer than size/2 others within twice the radius, 1 from 2 size/3 on, linear between."""
    counts = agreeing(gradients, 2 * radius)
    return np.clip((counts - size / 2) / (size / 6), 0.0, 1.0)
