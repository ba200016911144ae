"""Intervals for the mean of bounded draws, by betting against each candidate mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.interval import Interval, Side, one_sided, share_of

STEPS = 60  # halvings of [0, 1]: the end is placed to 1e-18
STAKE = 0.5  # the largest share of the capital that one bet may lose


def mean_interval(
    sample: Sequence[float] | NDArray,
    low: float,
    high: float,
    error_probability: float,
    side: Side = "two",
) -> Interval:
    r"""Guaranteed interval for the mean of draws in ``[low, high]``.

    Whoever bets against a candidate mean :math:`m`, with stakes :math:`\lambda_t` fixed before draw
    :math:`t`, owns :math:`K_t(m) = \prod_{s \le t} (1 + \lambda_s (X_s - m))`, a nonnegative martingale if
    :math:`m` is the mean. By Ville's inequality it ever reaches :math:`1/\alpha` with probability at most
    :math:`\alpha`; the candidates that were never that expensive form the interval. Stakes are tuned for the
    given number of draws.

    Parameters
    ----------
    sample : array_like of shape (n,), ``n >= 0``
        Draws whose conditional mean given the earlier ones is constant (independent draws, or the averages of
        independent blocks), each within ``[low, high]``, in the order in which they were drawn.
    low, high : float, finite, ``low < high``
    error_probability : float in (0, 1)
    side : {"two", "upper", "lower"}

    Returns
    -------
    interval : Interval within ``[low, high]``

    Raises
    ------
    ValueError
        Where a draw lies outside the bounds: nothing is guaranteed then.

    Source
    ------
    Waudby-Smith and Ramdas, JRSS B 86 (2024) 1-27, Theorem 3 and Remark 3.
    """
    return _interval(sample, low, high, error_probability, side, horizon=np.size(sample))


def anytime_interval(
    sample: Sequence[float] | NDArray,
    low: float,
    high: float,
    error_probability: float,
    side: Side = "two",
) -> Interval:
    """As `mean_interval`, but valid at every moment at once: one may look after each draw, and stop at will.

    Parameters
    ----------
    sample : array_like of shape (t,)
        Everything drawn so far, in order. Longer prefixes give nested intervals.
    low, high : float, finite, ``low < high``
    error_probability : float in (0, 1)
        Of ever missing the mean, over all times together.
    side : {"two", "upper", "lower"}

    Returns
    -------
    interval : Interval within ``[low, high]``

    Source
    ------
    Waudby-Smith and Ramdas, JRSS B 86 (2024) 1-27, Theorem 3 with the stakes of Equation (26).
    """
    return _interval(sample, low, high, error_probability, side, horizon=None)


def decided(
    sample: Sequence[float] | NDArray,
    threshold: float,
    low: float,
    high: float,
    error_probability: float,
) -> Literal["above", "below", "open"]:
    """The anytime-valid stopping rule: may sampling stop, because the mean is known to pass `threshold`?

    Parameters
    ----------
    sample : array_like of shape (t,)
        Everything drawn so far, in order.
    threshold : float in [low, high]
    low, high : float, finite, ``low < high``
    error_probability : float in (0, 1)
        Of ever saying "above" or "below" wrongly, however often one asks.

    Returns
    -------
    verdict : {"above", "below", "open"}
        ``"open"``: go on, or stop without an answer.

    Source
    ------
    Ville's inequality on the two capitals of `anytime_interval`, each with half of the error probability.
    """
    share = share_of(error_probability, "two")
    values = _unit(sample, low, high)
    level = (threshold - low) / (high - low)
    if _broke(values, level, share, None):
        return "above"
    if _broke(1 - values, 1 - level, share, None):
        return "below"
    return "open"


def hoeffding_interval(
    sample: Sequence[float] | NDArray,
    low: float,
    high: float,
    error_probability: float,
    side: Side = "two",
) -> Interval:
    r"""Mean :math:`\pm (high - low) \sqrt{\ln(1/\alpha) / 2n}`: wider, but independent of the order.

    Parameters
    ----------
    sample : array_like of shape (n,), ``n >= 1``
        Independent draws within ``[low, high]``.
    low, high : float, finite, ``low < high``
    error_probability : float in (0, 1)
    side : {"two", "upper", "lower"}

    Returns
    -------
    interval : Interval within ``[low, high]``

    Source
    ------
    Hoeffding, JASA 58 (1963) 13-30, Theorem 2.
    """
    share = share_of(error_probability, side)
    values = _unit(sample, low, high)
    if not len(values):
        return Interval(low, high)
    reach = math.sqrt(math.log(1 / share) / (2 * len(values)))
    centre = float(values.mean())
    ends = max(0.0, centre - reach), min(1.0, centre + reach)
    return one_sided(low + ends[0] * (high - low), low + ends[1] * (high - low), side, low, high)


def _interval(
    sample: Sequence[float] | NDArray,
    low: float,
    high: float,
    error_probability: float,
    side: Side,
    horizon: int | None,
) -> Interval:
    share = share_of(error_probability, side)
    values = _unit(sample, low, high)
    bottom = _largest_refuted(values, share, horizon) if side != "upper" else 0.0
    top = 1 - _largest_refuted(1 - values, share, horizon) if side != "lower" else 1.0
    if bottom > top:  # an event of at most error_probability: every candidate was refuted
        bottom = top = (bottom + top) / 2
    return Interval(low + bottom * (high - low), low + top * (high - low))


def _largest_refuted(values: NDArray[np.float64], share: float, horizon: int | None) -> float:
    """The largest mean that the bets refuted: capital falls as the candidate grows, so bisection finds it."""
    refuted, kept = 0.0, 1.0
    for _ in range(STEPS):
        middle = (refuted + kept) / 2
        if _broke(values, middle, share, horizon):
            refuted = middle
        else:
            kept = middle
    return refuted


def _broke(values: NDArray[np.float64], mean: float, share: float, horizon: int | None) -> bool:
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


def _unit(sample: Sequence[float] | NDArray, low: float, high: float) -> NDArray[np.float64]:
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
