"""Finite worlds of policies: by enumeration, and against optimisers that know nothing of duality."""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize

from boundcheck.papers.unified.lab import log_linear
from boundcheck.papers.unified.lab.policy_worlds import POLICY_WORLDS
from boundcheck.rlhf.estimators.least_values import least_value
from boundcheck.rlhf.estimators.losses import Fit
from boundcheck.rlhf.estimators.pessimism import LogLinearSuboptimality, Suboptimality
from boundcheck.rlhf.worlds.policies import PolicyWorld, condition_number, kappa
from boundcheck.rlhf.worlds.policy_comparisons import Comparisons, NearTie

WORLDS = sorted(POLICY_WORLDS)


@pytest.mark.parametrize("name", WORLDS)
def test_features_have_norm_at_most_one_and_policies_sum_to_one(name):
    world = POLICY_WORLDS[name]
    assert np.linalg.norm(world.phi, axis=2).max() <= 1 + 1e-15
    assert np.allclose(world.behaviour.sum(axis=1), 1)
    assert np.isclose(world.rho.sum(), 1)


@pytest.mark.parametrize("name", WORLDS)
def test_second_moment_of_comparisons_against_the_worlds(name):
    """The merged, halved rows have a quarter of the second moment of the differences."""
    world = POLICY_WORLDS[name]
    rows, weights = Comparisons(world).atoms(n=1, d=world.phi.shape[2])
    assert np.isclose(weights.sum(), 1)
    assert np.allclose((rows * weights[:, None]).T @ rows, world.second_moment(world.behaviour, world.behaviour) / 4)


def test_mean_features_against_enumeration():
    world = POLICY_WORLDS["two_states"]
    policy = world.log_linear(np.array([0.3, -1.0, 0.7]))
    by_hand = sum(world.rho[s] * policy[s, a] * world.phi[s, a] for s, a in itertools.product(range(2), range(3)))
    assert np.allclose(world.mean_features(policy), by_hand)


def test_greedy_is_the_best_deterministic_policy():
    world = POLICY_WORLDS["two_states"]
    rng = np.random.default_rng(0)
    for theta in rng.standard_normal((20, 3)):
        values = world.mean_features(world.deterministic()) @ theta
        assert np.isclose(world.mean_features(world.greedy(theta)) @ theta, values.max())


def test_actions_tie_where_rounding_errors_alone_set_them_apart():
    """The first wins, or the one that earns least: every greedy policy is meant. What is larger than rounding decides."""
    world = PolicyWorld((((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)),), (1.0,), ((1 / 3,) * 3,))
    noise, truth = np.array([[1e-16, -1e-16], [-1e-16, 1e-16], [0.0, 0.0]]), np.array([1.0, -1.0])
    assert (world.greedy(noise)[:, 0].argmax(axis=-1) == 0).all()
    assert (world.greedy(noise, truth)[:, 0].argmax(axis=-1) == 1).all()
    assert (world.greedy(noise * 1e8, truth)[:, 0].argmax(axis=-1) == [0, 1, 1]).all()


def test_condition_number_against_random_directions():
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((2, 3, 3))
    above, below = a @ a.T, b @ b.T
    w = rng.standard_normal((20_000, 3))
    quotients = np.einsum("ni,ij,nj->n", w, above, w) / np.einsum("ni,ij,nj->n", w, below, w)
    largest = condition_number(above, below)
    assert quotients.max() <= largest * (1 + 1e-9)
    assert quotients.max() >= 0.8 * largest


def test_condition_number_of_singular_forms():
    flat, one, other = np.zeros((2, 2)), np.diag([1.0, 0.0]), np.diag([0.0, 1.0])
    assert condition_number(one, one) == pytest.approx(1)
    assert condition_number(one, other) == np.inf
    assert condition_number(flat, flat) == 0


