"""Means of bounded errors, and lower bounds that an estimator must respect. Risk 1e-3, fixed seed."""

from dataclasses import dataclass

import pytest
import sympy

from boundcheck.checks import expectation, lower_bound
from boundcheck.claims import ExpectationBound, MinimaxLowerBound, Outcome, Regime


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
