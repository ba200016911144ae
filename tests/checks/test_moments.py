"""Means of bounded errors, and lower bounds that an estimator must respect. Risk 1e-3, fixed seed."""

from dataclasses import dataclass

import numpy as np
import pytest
import sympy

from boundcheck.checks import expectation, lower_bound
from boundcheck.claims import ExpectationBound, MinimaxLowerBound, Outcome, Regime
from boundcheck.claims.fields import Malformed


@dataclass(frozen=True)
class Uniform:
    """Uniform on [0, 1]: mean and median one half."""

    def sample(self, rng, repeats, **_):
        return {"error": rng.random(repeats)}


@pytest.mark.parametrize(
    ("bound", "outcome"), [(0.6, Outcome.SUPPORTED), (0.4, Outcome.REFUTED), (0.501, Outcome.UNDECIDED)]
)
def test_expectation(context, bound, outcome):
    statement = ExpectationBound(sympy.Rational(str(bound)), sympy.Integer(1), (Regime("only", Uniform(), {"n": 1}),))
    assert expectation.check(statement, context()).outcome is outcome


@pytest.mark.parametrize(
    ("bound", "outcome"), [(0.4, Outcome.SUPPORTED), (0.6, Outcome.REFUTED), (0.5, Outcome.UNDECIDED)]
)
def test_lower_bound(context, bound, outcome):
    statement = MinimaxLowerBound(sympy.Rational(str(bound)), (Regime("only", Uniform(), {"n": 1}),))
    assert lower_bound.check(statement, context()).outcome is outcome


@dataclass(frozen=True)
class Near:
    """Uniform on [0, 1], scaled."""

    scale: float

    def sample(self, rng, repeats, **_):
        return {"error": self.scale * rng.random(repeats)}


@pytest.mark.parametrize(
    ("scales", "methods", "outcome"),
    [
        ((1, 3), {}, Outcome.REFUTED),  # two methods, one of which beats 0.9
        ((1, 3), {"one": ("x1", "x3")}, Outcome.SUPPORTED),  # one method, which does not on its worst member
        ((1, 1.2), {"one": ("x1", "x1.2")}, Outcome.REFUTED),
        ((1, 1.8), {"one": ("x1", "x1.8")}, Outcome.UNDECIDED),
        ((3, 1, 1.2), {"one": ("x1", "x1.2")}, Outcome.REFUTED),
        ((3, 4), {}, Outcome.SUPPORTED),
    ],
)
def test_one_method_below_on_its_whole_family_refutes_a_lower_bound(context, scales, methods, outcome):
    """Intervals of medians fail with probability 1e-4 in all; the seed is fixed."""
    regimes = tuple(Regime(f"x{scale}", Near(scale), {"n": 1}) for scale in scales)
    statement = MinimaxLowerBound(sympy.Rational(9, 10), regimes, methods)
    found = lower_bound.check(statement, context())
    assert found.outcome is outcome, found.summary
    if outcome is Outcome.REFUTED:
        assert float(found.witness["lhs"]) < float(found.witness["rhs"])


@pytest.mark.parametrize("methods", [{"one": ("x2",)}, {"one": ()}, {"one": "x1"}, {"a": ("x1",), "b": ("x1",)}])
def test_methods_that_are_not_there_are_refused(methods):
    with pytest.raises(Malformed, match="methods"):
        MinimaxLowerBound(sympy.Rational(9, 10), (Regime("x1", Near(1), {"n": 1}),), methods)


def lower(bound, **rest):
    return MinimaxLowerBound(sympy.Rational(bound), (Regime("only", Skewed(), {"n": 1}),), **rest)


@dataclass(frozen=True)
class Skewed:
    """10 with probability 0.2, else 0: median 0, mean 2."""

    def sample(self, rng, repeats, **_):
        return {"error": 10.0 * (rng.random(repeats) < 0.2)}


