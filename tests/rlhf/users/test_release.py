import math
from fractions import Fraction

import numpy as np
import pytest

from boundcheck.privacy import gaussian_multiplier
from boundcheck.rlhf.estimators.losses import logistic_fit
from boundcheck.rlhf.users.release import (
    UserBatch,
    gaussian_scale,
    noisy_descent,
    one_shot,
    two_rounds,
    two_rounds_unclipped,
    user_batch,
)

X = np.eye(4)
THETA = np.array([0.6, -0.2, -0.1, -0.3])


def batch(seed=0, repeats=20, users=60, labels=8):
    return user_batch(np.random.default_rng(seed), repeats, X, THETA, users=users, labels=labels)


@pytest.mark.parametrize(("epsilon", "delta"), [("1/2", "1/1000000"), ("1", "1/1000000"), ("8", "1/100000")])
def test_the_scale_is_above_the_exact_multiplier_and_near_it(epsilon, delta):
    exact = float(gaussian_multiplier(epsilon, delta, digits=6).high)
    scale = gaussian_scale(float(Fraction(epsilon)), float(Fraction(delta)))
    assert exact <= scale <= 1.6 * exact
    assert gaussian_scale(1, 1e-6, steps=4) == pytest.approx(2 * gaussian_scale(1, 1e-6))


def test_without_noise_both_releases_are_the_plain_fit():
    data = batch()
    plain = logistic_fit(data.pooled(), data.pooled().ones, radius=2.0).theta
    level = {"scale": 0.0, "reach": 1.0, "radius": 2.0}
    rng = np.random.default_rng(1)
    assert np.allclose(one_shot(rng, data.pooled(), users=60, **level).theta, plain, atol=1e-8)
    fit, clipped = two_rounds(rng, data, clip=2.0, **level)
    assert not clipped.any()
    assert np.allclose(fit.theta, plain, atol=1e-8)
    fit, clipped = two_rounds(rng, data, clip=0.01, **level)
    assert clipped.all()
    assert not np.allclose(fit.theta, plain, atol=1e-3)


def test_without_clipping_the_second_noise_is_all_that_is_left():
    """Mean squares of 2,000 replicates on either side; within 15 %; false alarm below 1e-3."""
    data, level = batch(repeats=2000, users=400), {"scale": 3.0, "reach": 1.0, "radius": 5.0}
    clipped, flags = two_rounds(np.random.default_rng(2), data, clip=0.9, **level)
    law = two_rounds_unclipped(np.random.default_rng(3), data.pooled(), users=400, clip=0.9, **level)
    assert not flags.any()
    squares = [((fit.theta - THETA) ** 2).sum(1).mean() for fit in (clipped, law)]
    assert squares[0] == pytest.approx(squares[1], rel=0.15)
    smaller = two_rounds_unclipped(np.random.default_rng(3), data.pooled(), users=400, clip=0.45, **level)
    assert ((smaller.theta - THETA) ** 2).sum(1).mean() < 0.5 * squares[0]


def test_one_users_labels_move_the_released_mean_by_no_more_than_the_reach():
    data = batch(repeats=1)
    other = data.ones.copy()
    other[0, 0] = data.total - other[0, 0]
    turned = UserBatch(data.x, data.total, other, THETA)
    means = [(b.ones[0] @ X / b.total.sum()).mean(0) for b in (data, turned)]
    assert np.linalg.norm(means[0] - means[1]) <= 1.0 / 60 + 1e-12


def test_a_quiet_descent_finds_the_minimiser_and_one_without_the_minus_runs_away():
    pooled = batch(users=4000).pooled()
    plain = logistic_fit(pooled, pooled.ones, radius=1.5).theta
    options = {"noise": 0.0, "rate": 8.0, "steps": 2000, "radius": 1.5}
    rng = np.random.default_rng(4)
    found = noisy_descent(rng, pooled, **options).theta
    assert np.abs(found - plain).max() < 0.01
    away = noisy_descent(rng, pooled, sign=-1, **options).theta
    assert (np.linalg.norm(away - plain, axis=1) > 1.5).all()
    loud = noisy_descent(rng, pooled, **{**options, "noise": 3.0, "steps": 200}).theta
    assert np.linalg.norm(loud - plain, axis=1).mean() > 0.1


def test_labels_of_a_user_are_shared_among_the_rows():
    data = batch(labels=7)
    assert data.users == 60
    assert data.total.sum() == 7
    assert (data.ones <= data.total).all()
    assert data.pooled().n == 420
    assert math.isclose(float(np.linalg.norm(data.theta - THETA)), 0.0)
