"""Means of bounded draws: coverage by enumeration of every sample of small discrete laws."""

import itertools
import math

import numpy as np
import pytest

from boundcheck.stats import Interval, betting, decided, mean_interval

LAWS = [
    ((0.0, 1.0), (0.5, 0.5)),
    ((0.0, 1.0), (0.9, 0.1)),
    ((0.0, 1.0), (0.03, 0.97)),
    ((0.0, 0.4, 1.0), (0.6, 0.3, 0.1)),
]
ALPHA = 0.2


def samples_of(values, weights, size):
    """Every sample of `size` draws with its probability."""
    for picks in itertools.product(range(len(values)), repeat=size):
        yield np.array([values[p] for p in picks]), math.prod(weights[p] for p in picks)


def size_for(values):
    return 7 if len(values) == 2 else 5


@pytest.mark.parametrize(("values", "weights"), LAWS)
@pytest.mark.parametrize("side", ["two", "upper", "lower"])
def test_coverage_by_enumeration(values, weights, side):
    mean = np.dot(values, weights)
    missed = sum(
        weight
        for sample, weight in samples_of(values, weights, size_for(values))
        if mean not in mean_interval(sample, 0.0, 1.0, ALPHA, side)
    )
    assert missed <= ALPHA


def test_stakes_that_know_the_draw_are_caught(monkeypatch):
    """The enumeration is no formality: a bet placed after the draw breaks the guarantee."""

    def cheating(values, share, horizon):
        return np.where(values > 0.5, 2.0, 0.0)

    monkeypatch.setattr(betting, "_stakes", cheating)
    monkeypatch.setattr(betting, "scale_free_stakes", cheating)
    values, weights = LAWS[0]
    missed = sum(
        weight for sample, weight in samples_of(values, weights, 9) if 0.5 not in mean_interval(sample, 0.0, 1.0, ALPHA)
    )
    assert missed > ALPHA


@pytest.mark.parametrize("threshold", [0.1, 0.5])
def test_a_wrong_decision_by_enumeration(threshold):
    """At the threshold itself neither "above" nor "below" is right, and both together are rare."""
    missed = sum(
        weight
        for sample, weight in samples_of((0.0, 1.0), (1 - threshold, threshold), 8)
        if decided(sample, threshold, 0.0, 1.0, ALPHA) != "open"
    )
    assert missed <= ALPHA


def test_a_clear_case_is_decided_early():
    ones = np.ones(60)
    assert decided(ones, 0.5, 0.0, 1.0, 1e-3) == "above"
    assert decided(1 - ones, 0.5, 0.0, 1.0, 1e-3) == "below"
    assert decided(ones[:5], 0.5, 0.0, 1.0, 1e-3) == "open"
    assert decided([], 0.5, 0.0, 1.0, 1e-3) == "open"


def test_it_is_narrow_where_the_spread_is_small():
    """A fifth of the width that Hoeffding's inequality gives."""
    draws = np.random.default_rng(1).uniform(0.45, 0.55, size=500)
    assert mean_interval(draws, 0.0, 1.0, 1e-3).width < 2 * math.sqrt(math.log(2 / 1e-3) / (2 * 500)) / 5


def test_units_do_not_matter():
    draws = np.random.default_rng(2).uniform(size=100)
    unit, scaled = mean_interval(draws, 0, 1, 0.01), mean_interval(3 + 4 * draws, 3, 7, 0.01)
    assert (scaled.low, scaled.high) == pytest.approx((3 + 4 * unit.low, 3 + 4 * unit.high))


def test_a_draw_out_of_bounds_is_refused():
    with pytest.raises(ValueError, match="must lie within"):
        mean_interval([0.1, 1.1], 0, 1, 0.01)
    with pytest.raises(ValueError, match="must lie within"):
        mean_interval([0.1, math.nan], 0, 1, 0.01)


def test_no_draws_say_nothing():
    assert mean_interval([], 0, 1, 0.01) == Interval(0, 1)
