"""The examples that decide Theorem D.3 and the adaptivity of Algorithm 1, with real policies."""

import numpy as np
import pytest

from boundcheck.papers.square.lab.same_draws import average_of_equal_draws, gap_of_equal_draws
from boundcheck.rlhf.bandits.bandit import one_state
from boundcheck.rlhf.bandits.policies import mixed_policy


@pytest.mark.parametrize("rounds", [6, 60, 600])
def test_equal_draws_keep_their_probability_and_leave_a_gap(rounds):
    policy, least = average_of_equal_draws(rounds)
    assert least >= 1 / 3 - 1e-12
    assert policy[0, 1] == pytest.approx(policy[0, 2])
    assert gap_of_equal_draws(rounds) >= 1 / 3


@pytest.mark.parametrize("beta", [1e-4, 1e-2, 0.3, 2.0])
def test_the_bias_of_one_beta_against_its_share(beta):
    rare = 0.002
    bandit = one_state((1 - rare) / 2, rare, (1 - rare) / 2)
    top = min(0.9 * beta, 1.0)  # at most beta (phi(3/2) - phi(v)), so the gap is at least as large a share of it
    policy = mixed_policy(bandit, np.array([[[top, 0.0, 0.0]]]), beta)[0, 0]
    assert top * (1 - policy[0]) >= min(beta / 5, 0.25)


@pytest.mark.parametrize("beta", [1e-5, 1e-3, 0.1])
def test_the_lure_of_one_beta_against_its_share(beta):
    s = 0.2
    rare = s**2 / 20
    bandit = one_state((1 - rare) / 2, rare, (1 - rare) / 2)
    policy = mixed_policy(bandit, np.array([[[0.0, 0.5, -2 * np.arctanh(s)]]]), beta)[0, 0]
    assert policy[1] >= min(s**2 / (80 * beta), 0.5)