def test_a_median_does_not_refute_a_bound_on_a_mean(context):
    one = sympy.Integer(10)
    assert lower_bound.check(lower("3/2"), context()).outcome is Outcome.REFUTED  # of the median, which is 0
    assert lower_bound.check(lower("3/2", of="mean", ceiling=one), context()).outcome is Outcome.SUPPORTED
    assert lower_bound.check(lower("3/2", of="mean"), context()).outcome is Outcome.SUPPORTED
    assert lower_bound.check(lower("5/2", of="mean", ceiling=one), context()).outcome is Outcome.REFUTED
    assert lower_bound.check(lower("5/2", of="mean"), context()).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(("bound", "outcome"), [("3/20", Outcome.SUPPORTED), ("1/4", Outcome.REFUTED), ("1/5", Outcome.UNDECIDED)])
def test_a_lower_bound_on_a_probability(context, bound, outcome):
    statement = lower(bound, of="probability", threshold=sympy.Integer(10))
    assert lower_bound.check(statement, context()).outcome is outcome


def test_a_threshold_goes_with_a_probability_alone():
    with pytest.raises(Malformed, match="threshold"):
        lower("1/4", of="probability")
    with pytest.raises(Malformed, match="threshold"):
        lower("1/4", threshold=sympy.Integer(1))
    with pytest.raises(Malformed, match="ceiling"):
        lower("1/4", ceiling=sympy.Integer(1))


@dataclass(frozen=True)
class Exactly:
    """Always the same error, one unit in the last place off a tenth."""

    error: float = 0.09999999999999998

    def sample(self, rng, repeats, **_):
        return {"error": [self.error] * repeats}


def test_one_unit_in_the_last_place_refutes_nothing(context):
    tenth, only = sympy.Rational(1, 10), (Regime("only", Exactly(), {"n": 1}),)
    assert lower_bound.check(MinimaxLowerBound(tenth, only), context()).outcome is Outcome.SUPPORTED
    above = (Regime("only", Exactly(0.10000000000000002), {"n": 1}),)
    assert expectation.check(ExpectationBound(tenth, sympy.Integer(1), above), context()).outcome is not Outcome.REFUTED
    clearly = (Regime("only", Exactly(0.0999), {"n": 1}),)
    assert lower_bound.check(MinimaxLowerBound(tenth, clearly), context()).outcome is Outcome.REFUTED


@dataclass(frozen=True)
class Small:
    """Around 1/1000, eleven standard errors above the bound; the ceiling is far away."""

    def sample(self, rng, repeats, **_):
        return {"error": np.abs(0.001 + 0.0004 * rng.standard_normal(repeats))}


@pytest.mark.parametrize("ceiling", [None, 1, 100])
def test_a_false_mean_is_refuted_however_far_the_ceiling(context, ceiling):
    bound = ExpectationBound(sympy.Rational(9, 10_000), ceiling, (Regime("only", Small(), {"n": 1}),))
    assert expectation.check(bound, context()).outcome is Outcome.REFUTED
    true = ExpectationBound(sympy.Rational(11, 10_000), ceiling, (Regime("only", Small(), {"n": 1}),))
    assert expectation.check(true, context()).outcome is not Outcome.REFUTED


@dataclass(frozen=True)
class Exponential:
    """Mean 1, mean square 2, no ceiling."""

    def sample(self, rng, repeats, **_):
        return {"error": rng.exponential(size=repeats)}


def test_an_unbounded_error_is_supported_by_its_second_moment_alone(context):
    only = (Regime("only", Exponential(), {"n": 1}),)
    assert expectation.check(ExpectationBound(sympy.Rational(6, 5), None, only), context()).outcome is Outcome.UNDECIDED
    moment = ExpectationBound(sympy.Rational(6, 5), None, only, second_moment=sympy.Integer(2))
    assert expectation.check(moment, context()).outcome is Outcome.SUPPORTED
    false = ExpectationBound(sympy.Rational(4, 5), None, only, second_moment=sympy.Integer(2))
    assert expectation.check(false, context()).outcome is Outcome.REFUTED
