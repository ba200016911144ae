"""A claim meets its checks, and what a run would have seen."""

import dataclasses

import numpy as np
import pytest
import sympy
from least import least

from boundcheck import job
from boundcheck.checks.context import Sampled
from boundcheck.checks.shapes import CHECKS
from boundcheck.claims import Claim, HighProbabilityBound, Inequality, Paper, Repair, Source, Step
from boundcheck.claims.fields import every_shape
from boundcheck.loading import registry
from boundcheck.settle.settle import Settled, detectable, settle, share_of_risk
from boundcheck.stats import mean_interval, quantile_interval
from boundcheck.verdict import Evidence, Headline, Outcome, PartVerdict, Severity, facts, shapes

# Where claims meet checks: the table is complete, the budget is split, used results are told apart.

x = sympy.Symbol("x", real=True)
SOURCE = Source(Paper("p", "t", ("a",), "v", 2020, "r"), "Theorem 1", "p. 1")


def claim(**changes):
    return Claim(SOURCE, "t", "w", {}, (), **{"parts": {}, **changes})


def settled(one, used=None):
    with job.runner(job.Settings(budget="quick")) as run:
        return settle("p/x", one, run, used or {}, Settled([], []))


def test_every_shape_has_a_check():
    shapes = {shape for shape in every_shape() if shape.__module__.startswith("boundcheck.")}
    assert shapes == set(CHECKS)


def test_the_risk_is_split_over_the_sampled_parts_of_every_reading():
    one = registry.load("unified/theorem_5_4")
    assert share_of_risk(one, 1e-3) == pytest.approx(1e-3 / 6)
    two = registry.load("unified/theorem_5_7")
    assert any(isinstance(p, dict) for p in two.parts.values())
    assert share_of_risk(two, 1e-3) == pytest.approx(1e-3 / 11)
    assert share_of_risk(claim(), 1e-3) == 1e-3


def test_steps_of_used_results_are_not_listed_again_and_it_is_said_how_these_fared():
    one = claim(steps=(Step("own", "p. 1", Inequality(x, x + 1)),), uses=("p/y", "p/z"))
    slip = Step("slip", "p. 2", Inequality(x, x**2), repair=Repair(Inequality(x, x**2 + 1), "with 1 added"))
    used = {"p/y": claim(steps=(slip,), uses=("p/z",)), "p/z": claim(steps=(Step("hole", "", Inequality(x, x**2)),))}
    verdict = settled(one, used)
    assert [step.label for step in verdict.steps] == ["own"]
    fared = [(rest.claim, rest.outcome, rest.severity) for rest in verdict.rests_on]
    assert fared == [("p/y", "SUPPORTED", "PROOF"), ("p/z", "UNDECIDED", "OPEN")]
    assert verdict.headline is Headline.SUPPORTED
    assert verdict.faults == ()


def test_results_that_use_each_other_carry_none_of_them():
    """Each line is true, and none of the two is a reason for the other; whichever is asked for first."""
    true = (Step("own", "p. 1", Inequality(x, x + 1)),)
    one = claim(steps=true, uses=("p/y",))
    assert settled(one, {"p/x": one, "p/y": claim(steps=true, uses=("p/x",))}).headline is Headline.SUPPORTED
    for uses in (("p/y", "p/z"), ("p/z", "p/y")):
        used = {"p/y": claim(steps=true, uses=("p/z",)), "p/z": claim(steps=true, uses=("p/y",))}
        rests = settled(claim(steps=true, uses=uses), used).rests_on
        assert {rest.outcome for rest in rests} == {"SUPPORTED"}


class Noted:
    """Standings of any claim, by its name."""

    def __init__(self, kept):
        self.kept = kept

    def get(self, name, claim):
        return self.kept.get(name)

    def put(self, name, claim, standing):
        self.kept[name] = standing


def test_what_rests_on_something_open_is_not_kept():
    hole = Inequality(sympy.sin(x), 2)  # true, and no formula that the provers read
    true = (Step("own", "p. 1", Inequality(x, x + 1)),)
    kept = {}
    with job.runner(job.Settings(budget="quick")) as plain:
        run = dataclasses.replace(plain, standings=Noted(kept))
        used = {
            "p/open step": claim(steps=(Step("hole", "", hole),)),
            "p/open part": claim(parts={"hole": hole}, steps=true),
            "p/first": claim(steps=true, uses=("p/open step",)),
            "p/second": claim(steps=true, uses=("p/first",)),
            "p/third": claim(steps=true, uses=("p/open part",)),
            "p/closed": claim(steps=true),
            "p/fine": claim(steps=true, uses=("p/closed",)),
        }
        settle("p/x", claim(steps=true, uses=tuple(used)), run, used, Settled([], []))
    assert set(kept) == {"p/closed", "p/fine"}


