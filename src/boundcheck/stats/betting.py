"""Limits for means by betting: of bounded draws, and of draws from 0 on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.interval import Interval, Side, require_probability, share_of

# What a gambler owns who bets that the mean of draws in [0, 1] exceeds a candidate.

STEPS = 60  # halvings of [0, 1]: the end is placed to 1e-18
FIRST = 16  # draws before a stake in their own scale
TINY = 1e-12  # of the square of the draws: a spread that is a rounding error
STAKE = 0.5  # the largest share of the capital that one bet may lose


def largest_refuted(values: NDArray[np.float64], share: float, horizon: int | None) -> float:
    """The largest mean that the bets refuted: capital falls as the candidate grows, so bisection finds it."""
    refuted, kept = 0.0, 1.0
    halves = _halves(values, share, horizon)
    for _ in range(STEPS):
        middle = (refuted + kept) / 2
        if _broke(values, middle, share, halves):
            refuted = middle
        else:
            kept = middle
    return refuted


def broke(values: NDArray[np.float64], mean: float, share: float, horizon: int | None) -> bool:
    """Did betting on "more than `mean`" ever multiply the capital by ``1 / share``?"""
    return _broke(values, mean, share, _halves(values, share, horizon))


def _halves(values: NDArray[np.float64], share: float, horizon: int | None) -> list[NDArray[np.float64]]:
    """The stakes of both halves of the capital, whatever mean is bet against."""
    return [_stakes(values, share, horizon), scale_free_stakes(values, share, horizon)] if len(values) else []


def _broke(values: NDArray[np.float64], mean: float, share: float, halves: list[NDArray[np.float64]]) -> bool:
    """Whether the bets with these stakes reach ``1 / share``.

    Half of the capital is staked as if the spread were that of the whole range until the draws say otherwise, half in
    the scale of the draws alone; the sum of both is a martingale as well.
    """
    if mean <= 0 or not len(values):
        return False
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


# Intervals for the mean of bounded draws, by betting against each candidate mean.


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
    given number of draws, which must not depend on the draws themselves; else see `decided`.

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
    share = share_of(error_probability, side)
    values = to_unit(sample, low, high)
    bottom = largest_refuted(values, share, len(values)) if side != "upper" else 0.0
    top = 1 - largest_refuted(1 - values, share, len(values)) if side != "lower" else 1.0
    if bottom > top:  # an event of at most error_probability: every candidate was refuted
        bottom = top = (bottom + top) / 2
    return Interval(low + bottom * (high - low), low + top * (high - low))


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
    Waudby-Smith and Ramdas, JRSS B 86 (2024) 1-27, Theorem 3 with the stakes of Equation (26): Ville's inequality on the
    capitals for either side, each with half of the error probability.
    """
    share = share_of(error_probability, "two")
    values = to_unit(sample, low, high)
    level = (threshold - low) / (high - low)
    if broke(values, level, share, None):
        return "above"
    if broke(1 - values, 1 - level, share, None):
        return "below"
    return "open"


# Limits for the mean of draws from 0 on that no ceiling is known of.


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
