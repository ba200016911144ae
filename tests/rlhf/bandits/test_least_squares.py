"""Least squares over a class against brute force, and the laws of corrupted private labels against enumeration."""

import itertools
import math

import numpy as np
import pytest

from boundcheck.rlhf.bandits.bandit import draw
from boundcheck.rlhf.bandits.estimates import ORDERS, ClassLeastSquares, c, error, label_mean, towards

FUNCTIONS = np.array([[0.3, -0.2, 0.0], [0.5, -0.2, 0.1], [-0.3, 0.2, 0.0], [0.3, -0.2, 0.9]])
LAW = np.array([0.5, 0.3, 0.2])


def enumerated_mean(order, truth, bad, alpha, epsilon):
    """Over the clean label, whether it is bad, the bad label, and the coin."""
    keep, mean = 1 / (1 + math.exp(-epsilon)), 0.0
    for clean, other, is_bad, kept in itertools.product((1, -1), (1, -1), (True, False), (True, False)):
        weight = (1 + clean * truth) / 2 * (1 + other * bad) / 2
        weight *= (alpha if is_bad else 1 - alpha) * (keep if kept else 1 - keep)
        turn = 1 if kept else -1
        if order == "ctl":
            label = (other if is_bad else clean) * turn
        elif order == "ltc":
            label = other if is_bad else clean * turn
        else:
            label = other if is_bad else clean
        mean += weight * label
    return mean


@pytest.mark.parametrize("order", ORDERS)
def test_mean_of_labels_against_enumeration(order):
    found = label_mean(order, np.array([0.3]), np.array([-0.8]), alpha=0.2, epsilon=0.7)
    assert found[0] == pytest.approx(enumerated_mean(order, 0.3, -0.8, 0.2, 0.7), abs=1e-14)


def test_c_against_its_exponentials():
    for epsilon in (0.1, 1.0, 5.0):
        assert c(epsilon) == pytest.approx((math.exp(epsilon) + 1) / (math.exp(epsilon) - 1), rel=1e-13)


def test_minimiser_against_the_sum_over_samples():
    rng = np.random.default_rng(1)
    counts = draw(rng, 20, n=50, law=LAW, first_wins=(1 + FUNCTIONS[0]) / 2)
    chosen = ClassLeastSquares()(counts, FUNCTIONS, error(FUNCTIONS, LAW), epsilon=1.0)
    for ones, total, pick in zip(counts.ones, counts.total, chosen, strict=True):
        losses = [
            sum(
                k * (h - c(1.0)) ** 2 + (t - k) * (h + c(1.0)) ** 2 for k, t, h in zip(ones, total, member, strict=True)
            )
            for member in FUNCTIONS
        ]
        assert losses[pick] == pytest.approx(min(losses))


def test_labels_at_face_value_are_biased():
    rng, truth = np.random.default_rng(2), np.array([[0.8], [0.8 / c(1.0)]])
    mean = label_mean("ctl", truth[0], np.zeros(1), alpha=0.0, epsilon=1.0)
    counts = draw(rng, 50, n=10**6, law=np.ones(1), first_wins=(1 + mean) / 2)
    worst = error(truth, np.ones(1))
    assert (ClassLeastSquares()(counts, truth, worst, epsilon=1.0) == 0).all()
    assert (ClassLeastSquares(debias=False)(counts, truth, worst, epsilon=1.0) == 1).all()


def test_ties_go_to_the_worst_member():
    functions = np.array([[0.1, 0.1], [0.1, 0.1], [0.1, 0.1]])
    counts = draw(np.random.default_rng(3), 4, n=10, law=np.array([0.5, 0.5]), first_wins=np.array([0.5, 0.5]))
    assert (ClassLeastSquares()(counts, functions, np.array([0.0, 1.0, 0.5]), epsilon=1.0) == 1).all()


def test_bad_labels_pull_towards_the_farthest_member():
    assert towards(FUNCTIONS, LAW).tolist() == [-1.0, 1.0, 0.0]


def test_unknown_order_and_share_are_refused():
    with pytest.raises(ValueError, match="order must be one of"):
        label_mean("clt", np.zeros(1), np.zeros(1), alpha=0.1, epsilon=1.0)
    with pytest.raises(ValueError, match="alpha must lie"):
        label_mean("ctl", np.zeros(1), np.zeros(1), alpha=0.6, epsilon=1.0)
