"""Randomized response: private, unbiased after shifting and scaling, and harmless at infinite epsilon."""

from __future__ import annotations

from math import exp, inf

import numpy as np
import pytest
from enumeration import exact_law

from boundcheck.rlhf.mechanisms import keep_probability, randomized_response
from boundcheck.rlhf.preferences import Preferences, unbiased_ones


def counts(ones, total):
    return Preferences(np.eye(len(total)), np.array([total]), np.array([ones]), np.zeros(len(total)))


def outputs(ones, total, epsilon):
    """Exact law of the privatised counts."""
    return exact_law(lambda rng: tuple(randomized_response(rng, counts(ones, total), epsilon=epsilon).ones[0].tolist()))


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0, 4.0])
def test_one_label_is_private_at_epsilon_and_at_nothing_less(epsilon):
    zero, one = outputs([0, 0], [1, 2], epsilon), outputs([1, 0], [1, 2], epsilon)
    ratios = [one[key] / zero[key] for key in zero] + [zero[key] / one[key] for key in zero]
    assert max(ratios) == pytest.approx(exp(epsilon), rel=1e-12)
    assert not max(ratios) <= exp(0.99 * epsilon)  # what a check of a smaller epsilon would say


@pytest.mark.parametrize("epsilon", [0.05, 1.0, 3.0])
def test_shifted_and_scaled_labels_are_unbiased_by_enumeration(epsilon):
    ones, total = [2, 1], [3, 1]
    mean = np.zeros(2)
    for result, chance in outputs(ones, total, epsilon).items():
        mean += chance * unbiased_ones(counts(list(result), total), epsilon=epsilon)[0]
    assert mean == pytest.approx(ones, abs=1e-10)


def test_labels_left_biased_are_refuted():
    mean = sum(chance * np.array(result) for result, chance in outputs([2, 1], [3, 1], 1.0).items())
    assert abs(mean - [2, 1]).max() > 0.1


def test_infinite_epsilon_keeps_every_label():
    data = counts([2, 0], [5, 1])
    assert (randomized_response(np.random.default_rng(0), data, epsilon=inf).ones == data.ones).all()
    assert keep_probability(inf) == 1.0


@pytest.mark.parametrize("epsilon", [0.0, -1.0, float("nan")])
def test_epsilon_that_is_not_positive_is_refused(epsilon):
    with pytest.raises(ValueError, match="epsilon must be positive"):
        keep_probability(epsilon)


def test_single_rows_are_turned_at_the_printed_rate():
    # 200,000 coins: a share off by 0.005 would be 4.7 standard deviations; false alarm below 1e-5.
    n = 200_000
    data = Preferences(np.ones((n, 1)), np.ones((1, n), dtype=np.int64), np.zeros((1, n), dtype=np.int64), np.zeros(1))
    private = randomized_response(np.random.default_rng(5), data, epsilon=1.0)
    assert private.ones.mean() == pytest.approx(1 / (1 + exp(1.0)), abs=0.005)
    assert abs(private.ones.mean() - 1 / (1 + exp(2.0))) > 0.1
