"""The experiments of square against brute force: needles, alignment, self-play, instances."""

import math

import numpy as np
import pytest

from boundcheck.papers.square.lab import implicit_rewards, self_play
from boundcheck.papers.square.lab.alignment import Alignment
from boundcheck.papers.square.lab.regression import Regression, beatable, needle_losses
from boundcheck.rlhf.bandits.bandit import draw
from boundcheck.rlhf.bandits.estimates import ClassLeastSquares, c

LABELS = {"n": 10**10, "epsilon": 1.0, "alpha": 0.0, "zeta": 0.05}
POINT = {**LABELS, "reward_bound": 1.0, "range_bound": 1.0, "coverage": 4.0, "beta": 0.01}


def test_losses_of_needles_against_the_class():
    functions = np.full((4, 3), 0.2)
    functions[[1, 2, 3], [0, 1, 2]] = 0.5
    counts = draw(np.random.default_rng(0), 5, n=300, law=np.full(3, 1 / 3), first_wins=np.full(3, 0.55))
    expected = ClassLeastSquares().excess(counts, functions, epsilon=1.0)[:, 1:]
    assert needle_losses(counts, 0.2, 0.3, c(1.0)) == pytest.approx(expected)


def test_a_needle_wins_about_as_often_as_it_is_meant_to():
    gap = {"n": 10**8, "members": 2, "epsilon": 1.0, "alpha": 0.0, "zeta": 0.05, "centre": 0.0}
    errors = Regression("ctl").sample(np.random.default_rng(1), 4000, **gap)["error"]
    assert abs((errors > 0).mean() - 0.2) < 5 * (0.2 * 0.8 / 4000) ** 0.5  # 5 standard errors: false alarm below 1e-5


def test_corruption_alone_allows_a_gap_of_four_alpha():
    assert beatable("ctl", -1.0, n=1e18, rows=1, alpha=0.01, epsilon=1.0, zeta=0.05) == pytest.approx(0.04, rel=1e-6)


@pytest.mark.parametrize("kind", ["flip", "bias", "shrunk", "far", "lure"])
def test_alignments_lose_nothing_negative_and_at_most_the_reward_bound(kind):
    errors = Alignment("ctl", kind).sample(np.random.default_rng(2), 50, **POINT)["error"]
    assert ((errors >= 0) & (errors <= 1.0)).all()


def test_turned_labels_cost_more():
    errors = [
        Alignment("ctl", "flip", method).sample(np.random.default_rng(3), 50, **{**POINT, "scale": 1e3})["error"].mean()
        for method in ("square", "turned")
    ]
    assert errors[1] > 2 * errors[0]


def test_the_meta_theorem_is_false_with_a_small_part_of_its_right_side():
    rng = np.random.default_rng(4)
    cases = [implicit_rewards.realizable(rng.standard_normal(implicit_rewards.DIMENSION)) for _ in range(200)]
    assert all(implicit_rewards.gap(case) <= implicit_rewards.sharper(case) for case in cases)
    without_own_term = [case["x"] * math.sqrt(case["coverage"]) / 4 + case["beta"] * case["coverage"] / 8 for case in cases]
    assert any(implicit_rewards.gap(case) > less for case, less in zip(cases, without_own_term, strict=True))


def test_the_gap_of_self_play_is_below_its_bound_and_not_below_a_hundredth_of_it():
    rng = np.random.default_rng(5)
    cases = [self_play.instance(rng.standard_normal(self_play.DIMENSION)) for _ in range(60)]
    assert all(self_play.gap(case) <= self_play.bound(case) for case in cases)
    assert any(self_play.gap(case) > self_play.bound(case) / 100 for case in cases)
