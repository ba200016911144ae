"""What a gambler owns who bets that the mean of draws in [0, 1] exceeds a candidate."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

STEPS = 60  # halvings of [0, 1]: the end is placed to 1e-18
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
    """Did betting on "more than `mean`" ever multiply the capital by ``1 / share``?"""
    if mean <= 0 or not len(values):
        return False
    stakes = np.minimum(_stakes(values, share, horizon), STAKE / mean)
    capital = np.cumsum(np.log1p(stakes * (values - mean)))
    return bool(capital.max() >= -math.log(share))


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
