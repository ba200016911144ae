"""Intervals and their arguments, rates from successes out of trials, sizes of runs, and one error probability for all of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

# The answer of every interval procedure, and the check of the arguments they share.

Side = Literal["two", "upper", "lower"]


@dataclass(frozen=True)
class Interval:
    """A closed interval; an end that the sample cannot bound is infinite, never nan.

    Parameters
    ----------
    low, high : float
        ``low <= high``; ``-inf`` and ``inf`` say that this end is not bounded.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if math.isnan(self.low) or math.isnan(self.high) or self.low > self.high:
            raise ValueError(f"interval ends must satisfy low <= high, got ({self.low}, {self.high})")

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """``high - low``, ``>= 0``."""
        return self.high - self.low


def share_of(error_probability: float, side: Side) -> float:
    """The part of the error probability that one end may use.

    Parameters
    ----------
    error_probability : float in (0, 1)
    side : {"two", "upper", "lower"}

    Returns
    -------
    share : float in (0, 1)

    Raises
    ------
    ValueError
        Where the probability or the side is none.
    """
    require_probability("error_probability", error_probability)
    if side not in ("two", "upper", "lower"):
        raise ValueError(f"side must be 'two', 'upper' or 'lower', got {side!r}")
    return error_probability / 2 if side == "two" else error_probability


def require_probability(name: str, value: float) -> None:
    """Refuse a probability outside the open unit interval, naming it."""
    if not 0 < value < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {value}")


def one_sided(low: float, high: float, side: Side, floor: float, ceiling: float) -> Interval:
    """Keep the ends that were asked for; the other one is the trivial bound."""
    return Interval(floor if side == "upper" else low, ceiling if side == "lower" else high)


# How often: exact intervals and tests for a rate, from successes out of trials.

Alternative = Literal["two-sided", "less", "greater"]


def proportion_interval(successes: int, trials: int, error_probability: float, side: Side = "two") -> Interval:
    r"""Exact (Clopper-Pearson) interval for a rate.

    The lower end solves :math:`P(\mathrm{Bin}(n, p) \ge k) = \alpha` and the upper one
    :math:`P(\mathrm{Bin}(n, p) \le k) = \alpha`, so each is missed with probability at most :math:`\alpha`,
    whatever the rate and the number of trials; ``side="two"`` gives each end half of `error_probability`.

    Parameters
    ----------
    successes : int, ``0 <= successes <= trials``
    trials : int, ``>= 0``
        Independent trials. With none, the answer is ``[0, 1]``.
    error_probability : float in (0, 1)
    side : {"two", "upper", "lower"}
        ``"upper"`` bounds the rate from above only (``low = 0``), ``"lower"`` from below only (``high = 1``).

    Returns
    -------
    interval : Interval within ``[0, 1]``

    Raises
    ------
    ValueError
        Where the counts or the probability are impossible.

    Source
    ------
    Clopper and Pearson, Biometrika 26 (1934) 404-413.
    """
    share = share_of(error_probability, side)
    require_counts(successes, trials)
    from scipy.special import betaincinv

    low = float(betaincinv(successes, trials - successes + 1, share)) if successes > 0 else 0.0
    high = float(betaincinv(successes + 1, trials - successes, 1 - share)) if successes < trials else 1.0
    return one_sided(low, high, side, 0.0, 1.0)


def require_counts(successes: int, trials: int) -> None:
    """Refuse counts that cannot be, naming them."""
    if not 0 <= successes <= trials or successes != int(successes) or trials != int(trials):
        raise ValueError(
            f"successes and trials must be whole numbers with 0 <= successes <= trials, got {successes} of {trials}"
        )


# How many repeats a finding needs, and what a run of given size would have found.

POWER = 0.95


def smallest_size(enough: Callable[[int], bool], least: int) -> int:
    """The smallest size from `least` on that is enough, where a larger one is as well."""
    low, high = least - 1, least
    while not enough(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


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


# One error probability for the whole run: how it is split, and how p-values share it.


@overload
def split(error_probability: float, parts: int) -> float: ...
@overload
def split(error_probability: float, parts: Mapping[str, float]) -> dict[str, float]: ...


def split(error_probability: float, parts: int | Mapping[str, float]) -> float | dict[str, float]:
    """Shares of the budget whose sum does not exceed it, in floating point too.

    Parameters
    ----------
    error_probability : float in (0, 1)
        Of the whole.
    parts : int ``>= 1``, or mapping from name to weight ``> 0``
        How many equal parts, or what each named part weighs.

    Returns
    -------
    share : float, or dict from name to float
        By the union bound, all parts hold together but for `error_probability`.

    Raises
    ------
    ValueError
        Where there is nothing to split over.
    """
    require_probability("error_probability", error_probability)
    cautious = error_probability * (1 - 1e-12)
    if isinstance(parts, Mapping):
        if not parts or not all(weight > 0 for weight in parts.values()):
            raise ValueError(f"every part needs a positive weight, got {dict(parts)}")
        total = sum(parts.values())
        return {name: cautious * weight / total for name, weight in parts.items()}
    if parts < 1:
        raise ValueError(f"parts must be at least 1, got {parts}")
    return error_probability if parts == 1 else cautious / parts


def holm_levels(pvalues: Sequence[float] | NDArray, error_probability: float) -> NDArray[np.float64]:
    """The level at which Holm's procedure decides each p-value: the k-th smallest of m at ``alpha / (m - k + 1)``.

    It is rejected if it lies below its level, and all smaller ones below theirs.

    Parameters
    ----------
    pvalues : array_like of shape (m,), in [0, 1]
    error_probability : float in (0, 1)
        Of all tests together.

    Returns
    -------
    levels : ndarray of shape (m,), in the order given

    Source
    ------
    Holm, Scandinavian Journal of Statistics 6 (1979) 65-70.
    """
    require_probability("error_probability", error_probability)
    raw = np.asarray(pvalues, dtype=np.float64).ravel()
    levels = np.empty_like(raw)
    levels[np.argsort(raw, kind="stable")] = error_probability / np.arange(len(raw), 0, -1)
    return levels


def holm(pvalues: Sequence[float] | NDArray) -> NDArray[np.float64]:
    r"""Adjusted p-values: to reject those below :math:`\alpha` errs with probability at most :math:`\alpha`.

    Errs at all, that is, over all tests together. Valid under any dependence between the tests.

    Parameters
    ----------
    pvalues : array_like of shape (m,), in [0, 1]

    Returns
    -------
    adjusted : ndarray of shape (m,), in [0, 1], in the order given

    Raises
    ------
    ValueError
        For a value that is no probability, nan included.

    Source
    ------
    Holm, Scandinavian Journal of Statistics 6 (1979) 65-70.
    """
    raw = np.asarray(pvalues, dtype=np.float64).ravel()
    if not np.all((raw >= 0) & (raw <= 1)):
        raise ValueError(f"p-values must lie in [0, 1], got {raw.tolist()}")
    order = np.argsort(raw, kind="stable")
    stepped = np.maximum.accumulate(raw[order] * np.arange(len(raw), 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
