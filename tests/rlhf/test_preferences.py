"""Batches of data: sums over distinct rows equal sums over samples, and the gradient is that of the printed loss."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from boundcheck.rlhf.preferences import Preferences, allowance, gradient_at_truth, in_blocks, unbiased_ones


def example(seed=0, repeats=3, shared=True):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((6, 4) if shared else (repeats, 6, 4)) / 3
    total = rng.integers(1, 9, (repeats, 6))
    total[:, -1] += 60 - total.sum(axis=1)
    return Preferences(x, total, rng.binomial(total, 0.4), rng.standard_normal((repeats, 4)))


def expanded(data, index):
    """Rows and labels of one data set, one line per sample."""
    rows = data.x if data.x.ndim == 2 else data.x[index]
    labels = [np.r_[np.ones(o), np.zeros(t - o)] for o, t in zip(data.ones[index], data.total[index], strict=True)]
    return np.repeat(rows, data.total[index], axis=0), np.concatenate(labels)


def printed_loss(theta, x, z, epsilon):
    """Eq. (14), word for word."""
    sigma = lambda t: 1 / (1 + np.exp(-t))  # noqa: E731
    c = 1 / (2 * sigma(epsilon) - 1)
    return -np.mean(np.log(1 - sigma(x @ theta)) + (z + sigma(epsilon) - 1) * c * (x @ theta))


@pytest.mark.parametrize("shared", [True, False])
def test_covariance_against_samples(shared):
    data = example(shared=shared)
    for index in range(3):
        x, _ = expanded(data, index)
        assert data.covariance()[index] == pytest.approx(x.T @ x / 60, abs=1e-14)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 30.0])
def test_gradient_at_truth_against_differences_of_the_printed_loss(shared, epsilon):
    data = example(shared=shared)
    gradient = gradient_at_truth(data, epsilon=epsilon)
    for index in range(3):
        x, z = expanded(data, index)
        for i in range(4):
            step = 1e-5 * np.eye(4)[i]
            theta = data.theta[index]
            slope = (printed_loss(theta + step, x, z, epsilon) - printed_loss(theta - step, x, z, epsilon)) / 2e-5
            assert gradient[index, i] == pytest.approx(slope, abs=1e-8)
            assert abs(gradient_at_truth(data, epsilon=1.5 * epsilon)[index, i] - slope) > 1e-8 or epsilon == 30.0


def test_unbiased_ones_against_the_printed_formula():
    data = example()
    for epsilon in (0.05, 1.0, 5.0):
        keep = 1 / (1 + np.exp(-epsilon))
        printed = (data.ones + data.total * (keep - 1)) / (2 * keep - 1)
        assert unbiased_ones(data, epsilon=epsilon) == pytest.approx(printed, rel=1e-10)
    assert (unbiased_ones(data, epsilon=np.inf) == data.ones).all()


def test_allowance_reads_alpha_as_it_prints():
    assert allowance(0.29, 100) == 29
    assert int(0.29 * 100) == 28  # what the product in floating point says
    assert allowance(0.05, 10**9) == 5 * 10**7
    assert allowance(0.0, 7) == 0
    assert allowance(0.499, 1) == 0
    for alpha in (0.5, -0.1, float("nan")):
        with pytest.raises(ValueError, match="alpha must lie in"):
            allowance(alpha, 10)


def test_row_by_row_is_recognised():
    rows = Preferences(np.eye(49), np.broadcast_to(np.int64(1), (2, 49)), np.zeros((2, 49), np.int64), np.zeros(49))
    assert rows.row_by_row
    assert rows.n == 49
    assert not example().row_by_row


@pytest.mark.parametrize("shape", [(1, 1, 1), (7, 50, 55), (300, 3000, 20), (5, 10, 9000)])
def test_in_blocks_against_one_product(shape):
    rng = np.random.default_rng(0)
    left, right = rng.standard_normal(shape[:2]), rng.standard_normal(shape[1:])
    assert in_blocks(left, right) == pytest.approx(left @ right, abs=1e-10)


SCRIPT = """
import hashlib, numpy as np
from boundcheck.rlhf.estimators import debiased_mle, gradient_norm, weighted_norm_error
from boundcheck.rlhf.mechanisms import LTC, GradientGreedy
from boundcheck.rlhf.worlds import LinearWorld, RandomDirection, ScatteredAtoms, Sphere
digest = hashlib.sha256()
for features, n, repeats in ((ScatteredAtoms(50), 10**6, 700), (Sphere(), 2000, 12), (Sphere(fixed_design=True), 1500, 20)):
    point = dict(n=n, d=10, epsilon=0.5, alpha=0.02, lam=1e-3, radius=1.0)
    rng = np.random.default_rng(3)
    data = LTC(GradientGreedy())(rng, LinearWorld(features, RandomDirection(0.5)).sample(rng, repeats, **point), **point)
    fit = debiased_mle(data, **point)
    for part in (data.ones, *fit, weighted_norm_error(fit, data, **point), gradient_norm(data, **point)):
        digest.update(np.ascontiguousarray(part).tobytes())
print(digest.hexdigest())
"""


def test_bytes_do_not_depend_on_threads():
    digests = set()
    for threads in ("1", "2"):
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": threads, "NUMBA_NUM_THREADS": threads}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        digests.add(run.stdout)
    assert len(digests) == 1
