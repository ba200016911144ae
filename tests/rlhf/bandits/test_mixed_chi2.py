"""Mixed chi-square policies: first-order conditions, optimality, and their divergences computed a second way."""

import numpy as np
import pytest
from scipy.optimize import minimize

from boundcheck.rlhf.bandits.bandit import Bandit, one_state
from boundcheck.rlhf.bandits.policies import (
    chi_square,
    concentrability,
    implicit_reward,
    kl,
    mixed_policy,
    normaliser,
    shortfall,
)  # fmt: skip

BANDIT = Bandit((0.3, 0.7), 3, ((0.2, 0.3, 0.5), (0.6, 0.3, 0.1)))
TABLE = np.array([[1.0, 0.2, 0.0], [0.0, 0.5, 0.9]])


@pytest.mark.parametrize("beta", [1e-2, 0.1, 1.0, 1e3])
def test_implicit_reward_gives_the_reward_back_up_to_a_number_per_state(beta):
    policy = mixed_policy(BANDIT, TABLE, beta)
    assert policy.sum(axis=-1) == pytest.approx(1, abs=1e-13)
    shift = implicit_reward(BANDIT, policy, beta) - TABLE
    assert np.ptp(shift, axis=-1) == pytest.approx(0, abs=1e-10 * max(1, beta))


def test_maximiser_against_an_optimiser():
    bandit, reward, beta = one_state(0.2, 0.3, 0.5), TABLE[0], 0.3

    def loss(free):
        policy = np.exp(free - free.max())
        policy = (policy / policy.sum())[None]
        return -(bandit.mean(reward[None], policy) - beta * (chi_square(bandit, policy) + kl(bandit, policy)))

    free = minimize(loss, np.zeros(3), tol=1e-12).x
    found = np.exp(free) / np.exp(free).sum()
    assert mixed_policy(bandit, reward[None], beta)[0] == pytest.approx(found, abs=1e-4)


def test_concentrability_is_one_plus_twice_the_divergence():
    policy = mixed_policy(BANDIT, TABLE, 0.1)
    assert concentrability(BANDIT, policy) == pytest.approx(1 + 2 * chi_square(BANDIT, policy), rel=1e-12)
    assert concentrability(BANDIT, BANDIT.reference) == pytest.approx(1, rel=1e-14)


def test_normaliser_lies_where_it_is_looked_for():
    weights = TABLE / 0.1
    found = normaliser(weights, BANDIT.reference)[..., 0]
    assert ((weights.min(axis=-1) - 1 <= found) & (found <= weights.max(axis=-1) - 1)).all()


def test_shortfall_has_both_signs():
    best = np.eye(3)[TABLE.argmax(axis=1)]
    policy = mixed_policy(BANDIT, TABLE, 0.1)
    assert shortfall(BANDIT, TABLE, policy, best) > 0
    assert shortfall(BANDIT, TABLE, policy, BANDIT.reference) < 0
