"""Simulation by counts has the law of simulation row by row: by enumeration of both, and by samples where it is large."""

from __future__ import annotations

import itertools
from math import exp, inf, prod

import numpy as np
import pytest
from enumeration import distance, exact_law
from scipy.stats import ks_2samp

from boundcheck.rlhf.estimators import debiased_mle, gradient_norm
from boundcheck.rlhf.mechanisms import (
    CLC,
    CTL,
    LTC,
    Directional,
    GradientGreedy,
    LeverageGreedy,
    NoCorruption,
    Private,
    RandomFlips,
    WorstOf,
)
from boundcheck.rlhf.preferences import Preferences, allowance
from boundcheck.rlhf.worlds import Aligned, Atoms, LinearWorld, ScatteredAtoms

POINTS = ((0.8, -0.1), (0.2, -0.7))
WEIGHTS = (0.6, 0.4)
WORLD = LinearWorld(Atoms(POINTS, WEIGHTS), Aligned(0.9))
POINT = {"n": 3, "d": 2, "radius": 1.5, "epsilon": 0.8, "alpha": 0.4, "alpha_1": 0.4, "alpha_2": 0.35, "lam": 0.1}

ADVERSARIES = [
    NoCorruption(),
    RandomFlips(),
    Directional(),
    Directional((1.0, 0.3)),
    LeverageGreedy(),
    GradientGreedy(),
    WorstOf((Directional(), LeverageGreedy(), GradientGreedy())),
]
PIPELINES = [
    Private(),
    *[CTL(a) for a in ADVERSARIES],
    *[LTC(a) for a in ADVERSARIES],
    CLC(GradientGreedy(), GradientGreedy()),
    CLC(RandomFlips(), LeverageGreedy()),
]


def law_by_counts(pipeline, point=POINT, world=WORLD):
    def program(rng):
        data = pipeline(rng, world.sample(rng, 1, **point), **point)
        return tuple(data.total[0].tolist()), tuple(data.ones[0].tolist())

    return exact_law(program)


def sigmoid(z):
    return 1 / (1 + exp(-z))


def turned_round(labels):
    """All ways in which randomized response can change labels, with probabilities: from Algorithm 1 itself."""
    keep = sigmoid(POINT["epsilon"])
    for turns in itertools.product((0, 1), repeat=len(labels)):
        yield tuple(y ^ t for y, t in zip(labels, turns, strict=True)), prod((1 - keep) if t else keep for t in turns)


def corrupted(adversary, rows, labels, theta, epsilon, alpha):
    """All ways in which an adversary changes the labels of single rows."""
    if isinstance(adversary, RandomFlips):
        subsets = list(itertools.combinations(range(len(labels)), allowance(alpha, len(labels))))
        for subset in subsets:
            yield tuple(1 - y if i in subset else y for i, y in enumerate(labels)), 1 / len(subsets)
        return
    data = Preferences(
        x=np.array([[POINTS[j] for j in rows]]),
        total=np.ones((1, len(rows)), dtype=np.int64),
        ones=np.array([labels], dtype=np.int64),
        theta=theta,
    )
    assert data.row_by_row
    changed = adversary(np.random.default_rng(0), data, alpha=alpha, epsilon=epsilon, lam=POINT["lam"])
    yield tuple(changed.ones[0].tolist()), 1.0


