"""Adversaries: within their allowance, as strong as they say, and never weaker than carelessness."""

from __future__ import annotations

import itertools
from math import inf

import numpy as np
import pytest
from enumeration import exact_law

from boundcheck.rlhf.estimators import debiased_mle, gradient_norm, l2_error
from boundcheck.rlhf.mechanisms import (
    LTC,
    Directional,
    GradientGreedy,
    LeverageGreedy,
    NoCorruption,
    Private,
    RandomFlips,
    WorstOf,
)
from boundcheck.rlhf.mechanisms.adversaries import principal_directions, random_flips, steepest_flips
from boundcheck.rlhf.preferences import Preferences, allowance
from boundcheck.rlhf.worlds import Aligned, LinearWorld, RandomDirection, ScatteredAtoms, Sphere, WeakDirection, Zero

POINT = {"n": 1000, "d": 4, "radius": 1.0, "epsilon": 1.0, "alpha": 0.07, "lam": 0.01}
GREEDY = WorstOf((Directional(), LeverageGreedy(), GradientGreedy()))
ADVERSARIES = [NoCorruption(), RandomFlips(), Directional(), LeverageGreedy(), GradientGreedy(), GREEDY]
WORLDS = [ScatteredAtoms(20), WeakDirection(), Sphere()]


def sample(features, repeats=40, truth=None, **changes):
    point = {**POINT, **changes}
    rng = np.random.default_rng(7)
    return Private()(rng, LinearWorld(features, truth or RandomDirection(0.6)).sample(rng, repeats, **point), **point)


@pytest.mark.parametrize("alpha", [0.0, 0.0004, 0.07, 0.29, 0.499])
@pytest.mark.parametrize("features", WORLDS, ids=str)
@pytest.mark.parametrize("adversary", ADVERSARIES, ids=str)
def test_no_adversary_exceeds_its_allowance(adversary, features, alpha):
    data = sample(features, repeats=8, alpha=alpha, n=200)
    changed = adversary(np.random.default_rng(1), data, **{**POINT, "alpha": alpha})
    assert (np.abs(changed.ones - data.ones).sum(axis=1) <= allowance(alpha, 200)).all()
    assert (changed.ones >= 0).all()
    assert (changed.ones <= changed.total).all()


def test_the_check_of_the_allowance_sees_one_label_too_many():
    data = sample(ScatteredAtoms(20))
    change = steepest_flips(data, np.ones((1, 20)), allowance(0.07, 1000) + 1)
    assert not (np.abs(change).sum(axis=1) <= allowance(0.07, 1000)).all()


@pytest.mark.parametrize("features", WORLDS, ids=str)
def test_greedy_hurts_the_gradient_at_least_as_much_as_any_other(features):
    data = sample(features)
    worst = gradient_norm(GradientGreedy()(np.random.default_rng(1), data, **POINT), **POINT)
    for other in ADVERSARIES[:4]:
        norm = gradient_norm(other(np.random.default_rng(1), data, **POINT), **POINT)
        assert (worst >= norm * (1 - 1e-9)).all()
    careless = gradient_norm(RandomFlips()(np.random.default_rng(1), data, **POINT), **POINT)
    assert (worst > 1.5 * careless).all()


def test_leverage_hurts_the_euclidean_error_more_than_random_flips_do():
    data = sample(ScatteredAtoms(20), n=100_000)
    point = {**POINT, "alpha": 0.01}
    mean = {
        adversary: l2_error(debiased_mle(adversary(np.random.default_rng(2), data, **point), **point), data).mean()
        for adversary in (NoCorruption(), RandomFlips(), LeverageGreedy())
    }
    assert mean[LeverageGreedy()] > 2 * max(mean[RandomFlips()], mean[NoCorruption()])


def all_changes(total, ones, budget):
    """Every way to change at most `budget` labels."""
    ranges = [range(-int(o), int(t - o) + 1) for t, o in zip(total, ones, strict=True)]
    return np.array([b for b in itertools.product(*ranges) if sum(map(abs, b)) <= budget])


