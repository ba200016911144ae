"""The working range decides the range, by proof; a bound that says nothing is proved to."""

import pytest
from least import least
from sympy import Le, Rational, log, sqrt, symbols

from boundcheck.checks import formulas
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.vacuity import says_nothing
from boundcheck.claims import HighProbabilityBound, Inequality, Letter, Regime, Simulation
from boundcheck.verdict import Evidence, Outcome, facts, shapes
from boundcheck.verdict.shapes import Found

n, delta, x = symbols("n delta x", real=True)
PARAMETERS = (
    Letter(n, "size", n >= 1, (1, 1e6), integer=True),
    Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.3)),
)
RANGE = (Le(delta, Rational(1, 2)), n >= 2)


def errors(rng, repeats, **point):
    return rng.random(repeats)


def bound(printed, given=(), trivial=1):
    regimes = (Regime("only", Simulation(errors), {"n": 10, "delta": 0.1}),)
    return HighProbabilityBound(printed, 3 * printed, 3, trivial, delta, regimes, given=given)


def context():
    return Context("test", "test", BUDGETS["quick"], 0, 1e-4, None, None, parameters=PARAMETERS)


RATE = sqrt(log(1 / delta) / n)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (bound(RATE, (Le(delta, Rational(1, 2)),)), True),
        (bound(RATE, (Le(delta, Rational(3, 4)),)), True),
        (bound(RATE, (Le(delta, Rational(1, 4)),)), False),
        (bound(2 * RATE, (Le(delta, Rational(1, 2)),)), False),
        (bound(RATE), False),
        (bound(RATE, (n >= 3,)), False),
    ],
)
def test_the_same_bound_under_conditions_of_the_working_range(other, same):
    assert formulas.same_on_range(bound(RATE), other, RANGE, {}, PARAMETERS) is same


def test_without_a_working_range_nothing_is_in_it():
    assert not formulas.same_on_range(bound(RATE), bound(RATE, (Le(delta, Rational(1, 2)),)), (), {}, PARAMETERS)


def test_a_formula_that_fails_in_a_corner_alone_stands_on_the_range():
    corner = Inequality(1 / log(1 / delta), 2, (delta > 0, delta < 1))
    assert formulas.on_range(corner, RANGE, context()).outcome is Outcome.PROVED
    false = Inequality(log(1 / delta), 2, (delta > 0, delta < 1))
    assert formulas.on_range(false, RANGE, context()).outcome is Outcome.REFUTED
    assert formulas.on_range(Inequality(x, x + 1), RANGE, context()) is None


def test_a_bound_that_is_never_below_the_trivial_one_is_proved_to_say_nothing():
    silent = Evidence(Outcome.SUPPORTED, facts.Words(""), found=Found(slack=()))
    found = says_nothing(bound(1 + RATE), silent, context())
    assert found.outcome is Outcome.PROVED
    assert len(found.certificate["comparisons"]) == 2
    assert says_nothing(bound(RATE), silent, context()) is None
    speaking = Evidence(Outcome.SUPPORTED, facts.Words(""), found=Found(slack=(least(shapes.Regime, bound=0.5, trivial=1.0),)))
    assert says_nothing(bound(1 + RATE), speaking, context()) is None
