"""What a gambler owns who bets that the mean of draws in [0, 1] exceeds a candidate."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

STEPS = 60  # halvings of [0, 1]: the end is placed to 1e-18
FIRST = 16  # draws before a stake in their own scale
TINY = 1e-12  # of the square of the draws: a spread that is a rounding error
STAKE = 0.5  # the largest share of the capital that one bet may lose


def largest_refuted(values: NDArray[np.float64], share: float, horizon: int | None) -> float:
    """The largest mean that the bets refuted: capital falls as the candidate grows, so bisection finds it."""
    refuted, kept = 0.0, 1.0
    for _ in range(STEPS):
        middle = (refuted + kept) / 2
        if broke(values, middle, share, horizon):
            refuted = middle
        else:
            kept = middle
    return refuted


def broke(values: NDArray[np.float64], mean: float, share: float, horizon: int | None) -> bool:
    """Did betting on "more than `mean`" ever multiply the capital by ``1 / share``?

    Half of the capital is staked as if the spread were that of the whole range until the draws say otherwise, half in
    the scale of the draws alone; the sum of both is a martingale as well.
    """
    if mean <= 0 or not len(values):
        return False
    halves = [_stakes(values, share, horizon), scale_free_stakes(values, share, horizon)]
    owned = [np.cumsum(np.log1p(np.minimum(stakes, STAKE / mean) * (values - mean))) for stakes in halves]
    capital = np.logaddexp(*owned) - math.log(2)
    return bool(capital.max() >= -math.log(share))


def scale_free_stakes(values: NDArray[np.float64], share: float, horizon: int | None) -> NDArray[np.float64]:
    """Stakes before each draw, from the variance of the draws before it alone; none before there are a few.

    Parameters
    ----------
    values : ndarray of shape (n,), ``>= 0``
        In any unit: stakes are in one over that unit.
    share : float
    horizon : int or None
        Draws for which the stakes are tuned; None for every number at once.
    """
    first = FIRST if horizon is None else min(FIRST, horizon // 4)
    before = np.arange(len(values))
    counts = np.maximum(before, 1)
    means = np.concatenate([[0.0], np.cumsum(values)[:-1]]) / counts
    squares = np.concatenate([[0.0], np.cumsum(values**2)[:-1]]) / counts
    spread = squares - means**2
    spread = np.where(spread > TINY * squares, spread, means**2)  # all alike so far: their size is their scale
    scale = horizon if horizon is not None else np.maximum(before + 1, 2) * np.log1p(before + 1)
    with np.errstate(divide="ignore"):
        stakes = np.sqrt(2 * math.log(1 / share) / (spread * scale))
    return np.where((before >= first) & (before > 0) & (spread > 0), stakes, 0.0)


def _stakes(values: NDArray[np.float64], share: float, horizon: int | None) -> NDArray[np.float64]:
    """Stakes before each draw, from the mean and variance of the draws before it only (shape of `values`)."""
    times = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (times + 1)
    spreads = (0.25 + np.cumsum((values - means) ** 2)) / (times + 1)
    known = np.concatenate([[0.25], spreads[:-1]])  # what is known before the draw
    scale = horizon if horizon is not None else times * np.log1p(times)
    return np.sqrt(2 * math.log(1 / share) / (known * scale))


def to_unit(sample: Sequence[float] | NDArray, low: float, high: float) -> NDArray[np.float64]:
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ValueError(f"bounds must be finite with low < high, got ({low}, {high})")
    values = np.asarray(sample, dtype=np.float64).ravel()
    outside = ~((values >= low) & (values <= high))
    if outside.any():
        raise ValueError(
            f"every draw must lie within [{low}, {high}], got {values[outside][0]}; "
            f"nothing is guaranteed otherwise: widen the bounds or use a quantile"
        )
    return (values - low) / (high - low)
