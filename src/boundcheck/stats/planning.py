"""How many repeats a finding needs, and what a run of given size would have found."""

from __future__ import annotations

import math

from boundcheck.stats.interval import require_probability

POWER = 0.95


def refuting_count(repeats: int, allowed: float, error_probability: float) -> int:
    r"""The fewest violations that refute "the rate is at most `allowed`".

    The smallest c with :math:`P(\mathrm{Bin}(n, \mathrm{allowed}) \ge c) \le \alpha`; from there on the exact
    lower end of the rate lies above `allowed`.

    Parameters
    ----------
    repeats : int, ``>= 0``
    allowed : float in [0, 1]
    error_probability : float in (0, 1)

    Returns
    -------
    count : int from 1 to ``repeats + 1``
        ``repeats + 1``: so few repeats refute nothing.
    """
    _require(repeats, allowed, error_probability)
    from scipy.special import bdtrc

    low, high = 0, repeats + 1  # P(Bin >= low) > alpha >= P(Bin >= high) = 0
    while high - low > 1:
        middle = (low + high) // 2
        if bdtrc(middle - 1, repeats, allowed) <= error_probability:
            high = middle
        else:
            low = middle
    return high


def smallest_visible_rate(repeats: int, allowed: float, error_probability: float, power: float = POWER) -> float:
    """The smallest true violation rate that a run of this size would have refuted with probability `power`.

    Parameters
    ----------
    repeats : int, ``>= 0``
    allowed : float in [0, 1]
        The rate that the statement allows, the theorem's delta.
    error_probability : float in (0, 1)
        One-sided, of refuting a true statement.
    power : float in (0, 1)

    Returns
    -------
    rate : float in (allowed, 1], or inf
        ``inf``: no rate would have been refuted, the run is too small.

    Source
    ------
    Inversion of the exact binomial test; ``P(Bin(n, p) >= c)`` is the regularised beta function.
    """
    require_probability("power", power)
    count = refuting_count(repeats, allowed, error_probability)
    if count > repeats:
        return math.inf
    from scipy.special import betaincinv

    return float(betaincinv(count, repeats - count + 1, power))


def _require(repeats: int, allowed: float, error_probability: float) -> None:
    require_probability("error_probability", error_probability)
    if repeats < 0 or not 0 <= allowed <= 1:
        raise ValueError(f"repeats must be >= 0 and allowed in [0, 1], got {repeats} and {allowed}")
