import math

import numpy as np
import pytest

from boundcheck.privacy import gaussian_epsilon
from boundcheck.rlhf.users import least_batch, mended_descent, mended_noise, onto_ball, users_drawn

X = np.array([[1.0, -1.0], [0.5, -0.5]]) / math.sqrt(2)
THETA = np.array([1.0, -1.0])
OPTIONS = {"steps": 30, "rate": 2.0, "radius": 1.5, "ball": 1.5, "epsilon": 8.0, "delta": 1e-5}


def test_the_noise_hides_the_move_that_is_proved():
    """Exactly, for Gaussian releases: epsilon/2 at delta/2; with half of the noise it is more."""
    noise = mended_noise(1.0, 1e-6, steps=200, radius=0.3, size=5000)
    move = 6 * (16 + math.log(800 / 1e-6)) * 0.3 / 5000
    assert float(gaussian_epsilon("5e-7", 200 * (move / noise) ** 2).high) <= 0.5
    assert float(gaussian_epsilon("5e-7", 200 * (2 * move / noise) ** 2).low) > 0.5


def test_it_comes_near_the_truth_with_many_users_and_stays_in_the_ball():
    data = users_drawn(np.random.default_rng(0), X, THETA, users=1200, labels=40)
    found = mended_descent(np.random.default_rng(1), data, np.array([5.0, 5.0]), size=800, **{**OPTIONS, "epsilon": 900.0})
    assert found.steps == 30
    assert np.linalg.norm(found.last) <= 1.5 + 1e-12
    assert abs(found.last.sum()) < 1e-12
    assert np.abs(found.last - THETA).max() < 0.5


def test_batches_that_are_too_small_are_refused():
    data = users_drawn(np.random.default_rng(0), X, THETA, users=500, labels=4)
    assert least_batch(8.0, 1e-5, steps=30) > 600
    with pytest.raises(ValueError, match="size"):
        mended_descent(np.random.default_rng(1), data, np.zeros(2), size=400, **OPTIONS)


def test_the_ball():
    assert onto_ball(np.array([3.0, 1.0]), 10.0).tolist() == [1.0, -1.0]
    assert np.linalg.norm(onto_ball(np.array([9.0, -9.0]), 2.0)) == pytest.approx(2.0)
