"""A second look at what samples left open: fresh samples, a quarter of the error probability, as many as the time gives."""

import math
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import sympy

from boundcheck.checks import privacy, samples
from boundcheck.checks.context import AGAIN, BUDGETS, Context
from boundcheck.checks.shapes import CHECKS
from boundcheck.claims import ExpectationBound, HighProbabilityBound, Regime, Simulation
from boundcheck.settle.settle import looked_at, more_repeats
from boundcheck.study import run
from boundcheck.verdict import Evidence, Outcome, facts

failure = sympy.Symbol("failure")


def failing(rng, repeats, *, often, **point):
    """Errors of 0 and 1, of which a share is 1."""
    return (rng.random(repeats) < often).astype(float)


def bound(share):
    """An error of at most a half, but for one in ten data sets."""
    here = Regime("here", Simulation(failing), {"often": share, "failure": 0.1})
    half = sympy.Rational(1, 2)
    return HighProbabilityBound(
        printed=half, explicit=half, constant=1, failure=failure, trivial=sympy.Integer(2), regimes=(here,)
    )


def mean(share):
    """A mean error of at most a half."""
    here = Regime("here", Simulation(failing), {"often": share})
    return ExpectationBound(sympy.Rational(1, 2), regimes=(here,), ceiling=sympy.Integer(1))


def looked(statement, drawing):
    budget = replace(BUDGETS["quick"], repeats=100, drawing=drawing)
    around = Context("own/x", "part", budget, 7, 1e-3, partial(run, seed=7), None)
    return looked_at(CHECKS[type(statement)])(statement, around)


@pytest.mark.parametrize(
    ("statement", "outcome"),
    [(bound(0.15), Outcome.REFUTED), (bound(0.09), Outcome.SUPPORTED), (mean(0.6), Outcome.REFUTED)],
)
def test_what_few_replicates_leave_open_a_second_look_decides(statement, outcome):
    assert looked(statement, 0.0).outcome is Outcome.UNDECIDED
    assert looked(statement, 1e6).outcome is outcome


def test_a_rate_between_the_allowed_one_and_its_margin_is_never_refuted():
    assert looked(bound(0.1), 1e6).outcome is not Outcome.REFUTED


def test_the_second_samples_are_others_and_both_looks_spend_what_one_may():
    first = Context("own/x", "part", BUDGETS["quick"], 7, 1e-3, None, None)
    second = first.second(5_000)
    one, other = (samples.cell(c, "here", Simulation(failing), {"often": 0.1}, 10) for c in (first, second))
    drawn = run([one, other], seed=7)
    assert not np.array_equal(drawn[one].columns["error"], drawn[other].columns["error"])
    assert second.risk + privacy._risk(first) == pytest.approx(first.risk)  # an audit refutes by all that it has
    assert privacy._risk(second) == second.risk
    # of other shapes a first look can refute by at most four fifths of its intervals
    regimes, second_moment, corners = 1, 1, 1
    mean_level = 1 / (3 * regimes + corners)
    assert (1 + AGAIN) * (regimes + second_moment + corners) * mean_level <= 1


@pytest.mark.parametrize(
    ("wanted", "seconds", "repeats"),
    [
        (5_000, 0.0, 10_000),
        (5_000, 1.0, 3_000),  # three times as many as in one second
        (5_000, 1.7, 0),  # not twice as many
        (math.inf, 0.0, 400_000),
        (10**7, 1e-9, 1_000_000),
    ],
)
def test_a_second_look_has_what_the_time_gives(wanted, seconds, repeats):
    assert more_repeats(wanted, BUDGETS["quick"], seconds) == repeats


def test_where_replicates_are_unsound_more_of_them_say_nothing():
    row = {"setting": "here", "of": 100, "rate": 0.1, "allowed": 0.1, "margin": 1.15}
    unsound = facts.RateOpen(why="unsound", count=9, **row)
    near = facts.RateOpen(why="near", count=0, **row)
    for open_, wanted in (((unsound,), 0.0), ((unsound, near), math.inf)):
        assert samples.deciding(Evidence(Outcome.UNDECIDED, facts.Several(facts=open_))) == wanted
    assert samples.deciding(Evidence(Outcome.SUPPORTED, near)) == 0.0
