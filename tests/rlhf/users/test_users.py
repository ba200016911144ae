import math

import numpy as np
import pytest
from scipy.stats import binomtest

from boundcheck.privacy import AboveThreshold, Change, FinitePair, RandomizedResponse, repeated_response
from boundcheck.rlhf.mechanisms.responses import keep_probability
from boundcheck.rlhf.users import (
    Threshold,
    UserPreferences,
    agreeing,
    concentration,
    descent_with_clipping,
    descent_with_removal,
    every_label_response,
    fixed_batch,
    keeping_probabilities,
    removal_noise,
    some_labels_response,
    users_drawn,
)

X = np.array([[1.0, -1.0], [0.5, -0.5]]) / math.sqrt(2)
THETA = np.array([1.0, -1.0])


def users(seed=0, count=200, labels=6):
    return users_drawn(np.random.default_rng(seed), X, THETA, users=count, labels=labels)


def test_counts_add_up():
    data = users()
    assert data.users == 200
    assert data.labels == 6
    assert ((data.ones >= 0) & (data.ones <= data.total)).all()
    pooled = data.pooled()
    assert pooled.n == 1200
    assert pooled.ones.sum() == data.ones.sum()


def test_mean_gradients_against_labels_one_by_one():
    data, theta = users(count=3), np.array([0.3, -0.2])
    for user in range(3):
        parts = []
        for row, (total, ones) in enumerate(zip(data.total[user], data.ones[user], strict=True)):
            chance = 1 / (1 + math.exp(-X[row] @ theta))
            parts += [(1 - chance) * X[row]] * ones + [-chance * X[row]] * (total - ones)
        assert np.allclose(data.mean_gradients(theta)[user], np.mean(parts, axis=0), atol=1e-14)


def test_all_labels_of_a_user_at_a_share_each_is_private_as_a_whole():
    """Six labels at epsilon/6, all of them turned: the loss is epsilon, exactly."""
    one = RandomizedResponse("1/6").pair(Change.REPLACED)
    low, high = repeated_response(FinitePair(one.p[:2], one.q[:2]), 6).pure_epsilon
    assert low == pytest.approx(1, abs=1e-12)
    assert high <= 1 + 1e-12


def test_labels_are_turned_at_the_stated_rate():
    """False alarm 1e-3 each at another seed."""
    certain = UserPreferences(X, np.full((4000, 2), 3), np.full((4000, 2), 3), THETA)
    kept = every_label_response(np.random.default_rng(1), certain, epsilon=3.0).ones.sum()
    assert binomtest(int(kept), 24_000, keep_probability(0.5)).pvalue > 1e-3
    assert binomtest(int(kept), 24_000, keep_probability(3.0)).pvalue < 1e-9, "the whole epsilon on every label"
    few = some_labels_response(np.random.default_rng(2), certain, epsilon=3.0, answered=2)
    assert few.labels == 2
    assert binomtest(int(few.ones.sum()), 8000, keep_probability(1.5)).pvalue > 1e-3
    with pytest.raises(ValueError, match="from 1 to 6"):
        some_labels_response(np.random.default_rng(2), certain, epsilon=3.0, answered=7)


def test_where_the_threshold_halts_against_its_exact_law():
    """Five places with false alarm 1e-3 together; noise on the queries alone would be seen."""
    queries, runs = [4.0, 3.5, 1.0, 6.0], 4000
    law = AboveThreshold(3, 2, 4).law(["4", "3.5", "1", "6"])
    rng, places = np.random.default_rng(3), np.zeros(5, dtype=int)
    for _ in range(runs):
        threshold = Threshold(rng, 3.0, epsilon=1.0)
        places[next((t for t, q in enumerate(queries) if not threshold.passes(rng, q)), 4)] += 1
    for place, chance in zip(places, law, strict=True):
        assert binomtest(int(place), runs, float(chance)).pvalue > 1e-3 / 5
    quiet = AboveThreshold(3, "1/1000", 4).law(["4", "3.5", "1", "6"])
    assert min(binomtest(int(p), runs, float(c)).pvalue for p, c in zip(places, quiet, strict=True)) < 1e-6


def test_a_halted_threshold_is_not_asked_again():
    threshold = Threshold(np.random.default_rng(0), 1e9, epsilon=1.0)
    assert not threshold.passes(np.random.default_rng(0), 0.0)
    with pytest.raises(RuntimeError, match="halted"):
        threshold.passes(np.random.default_rng(0), 1e12)


def test_agreement_is_counted_with_oneself():
    points = np.array([[0.0], [0.1], [0.2], [5.0]])
    assert agreeing(points, 0.1).tolist() == [2, 3, 2, 1]
    assert concentration(points, 0.1, 4) == 2.0
    assert keeping_probabilities(points, 0.1, 4).tolist() == [1.0, 1.0, 1.0, 0.0]
    assert keeping_probabilities(np.zeros((7, 1)), 1.0, 12) == pytest.approx(np.full(7, 0.5))


def test_descents_climb_the_likelihood_and_the_other_sign_does_not():
    data = users(count=400, labels=50)
    options = {"steps": 60, "size": 300, "rate": 1.0, "batch": fixed_batch}
    quiet = {"radius": 2.0, "epsilon": 50.0, "delta": 1e-5, "multiplier": 1e-6}
    right = descent_with_removal(np.random.default_rng(4), data, np.zeros(2), **options, **quiet)
    wrong = descent_with_removal(np.random.default_rng(4), data, np.zeros(2), **options, **quiet, sign=-1)
    clipped = descent_with_clipping(np.random.default_rng(4), data, np.zeros(2), **options, bound=1.0, multiplier=1e-6)
    assert right.steps == 60
    assert np.abs(right.last - THETA).max() < 0.3
    assert np.abs(clipped.last - THETA).max() < 0.3
    assert wrong.last @ THETA < 0


def test_a_batch_that_is_not_concentrated_ends_the_descent():
    data = users(count=100, labels=2)
    found = descent_with_removal(
        np.random.default_rng(5), data, np.zeros(2), steps=50, size=60, rate=0.1, radius=1e-9, epsilon=50.0, delta=1e-5,
        multiplier=1.0, batch=fixed_batch,
    )  # fmt: skip
    assert found.steps == 0
    assert found.average.tolist() == [0, 0]


def test_noise_that_is_not_divided_by_the_batch_is_larger():
    data = users(count=50, labels=4)
    options = {"steps": 1, "size": 40, "rate": 1.0, "bound": 1.0, "multiplier": 5.0, "batch": fixed_batch}
    moved = [
        np.std([
            descent_with_clipping(np.random.default_rng(seed), data, np.zeros(2), **options, divided=divided).last[0]
            for seed in range(200)
        ])
        for divided in (True, False)
    ]  # fmt: skip
    assert 20 < moved[1] / moved[0] < 60


def test_the_noise_formula():
    assert removal_noise(1.0, 1e-5, steps=10, radius=0.5, size=100, multiplier=2.0) == pytest.approx(
        math.sqrt(8 * math.log(math.e * 10 / 1e-5)) * 0.5 * 2 / 100
    )
