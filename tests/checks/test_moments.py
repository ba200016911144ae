"""Means of bounded errors, and lower bounds that an estimator must respect. Risk 1e-3, fixed seed."""

from dataclasses import dataclass

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
