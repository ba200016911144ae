"""The pieces of the solver: quadratic models on a ball, derivatives of the losses, stationarity."""

from __future__ import annotations

import numpy as np
import pytest

from boundcheck.rlhf.estimators.ball import cholesky, minimise_on_ball, norm
from boundcheck.rlhf.estimators.kernels import derivatives
from boundcheck.rlhf.estimators.losses import ManyRows, SharedRows, minimise, stationarity


def problem(m, repeats, seed=0, rank=None):
    rng = np.random.default_rng(seed)
    half = rng.standard_normal((repeats, m, rank or m))
    return np.ascontiguousarray(np.moveaxis(half @ half.transpose(0, 2, 1), 0, -1)), rng.standard_normal((m, repeats))


@pytest.mark.parametrize("repeats", [3, 200])  # by LAPACK, by loops over coordinates
@pytest.mark.parametrize("m", [1, 2, 5])
def test_cholesky_against_its_product(m, repeats):
    matrix, _ = problem(m, repeats)
    factor = np.tril(np.moveaxis(cholesky(matrix), -1, 0))
    assert factor @ factor.transpose(0, 2, 1) == pytest.approx(np.moveaxis(matrix, -1, 0), abs=1e-12)


@pytest.mark.parametrize("repeats", [3, 200])
@pytest.mark.parametrize("radius", [0.01, 0.5, 100.0])
def test_minimiser_on_the_ball_satisfies_the_conditions_of_optimality(repeats, radius):
    hessian, linear = problem(5, repeats)
    v = minimise_on_ball(hessian, linear, radius)
    gradient = np.einsum("ijr,jr->ir", hessian, v) - linear
    multiplier = np.maximum(0.0, -(gradient * v).sum(axis=0) / (v * v).sum(axis=0))
    assert norm(v).max() <= radius * (1 + 1e-12)
    assert norm(gradient + multiplier * v).max() < 1e-9
    inside = norm(v) < radius * (1 - 1e-9)
    assert norm(gradient)[inside].max(initial=0.0) < 1e-9
    shrunk = 0.99 * v  # a point that is not optimal fails the same test
    wrong = np.einsum("ijr,jr->ir", hessian, shrunk) - linear
    assert norm(wrong).min() > 1e-9


def losses(shared, repeats=4, k=30, d=4, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((k, d))
    weights = rng.random((repeats, k)) / k
    linear = rng.standard_normal((repeats, d)) / 10
    if shared:
        return SharedRows(rows, weights, linear)
    return ManyRows(np.ascontiguousarray(rows.T)[None], np.eye(d), weights, linear)


@pytest.mark.parametrize("shared", [True, False])
def test_derivatives_against_differences(shared):
    loss = losses(shared)
    keep, beta = np.array([0, 2, 3]), np.random.default_rng(1).standard_normal((4, 3))
    gradient, hessian = loss.derivatives(beta, keep)
    assert loss.gradients(beta, keep) == pytest.approx(gradient, abs=1e-15)
    for i in range(4):
        step = 1e-5 * np.eye(4)[:, [i]]
        slope = (loss.values(beta + step, keep) - loss.values(beta - step, keep)) / 2e-5
        assert gradient[i] == pytest.approx(slope, abs=1e-8)
        bend = (loss.gradients(beta + step, keep) - loss.gradients(beta - step, keep)) / 2e-5
        assert hessian[:, i] == pytest.approx(bend, abs=1e-8)
        assert hessian[:, i] != pytest.approx(1.001 * bend, abs=1e-8)


@pytest.mark.parametrize(("d", "k", "theta"), [(1, 5, 1.0), (4, 6000, 1.0), (5, 5001, 30.0), (7, 3000, 300.0)])
def test_compiled_sums_against_numpy(d, k, theta):
    rng = np.random.default_rng(2)
    rows = rng.standard_normal((2, d, k))
    weights = rng.random((2, k))
    beta = theta * rng.standard_normal((d, 2))
    gradient, hessian = np.empty((2, d)), np.empty((2, d, d))
    derivatives(rows, weights, np.ascontiguousarray(beta.T), np.arange(2), True, gradient, hessian)
    for index in range(2):
        z = beta[:, index] @ rows[index]
        p = 0.5 + 0.5 * np.tanh(0.5 * z)
        assert gradient[index] == pytest.approx(rows[index] @ (weights[index] * p), rel=1e-11, abs=1e-11)
        curved = weights[index] * np.exp(-abs(z)) / (1 + np.exp(-abs(z))) ** 2
        assert hessian[index] == pytest.approx((rows[index] * curved) @ rows[index].T, rel=1e-11, abs=1e-11)


def test_stationarity_knows_a_multiplier_from_a_slope():
    beta = np.array([[1.0, 1.0, 0.5], [0.0, 0.0, 0.0]])
    gradient = np.array([[-2.0, 2.0, -2.0], [0.0, 0.0, 0.0]])
    residual, binds = stationarity(beta, gradient, 1.0)
    assert residual == pytest.approx([0, 2, 2])
    assert binds.tolist() == [True, False, False]


def test_a_solver_that_may_not_work_says_so():
    loss = losses(True)
    start = np.full((4, 4), 0.3)
    short = minimise(loss, start, 1.0, most=1)
    assert (short.residual > 1e-10).all()
    full = minimise(loss, start, 1.0)
    assert (full.residual <= 1e-10).all()
    assert not (short.beta == full.beta).all()


def test_the_start_does_not_matter():
    loss = losses(True)
    rng = np.random.default_rng(3)
    one, two = (minimise(loss, scale * rng.standard_normal((4, 4)), 2.0).beta for scale in (0.0, 3.0))
    assert one == pytest.approx(two, abs=1e-8)
