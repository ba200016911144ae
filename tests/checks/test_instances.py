"""Instances: searched, evaluated exactly, and described in a few numbers."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy
from aloud import phrase

from boundcheck.checks import instances
from boundcheck.checks.instances import MOST_ATOMS, MOST_NUMBERS, described
from boundcheck.claims import Experiment, InstanceInequality, Simulation
from boundcheck.rlhf.estimators import debiased_mle, weighted_norm_error
from boundcheck.rlhf.mechanisms import CLC, CTL, LTC, Directional, Private
from boundcheck.rlhf.worlds import Aligned, LinearWorld, OneHot, Pairs, ScatteredAtoms, Sphere
from boundcheck.verdict import Outcome

# Instance inequalities: true and tight, false with an exact instance.


def pair(vector):
    return {"x": vector[0], "y": vector[1]}


def product(case):
    return case["x"] * case["y"]


def mean_of_squares(case):
    return (case["x"] ** 2 + case["y"] ** 2) / 2


def too_small(case):
    return (
        Fraction(99, 100) * mean_of_squares(case) if isinstance(case["x"], Fraction) else 0.99 * mean_of_squares(case)
    )


def test_the_mean_inequality_is_supported_and_tight(context):
    evidence = instances.check_instance(
        InstanceInequality("x y <= (x^2 + y^2)/2", 2, pair, product, mean_of_squares), context()
    )
    assert evidence.outcome is Outcome.SUPPORTED
    assert evidence.found.evidence.ratio > 0.999
    assert [finding.kind for finding in evidence.findings] == ["TIGHT"]


def test_a_search_that_comes_near_nothing_does_not_call_it_loose(context):
    def twice(case):
        return 2 * mean_of_squares(case)

    evidence = instances.check_instance(InstanceInequality("x y <= x^2 + y^2", 2, pair, product, twice), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert evidence.findings == ()


def test_one_per_cent_less_is_refuted_exactly(context):
    evidence = instances.check_instance(InstanceInequality("one per cent less", 2, pair, product, too_small), context())
    assert evidence.outcome is Outcome.REFUTED
    assert Fraction(evidence.witness.lhs) > Fraction(evidence.witness.rhs)


def undefined(case):
    return float("nan")


def test_a_side_without_a_value_supports_nothing(context):
    for sides in ((undefined, product), (product, undefined)):
        evidence = instances.check_instance(InstanceInequality("nan", 2, pair, *sides), context())
        assert evidence.outcome is Outcome.UNDECIDED
        assert "has no value" in phrase(evidence.fact)


def absolute_sum(case):
    return math.sqrt(float(case["x"] + case["y"]) ** 2)


def sum_of_absolutes(case):
    return math.sqrt(float(case["x"]) ** 2) + math.sqrt(float(case["y"]) ** 2)


@pytest.mark.parametrize("seed", range(12))
def test_floats_do_not_refute_the_triangle_inequality(context, seed):
    """Equality on half of all instances, which rounding turns round."""
    triangle = InstanceInequality("|x + y| <= |x| + |y|", 2, pair, absolute_sum, sum_of_absolutes)
    assert instances.check_instance(triangle, replace(context(), seed=seed)).outcome is Outcome.SUPPORTED


def root(case):
    return sympy.sqrt(sympy.Abs(sympy.sympify(case["x"])))


def by_more(factor):
    def rhs(case):
        return factor * root(case)

    return rhs


def test_roots_are_compared_in_balls(context):
    less = InstanceInequality("one per cent less", 2, pair, root, by_more(sympy.Rational(99, 100)))
    found = instances.check_instance(less, context())
    assert found.outcome is Outcome.REFUTED
    assert found.method.endswith("re-evaluation in ball arithmetic")
    equal = InstanceInequality("the same", 2, pair, root, root)
    assert instances.check_instance(equal, context()).outcome is Outcome.SUPPORTED


def test_a_refutation_by_floats_says_so(context):
    def less(case):
        return 0.99 * sum_of_absolutes(case)

    found = instances.check_instance(InstanceInequality("less", 2, pair, absolute_sum, less), context())
    assert found.outcome is Outcome.REFUTED
    assert "false at an instance, in floating point" in phrase(found.fact)
    assert "exact" not in found.method


x, j, a = sympy.Symbol("x", real=True), sympy.Symbol("j", integer=True), sympy.IndexedBase("a", real=True)


def mean(case):
    return sum(case["a"]) ** 2


def squares(case):
    return 3 * sum(value * value for value in case["a"])


def row(vector):
    return {"a": vector}


def numbers(case):
    return {"a": case["a"], "x": 3}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ((a[j] ** 2 >= -1 * x,), True),
        ((a[j] >= 0,), False),
        ((sympy.Le(sympy.Sum(a[j], (j, 1, x)) ** 2, 3 * sympy.Sum(a[j] ** 2, (j, 1, x))),), True),
        ((sympy.Le(sympy.Sum(a[j] ** 2, (j, 1, x)), a[1] ** 2),), False),
        ((sympy.Eq(x, 3),), True),
        ((sympy.Eq(x, 2),), False),
        ((sympy.Symbol("y", real=True) >= 0,), False),
    ],
)
def test_an_instance_that_breaks_a_condition_leaves_the_statement_open(context, given, kept):
    evidence = instances.check_instance(
        InstanceInequality("the mean", 3, row, mean, squares, given, numbers), context()
    )
    assert evidence.outcome is (Outcome.SUPPORTED if kept else Outcome.UNDECIDED)
    assert kept or "would decide it" in phrase(evidence.fact)


def test_conditions_and_their_numbers_go_together():
    with pytest.raises(ValueError, match="goes with `given`"):
        InstanceInequality("the mean", 3, row, mean, squares, (x >= 0,))


# What an experiment says of itself: few numbers, the same each time, and nothing where it says nothing.

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
