"""The finite worlds of Proposition 4.6 against closed forms and another implementation of kappa."""

import numpy as np
import pytest

from boundcheck.checks.settling import broken
from boundcheck.papers.unified import proposition_4_6, remark_4_7
from boundcheck.papers.unified.lab import one_direction as study
from boundcheck.rlhf.worlds.policies import PolicyWorld, kappa

U = np.array([1.0, -1.0]) / np.sqrt(2)


def drawn(seed):
    return study.instance(np.random.default_rng(seed).standard_normal(study.DIMENSION))


def test_the_widest_policy_splits_two_groups_evenly():
    features, weights = np.array([[1.0, -1.0], [1.0, -1.0]]), np.array([[1.0, 7.0], [1.0, 7.0]])
    assert study.widest(np.array([0.3, 0.7]), weights, features) == pytest.approx(2.0, rel=1e-9)


def test_kappa_against_the_generalised_eigenvalue():
    """No policy of a grid has a larger number, by the code of Definition 4.3; groups become single actions with base weights."""
    rng = np.random.default_rng(3)
    features, weights, rho = rng.uniform(-1, 1, (2, 3)), rng.uniform(0.1, 2, (2, 3)), np.array([0.4, 0.6])
    sft = study.policies(weights, features, np.array(1.3))
    world = PolicyWorld(features[..., None] * U * 0.99, tuple(rho), tuple(map(tuple, sft)))
    found = study.widest(rho, weights, features) / study.spread(rho, features, sft)
    grid = [kappa(world, policy, policy) for policy in study.policies(weights, features, np.linspace(-20, 20, 4001))]
    assert max(grid) == pytest.approx(found, rel=1e-4)
    assert max(grid) <= found * (1 + 1e-9)


def test_two_arms_in_closed_form():
    """Features u and -u in both states: the gain is that of a two-point law, whatever the law of the states."""
    vector = np.zeros(study.DIMENSION)
    vector[: study.STATES * study.GROUPS] = [1, -1, -1, 1, -1, -1]
    vector[study.STATES * study.GROUPS : 2 * study.STATES * study.GROUPS] = [1, 0.5, 0.5, 1, 0.5, 0.5]
    vector[-5:] = [1.0, 0.2, -0.3, 0.1, 0.01]
    case = study.instance(vector)
    best, sft, found = study.LONGEST * study._bend(vector[-4:-1])
    odds = 1.001 / (2 * 0.251)
    up = [1 / (1 + np.exp(-2 * tau) / odds) for tau in (best, found)]
    assert study.suboptimality(case) == pytest.approx((best - sft) * 2 * (up[0] - up[1]))


@pytest.mark.parametrize("claim", [proposition_4_6.CLAIM, remark_4_7.CLAIM])
def test_instances_keep_the_hypotheses_of_the_step_that_settles(claim):
    for reading, part in claim.parts["bound"].items():
        if reading != "literal":
            vectors = [np.random.default_rng(seed).standard_normal(study.DIMENSION) for seed in range(20)]
            assert broken(part, vectors, {}) == []


def test_a_third_of_the_bound_is_violated():
    cases = [drawn(seed) for seed in range(300)]
    assert any(study.suboptimality(case) > study.by_distance(case) / 3 for case in cases)
    assert not any(study.suboptimality(case) > study.by_distance(case) for case in cases)
