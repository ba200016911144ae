"""Measured exponents: the slope of a log quantile on a log design, with the replicates' own noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.bootstrap import percentile_interval, resampled_quantiles, resamples
from boundcheck.stats.interval import Interval, require_probability
from boundcheck.stats.quantiles import ordered_sample, quantile, quantile_interval


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
