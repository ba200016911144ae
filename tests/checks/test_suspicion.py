"""A wrong simulation is suspected first, in words only; rounding below 0 ends no run, and no budget is suggested to itself.

Risk 1e-3 and fixed seeds, as in `test_high_probability`; where every replicate exceeds its bound nothing is left to chance.
"""

from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy
from aloud import phrase
from sympy import Integer, Rational

from boundcheck.checks import high_probability, means, moving_bounds, samples
from boundcheck.checks.context import BUDGETS
from boundcheck.checks.formulas import can_search_longer
from boundcheck.checks.samples import without_rounding
from boundcheck.claims import (
    ExpectationBound,
    ExpectationLowerBound,
    HighProbabilityBound,
    Paths,
    Regime,
    Simulation,
    UniformBound,
    WidthBound,
    Widths,
)
from boundcheck.study import StudyError
from boundcheck.verdict import Outcome
from boundcheck.words.samples import needed

n, delta, t = sympy.symbols("n delta t", real=True)


@dataclass(frozen=True)
class Level:
    """Errors of 1, but for a share of 0."""

    zeros: float = 0.0

    def sample(self, rng, repeats, **_):
        return {"error": np.where(np.arange(repeats) % 256 < 256 * self.zeros, 0.0, 1.0)}


def ones(rng, repeats, **_):
    return np.ones(repeats)


def slightly_below(rng, repeats, **_):
    return np.where(np.arange(repeats) % 2, rng.random(repeats), -2e-16)


def signed(rng, repeats, **_):
    return rng.random(repeats) - 0.5


def steps(rng, repeats, **_):
    return np.ones((repeats, 3))


def narrow(rng, repeats, **_):
    return np.ones(repeats), np.full(repeats, 0.1)


def own(context):
    return replace(context(), claim="own/coins")


def bound(experiment, allowed=0.05):
    regime = Regime("only", experiment, {"n": 4, "delta": allowed}, biting=True)
    return HighProbabilityBound.of(Rational(1, 10), failure=delta, trivial=Integer(9), regimes=(regime,))


def test_where_all_exceed_the_function_is_named_and_the_outcome_stays(context):
    for settings in (own(context), context()):
        found = high_probability.check(bound(Simulation(ones)), settings)
        assert found.outcome is Outcome.REFUTED
        assert "2,000 of 2,000 data sets exceed the bound" in phrase(found.fact)
        assert ("exceed the bound: check ones() first" in phrase(found.fact)) is settings.claim.startswith("own/")


@pytest.mark.parametrize(("zeros", "allowed", "suspected"), [(0.005, 0.05, True), (0.1, 0.05, False), (0.0, 0.9, False)])
def test_a_bound_that_fails_often_is_not_blamed_on_the_simulation(context, zeros, allowed, suspected):
    found = high_probability.check(bound(Level(zeros), allowed), own(context))
    assert found.outcome is Outcome.REFUTED
    assert ("check the simulation first" in phrase(found.fact)) is suspected


def test_means_rounds_and_widths_say_it_too(context):
    point = {"n": 4, "delta": 0.05}
    mean = ExpectationBound(Rational(1, 10), Integer(9), (Regime("only", Simulation(ones), point),))
    regimes = (Regime("only", Paths(steps, (1, 2, 3)), point),)
    rounds = UniformBound(t / 100, t, delta, trivial=Integer(9), regimes=regimes)
    width = WidthBound(
        factor=Integer(1), failure=delta, trivial=Integer(9), regimes=(Regime("only", Widths(narrow), point),)
    )
    settings = own(context)
    said = [
        phrase(means.check_mean(mean, settings).fact),
        phrase(moving_bounds.check_rounds(rounds, settings).fact),
        phrase(moving_bounds.check_width(width, settings).fact),
    ]
    assert "2,000 of 2,000 errors exceed it: check ones() first" in said[0]
    assert "exceed the bound: check steps() first" in said[1]
    assert "exceed the width: check narrow() first" in said[2]


def test_rounding_below_0_is_0_and_more_is_not():
    found = without_rounding(np.array([-2e-16, 0.5, np.nan, np.inf, -1e-9]))
    assert found[0] == 0
    assert found[-1] == -1e-9
    assert np.isnan(found[2])
    assert without_rounding(np.array([-1e-9, 1e4]))[0] == 0  # relatively to the largest


def test_a_mean_is_settled_with_rounding_below_0_and_refused_with_signs(context):
    for shape, check in ((ExpectationBound, means.check_mean), (ExpectationLowerBound, means.check_lower_mean)):
        regime = Regime("only", Simulation(slightly_below), {"n": 4})
        claimed = Rational(1, 2) if shape is ExpectationBound else Rational(1, 10)
        assert check(shape(claimed, ceiling=Integer(1), regimes=(regime,)), context()).outcome is Outcome.SUPPORTED
        wrong = shape(claimed, ceiling=Integer(1), regimes=(replace(regime, experiment=Simulation(signed)),))
        with pytest.raises(StudyError, match=r"signed\(\) at the point of 'only' returns negative errors, [\d,]+ of 2,000"):
            check(wrong, context())


def test_no_budget_is_suggested_to_itself():
    assert "--budget deep" in needed(samples.asked_for(30_000, BUDGETS["quick"]))
    assert needed(samples.asked_for(90_000, BUDGETS["deep"])) == "about 90,000 repeats; --repeats 90000 takes them"
    assert "--budget" not in needed(samples.asked_for(30_000, BUDGETS["deep"].with_repeats(100)))
    assert can_search_longer(BUDGETS["standard"])
    assert not can_search_longer(BUDGETS["deep"])