def tiny(seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((4, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    total = rng.integers(1, 5, (1, 4))
    theta = rng.standard_normal(3)
    return Preferences(x, total, rng.binomial(total, 0.5), theta - theta.mean())


def test_steepest_flips_against_every_change():
    for seed in range(40):
        data = tiny(seed)
        scores = np.random.default_rng(seed + 1).standard_normal((1, 4))
        scores[0, seed % 4] = 0.0
        for budget in (0, 1, 3):
            best = (all_changes(data.total[0], data.ones[0], budget) @ scores[0]).max()
            assert (steepest_flips(data, scores, budget) * scores).sum() == pytest.approx(best, abs=1e-12)


def test_gradient_greedy_against_every_change():
    # A convex function may have several local maxima over the changes; the starts find the best one nearly always.
    found = []
    for seed in range(60):
        data = tiny(seed)
        point = {"alpha": 0.3, "epsilon": 0.7, "lam": 0.05}
        worst = gradient_norm(GradientGreedy()(np.random.default_rng(0), data, **point), **point)[0]
        changes = all_changes(data.total[0], data.ones[0], allowance(0.3, data.n))
        every = Preferences(data.x, np.repeat(data.total, len(changes), 0), data.ones + changes, data.theta)
        found.append(worst / gradient_norm(every, **point).max())
    assert max(found) <= 1 + 1e-12
    assert np.mean(np.array(found) > 1 - 1e-12) >= 0.9
    assert min(found) > 0.9


def test_random_flips_choose_every_set_of_samples_equally_often():
    total, ones, budget = [2, 3], [1, 2], 2
    data = Preferences(np.eye(2), np.array([total]), np.array([ones]), np.zeros(2))
    law = exact_law(lambda rng: tuple(random_flips(rng, data, budget)[0].tolist()))
    labels = [(0, 1), (0, 0), (1, 1), (1, 1), (1, 0)]
    expected = {}
    for subset in itertools.combinations(labels, budget):
        change = [0, 0]
        for row, label in subset:
            change[row] += 1 - 2 * label
        expected[tuple(change)] = expected.get(tuple(change), 0) + 0.1
    assert law == pytest.approx(expected)


def test_random_flips_work_beyond_a_billion_samples():
    data = sample(ScatteredAtoms(5), repeats=3, n=4 * 10**9)
    change = random_flips(np.random.default_rng(0), data, 10**9)
    # About half of the flips raise a label and half lower one; 1e9 of them differ from that by less than 1e-3.
    assert (np.abs(change.sum(axis=1)) < 2e8).all()
    assert (data.ones + change >= 0).all()


def test_the_worst_block_attains_the_root_of_alpha():
    # All labels of a block of exactly alpha n rows agree and are turned: norm alpha / sqrt(alpha + lam).
    point = {**POINT, "n": 10_000, "alpha": 0.04, "lam": 1e-9, "radius": 40.0}
    data = sample(WeakDirection(), truth=Aligned(0.99), **point)
    raw = Preferences(data.x, data.total, np.where(np.arange(3) == 0, data.total, data.total // 2), data.theta)
    norm = gradient_norm(
        GradientGreedy()(np.random.default_rng(0), raw, **{**point, "epsilon": inf}), **{**point, "epsilon": inf}
    )
    assert norm == pytest.approx(np.sqrt(0.04), rel=0.01)
    # With fair labels only half of such a block can be turned to one side, and one twice as large is worse.
    once, twice = (
        gradient_norm(
            GradientGreedy()(np.random.default_rng(0), fair, **{**point, "epsilon": inf}), **{**point, "epsilon": inf}
        )
        for fair in (
            LinearWorld(WeakDirection(multiple=m), Zero()).sample(np.random.default_rng(1), 20, **point)
            for m in (1.0, 2.0)
        )
    )
    assert once.mean() == pytest.approx(np.sqrt(0.04) / 2, rel=0.1)
    assert twice.mean() == pytest.approx(np.sqrt(0.04 / 2), rel=0.1)


def test_pipelines_show_their_stages():
    world = LinearWorld(ScatteredAtoms(6), RandomDirection(0.5))
    raw = world.sample(np.random.default_rng(0), 5, **POINT)
    stages = LTC(GradientGreedy()).stages(np.random.default_rng(1), raw, **POINT)
    assert len(stages) == 3
    assert stages[0] is raw
    assert (stages[2].ones == LTC(GradientGreedy())(np.random.default_rng(1), raw, **POINT).ones).all()


def test_directions_of_a_double_eigenvalue_do_not_hang_on_rounding_errors():
    noise = 1e-16 * np.random.default_rng(3).standard_normal((5, 4, 4))
    covariance = np.diag([0.1, 0.1, 0.1, 0.7]) + noise + np.swapaxes(noise, 1, 2)
    found = principal_directions(covariance)
    assert np.abs(found - found[0]).max() < 1e-6
    assert np.abs(np.swapaxes(found, 1, 2) @ covariance @ found - np.diag([0.1, 0.1, 0.1, 0.7])).max() < 1e-5
    plain = np.linalg.eigh(covariance)[1]
    assert np.abs(plain - plain[0]).max() > 0.1  # what it mends