def law_by_rows(pipeline):
    theta = WORLD.sample(np.random.default_rng(0), 1, **POINT).theta
    stages = {
        "Private": lambda p: ["privacy"],
        "CTL": lambda p: [(p.adversary, inf, POINT["alpha"]), "privacy"],
        "LTC": lambda p: ["privacy", (p.adversary, POINT["epsilon"], POINT["alpha"])],
        "CLC": lambda p: [
            (p.before, inf, POINT["alpha_1"]),
            "privacy",
            (p.after, POINT["epsilon"], POINT["alpha_2"]),
        ],
    }[type(pipeline).__name__](pipeline)
    law = {}
    for rows in itertools.product(range(len(POINTS)), repeat=POINT["n"]):
        likely = [sigmoid(float(np.dot(POINTS[j], theta))) for j in rows]
        states = {}
        for labels in itertools.product((0, 1), repeat=POINT["n"]):
            chance = prod(p if y else 1 - p for p, y in zip(likely, labels, strict=True))
            states[labels] = chance * prod(WEIGHTS[j] for j in rows)
        for stage in stages:
            new = {}
            for labels, chance in states.items():
                ways = (
                    turned_round(labels) if stage == "privacy" else corrupted(stage[0], rows, labels, theta, *stage[1:])
                )
                for result, share in ways:
                    new[result] = new.get(result, 0.0) + chance * share
            states = new
        for labels, chance in states.items():
            total, ones = [0] * len(POINTS), [0] * len(POINTS)
            for j, y in zip(rows, labels, strict=True):
                total[j] += 1
                ones[j] += y
            key = tuple(total), tuple(ones)
            law[key] = law.get(key, 0.0) + chance
    return law


@pytest.mark.parametrize("pipeline", PIPELINES, ids=str)
def test_law_of_counts_against_enumeration_of_rows(pipeline):
    by_counts = law_by_counts(pipeline)
    assert sum(by_counts.values()) == pytest.approx(1, abs=1e-12)
    assert distance(by_counts, law_by_rows(pipeline)) < 1e-12


def test_a_different_privacy_is_a_different_law():
    assert distance(law_by_counts(Private()), law_by_counts(Private(), {**POINT, "epsilon": 0.9})) > 0.01


def test_the_order_of_privacy_and_corruption_matters():
    adversary = Directional()
    assert distance(law_by_counts(CTL(adversary)), law_by_rows(LTC(adversary))) > 0.01


def by_rows(rng, pipeline, repeats, point, world):
    """The same world drawn row by row: counts are spread over single rows before anything happens to labels."""
    raw = world.sample(rng, repeats, **point)
    index = np.stack([np.repeat(np.arange(raw.x.shape[0]), total) for total in raw.total])
    x = raw.x[index]
    likely = 0.5 + 0.5 * np.tanh(0.5 * (x @ raw.theta))
    ones = (rng.random(likely.shape) < likely).astype(np.int64)
    data = Preferences(x=x, total=np.ones_like(ones), ones=ones, theta=raw.theta)
    return pipeline(rng, data, **point)


LARGER = {"n": 300, "d": 4, "radius": 1.0, "epsilon": 1.0, "alpha": 0.05, "alpha_1": 0.03, "alpha_2": 0.02, "lam": 0.01}


@pytest.mark.parametrize(
    "pipeline",
    [CTL(RandomFlips()), LTC(GradientGreedy()), CLC(LeverageGreedy(), Directional())],
    ids=str,
)
def test_law_of_counts_against_samples_of_rows(pipeline):
    # Two-sample Kolmogorov-Smirnov tests at 1e-4 each on 400 against 400: six of them, false alarm below 6e-4.
    world = LinearWorld(ScatteredAtoms(12, seed=1), Aligned(0.8))
    counts = pipeline(np.random.default_rng(1), world.sample(np.random.default_rng(2), 400, **LARGER), **LARGER)
    rows = by_rows(np.random.default_rng(3), pipeline, 400, LARGER, world)
    for statistic in (
        lambda data: gradient_norm(data, **LARGER),
        lambda data: debiased_mle(data, **LARGER).theta[:, 0],
    ):
        assert ks_2samp(statistic(counts), statistic(rows)).pvalue > 1e-4


def test_samples_tell_a_forgotten_adversary():
    world = LinearWorld(ScatteredAtoms(12, seed=1), Aligned(0.8))
    attacked = by_rows(np.random.default_rng(3), LTC(GradientGreedy()), 400, LARGER, world)
    spared = Private()(np.random.default_rng(1), world.sample(np.random.default_rng(2), 400, **LARGER), **LARGER)
    assert ks_2samp(gradient_norm(attacked, **LARGER), gradient_norm(spared, **LARGER)).pvalue < 1e-6
