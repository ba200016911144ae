"""The replicate bootstrap, without the resampling where its law is known."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.interval import Interval
from boundcheck.stats.quantiles import rank

FEWEST, MOST = 4_000, 200_000


def resamples(error_probability: float) -> int:
    """Enough resamples for fifty of them beyond each end, between 4,000 and 200,000."""
    return int(min(MOST, max(FEWEST, math.ceil(100 / error_probability))))


def resampled_quantiles(
    ordered: NDArray[np.float64], q: float, count: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    r"""Draws from the exact bootstrap law of the `q`-quantile, without resampling.

    A resample picks :math:`X_{(\lceil n U_i \rceil)}` for uniforms :math:`U_i`; its order statistic of rank r
    therefore is :math:`X_{(\lceil n U_{(r)} \rceil)}` with :math:`U_{(r)} \sim \mathrm{Beta}(r, n - r + 1)`.

    Parameters
    ----------
    ordered : ndarray of shape (n,), ascending
    q : float in (0, 1)
    count : int, ``>= 1``
    rng : Generator

    Returns
    -------
    quantiles : ndarray of shape (count,)

    Source
    ------
    Maritz and Jarrett, JASA 73 (1978) 194-196.
    """
    size = len(ordered)
    r = rank(size, q)
    positions = np.floor(size * rng.beta(r, size - r + 1, size=count)).astype(np.intp)
    return ordered[np.minimum(positions, size - 1)]


def percentile_interval(value: float, bootstrapped: NDArray[np.float64], error_probability: float) -> Interval:
    """Percentiles of the bootstrap law; where it has too few draws for them, at least the normal interval.

    Parameters
    ----------
    value : float
        The estimate itself, always inside.
    bootstrapped : ndarray of shape (count,)
    error_probability : float in (0, 1)

    Returns
    -------
    interval : Interval

    Source
    ------
    Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
    """
    tails = [error_probability / 2, 1 - error_probability / 2]
    low, high = (float(end) for end in np.quantile(bootstrapped, tails))
    if len(bootstrapped) * error_probability < 100:
        from scipy.special import ndtri

        reach = -float(ndtri(error_probability / 2)) * float(bootstrapped.std(ddof=1))
        low, high = min(low, value - reach), max(high, value + reach)
    return Interval(min(low, value), max(high, value))
