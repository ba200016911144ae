"""The plain interval for the mean of bounded draws."""

from __future__ import annotations

import math
from collections.abc import Sequence

from numpy.typing import NDArray

from boundcheck.stats.capital import to_unit
from boundcheck.stats.interval import Interval, Side, one_sided, share_of


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
    values = to_unit(sample, low, high)
    if not len(values):
        return Interval(low, high)
    reach = math.sqrt(math.log(1 / share) / (2 * len(values)))
    centre = float(values.mean())
    ends = max(0.0, centre - reach), min(1.0, centre + reach)
    return one_sided(low + ends[0] * (high - low), low + ends[1] * (high - low), side, low, high)