def largest_kappa(world, radius, starts=40):
    """The largest kappa(pi, pi) over log-linear policies of a centred theta of norm at most `radius`, by search."""
    rng = np.random.default_rng(0)

    def loss(u):
        centred = u - u.mean()
        size = np.sqrt(centred @ centred)
        policy = world.log_linear(centred * (radius * np.tanh(size) / max(size, 1e-300)))
        return -kappa(world, policy, policy)

    scouts = rng.standard_normal((starts, world.phi.shape[2])) * rng.random((starts, 1)) * 2
    best = sorted(scouts, key=loss)[:3]
    return max(-minimize(loss, u, method="Nelder-Mead", options={"maxfev": 150}).fun for u in best)


def test_kappa_of_the_class_in_closed_form():
    """Two groups of actions: the largest mass of a difference is at even odds."""
    for name, expected in log_linear.KAPPA.items():
        assert largest_kappa(POLICY_WORLDS[name], radius=20.0) == pytest.approx(expected, rel=1e-4)


def test_kappa_of_a_policy_that_never_differs_from_its_reference():
    world = POLICY_WORLDS["two_states"]
    assert kappa(world, world.deterministic()[3], world.deterministic()[3]) == 0


@pytest.mark.parametrize("seed", range(12))
def test_least_value_against_a_general_optimiser(seed):
    rng = np.random.default_rng(seed)
    d = 3 + seed % 2
    a = rng.standard_normal((d, d))
    shape, v = a @ a.T + 0.1 * np.eye(d), rng.standard_normal(d)
    inside = rng.standard_normal(d)
    inside -= inside.mean()
    radius = float(np.linalg.norm(inside)) * rng.uniform(1.0, 1.5)
    away = rng.standard_normal(d)
    away -= away.mean()
    width = float(rng.uniform(0.3, 1.5))
    centre = inside + away * (rng.uniform(0, 1) * width / np.sqrt(away @ shape @ away))
    constraints = (
        {"type": "ineq", "fun": lambda t: width**2 - (t - centre) @ shape @ (t - centre)},
        {"type": "ineq", "fun": lambda t: radius**2 - t @ t},
        {"type": "eq", "fun": lambda t: t.sum()},
    )
    found = minimize(
        lambda t: t @ v,
        inside,
        jac=lambda t: v,
        method="SLSQP",
        constraints=constraints,
        options={"maxiter": 500, "ftol": 1e-12},
    )
    least = least_value(v[None], centre[None], shape[None], width, radius)[0, 0]
    assert least == pytest.approx(found.fun, abs=1e-5)


def test_an_empty_confidence_set_falls_back_to_the_estimate_in_the_ball():
    centre = np.array([[5.0, -5.0]])
    least = least_value(np.array([[1.0, -1.0]]), centre, np.eye(2)[None], 0.1, 1.0)
    assert least[0, 0] == pytest.approx(np.sqrt(2))


def test_the_exact_estimate_is_not_suboptimal():
    world = POLICY_WORLDS["two_states"]
    data = NearTie(world, (-1.0, 1.0, 0.0)).sample(np.random.default_rng(0), 5, n=100, d=3, radius=1.0, signal=0.5)
    theta = np.broadcast_to(data.theta, (5, 3))
    fit = Fit(theta, np.zeros(5), np.zeros(5, bool), np.ones(5, bool))
    assert np.allclose(Suboptimality(world)(fit, data, lam=0.1, radius=1.0), 0)
    arms = POLICY_WORLDS["half_arms"]
    data = NearTie(arms, (1.0, -1.0)).sample(np.random.default_rng(0), 5, n=100, d=2, radius=1.0, signal=0.5)
    fit = Fit(np.broadcast_to(data.theta, (5, 2)), np.zeros(5), np.zeros(5, bool), np.ones(5, bool))
    assert np.allclose(LogLinearSuboptimality(arms, (0.0, 0.0))(fit, data, beta=0.5), 0)


def test_the_opposite_estimate_is_seen():
    world = POLICY_WORLDS["two_arms"]
    data = NearTie(world, (1.0, -1.0)).sample(np.random.default_rng(0), 3, n=100, d=2, radius=1.0, signal=0.5)
    fit = Fit(np.broadcast_to(-data.theta, (3, 2)), np.zeros(3), np.zeros(3, bool), np.ones(3, bool))
    assert np.allclose(Suboptimality(world)(fit, data, lam=0.1, radius=1.0), 0.5)
