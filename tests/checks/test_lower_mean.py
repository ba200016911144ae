"""Lower bounds on means and probabilities. Each test at risk 1e-3, fixed seed."""

import numpy as np
import pytest
from sympy import Integer, Rational

from boundcheck.checks import lower_mean
from boundcheck.claims import ExpectationLowerBound, Outcome, ProbabilityLowerBound, Regime, Simulation


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
    found = lower_mean.check(ExpectationLowerBound(Rational(bound), REGIMES, Integer(1)), context())
    assert found.outcome is outcome, found.summary
    assert any(f.kind == "VACUOUS" for f in found.findings) is (bound == "0")


@pytest.mark.parametrize(("bound", "outcome"), [(1, Outcome.SUPPORTED), (3, Outcome.UNDECIDED)])
def test_unbounded_errors_support_and_never_refute(context, bound, outcome):
    regimes = (Regime("only", Simulation(heavy), {"n": 1}),)
    found = lower_mean.check(ExpectationLowerBound(Integer(bound), regimes), context())
    assert found.outcome is outcome, found.summary
    assert ("only with a ceiling" in found.summary) is (outcome is Outcome.UNDECIDED)


@pytest.mark.parametrize(
    ("bound", "outcome"), [("0.6", Outcome.SUPPORTED), ("0.8", Outcome.REFUTED), ("0.7", Outcome.UNDECIDED)]
)
def test_probabilities(context, bound, outcome):
    found = lower_mean.check(ProbabilityLowerBound(Rational(3, 10), Rational(bound), REGIMES), context())
    assert found.outcome is outcome, found.summary


def just_below(rng, repeats, **point):
    """Three tenths, as floats have 7/10 - 4/10: below 3/10 by five units in the last place."""
    return np.full(repeats, 0.7 - 0.4)


def test_an_error_at_the_threshold_reaches_it_whatever_its_last_digits(context):
    assert 0.7 - 0.4 < 0.3
    regimes = (Regime("only", Simulation(just_below), {"n": 1}),)
    found = lower_mean.check(ProbabilityLowerBound(Rational(3, 10), Rational(9, 10), regimes), context())
    assert found.outcome is Outcome.SUPPORTED, found.summary
    short = lower_mean.check(ProbabilityLowerBound(Rational(31, 100), Rational(9, 10), regimes), context())
    assert short.outcome is Outcome.REFUTED
