"""Rates, sizes of runs, and error probabilities that are shared."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom, binomtest
from statsmodels.stats.multitest import multipletests

from boundcheck.stats import Interval, holm, proportion_interval, refuting_count, smallest_visible_rate, split

# Rates: coverage as an exact binomial sum over every rate that could be hard.

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


# What a run would have seen against the binomial sum.


@pytest.mark.parametrize("repeats", [5, 50, 1000, 20_000])
@pytest.mark.parametrize("allowed", [0.0, 0.01, 0.1, 0.5])
def test_refuting_count_is_where_the_interval_leaves_the_allowed_rate(repeats, allowed):
    alpha = 1e-3
    count = refuting_count(repeats, allowed, alpha)
    if count <= repeats:
        assert proportion_interval(count, repeats, alpha, "lower").low > allowed - 1e-12
    if count > 1:
        assert proportion_interval(count - 1, repeats, alpha, "lower").low <= allowed + 1e-12


@pytest.mark.parametrize("repeats", [50, 1000, 20_000])
@pytest.mark.parametrize("allowed", [0.01, 0.1, 0.5])
def test_visible_rate_has_its_power_and_a_smaller_one_has_not(repeats, allowed):
    rate = smallest_visible_rate(repeats, allowed, 1e-3)
    count = refuting_count(repeats, allowed, 1e-3)
    assert binom.sf(count - 1, repeats, rate) == pytest.approx(0.95, abs=1e-9)
    assert rate > allowed
    assert binom.sf(count - 1, repeats, rate * 0.99) < 0.95


def test_too_small_a_run_sees_nothing():
    assert refuting_count(2, 0.1, 1e-3) == 3
    assert smallest_visible_rate(2, 0.1, 1e-3) == math.inf
    assert smallest_visible_rate(0, 0.1, 1e-3) == math.inf
    assert smallest_visible_rate(1000, 1.0, 1e-3) == math.inf


# The budget of a run, and Holm's sharing of it.


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 10, 997])
def test_shares_never_exceed_the_whole(parts):
    total = 0.0
    for _ in range(parts):
        total += split(1e-3, parts)
    assert 0.999_999e-3 < total <= 1e-3


def test_weights_are_kept():
    shares = split(1e-3, {"coverage": 3, "slope": 1})
    assert shares["coverage"] == pytest.approx(3 * shares["slope"])
    assert sum(shares.values()) <= 1e-3


@pytest.mark.parametrize("parts", [0, {}, {"a": 0}, {"a": 1, "b": -1}])
def test_nothing_to_split_over(parts):
    with pytest.raises(ValueError, match=r"parts|weight"):
        split(1e-3, parts)


def test_holm_against_statsmodels():
    rng = np.random.default_rng(0)
    for size in (1, 2, 5, 40):
        pvalues = np.round(rng.uniform(size=size) ** 3, 3)  # rounded: ties
        assert holm(pvalues) == pytest.approx(multipletests(pvalues, method="holm")[1])


def test_holm_errs_seldom_as_an_exact_sum_and_raw_pvalues_do_not():
    """Three true null hypotheses, independent exact tests: every outcome with its probability."""
    trials, rate, alpha = 12, 0.3, 0.1
    pvalues = np.array([binom.sf(k - 1, trials, rate) for k in range(trials + 1)])
    weights = binom.pmf(np.arange(trials + 1), trials, rate)
    adjusted = raw = 0.0
    for counts in itertools.product(range(trials + 1), repeat=3):
        weight = np.prod(weights[list(counts)])
        adjusted += weight * (holm(pvalues[list(counts)]).min() <= alpha)
        raw += weight * (pvalues[list(counts)].min() <= alpha)
    assert adjusted <= alpha < raw


@pytest.mark.parametrize("broken", [[0.1, 1.1], [-0.1], [float("nan")]])
def test_what_is_no_probability_is_refused(broken):
    with pytest.raises(ValueError, match="p-values"):
        holm(broken)


def test_no_pvalues():
    assert holm([]).shape == (0,)
