import itertools
import math

import numpy as np
import pytest
from scipy.stats import binomtest

from boundcheck.rlhf.users.plackett_luce import (
    curvature,
    derivatives,
    likelihood_fit,
    orthogonal_features,
    ranked,
    stages,
    steepest,
)

FEATURES = np.array([0.9, -0.2, 0.4])


def chance(order, theta):
    """The probability of a ranking, by its definition."""
    weights = [math.exp(theta * FEATURES[k]) for k in order]
    return math.prod(weights[j] / sum(weights[j:]) for j in range(len(order)))


def test_rankings_are_drawn_by_the_law_of_the_model():
    """Six rankings with false alarm 1e-3 each at another seed; at another parameter the most likely one is told apart."""
    drawn = ranked(np.random.default_rng(0), FEATURES[None], 1.5, 8000)[:, 0]
    for order in itertools.permutations(range(3)):
        seen = int((drawn == FEATURES[list(order)]).all(-1).sum())
        assert binomtest(seen, 8000, chance(order, 1.5)).pvalue > 1e-3
    best = int((drawn == FEATURES[[0, 2, 1]]).all(-1).sum())
    assert binomtest(best, 8000, chance((0, 2, 1), 0.5)).pvalue < 1e-9


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_derivatives_against_differences_of_the_loss(order):
    def loss(theta):
        return -math.log(chance(order, theta))

    step, ordered = 1e-4, FEATURES[list(order)]
    slope, curved = derivatives(ordered, np.array([0.7]))
    assert slope == pytest.approx((loss(0.7 + step) - loss(0.7 - step)) / (2 * step), abs=1e-7)
    assert curved == pytest.approx((loss(0.7 + step) - 2 * loss(0.7) + loss(0.7 - step)) / step**2, abs=1e-6)


def test_pairs_with_the_first_action_alone_are_not_the_variance_of_a_stage():
    _, variance = stages(np.array([0.0, 0.0, 1.0]), np.zeros(1))
    assert variance[0] == pytest.approx(2 / 9)
    assert variance[0] != pytest.approx(1 / 9), "the pair below the first action is half of it"


def test_the_fit_is_stationary_and_comes_near_the_truth():
    features = np.tile(orthogonal_features(4), (40, 1)) * 0.5
    ordered = ranked(np.random.default_rng(1), features, 0.6, 40)
    theta, residual = likelihood_fit(ordered, radius=2.0)
    assert (residual < 1e-10).all()
    assert abs(theta.mean() - 0.6) < 0.05
    held, residual = likelihood_fit(ordered, radius=0.1)
    assert np.allclose(held, 0.1)
    assert (residual == 0).all()


def test_two_actions_are_the_logistic_model():
    slope, curved = derivatives(np.array([1.0, -1.0]), np.array([0.3]))
    assert slope == pytest.approx(-2 / (1 + math.exp(0.6)))
    assert curved == pytest.approx(4 / (2 + 2 * math.cosh(0.6)))


def test_features_differ_in_half_of_the_questions():
    features = orthogonal_features(12)
    for i, j in itertools.combinations(range(12), 2):
        assert (features[:, i] != features[:, j]).mean() == 0.5
    with pytest.raises(ValueError, match="from 2 to 15"):
        orthogonal_features(16)


def test_gradients_grow_with_the_number_of_actions():
    assert steepest(2) == pytest.approx(1.0)
    half = np.repeat([1.0, -1.0], 6)
    assert -derivatives(half, np.zeros(1))[0] == pytest.approx(12 * sum(1 / k for k in range(7, 13)))
    assert steepest(12) > 8
    assert steepest(6) < 4 < steepest(7)
    assert all(steepest(k) <= 2 * (k - 1) for k in range(2, 9))


def test_two_actions_are_less_curved_than_a_half():
    assert curvature(2) == pytest.approx(0.25)
    assert curvature(3) == pytest.approx(7 / 12)