def test_a_false_step_with_a_true_repair():
    step = Step("s", "p. 1", Inequality(x, x**2), repair=Repair(Inequality(x, x**2, (sympy.Ge(x, 1),)), "from 1 on"))
    verdict = settled(claim(steps=(step,)))
    assert verdict.steps[0].evidence.outcome is Outcome.REFUTED
    assert verdict.steps[0].repair.outcome is Outcome.PROVED
    assert verdict.headline is Headline.SUPPORTED  # lines alone are no statement
    stated = settled(claim(parts={"bound": Inequality(x, x + 1)}, steps=(step,)))
    assert (stated.headline, stated.severity) == (Headline.HOLDS_REPAIRED, Severity.PROOF)


def test_a_false_step_with_a_false_repair_is_no_proof():
    step = Step("s", "p. 1", Inequality(x, x**2), repair=Repair(Inequality(x, x**2 / 2), "halved"))
    assert settled(claim(steps=(step,))).headline is Headline.UNDECIDED


def test_what_is_settled_survives_an_interruption():
    class Stop:
        def __call__(self, words):
            if words.startswith("part"):
                raise KeyboardInterrupt

    one = registry.load("unified/claim_e_2")
    so_far = Settled([], [])
    with job.runner(job.Settings(budget="quick")) as run, pytest.raises(KeyboardInterrupt):
        settle("unified/claim_e_2", one, dataclasses.replace(run, announce=Stop()), {}, so_far)
    assert len(so_far.steps) == len(one.steps)
    assert so_far.parts == []


def test_bounds_are_sampled_shapes():
    assert isinstance(CHECKS[HighProbabilityBound], Sampled)


# The smallest violation that a run names is one that it sees, about as often as it says. Fixed seed.

RISK, REPEATS, ROUNDS = 1e-3, 1000, 60


def of(**found):
    return PartVerdict("p", "literal", Evidence(Outcome.SUPPORTED, facts.Words(""), found=shapes.Found(**found)), 0.0)


def mean(sample):
    return least(shapes.Mean, mean=sample.mean(), low=mean_interval(sample, 0.0, 1.0, RISK / 2, side="lower").low)


def median(sample):
    interval = quantile_interval(sample, 0.5, RISK)
    return least(shapes.Estimator, low=interval.low, high=interval.high)


def times(kind, row):
    part = of(evidence=least({"means": shapes.OfMeans, "estimators": shapes.OfEstimators}[kind], **{kind: (row,)}))
    (found,) = detectable((part,), RISK)
    assert (found.settings, found.probability) == (1, 0.95)
    return found.factor


@pytest.mark.parametrize("power", [1, 3])
def test_a_mean_so_far_above_the_bound_is_seen(power):
    rng = np.random.default_rng(1)
    far = times("means", mean(rng.random(REPEATS) ** power))
    assert 1 < far < 1.4
    bound = 1 / (power + 1) / far
    seen = sum(mean(rng.random(REPEATS) ** power).low > bound for _ in range(ROUNDS))
    assert seen >= 0.9 * ROUNDS


def test_a_median_so_far_below_the_bound_is_seen():
    rng = np.random.default_rng(2)
    far = times("estimators", median(rng.random(REPEATS)))
    assert 0.7 < far < 1
    seen = sum(median(rng.random(REPEATS)).high < 0.5 / far for _ in range(ROUNDS))
    assert seen >= 0.9 * ROUNDS


def test_nothing_is_said_where_no_multiple_would_do():
    part = of(evidence=least(shapes.OfMeans, means=(least(shapes.Mean),)))
    assert detectable((part,), RISK) == ()


def test_so_few_repeats_that_no_rate_would_be_seen_are_said_to_be_few():
    part = of(slack=(least(shapes.Regime, smallest_visible_rate=float("inf"), allowed=0.05),))
    (found,) = detectable((part,), RISK)
    assert (found.of, found.factor) == ("rate", None)
