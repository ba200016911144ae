"""What a printed table of means and standard deviations supports."""

from __future__ import annotations

import math
from dataclasses import dataclass

from boundcheck.stats.interval import Alternative, Interval, require_probability, smallest_size


@dataclass(frozen=True)
class Welch:
    """Difference of two means whose spreads differ.

    Parameters
    ----------
    difference : float
        First mean minus second.
    interval : Interval
        Two-sided, for the difference.
    pvalue : float in [0, 1]
    degrees : float, ``> 0``
        Welch-Satterthwaite degrees of freedom.
    """

    difference: float
    interval: Interval
    pvalue: float
    degrees: float


def welch(
    means: tuple[float, float],
    deviations: tuple[float, float],
    sizes: tuple[int, int],
    error_probability: float,
    alternative: Alternative = "two-sided",
) -> Welch:
    """Welch's test from what tables print: mean, standard deviation and number of runs.

    Exact for no law; the usual approximation for nearly normal runs, and the report has to say so.

    Parameters
    ----------
    means : pair of float
    deviations : pair of float, ``>= 0``, not both 0
        With denominator ``size - 1``.
    sizes : pair of int, ``>= 2``
    error_probability : float in (0, 1)
        Of the interval.
    alternative : {"two-sided", "less", "greater"}
        ``"greater"``: the first mean is claimed to be the larger one.

    Returns
    -------
    result : Welch

    Raises
    ------
    ValueError
        Where one run stands for a spread, or neither row has any.

    Source
    ------
    Welch, Biometrika 34 (1947) 28-35; p-value by `scipy.stats.ttest_ind_from_stats`.
    """
    require_probability("error_probability", error_probability)
    if min(sizes) < 2 or min(deviations) < 0 or max(deviations) == 0:
        raise ValueError(
            f"Welch's test needs two runs or more per row and some spread, got sizes {sizes}, deviations {deviations}"
        )
    from scipy.special import stdtrit
    from scipy.stats import ttest_ind_from_stats

    pvalue = ttest_ind_from_stats(
        means[0],
        deviations[0],
        sizes[0],
        means[1],
        deviations[1],
        sizes[1],
        equal_var=False,
        alternative=alternative,
    ).pvalue
    variances = [deviation**2 / size for deviation, size in zip(deviations, sizes, strict=True)]
    degrees = sum(variances) ** 2 / sum(v**2 / (size - 1) for v, size in zip(variances, sizes, strict=True))
    difference = means[0] - means[1]
    reach = float(stdtrit(degrees, 1 - error_probability / 2)) * math.sqrt(sum(variances))
    return Welch(difference, Interval(difference - reach, difference + reach), float(pvalue), degrees)


def runs_to_separate(
    difference: float, deviations: tuple[float, float], error_probability: float, power: float = 0.8
) -> int:
    """The number of runs per row at which a true difference of this size would have shown.

    Parameters
    ----------
    difference : float, not 0
    deviations : pair of float, ``>= 0``
    error_probability : float in (0, 1)
        Of the two-sided test.
    power : float in (0, 1)

    Returns
    -------
    runs : int, ``>= 2``

    Raises
    ------
    ValueError
        For a difference of zero, which no number of runs separates.

    Source
    ------
    Noncentral t of Welch's test at equal sizes, power against the nearer side.
    """
    require_probability("error_probability", error_probability)
    require_probability("power", power)
    if difference == 0 or min(deviations) < 0:
        raise ValueError(f"a nonzero difference is needed, got {difference} with deviations {deviations}")
    if max(deviations) == 0:
        return 2
    return smallest_size(lambda size: _power(size, difference, deviations, error_probability) >= power, 2)


def _power(size: int, difference: float, deviations: tuple[float, float], error_probability: float) -> float:
    from scipy.special import nctdtr, stdtrit

    squares = [deviation**2 for deviation in deviations]
    degrees = (size - 1) * sum(squares) ** 2 / sum(square**2 for square in squares)
    shift = abs(difference) / math.sqrt(sum(squares) / size)
    if shift > 30:  # beyond the range of the noncentral t's series, and certain anyway
        return 1.0
    return 1 - float(nctdtr(degrees, shift, stdtrit(degrees, 1 - error_probability / 2)))
