"""Replicates in blocks that share something, such as a design: only the blocks are independent."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.betting import mean_interval
from boundcheck.stats.interval import Interval, Side, one_sided, require_probability, share_of
from boundcheck.stats.quantiles import ordered_sample

BOLDEST = 0.95  # of the capital that the boldest bet may lose
BETS = 12  # sizes of stake, from the boldest down to one over the number of blocks


def clustered_proportion_interval(
    hits: Sequence[bool] | NDArray, sizes: Sequence[int], error_probability: float, side: Side = "two"
) -> Interval:
    """Guaranteed interval for a rate, from replicates that are independent between blocks only.

    The share of hits in a block has the rate as its mean, whatever happens within; so the betting interval of
    the shares covers the rate.

    Parameters
    ----------
    hits : array_like of bool, shape (n,)
    sizes : sequence of int ``>= 1``, with sum n
        Replicates in each block, in order.
    error_probability : float in (0, 1)
    side : {"two", "upper", "lower"}

    Returns
    -------
    interval : Interval within ``[0, 1]``

    Raises
    ------
    ValueError
        Where the sizes are not those of the sample.
    """
    return mean_interval(block_means(hits, sizes), 0.0, 1.0, error_probability, side)


def clustered_quantile_interval(
    sample: Sequence[float] | NDArray,
    sizes: Sequence[int],
    q: float,
    error_probability: float,
    side: Side = "two",
) -> Interval:
    """Guaranteed interval for a quantile, from replicates that are independent between blocks only.

    A value is refuted as too small where betting on the blocks' shares shows that less than `q` of the law
    lies at or below it, and as too large where more than `q` lies below it.

    Parameters
    ----------
    sample : array_like of shape (n,), without nan
    sizes : sequence of int ``>= 1``, with sum n
    q, error_probability : float in (0, 1)
    side : {"two", "upper", "lower"}

    Returns
    -------
    interval : Interval
        An end that so few blocks cannot bound is infinite.
    """
    share = share_of(error_probability, side)
    require_probability("q", q)
    values = np.asarray(sample, dtype=np.float64).ravel()
    ordered_sample(values, least=0)  # refuses nan
    ordered = np.concatenate([[-math.inf], np.unique(values), [math.inf]])

    def kept(x: float) -> bool:  # not shown that P(X <= x) < q
        return not _refuted(block_means(values > x, sizes), 1 - q, share)

    def refused(x: float) -> bool:  # shown that P(X < x) > q
        return _refuted(block_means(values < x, sizes), q, share)

    low = float(ordered[_first(ordered, kept)])
    high = float(ordered[max(1, _first(ordered, refused)) - 1]) if refused(math.inf) else math.inf
    return one_sided(low, high, side, -math.inf, math.inf)


def block_means(values: Sequence[float] | NDArray, sizes: Sequence[int]) -> NDArray[np.float64]:
    """The mean of each block, shape (len(sizes),).

    Raises
    ------
    ValueError
        Where the sizes are not those of the sample.
    """
    flat = np.asarray(values, dtype=np.float64).ravel()
    counts = np.asarray(sizes, dtype=np.intp)
    if (len(counts) and counts.min() < 1) or counts.sum() != len(flat):
        raise ValueError(f"block sizes must be >= 1 and add up to {len(flat)}, got {counts.tolist()}")
    if not len(counts):
        return np.empty(0)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    return np.add.reduceat(flat, starts) / counts


def _refuted(means: NDArray[np.float64], level: float, share: float) -> bool:
    """Do bets of several fixed sizes show that the mean of `means` exceeds `level`?

    Fixed, so that larger means never win less: the candidates that are kept then form an interval.
    """
    if not len(means):
        return False
    stakes = BOLDEST / level * np.geomspace(1, 1 / len(means), BETS)[:, None]
    logs = np.cumsum(np.log1p(stakes * (means - level)), axis=1)
    return bool(np.logaddexp.reduce(logs, axis=0).max() >= math.log(BETS / share))


def _first(ordered: NDArray[np.float64], holds: Callable[[float], bool]) -> int:
    """The first index at which `holds`, which is false, then true; ``len(ordered)`` where it never does."""
    low, high = 0, len(ordered)
    while low < high:
        middle = (low + high) // 2
        if holds(float(ordered[middle])):
            high = middle
        else:
            low = middle + 1
    return low
