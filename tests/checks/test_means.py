"""Bounds on means and probabilities, from above and from below."""

from dataclasses import dataclass

import numpy as np
import pytest
import sympy
from aloud import phrase
from sympy import Integer, Rational

from boundcheck.checks import lower_bounds, means
from boundcheck.claims import (
    ExpectationBound,
    ExpectationLowerBound,
    Letter,
    MinimaxLowerBound,
    ProbabilityLowerBound,
    Regime,
    Simulation,
)
from boundcheck.claims.fields import Malformed
from boundcheck.verdict import Outcome

# Means of bounded errors, and lower bounds that an estimator must respect. Risk 1e-3, fixed seed.

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
    assert means.check_mean(statement, context()).outcome is outcome


@pytest.mark.parametrize(
    ("bound", "outcome"), [(0.4, Outcome.SUPPORTED), (0.6, Outcome.REFUTED), (0.5, Outcome.UNDECIDED)]
)
def test_lower_bound(context, bound, outcome):
    statement = MinimaxLowerBound(sympy.Rational(str(bound)), (Regime("only", Uniform(), {"n": 1}),))
    assert lower_bounds.check_lower_bound(statement, context()).outcome is outcome


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
    found = lower_bounds.check_lower_bound(statement, context())
    assert found.outcome is outcome, phrase(found.fact)
    if outcome is Outcome.REFUTED:
        assert float(found.witness.lhs) < float(found.witness.rhs)


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
    assert lower_bounds.check_lower_bound(lower("3/2"), context()).outcome is Outcome.REFUTED  # of the median, which is 0
    assert lower_bounds.check_lower_bound(lower("3/2", of="mean", ceiling=one), context()).outcome is Outcome.SUPPORTED
    assert lower_bounds.check_lower_bound(lower("3/2", of="mean"), context()).outcome is Outcome.SUPPORTED
    assert lower_bounds.check_lower_bound(lower("5/2", of="mean", ceiling=one), context()).outcome is Outcome.REFUTED
    assert lower_bounds.check_lower_bound(lower("5/2", of="mean"), context()).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(("bound", "outcome"), [("3/20", Outcome.SUPPORTED), ("1/4", Outcome.REFUTED), ("1/5", Outcome.UNDECIDED)])
def test_a_lower_bound_on_a_probability(context, bound, outcome):
    statement = lower(bound, of="probability", threshold=sympy.Integer(10))
    assert lower_bounds.check_lower_bound(statement, context()).outcome is outcome


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
    assert lower_bounds.check_lower_bound(MinimaxLowerBound(tenth, only), context()).outcome is Outcome.SUPPORTED
    above = (Regime("only", Exactly(0.10000000000000002), {"n": 1}),)
    assert means.check_mean(ExpectationBound(tenth, sympy.Integer(1), above), context()).outcome is not Outcome.REFUTED
    clearly = (Regime("only", Exactly(0.0999), {"n": 1}),)
    assert lower_bounds.check_lower_bound(MinimaxLowerBound(tenth, clearly), context()).outcome is Outcome.REFUTED


@dataclass(frozen=True)
class Small:
    """Around 1/1000, eleven standard errors above the bound; the ceiling is far away."""

    def sample(self, rng, repeats, **_):
        return {"error": np.abs(0.001 + 0.0004 * rng.standard_normal(repeats))}


@pytest.mark.parametrize("ceiling", [None, 1, 100])
def test_a_false_mean_is_refuted_however_far_the_ceiling(context, ceiling):
    bound = ExpectationBound(sympy.Rational(9, 10_000), ceiling, (Regime("only", Small(), {"n": 1}),))
    assert means.check_mean(bound, context()).outcome is Outcome.REFUTED
    true = ExpectationBound(sympy.Rational(11, 10_000), ceiling, (Regime("only", Small(), {"n": 1}),))
    assert means.check_mean(true, context()).outcome is not Outcome.REFUTED


@dataclass(frozen=True)
class Exponential:
    """Mean 1, mean square 2, no ceiling."""

    def sample(self, rng, repeats, **_):
        return {"error": rng.exponential(size=repeats)}


def test_an_unbounded_error_is_supported_by_its_second_moment_alone(context):
    only = (Regime("only", Exponential(), {"n": 1}),)
    assert means.check_mean(ExpectationBound(sympy.Rational(6, 5), None, only), context()).outcome is Outcome.UNDECIDED
    moment = ExpectationBound(sympy.Rational(6, 5), None, only, second_moment=sympy.Integer(2))
    assert means.check_mean(moment, context()).outcome is Outcome.SUPPORTED
    false = ExpectationBound(sympy.Rational(4, 5), None, only, second_moment=sympy.Integer(2))
    assert means.check_mean(false, context()).outcome is Outcome.REFUTED


n = sympy.Symbol("n", real=True)
SIZE = Letter(n, "size", n >= 1, (1, 100), integer=True)


@dataclass(frozen=True)
class Deviation:
    """Distance of the mean of n coins from 1/2: its mean is 1/2 at n = 1 and 2, and about 2/(5 sqrt n) for large n."""

    def sample(self, rng, repeats, *, n, **_):
        return {"error": np.abs(rng.binomial(int(n), 0.5, repeats) / n - 0.5)}


def deviation(factor, given=()):
    regimes = (Regime("nine", Deviation(), {"n": 9}),)
    return ExpectationBound(sympy.Rational(factor) / sympy.sqrt(n), sympy.Rational(1, 2), regimes, given=given)


