"""Quantiles of an unknown law: distribution-free intervals from order statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.interval import Interval, Side, one_sided, require_probability, share_of


def quantile(sample: Sequence[float] | NDArray, q: float) -> float:
    """The order statistic of rank ``ceil(n q)``: the left-continuous inverse of the empirical law.

    Parameters
    ----------
    sample : array_like of shape (n,), ``n >= 1``, no nan
    q : float in (0, 1)

    Returns
    -------
    value : float, an element of `sample`
    """
    ordered = ordered_sample(sample, least=1)
    return float(ordered[rank(len(ordered), q) - 1])


def rank(size: int, q: float) -> int:
    """The rank, from 1 to `size`, of the empirical `q`-quantile."""
    require_probability("q", q)
    # ceil(100 * 0.07) is 8 in floating point: the product is off by one unit in the last place
    return min(size, max(1, math.ceil(size * q - 1e-9)))


def quantile_interval(
    sample: Sequence[float] | NDArray, q: float, error_probability: float, side: Side = "two"
) -> Interval:
    r"""Interval for the `q`-quantile of any law, atoms included.

    Between the order statistics :math:`X_{(l)}` and :math:`X_{(u)}`, where :math:`l` is the largest rank with
    :math:`P(\mathrm{Bin}(n, q) \le l - 1) \le \alpha` and :math:`u` the smallest with
    :math:`P(\mathrm{Bin}(n, q) \ge u) \le \alpha`. It covers every :math:`x` with
    :math:`P(X < x) \le q \le P(X \le x)`, so every version of the quantile.

    Parameters
    ----------
    sample : array_like of shape (n,), ``n >= 0``
        Independent draws; infinite values are allowed, nan is not.
    q : float in (0, 1)
    error_probability : float in (0, 1)
        For ``side="two"`` each end gets half.
    side : {"two", "upper", "lower"}

    Returns
    -------
    interval : Interval
        An end that so few draws cannot bound is infinite.

    Raises
    ------
    ValueError
        For a nan in the sample or a probability outside (0, 1).

    Source
    ------
    David and Nagaraja, Order Statistics (3rd ed., 2003), section 7.1.
    """
    share = share_of(error_probability, side)
    require_probability("q", q)
    ordered = ordered_sample(sample, least=0)
    size = len(ordered)
    from scipy.special import bdtr, bdtrc

    counts = np.arange(size)
    few = bdtr(counts, size, q) if size else np.empty(0)  # P(Bin <= 0), .., P(Bin <= n - 1)
    many = bdtrc(counts, size, q) if size else np.empty(0)  # P(Bin >= 1), .., P(Bin >= n)
    lowest = int(np.count_nonzero(few <= share))
    highest = size - int(np.count_nonzero(many <= share))
    low = float(ordered[lowest - 1]) if lowest >= 1 else -math.inf
    high = float(ordered[highest]) if highest < size else math.inf
    return one_sided(low, high, side, -math.inf, math.inf)


def ordered_sample(sample: Sequence[float] | NDArray, least: int) -> NDArray[np.float64]:
    """The sample in ascending order, refused where a value is nan or there are fewer than `least`."""
    ordered = np.sort(np.asarray(sample, dtype=np.float64).ravel())
    if len(ordered) < least:
        raise ValueError(f"a sample needs at least {least} values here, got {len(ordered)}")
    if len(ordered) and np.isnan(ordered[-1]):
        raise ValueError("the sample holds nan: count such replicates as failures before any interval is taken")
    return ordered
