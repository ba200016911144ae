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


def repeats_to_see(rate: float, allowed: float, error_probability: float, power: float = POWER) -> int:
    """The fewest repeats that refute "at most `allowed`" with probability `power`, if the truth is `rate`.

    Power is a saw in the number of repeats, so a slightly larger number may do worse: use this one.

    Parameters
    ----------
    rate : float in (allowed, 1]
        The true rate that one wants to see.
    allowed : float in [0, 1)
    error_probability : float in (0, 1)
    power : float in (0, 1)

    Returns
    -------
    repeats : int, ``>= 1``

    Raises
    ------
    ValueError
        Where `rate` does not exceed `allowed`: no number of repeats would do.
    """
    require_probability("power", power)
    _require(1, allowed, error_probability)
    if not allowed < rate <= 1:
        raise ValueError(f"rate must lie above allowed = {allowed} and be at most 1, got {rate}")
    count = 1
    while _visible_with(count, rate, allowed, error_probability, power) is None:
        count *= 2
    refused = count // 2
    while count - refused > 1:
        middle = (refused + count) // 2
        if _visible_with(middle, rate, allowed, error_probability, power) is None:
            refused = middle
        else:
            count = middle
    # the teeth of the saw are not quite level: an earlier one may already reach
    found = [
        _visible_with(earlier, rate, allowed, error_probability, power)
        for earlier in range(max(1, count - 8), count + 1)
    ]
    return min(repeats for repeats in found if repeats is not None)


def _visible_with(count: int, rate: float, allowed: float, error_probability: float, power: float) -> int | None:
    """The fewest repeats that reach `power` while `count` violations refute; None where there are none."""
    from scipy.special import bdtrc

    fewest, most = count, count  # most: the last number of repeats at which `count` violations still refute
    if bdtrc(count - 1, count, allowed) > error_probability:
        return None
    while bdtrc(count - 1, most, allowed) <= error_probability:
        if bdtrc(count - 1, most, rate) >= power:
            break
        fewest, most = most, 2 * most
    low, high = fewest, most
    while high - low > 1:  # the first repeats at which the power suffices or the count no longer refutes
        middle = (low + high) // 2
        if bdtrc(count - 1, middle, rate) >= power or bdtrc(count - 1, middle, allowed) > error_probability:
            high = middle
        else:
            low = middle
    for repeats in (low, high):
        enough = bdtrc(count - 1, repeats, rate) >= power
        if enough and bdtrc(count - 1, repeats, allowed) <= error_probability:
            return repeats
    return None


def _require(repeats: int, allowed: float, error_probability: float) -> None:
    require_probability("error_probability", error_probability)
    if repeats < 0 or not 0 <= allowed <= 1:
        raise ValueError(f"repeats must be >= 0 and allowed in [0, 1], got {repeats} and {allowed}")
