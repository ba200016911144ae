"""How often: exact intervals and tests for a rate, from successes out of trials."""

from __future__ import annotations

from typing import Literal

from boundcheck.stats.interval import Interval, Side, one_sided, share_of

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
