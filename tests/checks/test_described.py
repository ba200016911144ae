"""What an experiment says of itself: few numbers, the same each time, and nothing where it says nothing."""

import json

import numpy as np
import pytest

from boundcheck.checks.described import MOST_ATOMS, MOST_NUMBERS, described
from boundcheck.claims import Experiment, Simulation
from boundcheck.rlhf.estimators import debiased_mle, weighted_norm_error
from boundcheck.rlhf.mechanisms import CLC, CTL, LTC, Directional, Private
from boundcheck.rlhf.worlds import Aligned, LinearWorld, OneHot, Pairs, ScatteredAtoms, Sphere

POINT = {"n": 1000, "d": 3, "radius": 1.0, "alpha": 0.1, "alpha_1": 0.1, "alpha_2": 0.05, "epsilon": 1.0, "lam": 0.01}


class Said:
    def __init__(self, **said):
        self.said = said

    def describe(self, rng, **point):
        return self.said


def experiment(features, pipeline):
    return Experiment(LinearWorld(features, Aligned(1.0)), pipeline, debiased_mle, weighted_norm_error)


def nothing(rng, repeats, **point):
    return np.zeros(repeats)


@pytest.mark.parametrize(
    ("pipeline", "share"),
    [(CTL(Directional()), 0.1), (LTC(Directional()), 0.1), (CLC(Directional(), Directional()), 0.15)],
)
def test_atoms_truth_and_what_was_changed(pipeline, share):
    found = described(experiment(OneHot(fixed_design=True), pipeline), POINT)
    assert found["dimension"] == 3
    assert found["features"] == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    assert sum(found["weights"]) == pytest.approx(1.0)
    assert found["logits"] == pytest.approx(found["theta"])
    assert 0 < sum(found["changed"]) <= share
    assert found["left_out"] == 0


def test_without_corruption_nothing_is_changed():
    assert "changed" not in described(experiment(OneHot(), Private()), POINT)


def test_it_is_json_and_the_same_each_time():
    one = experiment(Pairs(), LTC(Directional()))
    assert json.dumps(described(one, POINT), allow_nan=False) == json.dumps(described(one, POINT), allow_nan=False)


@pytest.mark.parametrize("features", [Sphere(), ScatteredAtoms(number=500)])
def test_the_heaviest_of_many_atoms_are_kept(features):
    found = described(experiment(features, Private()), {**POINT, "d": 12})
    assert len(found["weights"]) == MOST_ATOMS
    assert found["left_out"] >= 440
    assert "features" not in found  # 60 rows of 12 numbers are more than are kept
    assert MOST_ATOMS * 12 > MOST_NUMBERS
    assert len(found["logits"]) == MOST_ATOMS


def test_who_says_nothing_is_not_described():
    assert described(Simulation(nothing), {}) == {}
    assert described(object(), {}) == {}
    assert described(Said(), {}) == {}
    assert described(experiment(OneHot(), lambda rng, data, **point: data), POINT) == {}


def test_other_words_are_kept_and_rounded():
    found = described(Said(weights=[0.5, 0.5], rule="first arm", states=2, value=np.float64(1 / 3), tiny=3e-17), {})
    assert found == {
        "rule": "first arm", "states": 2, "value": 0.333333, "tiny": 0.0, "weights": [0.5, 0.5], "left_out": 0,
    }  # fmt: skip
