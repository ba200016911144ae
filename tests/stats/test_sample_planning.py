"""What a run would have seen against the binomial sum."""

import math

import pytest
from scipy.stats import binom

from boundcheck.stats import proportion_interval, refuting_count, smallest_visible_rate


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
