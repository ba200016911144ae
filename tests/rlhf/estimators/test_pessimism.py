"""The best policy against a confidence set may be a mixture; it is found exactly in the plane."""

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize

from boundcheck.papers.unified.lab.policy_worlds import POLICY_WORLDS
from boundcheck.rlhf.estimators.least_values import least_point, least_value, most_pessimistic
from boundcheck.rlhf.estimators.losses import Fit
from boundcheck.rlhf.estimators.pessimism import Suboptimality
from boundcheck.rlhf.preferences import Preferences


def case(seed, ball=5.0):
    """Gaps of nine policies in three dimensions, the first of them the reference, and a confidence set."""
    rng = np.random.default_rng(seed)
    gaps = rng.standard_normal((9, 3))
    gaps -= gaps[0]
    a = rng.standard_normal((3, 3))
    centre = rng.standard_normal(3)
    return gaps, (centre - centre.mean())[None], (a @ a.T + 0.1 * np.eye(3))[None], float(rng.uniform(0.1, 1.0)), ball


def by_search(gaps, centre, shape, width, radius):
    """The largest pessimistic value over all weights of the policies, by a general optimiser from several starts."""
    starts = [np.full(len(gaps), 1 / len(gaps)), *(0.9 * np.eye(len(gaps)) + 0.1 / len(gaps))]
    simplex = LinearConstraint(np.ones((1, len(gaps))), 1, 1)

    def loss(weights):
        return -least_value((weights @ gaps)[None], centre, shape, width, radius)[0, 0]

    found = [minimize(loss, w, method="SLSQP", bounds=[(0, 1)] * len(gaps), constraints=simplex).fun for w in starts]
    return -min(found)


@pytest.mark.parametrize("seed", range(16))
def test_no_mixture_of_policies_is_better(seed):
    problem = case(seed, ball=5.0 if seed % 2 else 1.2)
    gap = most_pessimistic(*problem)
    value = least_value(gap[:, None], *problem[1:])[0, 0]
    assert value >= by_search(*problem) - 1e-6
    assert value >= max(0.0, least_value(problem[0], *problem[1:]).max()) - 1e-12


def test_a_mixture_is_sometimes_strictly_better_than_every_deterministic_policy():
    better = 0
    for seed in range(40):
        problem = case(seed)
        value = least_value(most_pessimistic(*problem)[:, None], *problem[1:])[0, 0]
        better += value > least_value(problem[0], *problem[1:]).max() + 1e-6
    assert better >= 5


def test_a_batch_agrees_with_its_members():
    problems = [case(seed) for seed in range(6)]
    gaps, width, radius = problems[0][0], 0.4, 3.0
    centre, shape = (np.concatenate([p[k] for p in problems]) for k in (1, 2))
    whole = most_pessimistic(gaps, centre, shape, width, radius)
    for k in range(6):
        one = most_pessimistic(gaps, centre[k : k + 1], shape[k : k + 1], width, radius)
        assert np.allclose(whole[k], one[0], atol=1e-9)


def test_where_nothing_is_surely_better_the_reference_stays():
    gaps, centre, shape, _, radius = case(3)
    assert np.array_equal(most_pessimistic(gaps, 0 * centre, shape, 1.0, radius), np.zeros((1, 3)))


def test_the_worst_parameter_lies_in_the_set():
    gaps, centre, shape, width, radius = case(5, ball=1.5)
    point = least_point(gaps, centre, shape, width, radius)[0]
    away = point - centre
    assert np.all(np.einsum("pi,ij,pj->p", away, shape[0], away) <= width**2 * (1 + 1e-9))
    assert np.allclose(point.sum(axis=1), 0)


def test_more_dimensions_are_refused():
    with pytest.raises(ValueError, match="at most 3"):
        most_pessimistic(np.zeros((2, 4)), np.zeros((1, 4)), np.eye(4)[None], 1.0, 1.0)


def test_the_comparator_may_be_the_best_policy_of_a_world_with_too_many_to_list():
    world = POLICY_WORLDS["many_ties"]
    theta = np.linspace(-1.0, 1.0, 31)
    data = Preferences(np.eye(31), np.ones((2, 31), int), np.ones((2, 31), int), theta)
    fit = Fit(np.stack([theta, -theta]), np.zeros(2), np.zeros(2, bool), np.ones(2, bool))
    right, wrong = Suboptimality(world)(fit, data, lam=0.1, radius=9.0)
    assert right == 0
    assert wrong > 0