def test_a_mean_that_exceeds_its_bound_for_the_smallest_n_is_seen(context):
    """49/(100 sqrt n) is false at n = 1 alone; the regime has n = 9. Risk 1e-3."""
    false = means.check_mean(deviation("49/100"), context(parameters=(SIZE,)))
    assert false.outcome is Outcome.REFUTED
    assert phrase(false.fact).startswith("at a corner that we made (n = 1) the mean is at least")
    assert phrase(false.fact).endswith("given= says so")
    true = means.check_mean(deviation("1/2"), context(parameters=(SIZE,)))
    assert true.outcome is Outcome.SUPPORTED
    assert true.found.evidence.tested_at == {"n": (1.0, 9.0, 90.0)}
    stated = means.check_mean(deviation("49/100", given=(n >= 2,)), context(parameters=(SIZE,)))
    assert stated.outcome is Outcome.SUPPORTED
    assert stated.found.evidence.tested_at["n"][0] == 2


@dataclass(frozen=True)
class Seldom:
    """Errors of 1/2, and one of 1e12 where the first of a block is drawn: more than a rehearsal of a few draws shows."""

    size: float

    def sample(self, rng, repeats, **_):
        error = 0.5 * np.ones(repeats)
        error[0] = self.size
        return {"error": error + 1e-9 * rng.random(repeats)}


def test_a_draw_above_the_ceiling_contradicts_it(context):
    at = (Regime("only", Seldom(1e12), {"n": 1}),)
    found = means.check_mean(ExpectationBound(sympy.Integer(10) ** 11, sympy.Integer(1), at), context())
    assert found.outcome is Outcome.REFUTED
    assert "an error of 1e+12 was drawn, above the ceiling 1" in phrase(found.fact)
    assert found.witness.lhs == "1e+12"
    fine = ExpectationBound(sympy.Integer(1), sympy.Integer(1), (Regime("only", Seldom(0.9), {"n": 1}),))
    assert means.check_mean(fine, context()).outcome is Outcome.SUPPORTED


def test_a_second_moment_that_is_too_small_is_contradicted(context):
    def said(second_moment):
        return ExpectationBound(
            sympy.Integer(1), None, (Regime("only", Uniform(), {"n": 1}),), second_moment=sympy.Rational(second_moment)
        )

    found = means.check_mean(said("1/4"), context())  # 1/3 is true
    assert found.outcome is Outcome.REFUTED
    assert "the second moment is said to be at most 0.25" in phrase(found.fact)
    assert means.check_mean(said("1/3"), context()).outcome is Outcome.SUPPORTED


def test_no_regime_of_a_mean_takes_the_name_of_a_corner():
    with pytest.raises(Malformed, match="what samples of another kind are called"):
        ExpectationBound(n, sympy.Integer(1), (Regime("corner: n = 1", Uniform(), {"n": 1}),))


# Lower bounds on means and probabilities. Each test at risk 1e-3, fixed seed.

def uniform(rng, repeats, **point):
    return rng.random(repeats)


def heavy(rng, repeats, **point):
    """Mean 2, median about 1.26; no ceiling."""
    return rng.random(repeats) ** (-1 / 2)


REGIMES = (Regime("only", Simulation(uniform), {"n": 1}),)


@pytest.mark.parametrize(
    ("bound", "outcome"),
    [("0.4", Outcome.SUPPORTED), ("0.6", Outcome.REFUTED), ("0.5", Outcome.UNDECIDED), ("0", Outcome.SUPPORTED)],
)
def test_means(context, bound, outcome):
    found = means.check_lower_mean(ExpectationLowerBound(Rational(bound), REGIMES, Integer(1)), context())
    assert found.outcome is outcome, phrase(found.fact)
    assert any(f.kind == "VACUOUS" for f in found.findings) is (bound == "0")


@pytest.mark.parametrize(("bound", "outcome"), [(1, Outcome.SUPPORTED), (3, Outcome.UNDECIDED)])
def test_unbounded_errors_support_and_never_refute(context, bound, outcome):
    regimes = (Regime("only", Simulation(heavy), {"n": 1}),)
    found = means.check_lower_mean(ExpectationLowerBound(Integer(bound), regimes), context())
    assert found.outcome is outcome, phrase(found.fact)
    assert ("only with a ceiling" in phrase(found.fact)) is (outcome is Outcome.UNDECIDED)


@pytest.mark.parametrize(
    ("bound", "outcome"), [("0.6", Outcome.SUPPORTED), ("0.8", Outcome.REFUTED), ("0.7", Outcome.UNDECIDED)]
)
def test_probabilities(context, bound, outcome):
    found = means.check_lower_mean(ProbabilityLowerBound(Rational(3, 10), Rational(bound), REGIMES), context())
    assert found.outcome is outcome, phrase(found.fact)


def just_below(rng, repeats, **point):
    """Three tenths, as floats have 7/10 - 4/10: below 3/10 by five units in the last place."""
    return np.full(repeats, 0.7 - 0.4)


def test_an_error_at_the_threshold_reaches_it_whatever_its_last_digits(context):
    assert 0.7 - 0.4 < 0.3
    regimes = (Regime("only", Simulation(just_below), {"n": 1}),)
    found = means.check_lower_mean(ProbabilityLowerBound(Rational(3, 10), Rational(9, 10), regimes), context())
    assert found.outcome is Outcome.SUPPORTED, phrase(found.fact)
    short = means.check_lower_mean(ProbabilityLowerBound(Rational(31, 100), Rational(9, 10), regimes), context())
    assert short.outcome is Outcome.REFUTED
