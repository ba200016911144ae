"""Where claims meet checks: the table is complete, the budget is split, used results are told apart."""

import dataclasses

import pytest
import sympy

from boundcheck import claims, job
from boundcheck.checks.rows import ROWS
from boundcheck.claims import Claim, HighProbabilityBound, Inequality, Outcome, Paper, Repair, Source, Step
from boundcheck.claims.shape import every_shape
from boundcheck.loading import registry
from boundcheck.settle.circumstances import share_of_risk
from boundcheck.settle.settle import Settled, settle

x = sympy.Symbol("x", real=True)
SOURCE = Source(Paper("p", "t", ("a",), "v", 2020, "r"), "Theorem 1", "p. 1")


def claim(**changes):
    return Claim(SOURCE, "t", "w", {}, (), **{"parts": {}, **changes})


def settled(one, used=None):
    with job.runner(job.Settings(budget="quick")) as run:
        return settle("p/x", one, run, used or {}, Settled([], []))


def test_every_shape_has_a_check():
    shapes = {shape for shape in every_shape() if shape.__module__.startswith("boundcheck.")}
    assert shapes == set(ROWS)


def test_the_risk_is_split_over_the_sampled_parts_of_every_reading():
    one = registry.load("unified/theorem_5_4")
    assert share_of_risk(one, 1e-3) == pytest.approx(1e-3 / 6)
    two = registry.load("unified/theorem_5_7")
    assert any(isinstance(p, dict) for p in two.parts.values())
    assert share_of_risk(two, 1e-3) == pytest.approx(1e-3 / 9)
    assert share_of_risk(claim(), 1e-3) == 1e-3


def test_steps_of_used_results_are_not_listed_again_and_it_is_said_how_these_fared():
    one = claim(steps=(Step("own", "p. 1", Inequality(x, x + 1)),), uses=("p/y", "p/z"))
    slip = Step("slip", "p. 2", Inequality(x, x**2), repair=Repair(Inequality(x, x**2 + 1), "with 1 added"))
    used = {"p/y": claim(steps=(slip,), uses=("p/z",)), "p/z": claim(steps=(Step("hole", "", Inequality(x, x**2)),))}
    verdict = settled(one, used)
    assert [step.label for step in verdict.steps] == ["own"]
    fared = [(rest.claim, rest.headline.value, rest.severity.name) for rest in verdict.rests_on]
    assert fared == [("p/y", "SUPPORTED", "PROOF"), ("p/z", "UNDECIDED", "OPEN")]
    assert verdict.headline is claims.Headline.SUPPORTED
    assert verdict.faults == ()


def test_results_that_use_each_other_carry_none_of_them():
    """Each line is true, and none of the two is a reason for the other; whichever is asked for first."""
    true = (Step("own", "p. 1", Inequality(x, x + 1)),)
    one = claim(steps=true, uses=("p/y",))
    assert settled(one, {"p/x": one, "p/y": claim(steps=true, uses=("p/x",))}).headline is claims.Headline.SUPPORTED
    for uses in (("p/y", "p/z"), ("p/z", "p/y")):
        used = {"p/y": claim(steps=true, uses=("p/z",)), "p/z": claim(steps=true, uses=("p/y",))}
        rests = settled(claim(steps=true, uses=uses), used).rests_on
        assert {rest.headline for rest in rests} == {claims.Headline.SUPPORTED}


def test_what_rests_on_something_open_is_not_kept():
    hole = Inequality(sympy.sin(x), 2)  # true, and no formula that the provers read
    true = (Step("own", "p. 1", Inequality(x, x + 1)),)
    kept = {}
    with job.runner(job.Settings(budget="quick")) as plain:
        run = dataclasses.replace(
            plain,
            standing=lambda name, claim: kept.get(name),
            keeps_standing=lambda name, claim, how: kept.update({name: how}),
        )
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
    assert verdict.headline is claims.Headline.HOLDS_REPAIRED


def test_a_false_step_with_a_false_repair_is_no_proof():
    step = Step("s", "p. 1", Inequality(x, x**2), repair=Repair(Inequality(x, x**2 / 2), "halved"))
    assert settled(claim(steps=(step,))).headline is claims.Headline.UNDECIDED


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
    assert ROWS[HighProbabilityBound].sampled
