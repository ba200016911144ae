"""Quantiles, their ratios on common random numbers, and measured exponents, with the replicates' own noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.interval import Interval, Side, one_sided, require_probability, share_of

# Quantiles of an unknown law: distribution-free intervals from order statistics.


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


# The replicate bootstrap, without the resampling where its law is known.

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


# A against B on common random numbers.

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


# Measured exponents: the slope of a log quantile on a log design, with the replicates' own noise.


@dataclass(frozen=True)
class Slope:
    """A measured exponent.

    Parameters
    ----------
    value : float
        Least-squares slope of log quantile on log x.
    interval : Interval
        Replicate bootstrap; asymptotic in the number of replicates.
    guaranteed : Interval
        Distribution-free for any number of replicates, and wider; infinite where there are too few.
    quantiles : tuple of float
        The measured quantile at each x.
    """

    value: float
    interval: Interval
    guaranteed: Interval
    quantiles: tuple[float, ...]


def slope(
    design_x: Sequence[float] | NDArray,
    samples_per_x: Sequence[Sequence[float] | NDArray],
    q: float | Sequence[float],
    error_probability: float,
    rng: np.random.Generator,
) -> Slope:
    r"""Exponent :math:`a` in "quantile of the error :math:`\propto x^a`".

    The bootstrap resamples the replicates at each x, not the points of the line, so it needs no more than two
    values of x and does not take a bent line for noise. The guaranteed interval propagates the exact quantile
    intervals, each at an equal share of `error_probability`, through the slope, which is linear in the logs.

    Parameters
    ----------
    design_x : array_like of shape (k,), ``k >= 2``, positive, not all equal
    samples_per_x : sequence of k array_likes
        Independent replicates at each x; each sample's `q`-quantile must be positive.
    q : float in (0, 1), or k of them
        A level per x is what a sweep over the failure probability needs.
    error_probability : float in (0, 1)
    rng : Generator
        Draws the bootstrap; the same state gives the same interval.

    Returns
    -------
    slope : Slope

    Raises
    ------
    ValueError
        For a design without spread, or a quantile whose logarithm does not exist.

    Source
    ------
    Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 9 and 13.
    """
    require_probability("error_probability", error_probability)
    weights = _slope_weights(design_x)
    if len(samples_per_x) != len(weights):
        raise ValueError(f"one sample per x is needed, got {len(samples_per_x)} for {len(weights)}")
    samples = [ordered_sample(sample, least=2) for sample in samples_per_x]
    levels = np.broadcast_to(np.asarray(q, dtype=float), (len(samples),)).tolist()
    quantiles = [quantile(sample, level) for sample, level in zip(samples, levels, strict=True)]
    if min(quantiles) <= 0 or not np.all(np.isfinite(quantiles)):
        raise ValueError(f"a log-log slope needs positive finite quantiles, got {quantiles}")
    value = float(weights @ np.log(quantiles))

    count = resamples(error_probability)
    bootstrapped = np.zeros(count)
    for weight, sample, level in zip(weights, samples, levels, strict=True):
        bootstrapped += weight * _log(resampled_quantiles(sample, level, count, rng))
    interval = percentile_interval(value, bootstrapped, error_probability)
    return Slope(value, interval, _guaranteed(weights, samples, levels, error_probability), tuple(quantiles))


def _slope_weights(design_x: Sequence[float] | NDArray) -> NDArray[np.float64]:
    """The weights w with slope = w @ log(y), shape (k,)."""
    x = np.asarray(design_x, dtype=np.float64).ravel()
    if len(x) < 2 or not np.all(x > 0) or not np.all(np.isfinite(x)) or np.ptp(x) == 0:
        raise ValueError(f"a log-log slope needs two or more different positive x, got {x.tolist()}")
    centred = np.log(x) - np.log(x).mean()
    return centred / (centred @ centred)


def _guaranteed(
    weights: NDArray[np.float64],
    samples: list[NDArray[np.float64]],
    levels: list[float],
    error_probability: float,
) -> Interval:
    low = high = 0.0
    for weight, sample, level in zip(weights, samples, levels, strict=True):
        if weight == 0:
            continue
        ends = quantile_interval(sample, level, error_probability / len(samples))
        logs = (_log_end(ends.low), _log_end(ends.high))
        low += float(weight) * logs[0 if weight > 0 else 1]
        high += float(weight) * logs[1 if weight > 0 else 0]
    return Interval(low, high)


def _log_end(end: float) -> float:
    return math.log(end) if end > 0 else -math.inf


def _log(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.log(np.maximum(values, np.finfo(float).tiny))
