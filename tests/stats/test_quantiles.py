"""Quantiles: coverage as an exact sum over ranks, and over every sample of a law with atoms."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from boundcheck.stats import quantile, quantile_interval

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
