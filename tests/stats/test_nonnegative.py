"""Means without a ceiling: coverage by enumeration of every sample of small laws."""

import itertools
import math

import numpy as np
import pytest

from boundcheck.stats import mean_at_least, mean_at_most

ALPHA = 0.2
LAWS = [((0.0, 1.0), (0.5, 0.5)), ((0.0, 50.0), (0.9, 0.1)), ((1.0, 2.0, 9.0), (0.6, 0.3, 0.1)), ((3.0,), (1.0,))]


@pytest.mark.parametrize(("values", "weights"), LAWS)
def test_coverage_by_enumeration(values, weights):
    mean, second = np.dot(values, weights), np.dot(np.square(values), weights)
    low = high = 0.0
    for picks in itertools.product(range(len(values)), repeat=8 if len(values) < 3 else 6):
        sample, weight = [values[p] for p in picks], math.prod(weights[p] for p in picks)
        low += weight * (mean_at_least(sample, ALPHA) > mean)
        high += weight * (mean_at_most(sample, second, ALPHA) < mean)
    assert low <= ALPHA
    assert high <= ALPHA


def test_units_do_not_matter():
    draws = np.random.default_rng(1).exponential(size=400)
    assert mean_at_least(1e6 * draws, 1e-3) == pytest.approx(1e6 * mean_at_least(draws, 1e-3))


def test_the_limits_close_in():
    draws = np.random.default_rng(2).exponential(size=20_000)
    assert 0.95 < mean_at_least(draws, 1e-3) <= draws.mean() <= mean_at_most(draws, 2.0, 1e-3) < 1.07


def test_draws_below_zero_are_refused_and_none_say_nothing():
    with pytest.raises(ValueError, match="at least 0"):
        mean_at_least([1.0, -1.0], 1e-3)
    assert mean_at_least([], 1e-3) == mean_at_least([0.0], 1e-3) == 0.0
    assert mean_at_most([], 4.0, 1e-3) == 2.0
