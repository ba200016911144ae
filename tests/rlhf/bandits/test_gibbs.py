import numpy as np
import pytest
from scipy.special import rel_entr

from boundcheck.rlhf.bandits.bandit import Bandit, one_state
from boundcheck.rlhf.bandits.policies import gibbs, suboptimality, trivial, value

BANDIT = Bandit((0.3, 0.7), 3, ((0.2, 0.3, 0.5), (0.6, 0.4, 0.0)))


@pytest.mark.parametrize("beta", [0.1, 1.0, 30.0])
def test_shortfall_is_a_divergence_and_a_difference_of_objectives(beta):
    rng = np.random.default_rng(1)
    truth, other = rng.uniform(0, 1, (2, 2, 3))
    best, mine = gibbs(BANDIT, truth, beta), gibbs(BANDIT, other, beta)
    kl = (BANDIT.law[:, None] * rel_entr(mine, best)).sum() / beta
    gap = value(BANDIT, truth, best, beta) - value(BANDIT, truth, mine, beta)
    assert suboptimality(BANDIT, truth, other, beta) == pytest.approx(kl, rel=1e-12)
    assert gap == pytest.approx(kl, rel=1e-10)


def test_no_policy_beats_the_gibbs_policy():
    rng = np.random.default_rng(2)
    truth = rng.uniform(0, 1, (2, 3))
    best = value(BANDIT, truth, gibbs(BANDIT, truth, 2.0), 2.0)
    policies = rng.dirichlet(np.ones(3), (500, 2))
    policies[:, 1, 2] = 0
    policies /= policies.sum(axis=-1, keepdims=True)
    assert value(BANDIT, truth, policies, 2.0).max() < best


def test_an_offset_per_state_changes_nothing_and_small_gaps_keep_their_digits():
    bandit = one_state(0.5, 0.5)
    truth = np.array([[0.5, 0.25]])
    assert suboptimality(bandit, truth, truth + 3.0, 4.0) == pytest.approx(0, abs=1e-30)
    tiny = suboptimality(bandit, truth, truth + np.array([[1e-9, 0.0]]), 1.0)
    p = gibbs(bandit, truth, 1.0)[0, 0]
    assert tiny == pytest.approx(p * (1 - p) * 1e-18 / 2, rel=1e-6)


def test_large_exponents_do_not_overflow():
    bandit = one_state(0.5, 0.5)
    gap = suboptimality(bandit, np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]), 5000.0)
    assert gap == pytest.approx(1.0)
    assert trivial(bandit, np.array([[1.0, 0.0]]), 0.01) <= 0.01 / 8
