"""Instance inequalities: true and tight, false with an exact instance."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

from boundcheck.checks import instance
from boundcheck.claims import InstanceInequality, Outcome


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
    evidence = instance.check(InstanceInequality("x y <= (x^2 + y^2)/2", 2, pair, product, mean_of_squares), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert evidence.data["ratio"] > 0.999
    assert [finding.kind for finding in evidence.findings] == ["TIGHT"]


def test_a_search_that_comes_near_nothing_does_not_call_it_loose(context):
    def twice(case):
        return 2 * mean_of_squares(case)

    evidence = instance.check(InstanceInequality("x y <= x^2 + y^2", 2, pair, product, twice), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert evidence.findings == ()


def test_one_per_cent_less_is_refuted_exactly(context):
    evidence = instance.check(InstanceInequality("one per cent less", 2, pair, product, too_small), context())
    assert evidence.outcome is Outcome.REFUTED
    assert Fraction(evidence.witness["lhs"]) > Fraction(evidence.witness["rhs"])


def undefined(case):
    return float("nan")


def test_a_side_without_a_value_supports_nothing(context):
    for sides in ((undefined, product), (product, undefined)):
        evidence = instance.check(InstanceInequality("nan", 2, pair, *sides), context())
        assert evidence.outcome is Outcome.UNDECIDED
        assert "has no value" in evidence.summary


def absolute_sum(case):
    return math.sqrt(float(case["x"] + case["y"]) ** 2)


def sum_of_absolutes(case):
    return math.sqrt(float(case["x"]) ** 2) + math.sqrt(float(case["y"]) ** 2)


@pytest.mark.parametrize("seed", range(12))
def test_floats_do_not_refute_the_triangle_inequality(context, seed):
    """Equality on half of all instances, which rounding turns round."""
    triangle = InstanceInequality("|x + y| <= |x| + |y|", 2, pair, absolute_sum, sum_of_absolutes)
    assert instance.check(triangle, replace(context(), seed=seed)).outcome is Outcome.SUPPORTED


def root(case):
    return sympy.sqrt(sympy.Abs(sympy.sympify(case["x"])))


def by_more(factor):
    def rhs(case):
        return factor * root(case)

    return rhs


def test_roots_are_compared_in_balls(context):
    less = InstanceInequality("one per cent less", 2, pair, root, by_more(sympy.Rational(99, 100)))
    found = instance.check(less, context())
    assert found.outcome is Outcome.REFUTED
    assert found.method.endswith("re-evaluation in ball arithmetic")
    equal = InstanceInequality("the same", 2, pair, root, root)
    assert instance.check(equal, context()).outcome is Outcome.SUPPORTED


def test_a_refutation_by_floats_says_so(context):
    def less(case):
        return 0.99 * sum_of_absolutes(case)

    found = instance.check(InstanceInequality("less", 2, pair, absolute_sum, less), context())
    assert found.outcome is Outcome.REFUTED
    assert "false at an instance, in floating point" in found.summary
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
    evidence = instance.check(InstanceInequality("the mean", 3, row, mean, squares, given, numbers), context())
    assert evidence.outcome is (Outcome.SUPPORTED if kept else Outcome.UNDECIDED)
    assert kept or "would decide it" in evidence.summary


def test_conditions_and_their_numbers_go_together():
    with pytest.raises(ValueError, match="goes with `given`"):
        InstanceInequality("the mean", 3, row, mean, squares, (x >= 0,))
