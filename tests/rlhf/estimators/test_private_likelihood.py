"""MLE-RR against a grid, against finite differences, and against what it must become."""

import numpy as np
import pytest

from boundcheck.rlhf.estimators import debiased_mle
from boundcheck.rlhf.estimators.private_likelihood import PrivateLoss, PrivateMLE, mle_rr
from boundcheck.rlhf.mechanisms import Private
from boundcheck.rlhf.preferences import Preferences
from boundcheck.rlhf.worlds import Aligned, LinearWorld, OneHot, Pairs


def data(d, n, epsilon, radius, features=None, repeats=16):
    rng = np.random.default_rng(3)
    world = LinearWorld(features or OneHot(), Aligned(0.7))
    return Private()(rng, world.sample(rng, repeats, n=n, d=d, radius=radius), epsilon=epsilon)


def likelihood(seen, theta, epsilon, index):
    p = 1 / (1 + np.exp(-seen.x @ theta))
    private = (p * np.exp(epsilon) + 1 - p) / (1 + np.exp(epsilon))
    ones, total = seen.ones[index], np.broadcast_to(seen.total, seen.ones.shape)[index]
    return -(ones * np.log(private) + (total - ones) * np.log(1 - private)).sum()


@pytest.mark.parametrize(("epsilon", "radius"), [(0.3, 3.0), (1.0, 2.0), (4.0, 1.0)])
def test_no_point_of_a_grid_is_better(epsilon, radius):
    seen = data(2, 200, epsilon, radius)
    fit = mle_rr(seen, epsilon=epsilon, radius=radius)
    assert fit.converged.all()
    for index in range(seen.repeats):
        grid = [
            likelihood(seen, b * np.array([1, -1]) / np.sqrt(2), epsilon, index)
            for b in np.linspace(-radius, radius, 801)
        ]
        assert likelihood(seen, fit.theta[index], epsilon, index) <= min(grid) + 1e-9


def test_gradient_against_differences():
    seen = data(4, 500, 0.7, 1.0, Pairs())
    total = np.broadcast_to(seen.total, seen.ones.shape) / seen.n
    loss = PrivateLoss(seen.x, total, seen.ones / seen.n, 0.7)
    keep, point, h = np.arange(seen.repeats), np.full((4, seen.repeats), 0.2), 1e-6
    for i in range(4):
        shift = np.zeros((4, 1))
        shift[i] = h
        rise = (loss.values(point + shift, keep) - loss.values(point - shift, keep)) / (2 * h)
        assert loss.gradients(point, keep)[i] == pytest.approx(rise, abs=1e-7)


def test_without_privacy_it_is_the_plain_likelihood():
    seen = data(5, 2000, 30.0, 1.0)
    ours, plain = (e(seen, epsilon=30.0, radius=1.0).theta for e in (mle_rr, debiased_mle))
    assert ours == pytest.approx(plain, abs=1e-8)


def test_labels_at_face_value_are_biased():
    seen = data(2, 10**8, 1.0, 1.0)
    honest, naive = (e(seen, epsilon=1.0, radius=1.0).theta for e in (mle_rr, PrivateMLE(assumed=1e3)))
    assert np.abs(honest - seen.theta).max() < 0.01 < 0.2 < np.abs(naive - seen.theta).max()


def test_one_label_puts_the_estimate_at_an_end_of_the_ball():
    """What refutes the constant 1 before the ridge term of Theorem 3.2."""
    seen = Preferences(np.eye(2)[:1], np.ones((1, 1), np.int64), np.zeros((1, 1), np.int64), np.array([0.5, -0.5]))
    fit = mle_rr(seen, epsilon=1.2, radius=1.0)
    assert fit.theta[0] == pytest.approx(np.array([-1, 1]) / np.sqrt(2), abs=1e-9)
