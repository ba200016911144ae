"""A against B on common random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.bootstrap import percentile_interval, resamples
from boundcheck.stats.interval import Interval, require_probability
from boundcheck.stats.quantiles import quantile, quantile_interval, rank

CHUNK = 4_000_000  # resampled values held at once


@dataclass(frozen=True)
class PairedRatio:
    """How many times larger A is than B.

    Parameters
    ----------
    value : float, ``> 0``
        Quantile of A over quantile of B.
    interval : Interval
        Bootstrap over pairs; asymptotic in the number of pairs.
    median : float
        Median of the ratios within pairs.
    median_interval : Interval
        Distribution-free, for any number of pairs.
    """

    value: float
    interval: Interval
    median: float
    median_interval: Interval


def paired_ratio(
    numerator: Sequence[float] | NDArray,
    denominator: Sequence[float] | NDArray,
    q: float,
    error_probability: float,
    rng: np.random.Generator,
) -> PairedRatio:
    """Ratio of the `q`-quantiles of two errors measured on the same random numbers.

    Parameters
    ----------
    numerator, denominator : array_like of shape (n,), ``n >= 2``, positive
        Pair i comes from replicate i; pairs are independent.
    q : float in (0, 1)
    error_probability : float in (0, 1)
        Of each of the two intervals.
    rng : Generator
        Draws the bootstrap.

    Returns
    -------
    ratio : PairedRatio

    Raises
    ------
    ValueError
        For samples of different length, or values without a ratio.

    Source
    ------
    Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13; order statistics for the
    median.
    """
    require_probability("error_probability", error_probability)
    above = np.asarray(numerator, dtype=np.float64).ravel()
    below = np.asarray(denominator, dtype=np.float64).ravel()
    if len(above) != len(below) or len(above) < 2:
        raise ValueError(f"pairs are needed, at least two, got {len(above)} and {len(below)} values")
    if not (np.all(np.isfinite(above)) and np.all(np.isfinite(below))) or min(above.min(), below.min()) <= 0:
        raise ValueError("a ratio needs positive finite values on both sides; count failed replicates apart")
    value = quantile(above, q) / quantile(below, q)
    bootstrapped = _resampled_ratios(above, below, q, resamples(max(error_probability, 1e-2)), rng)
    within = above / below
    return PairedRatio(
        value,
        percentile_interval(value, bootstrapped, error_probability),
        quantile(within, 0.5),
        quantile_interval(within, 0.5, error_probability),
    )


def _resampled_ratios(
    above: NDArray[np.float64], below: NDArray[np.float64], q: float, count: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Ratios of quantiles of resampled pairs, shape (count,)."""
    size, position = len(above), rank(len(above), q) - 1
    # An order statistic of a resample is one of the sample: places in small whole numbers are quicker to gather and to sort.
    (tops, first), (bottoms, second) = _places(above), _places(below)
    ratios = np.empty(count)
    step = max(1, CHUNK // size)
    for start in range(0, count, step):
        picks = rng.integers(size, size=(min(step, count - start), size))
        top = tops[np.partition(first[picks], position, axis=1)[:, position]]
        bottom = bottoms[np.partition(second[picks], position, axis=1)[:, position]]
        ratios[start : start + len(picks)] = top / bottom
    return ratios


def _places(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.unsignedinteger]]:
    """The values in ascending order, and where in it each of them stands."""
    order = np.argsort(values, kind="stable")
    places = np.empty(len(values), np.min_scalar_type(len(values)))
    places[order] = np.arange(len(values))
    return values[order], places
