"""Rates: coverage as an exact binomial sum over every rate that could be hard."""

import math

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from boundcheck.stats import Interval, proportion_interval

ALPHAS = (0.2, 0.05, 1e-3)


def least_coverage(ends, trials, side):
    """The smallest coverage over rates, among them the ends themselves, where coverage jumps."""
    edges = np.array([end for interval in ends for end in (interval.low, interval.high)])
    rates = np.unique(np.clip(np.concatenate([np.linspace(0, 1, 101), edges - 1e-9, edges, edges + 1e-9]), 0, 1))
    low = np.array([interval.low for interval in ends])
    high = np.array([interval.high for interval in ends])
    covered = (low[:, None] <= rates) & (rates <= high[:, None])
    return float((binom.pmf(np.arange(trials + 1)[:, None], trials, rates) * covered).sum(axis=0).min())


@pytest.mark.parametrize("side", ["two", "upper", "lower"])
@pytest.mark.parametrize("trials", [1, 2, 7, 40, 200])
def test_coverage_as_an_exact_sum(trials, side):
    for alpha in ALPHAS:
        ends = [proportion_interval(k, trials, alpha, side) for k in range(trials + 1)]
        assert least_coverage(ends, trials, side) >= 1 - alpha - 1e-12


def test_the_sum_sees_that_wald_undercovers():
    ends = []
    for k in range(41):
        reach = 1.96 * math.sqrt(k / 40 * (1 - k / 40) / 40)
        ends.append(Interval(max(0, k / 40 - reach), min(1, k / 40 + reach)))
    assert least_coverage(ends, 40, "two") < 0.5


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (3, 10), (10, 10), (17, 4000), (1, 10**6)])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_interval_against_scipy(successes, trials, alpha):
    found = proportion_interval(successes, trials, alpha)
    expected = binomtest(successes, trials).proportion_ci(1 - alpha, "exact")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_no_trials_say_nothing():
    assert proportion_interval(0, 0, 0.01) == Interval(0.0, 1.0)


def test_one_sided_is_not_half_of_two_sided():
    upper = proportion_interval(3, 100, 0.01, "upper")
    assert upper.low == 0
    assert upper.high < proportion_interval(3, 100, 0.01).high
    assert upper.high == pytest.approx(proportion_interval(3, 100, 0.02).high, abs=1e-14)


@pytest.mark.parametrize(("successes", "trials"), [(5, 4), (-1, 4), (1.5, 4)])
def test_impossible_counts_are_named(successes, trials):
    with pytest.raises(ValueError, match="successes"):
        proportion_interval(successes, trials, 0.1)


@pytest.mark.parametrize("alpha", [0, 1, -0.1, math.nan])
def test_error_probability_has_to_be_one(alpha):
    with pytest.raises(ValueError, match="error_probability"):
        proportion_interval(1, 4, alpha)


def test_an_interval_never_holds_nan():
    with pytest.raises(ValueError, match="low <= high"):
        Interval(0.0, math.nan)
