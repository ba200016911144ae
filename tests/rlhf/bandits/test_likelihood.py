import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom

from boundcheck.rlhf.bandits import bandit as counts
from boundcheck.rlhf.bandits import classes
from boundcheck.rlhf.bandits.bandit import equal_states, one_state
from boundcheck.rlhf.bandits.estimates import ClassMLE, private_probability


def data(total, ones):
    total, ones = np.atleast_2d(total), np.atleast_2d(ones)
    return counts.Counts(total, ones, int(total[0].sum()))


def test_private_probability_against_its_definition():
    for epsilon, x in itertools.product((0.1, 1.0, 8.0), (-3.0, 0.0, 0.5)):
        alpha = math.exp(epsilon) / (1 + math.exp(epsilon))
        s = 1 / (1 + math.exp(-x))
        assert private_probability(x, epsilon) == pytest.approx(alpha * s + (1 - alpha) * (1 - s), rel=1e-14)


def test_mle_against_the_plain_sum_of_logarithms():
    rng = np.random.default_rng(3)
    differences = rng.uniform(-2, 2, (5, 3))
    total = rng.integers(1, 50, (20, 3))
    ones = rng.binomial(total, 0.4)
    p = private_probability(differences, 0.7)
    plain = ones @ np.log(p).T + (total - ones) @ np.log(1 - p).T
    chosen = ClassMLE()(data(total, ones), differences, np.arange(5.0), epsilon=0.7)
    assert (chosen == plain.argmax(axis=1)).all()


def test_ties_go_to_the_worst_member():
    differences = np.array([[0.5], [0.5], [0.5], [-2.0]])
    chosen = ClassMLE()(data([10], [9]), differences, np.array([0.0, 1.0, 3.0, 2.0]), epsilon=1.0)
    assert chosen == [2]


def test_a_wrong_level_of_privacy_changes_the_choice():
    differences = np.array([[2.0], [0.2]])
    seen = data([1000], [620])  # as private labels at epsilon = 1: 0.5 + 0.46 * 0.76 / 2 = 0.676 or 0.523
    assert ClassMLE()(seen, differences, np.arange(2.0), epsilon=1.0) == [0]
    assert ClassMLE(assumed=math.inf)(seen, differences, np.arange(2.0), epsilon=1.0) == [1]


def test_state_by_state_is_the_whole_likelihood():
    rng = np.random.default_rng(5)
    product = classes.hypercube(0.8, states=3, bound=2, centre=0.3)
    everything = classes.members(product)
    bandit = equal_states(3, (0.5, 0.5))
    total = rng.integers(5, 30, (40, 3))
    seen = data(total, rng.binomial(total, 0.5))
    whole = ClassMLE()(seen, bandit.differences(everything), np.arange(8.0), epsilon=2.0)
    each = ClassMLE().by_state(seen, product[:, :, 0] - product[:, :, 1], np.arange(2.0), epsilon=2.0)
    picked = np.take_along_axis(product[None], each[:, :, None, None], axis=2)[:, :, 0]
    np.testing.assert_array_equal(everything[whole], picked)


def test_thinning_has_the_law_of_randomized_response():
    """Mean and variance over 20,000 draws; 5 standard errors, a false alarm below 1e-5."""
    rng = np.random.default_rng(7)
    n, p, epsilon = 50, 0.8, 1.0
    seen = counts.thinned(rng, counts.draw(rng, 20_000, n=n, law=np.ones(1), first_wins=np.array([p])), epsilon=epsilon)
    q = private_probability(math.log(p / (1 - p)), epsilon)
    mean, var = binom.stats(n, q)
    assert abs(seen.ones.mean() - mean) < 5 * math.sqrt(var / 20_000)
    assert abs(seen.ones.var() / var - 1) < 5 * math.sqrt(2 / 20_000)
    assert (counts.turned(seen).ones + seen.ones == n).all()


def test_draws_leave_out_ties_and_take_any_size():
    rng = np.random.default_rng(11)
    bandit = one_state(0.5, 0.5)
    seen = counts.draw(rng, 100, n=10**12, law=bandit.pair_law(), first_wins=np.array([0.5]))
    assert seen.n == 10**12
    assert abs(seen.total.mean() / 10**12 - 0.5) < 1e-5
