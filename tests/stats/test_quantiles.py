"""Quantiles and measured exponents."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import beta, binom, chi2

from boundcheck.stats import paired_ratio, quantile, quantile_interval, slope
from boundcheck.stats.quantiles import percentile_interval, rank, resampled_quantiles

# Quantiles: coverage as an exact sum over ranks, and over every sample of a law with atoms.

SIZES = (1, 2, 5, 30, 200)
LEVELS = (0.05, 0.5, 0.9, 0.99)


def covered_ranks(interval, size, q):
    """P(interval covers the quantile) for a continuous law, the sample being 1..n: j of it lie below."""
    low = 0 if interval.low == -math.inf else int(interval.low)
    high = size + 1 if interval.high == math.inf else int(interval.high)
    below = np.arange(size + 1)
    return float(binom.pmf(below, size, q)[(below >= low) & (below < high)].sum())


@pytest.mark.parametrize("side", ["two", "upper", "lower"])
@pytest.mark.parametrize("q", LEVELS)
@pytest.mark.parametrize("size", SIZES)
def test_coverage_as_an_exact_sum(size, q, side):
    for alpha in (0.2, 0.05, 1e-3):
        interval = quantile_interval(np.arange(1, size + 1), q, alpha, side)
        assert covered_ranks(interval, size, q) >= 1 - alpha - 1e-12


@pytest.mark.parametrize("q", LEVELS)
def test_one_rank_less_would_not_cover(q):
    alpha, size = 0.05, 200
    full = quantile_interval(np.arange(1, size + 1), q, alpha)
    for low, high in ((full.low + 1, math.inf), (-math.inf, full.high - 1)):
        if math.isfinite(low) or math.isfinite(high):
            shrunk = type(full)(low, high)
            assert covered_ranks(shrunk, size, q) < 1 - alpha / 2


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("q", [0.3, 0.5, 0.9])
def test_coverage_with_atoms(rate, q):
    """A law on {0, 1}: every value between the left and the right quantile has to be covered."""
    size, alpha = 12, 0.1
    left = 0.0 if 1 - rate >= q else 1.0
    right = 0.0 if 1 - rate > q else 1.0
    coverage = 0.0
    for ones in range(size + 1):
        sample = [0.0] * (size - ones) + [1.0] * ones
        interval = quantile_interval(sample, q, alpha)
        coverage += binom.pmf(ones, size, rate) * (left in interval and right in interval)
    assert coverage >= 1 - alpha


def test_too_small_a_sample_is_infinite_never_nan():
    assert quantile_interval([1.0], 0.5, 0.01).width == math.inf
    assert quantile_interval([], 0.5, 0.01).width == math.inf
    assert quantile_interval(range(600), 0.99, 0.01).high == 599
    assert quantile_interval(range(500), 0.99, 0.01).high == math.inf


def test_infinite_errors_are_errors_too():
    assert quantile_interval([1.0] * 50 + [math.inf] * 50, 0.9, 0.01).high == math.inf


def test_nan_is_refused():
    with pytest.raises(ValueError, match="nan"):
        quantile_interval([1.0, math.nan], 0.5, 0.01)


@pytest.mark.parametrize(("q", "rank"), [(0.07, 7), (0.29, 29), (0.5, 50), (0.951, 96), (0.999, 100)])
def test_rank_is_not_off_by_a_rounding(q, rank):
    assert quantile(np.arange(1, 101), q) == rank


# Exponents and ratios: exact where the data are, the bootstrap law against enumeration.


def exponential_errors(rng, xs, exponent, size):
    return [rng.exponential(size=size) * x**exponent for x in xs]


def test_an_exact_power_is_found_exactly():
    xs = [10.0, 100.0, 1e4, 1e9]
    found = slope(xs, [np.full(50, 3 * x**-0.5) for x in xs], 0.9, 0.01, np.random.default_rng(0))
    assert found.value == pytest.approx(-0.5, abs=1e-12)
    assert found.interval.width == pytest.approx(0, abs=1e-12)
    assert found.guaranteed.width == math.inf  # 50 draws do not bound a 0.9-quantile at 0.25 per cent


def test_value_against_polyfit():
    rng = np.random.default_rng(1)
    xs = np.array([1.0, 3.0, 10.0, 100.0])
    found = slope(xs, exponential_errors(rng, xs, -0.3, 400), 0.5, 0.01, rng)
    assert found.value == pytest.approx(np.polyfit(np.log(xs), np.log(found.quantiles), 1)[0], abs=1e-12)


def test_each_x_may_have_its_own_quantile():
    rng = np.random.default_rng(1)
    xs, levels = [1.0, 10.0, 100.0], [0.5, 0.8, 0.95]
    samples = exponential_errors(rng, xs, -0.3, 400)
    found = slope(xs, samples, levels, 0.01, rng)
    assert found.quantiles == tuple(np.sort(s)[round(400 * q) - 1] for s, q in zip(samples, levels, strict=True))
    assert slope(xs, samples, 0.5, 0.01, rng).value != found.value


def test_another_exponent_is_excluded_and_the_true_one_is_not():
    """False alarm below 1e-4 by the guaranteed interval; the seed is fixed."""
    rng = np.random.default_rng(2)
    xs = [100.0, 1e3, 1e4, 1e5]
    found = slope(xs, exponential_errors(rng, xs, -0.5, 2000), 0.9, 1e-4, rng)
    assert -0.5 in found.guaranteed
    assert -0.5 in found.interval
    assert -0.45 not in found.guaranteed
    assert -0.45 not in found.interval
    assert found.interval.width < found.guaranteed.width


def test_same_state_same_interval():
    xs, samples = [1.0, 2.0], exponential_errors(np.random.default_rng(3), [1.0, 2.0], 1, 30)
    first, second = (slope(xs, samples, 0.5, 0.05, np.random.default_rng(4)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("q", [0.3, 0.5, 0.8])
def test_bootstrap_law_against_every_resample(q):
    """Chi-square of 20,000 draws against all 5^5 resamples; false alarm 1e-4 each, seed fixed."""
    ordered = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    r = rank(5, q)
    exact = np.zeros(5)
    for resample in itertools.product(range(5), repeat=5):
        exact[sorted(resample)[r - 1]] += 5.0**-5
    drawn = resampled_quantiles(ordered, q, 20_000, np.random.default_rng(6))
    counts = np.array([(drawn == value).sum() for value in ordered])
    statistic = ((counts - 20_000 * exact) ** 2 / (20_000 * exact)).sum()
    assert statistic < chi2.isf(1e-4, 4)
    wrong = np.roll(exact, 1)
    assert ((counts - 20_000 * wrong) ** 2 / (20_000 * wrong)).sum() > chi2.isf(1e-4, 4)


@pytest.mark.parametrize(("size", "q", "nominal", "least"), [(500, 0.5, 0.95, 0.93), (2000, 0.9, 0.99, 0.98)])
def test_bootstrap_coverage_of_a_quantile_as_an_exact_sum(size, q, nominal, least):
    """Its percentiles are fixed order statistics: coverage is a binomial sum, for every continuous law."""
    r = rank(size, q)
    ends = beta(r, size - r + 1).ppf([(1 - nominal) / 2, (1 + nominal) / 2])
    low, high = (int(np.floor(size * end)) + 1 for end in ends)
    assert binom.cdf(high - 1, size, q) - binom.cdf(low - 1, size, q) >= least


def test_rare_tails_widen_beyond_the_draws():
    """At 1e-6 the bootstrap has no draw that rare, and must not answer with its largest one."""
    draws = np.random.default_rng(7).normal(size=1000)
    assert percentile_interval(0.0, draws, 1e-6).high >= 4.8 * draws.std()


@pytest.mark.parametrize("xs", [[1.0], [1.0, 1.0], [0.0, 1.0], [1.0, math.inf]])
def test_a_design_without_spread_is_refused(xs):
    with pytest.raises(ValueError, match="different positive x"):
        slope(xs, [[1.0, 2.0]] * len(xs), 0.5, 0.1, np.random.default_rng(0))


def test_a_quantile_without_logarithm_is_refused():
    with pytest.raises(ValueError, match="positive finite quantiles"):
        slope([1.0, 2.0], [[0.0, 0.0], [1.0, 1.0]], 0.5, 0.1, np.random.default_rng(0))


def test_common_noise_cancels_in_pairs():
    """False alarm 1e-3, seed fixed; unpaired intervals would hold 1 and 1.1 comfortably."""
    rng = np.random.default_rng(8)
    below = rng.exponential(size=1000)
    above = 1.05 * below * np.exp(0.01 * rng.normal(size=1000))
    found = paired_ratio(above, below, 0.9, 1e-3, rng)
    assert 1.05 in found.interval
    assert 1.05 in found.median_interval
    assert 1.0 not in found.interval
    assert 1.0 not in found.median_interval


def test_equal_errors_have_ratio_one():
    errors = np.random.default_rng(9).exponential(size=100)
    found = paired_ratio(errors, errors, 0.5, 1e-3, np.random.default_rng(0))
    assert (found.value, found.interval.low, found.interval.high, found.median) == (1, 1, 1, 1)


@pytest.mark.parametrize("broken", [[1.0], [1.0, 0.0], [1.0, math.nan], [1.0, math.inf]])
def test_values_without_a_ratio_are_refused(broken):
    with pytest.raises(ValueError, match=r"pairs|positive finite"):
        paired_ratio(broken, [1.0, 2.0], 0.5, 0.1, np.random.default_rng(0))
