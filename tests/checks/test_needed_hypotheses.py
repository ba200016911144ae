"""Which hypotheses a proved step needs, from the claim to the record and back."""

import sympy
from msgspec.structs import replace as replaced
from sympy import log

from boundcheck import job
from boundcheck.claims import Claim, Inequality, Paper, Repair, Source, Step
from boundcheck.record import build as record
from boundcheck.record import digest
from boundcheck.record.replay import replay_trials
from boundcheck.record.schema import plain_data
from boundcheck.record.types import typed_record
from boundcheck.settle.settle import Settled, settle

x, y, z = (sympy.Symbol(name, real=True) for name in "xyz")
SOURCE = Source(Paper("p", "t", ("a",), "v", 2020, "r"), "Theorem 1", "p. 1")


def settled(*steps, used=None):
    one = Claim(SOURCE, steps=steps)
    with job.runner(job.Settings(budget="standard")) as run:
        return one, settle("p/x", one, run, used or {}, Settled([], []))


def findings(verdict):
    return [(trial.left_out, trial.finding) for trial in verdict.trials]


def test_needed_not_needed_and_undefined():
    step = Step("s", "", Inequality(log(x), x * y, (x > 0, y >= 1, z >= 0)))
    _, verdict = settled(step)
    assert findings(verdict.steps[0]) == [((0,), "UNDEFINED"), ((1,), "NEEDED"), ((2,), "NOT_NEEDED")]
    witness = verdict.steps[0].trials[1].witness
    assert witness.point
    assert witness.text is None
    assert witness.lhs
    assert witness.rhs


def test_what_can_go_alone_is_tried_together():
    """Either sign of x will do, so each of the two can go, but not both."""
    both = Step("both", "", Inequality(0, x * y, (x >= 1, x >= 0, y >= 0)))
    _, verdict = settled(both)
    assert findings(verdict.steps[0]) == [
        ((0,), "NOT_NEEDED"), ((1,), "NOT_NEEDED"), ((2,), "NEEDED"), ((0, 1), "NEEDED"),
    ]  # fmt: skip


def test_false_and_bare_steps_are_not_tried():
    false = Step("false", "", Inequality(x, x**2, (x >= 0,)))
    bare = Step("bare", "", Inequality(0, x**2))
    _, verdict = settled(false, bare)
    assert [step.trials for step in verdict.steps] == [(), ()]


def test_a_repair_is_tried_in_place_of_the_false_step():
    step = Step("s", "", Inequality(x, x**2), repair=Repair(Inequality(x, x**2, (x >= 1,)), "from 1 on"))
    one, verdict = settled(step)
    assert findings(verdict.steps[0]) == [((0,), "NEEDED")]
    run = record.Circumstances("standard", 0, 1e-3, 1e-3, 0, 0.0)
    built = record.build(one, verdict, {}, run)["steps"][0]
    assert built["trials"] == []
    assert built["repair"]["trials"][0]["latex"] == r"x \ge 1"


def test_steps_of_used_claims_are_tried_in_their_own_report():
    step = Step("s", "", Inequality(x, x**2, (x >= 1,)))
    _, verdict = settled(step, used={"p/other": Claim(SOURCE, steps=(step,))})
    assert [bool(each.trials) for each in verdict.steps] == [True]


def test_the_record_replays_and_refuses_another_finding():
    step = Step("s", "", Inequality(log(x), x * y, (x > 0, y >= 1, z >= 0)))
    one, verdict = settled(step)
    run = record.Circumstances("standard", 0, 1e-3, 1e-3, 0, 0.0)
    built = record.build(one, verdict, {}, run)
    assert digest(built)
    found = typed_record(plain_data(built)).steps[0]
    assert [row.result for row in replay_trials("s", found.trials, found.checked)] == ["replayed"] * 3
    trials = (replaced(found.trials[0], finding="NEEDED"), *found.trials[1:])
    assert [row.result for row in replay_trials("s", trials, found.checked)] == ["FAILED", "replayed", "replayed"]
