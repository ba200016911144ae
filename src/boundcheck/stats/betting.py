"""Intervals for the mean of bounded draws, by betting against each candidate mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from numpy.typing import NDArray

from boundcheck.stats.capital import broke, largest_refuted, to_unit
from boundcheck.stats.interval import Interval, Side, share_of


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
