"""The exponential mechanism: its law against exponentials of losses, its privacy by enumeration of data sets."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest

from boundcheck.rlhf.bandits.bandit import Counts
from boundcheck.rlhf.bandits.policies import ExponentialMechanism, largest_ratio

FUNCTIONS = np.array([[0.2, -0.4], [0.9, 0.3], [-0.5, -0.4]])
COUNTS = Counts(np.array([[3, 2]]), np.array([[1, 2]]), 5)


def test_law_against_exponentials_of_losses():
    loss = (FUNCTIONS - 1) ** 2 @ COUNTS.ones[0] + (FUNCTIONS + 1) ** 2 @ (COUNTS.total - COUNTS.ones)[0]
    expected = np.exp(-0.7 / 8 * loss)
    found = ExponentialMechanism().law(COUNTS, FUNCTIONS, epsilon=0.7)[0]
    assert found == pytest.approx(expected / expected.sum(), rel=1e-13)


def test_draws_follow_the_law():
    mechanism = ExponentialMechanism()
    many = Counts(np.repeat(COUNTS.total, 20_000, axis=0), np.repeat(COUNTS.ones, 20_000, axis=0), 5)
    drawn = mechanism(np.random.default_rng(4), many, FUNCTIONS, epsilon=3.0)
    for member, share in enumerate(mechanism.law(COUNTS, FUNCTIONS, epsilon=3.0)[0]):
        assert binomtest(int((drawn == member).sum()), 20_000, share).pvalue > 1e-4  # false alarm 3e-4


@pytest.mark.parametrize("n", [1, 2, 3])
def test_replacing_a_sample_changes_probabilities_by_a_factor_of_at_most_e_to_the_epsilon(n):
    extreme = np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
    assert largest_ratio(extreme, n=n, epsilon=1.5) <= math.exp(1.5) * (1 + 1e-12)


def test_half_the_rate_is_not_private():
    extreme = np.array([[1.0], *[[-1.0]] * 40])
    assert largest_ratio(extreme, n=1, epsilon=1.0, rate=4.0) > math.exp(1.0)
