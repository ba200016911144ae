"""Limits for the mean of draws from 0 on that no ceiling is known of."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.betting import mean_interval
from boundcheck.stats.capital import STAKE, STEPS, scale_free_stakes
from boundcheck.stats.interval import require_probability


def mean_at_least(sample: Sequence[float] | NDArray, error_probability: float) -> float:
    r"""A guaranteed lower limit of the mean of draws in :math:`[0, \infty)`.

    A bet on "more than m" of :math:`\lambda_t \le 1/(2m)`, fixed before the draw, leaves at least half of what was owned
    however small the draw; so no ceiling enters, and by Ville's inequality the capital reaches :math:`1/\alpha` with
    probability at most :math:`\alpha` if the mean is at most m.

    Parameters
    ----------
    sample : array_like of shape (n,), ``>= 0``
        Independent draws, in the order in which they were drawn.
    error_probability : float in (0, 1)

    Returns
    -------
    limit : float, ``>= 0``

    Source
    ------
    Waudby-Smith and Ramdas, JRSS B 86 (2024) 1-27, Section 4.4: capital bets one side at a time.
    """
    require_probability("error_probability", error_probability)
    values = np.asarray(sample, np.float64).ravel()
    if not len(values) or values.max() == 0:
        return 0.0
    if not (values >= 0).all():
        raise ValueError(f"every draw must be at least 0, got {values[~(values >= 0)][0]}")
    stakes = scale_free_stakes(values, error_probability, len(values))
    refuted, kept = 0.0, float(values.max())
    for _ in range(STEPS):
        middle = (refuted + kept) / 2
        capital = np.cumsum(np.log1p(np.minimum(stakes, STAKE / middle) * (values - middle)))
        if capital.max() >= -math.log(error_probability):
            refuted = middle
        else:
            kept = middle
    return refuted


def mean_at_most(sample: Sequence[float] | NDArray, second_moment: float, error_probability: float) -> float:
    r"""A guaranteed upper limit of the mean of draws in :math:`[0, \infty)` whose mean square is at most `second_moment`.

    Cut off at :math:`\tau`, a draw loses at most :math:`x^2/(4\tau)`, since :math:`x \le \tau + x^2/(4\tau)`; the mean of
    what is left is bounded. The cut :math:`\tau = \sqrt{n s/(8 \ln(1/\alpha))}` is fixed before anything is drawn.

    Parameters
    ----------
    sample : array_like of shape (n,), ``>= 0``
    second_moment : float, ``> 0``
    error_probability : float in (0, 1)

    Returns
    -------
    limit : float
    """
    values = np.asarray(sample, np.float64).ravel()
    if not len(values):
        return math.sqrt(second_moment)
    cut = math.sqrt(len(values) * second_moment / (8 * math.log(1 / error_probability)))
    high = mean_interval(np.minimum(values, cut), 0.0, cut, error_probability, side="upper").high
    return min(high + second_moment / (4 * cut), math.sqrt(second_moment))
