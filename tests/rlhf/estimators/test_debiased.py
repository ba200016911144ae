"""Algorithm 1 against independent optimisers, on the ball and off it, at every size, and against its own mistakes."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from scipy.optimize import minimize

from boundcheck.rlhf.estimators import DebiasedMLE, debiased_mle, l2_error, rdpo_mle
from boundcheck.rlhf.estimators.losses import subspace_basis
from boundcheck.rlhf.mechanisms import LTC, GradientGreedy, Private
from boundcheck.rlhf.preferences import Preferences
from boundcheck.rlhf.worlds import (
    Aligned,
    LinearWorld,
    OneDirection,
    OneHot,
    Pairs,
    RandomDirection,
    ScatteredAtoms,
    Sphere,
    WeakDirection,
)

POINT = {"n": 400, "d": 4, "radius": 1.0, "epsilon": 1.0, "alpha": 0.02, "lam": 0.01}


def draw(features, repeats, pipeline=None, seed=0, truth=None, **point):
    rng = np.random.default_rng(seed)
    world = LinearWorld(features, truth or RandomDirection(0.7))
    return (pipeline or Private())(rng, world.sample(rng, repeats, **point), **point)


def printed(data, index, epsilon):
    """Loss (14) and gradient (18) of one data set, sample by sample in the letters of the page."""
    rows = data.x if data.x.ndim == 2 else data.x[index]
    total, ones = data.total[index], data.ones[index]
    keep = 1 / (1 + np.exp(-epsilon))
    c = 1 / (2 * keep - 1)
    shifted = (ones * keep + (total - ones) * (keep - 1)) * c

    def loss(theta):
        z = rows @ theta
        return (total @ np.logaddexp(0, z) - shifted @ z) / total.sum()

    def gradient(theta):
        z = rows @ theta
        return rows.T @ (total / (1 + np.exp(-z)) - shifted) / total.sum()

    return loss, gradient


def slow_optimum(data, index, epsilon, radius):
    """SLSQP in the full space with both constraints, at the tightest tolerance that it reaches."""
    loss, gradient = printed(data, index, epsilon)
    d = data.x.shape[-1]
    result = minimize(
        loss,
        np.zeros(d),
        jac=gradient,
        method="SLSQP",
        constraints=[
            {"type": "eq", "fun": np.sum, "jac": lambda theta: np.ones(d)},
            {"type": "ineq", "fun": lambda theta: radius**2 - theta @ theta, "jac": lambda theta: -2 * theta},
        ],
        options={"ftol": 1e-16, "maxiter": 500},
    )
    return result.x


@pytest.mark.parametrize(
    "features", [ScatteredAtoms(9), OneHot(1.0), Pairs(), Sphere(), Sphere(fixed_design=True)], ids=str
)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
@pytest.mark.parametrize("pipeline", [Private(), LTC(GradientGreedy())], ids=["private", "ltc"])
def test_estimate_against_slsqp(features, epsilon, pipeline):
    point = {**POINT, "epsilon": epsilon}
    data = draw(features, 4, pipeline, **point)
    fit = debiased_mle(data, **point)
    assert fit.converged.all()
    for index in range(4):
        slow = slow_optimum(data, index, epsilon, 1.0)
        loss, _ = printed(data, index, epsilon)
        assert loss(fit.theta[index]) <= loss(slow) + 1e-12
        assert fit.theta[index] == pytest.approx(slow, abs=2e-5)


def test_the_ball_binds_nearly_always_at_small_epsilon():
    share = {}
    for epsilon in (0.1, 1.0, 3.0):
        point = {**POINT, "n": 1000, "d": 5, "epsilon": epsilon, "radius": 2.0}
        share[epsilon] = debiased_mle(draw(Sphere(), 200, truth=RandomDirection(0.5), **point), **point).binds.mean()
    assert share[0.1] > 0.9
    assert share[3.0] < 0.1


def test_solving_without_the_ball_and_rescaling_is_wrong():
    point = {**POINT, "epsilon": 0.2, "n": 2000}
    data = draw(OneHot(1.0), 100, **point)
    fit, free = debiased_mle(data, **point), DebiasedMLE(cap=1e3)(data, **point)
    size = np.linalg.norm(free.theta, axis=1, keepdims=True)
    rescaled = free.theta * np.minimum(1.0, 1.0 / size)
    gap = np.linalg.norm(rescaled - fit.theta, axis=1)[fit.binds]
    assert len(gap) > 50
    assert np.median(gap) > 0.03


EXTREMES = [
    (features, n, radius, epsilon)
    for features in (
        ScatteredAtoms(3),
        ScatteredAtoms(30),
        OneHot(4.0),
        OneDirection(),
        WeakDirection(),
        WeakDirection(1e-6),
    )
    for n in (1, 2, 30, 10**9)
    for radius in (0.1, 8.0)
    for epsilon in (0.05, 1.0, inf)
]


@pytest.mark.parametrize("adversary", [Private(), LTC(GradientGreedy())], ids=["private", "ltc"])
@pytest.mark.parametrize("d", [2, 6])
def test_every_replicate_converges_into_the_ball_and_the_subspace(d, adversary):
    for features, n, radius, epsilon in EXTREMES:
        point = {"n": n, "d": d, "radius": radius, "epsilon": epsilon, "alpha": 0.49, "lam": 1e-3}
        data = draw(features, 10, adversary, truth=RandomDirection(1.0), **point)
        fit = debiased_mle(data, **point)
        assert fit.converged.all()
        assert (fit.residual <= 1e-10).all()
        assert (np.linalg.norm(fit.theta, axis=1) <= radius * (1 + 1e-12)).all()
        assert (abs(fit.theta.sum(axis=1)) <= 1e-13 * radius * d).all()
        # The residual again, from the page: the projected gradient is a non-positive multiple of the estimate.
        basis = subspace_basis(d)
        for index in (0, 9):
            _, gradient = printed(data, index, epsilon)
            g, beta = basis.T @ gradient(fit.theta[index]), basis.T @ fit.theta[index]
            on_sphere = beta @ beta >= radius**2 * (1 - 1e-9)
            multiplier = max(0.0, -(g @ beta) / (beta @ beta)) if on_sphere else 0.0
            assert np.linalg.norm(g + multiplier * beta) <= 2e-10


def test_a_wrong_estimate_has_a_residual():
    point = {**POINT, "radius": 3.0}
    data = draw(ScatteredAtoms(9), 5, **point)
    _, gradient = printed(data, 0, 1.0)
    off = DebiasedMLE(scale=1.01)(data, **point).theta[0]
    assert np.linalg.norm(subspace_basis(4).T @ gradient(off)) > 1e-4


@pytest.mark.parametrize("epsilon", [0.05, 1.0, 6.0])
@pytest.mark.parametrize("radius", [0.5, 5.0])
def test_estimate_against_rdpo(epsilon, radius):
    point = {**POINT, "epsilon": epsilon, "radius": radius}
    data = draw(ScatteredAtoms(9), 50, LTC(GradientGreedy()), **point)
    assert debiased_mle(data, **point).theta == pytest.approx(rdpo_mle(data, **point).theta, abs=1e-7)
    assert rdpo_mle(data, **{**point, "epsilon": 1.1 * epsilon}).theta != pytest.approx(
        debiased_mle(data, **point).theta, abs=1e-7
    )


@pytest.mark.parametrize("shared", [True, False])
def test_distinct_rows_against_samples(shared):
    data = draw(ScatteredAtoms(9), 6, **POINT)
    x = np.stack([np.repeat(data.x, total, axis=0) for total in data.total])
    ones = np.stack(
        [
            np.concatenate([np.r_[np.ones(o, int), np.zeros(t - o, int)] for o, t in zip(os, ts, strict=True)])
            for os, ts in zip(data.ones, data.total, strict=True)
        ]
    )
    rows = Preferences(x, np.broadcast_to(np.int64(1), ones.shape), ones, data.theta)
    if shared:  # one data set with its rows as a shared design
        rows = Preferences(x[0], rows.total[:1], ones[:1], data.theta[0])
    got = debiased_mle(rows, **POINT).theta
    assert got == pytest.approx(debiased_mle(data, **POINT).theta[: len(got)], abs=1e-9)


def test_counts_and_samples_agree_where_the_kernel_is_compiled():
    point = {**POINT, "n": 5000}
    data = draw(Sphere(), 3, **point)
    fit = debiased_mle(data, **point)
    for index in range(3):
        assert fit.theta[index] == pytest.approx(slow_optimum(data, index, 1.0, 1.0), abs=1e-5)


def test_directions_without_data_get_nothing():
    data = draw(OneDirection(), 5, **POINT)
    theta = debiased_mle(data, **POINT).theta
    assert theta[:, 0] == pytest.approx(-theta[:, 1], abs=1e-12)
    assert abs(theta[:, 2:]).max() < 1e-12
    # The same where rows are missing by chance rather than by design.
    few = draw(OneHot(), 40, **{**POINT, "n": 2})
    fit = debiased_mle(few, **POINT)
    basis = subspace_basis(4)
    for index in range(40):
        rows = few.x[few.total[index] > 0] @ basis
        span = np.linalg.qr(rows.T)[0]
        beta = basis.T @ fit.theta[index]
        assert beta == pytest.approx(span @ (span.T @ beta), abs=1e-9)


def test_one_direction_against_the_closed_form():
    point = {**POINT, "n": 10**6, "radius": 3.0}
    data = draw(OneDirection(), 20, truth=Aligned(0.3), **point)
    mean = 0.5 + (data.ones[:, 0] / 10**6 - 0.5) / np.tanh(0.5)
    length = data.x[0] @ data.x[0]
    closed = np.log(mean / (1 - mean)) / np.sqrt(length)
    unit = data.x[0] / np.sqrt(length)
    assert debiased_mle(data, **point).theta @ unit == pytest.approx(closed, abs=1e-9)


def test_the_estimate_is_consistent_and_its_mutants_are_not():
    point = {**POINT, "n": 10**9, "radius": 2.0}
    data = draw(ScatteredAtoms(12), 10, **point)
    assert l2_error(debiased_mle(data, **point), data).max() < 2e-3
    assert l2_error(DebiasedMLE(debias=False)(data, **point), data).min() > 0.1
    assert l2_error(DebiasedMLE(scale=1.1)(data, **point), data).min() > 0.02


def test_the_cap_replaces_the_ball():
    point = {**POINT, "epsilon": 0.1}
    data = draw(ScatteredAtoms(12), 50, **point)
    assert np.linalg.norm(debiased_mle(data, **point).theta, axis=1).max() <= 1 + 1e-12
    for cap in (50.0, 1e3):  # without the ball the minimiser often does not exist: it stops at the cap
        free = DebiasedMLE(cap=cap)(data, **point)
        assert np.linalg.norm(free.theta, axis=1).max() > 2
        assert free.converged.all()
