"""What workers settle ahead of time is what would have been settled here."""

import pickle
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from dataclasses import replace

import pytest
from sympy import Ge, Integer, log, sqrt, symbols

from boundcheck import elsewhere, job
from boundcheck.claims import Claim, HighProbabilityBound, Inequality, Paper, Regime, Simulation, Source, Step
from boundcheck.elsewhere import Drawing, Elsewhere, part_settled, settled, used_by
from boundcheck.loading import registry
from boundcheck.settle.circumstances import Run
from boundcheck.settle.settle import Settled as SoFar
from boundcheck.settle.settle import settle
from boundcheck.settle.used_results import unsampled_alone

CLAIM = "unified/remark_5_5"


class Desk(Executor):
    """Notes what it is asked for, and answers as a process would: by bytes."""

    def __init__(self, answer=lambda fn, *args: fn(*args)):
        self.answer, self.names, self.functions = answer, [], []

    def submit(self, fn, /, *args, **kwargs):
        self.names.append(args[0])
        self.functions.append(fn.__name__)
        future = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(pickle.loads(pickle.dumps(self.answer(fn, *args))))
        except BrokenExecutor as error:
            future.set_exception(error)
        return future


def broken(fn, *args):
    raise BrokenExecutor("the worker was lost")


@pytest.fixture
def used(monkeypatch):
    monkeypatch.setattr(elsewhere, "WORTH", 1)
    return used_by([registry.load(CLAIM)])


def summaries(alone):
    parts, steps = alone
    return [(p.name, p.evidence.outcome, p.evidence.summary) for p in parts] + [
        (s.label, s.evidence.outcome, s.evidence.summary) for s in steps
    ]


def test_a_worker_settles_what_would_be_settled_here(used):
    name = min((name for name in used if used[name].steps), key=lambda name: len(used[name].steps))
    here = unsampled_alone(name, Run("quick", 1, 0.0, cells=None, search=None), used)
    assert summaries(pickle.loads(pickle.dumps(settled(name, "quick", 1, None)))) == summaries(here)


def test_each_result_is_handed_out_once_the_longest_first(used):
    desk = Desk(lambda fn, *args: ((), ()))
    ahead = Elsewhere(desk, "quick", 1, None)
    ahead.begin(used)
    ahead.begin(used)
    assert sorted(desk.names) == sorted(used)
    assert [len(used[name].steps) for name in desk.names] == sorted((len(c.steps) for c in used.values()), reverse=True)
    assert ahead.result(desk.names[0]) == ((), ())
    assert ahead.result(desk.names[0]) is None, "it comes once"


def test_what_a_lost_worker_owed_is_settled_here(used):
    ahead = Elsewhere(Desk(broken), "quick", 1, None)
    ahead.begin(used)
    assert [ahead.result(name) for name in used] == [None] * len(used)


def test_little_work_is_not_handed_out_and_none_without_workers():
    desk = Desk()
    few = {"own/x": registry.load(CLAIM)}
    assert len(few["own/x"].steps) < elsewhere.WORTH
    Elsewhere(desk, "quick", 1, None).begin(few)
    assert desk.names == []
    Elsewhere(None, "quick", 1, None).begin(few)


def test_settling_asks_for_what_is_used_and_takes_it(used):
    asked, claim = [], registry.load(CLAIM)
    run = Run("quick", 12, 1e-3, cells=None, search=None, ahead=asked.append, elsewhere=lambda name: asked.append(name) or ((), ()))
    stripped = type(claim)(uses=claim.uses)
    settle("own/x", stripped, run, used, SoFar([], []))
    assert asked[0] == used
    assert set(claim.uses) <= set(asked[1:])


n, delta = symbols("n delta", real=True)
RATE = sqrt(log(1 / delta) / n)


def errors(rng, repeats, **point):
    return rng.random(repeats) / 10


def twice():
    """A claim of two sampled parts and a step."""
    places = [Regime(f"n = {at}", Simulation(errors), {"n": at, "delta": 0.1}) for at in (10, 20, 40)]
    one = HighProbabilityBound(RATE, RATE, Integer(1), Integer(1), delta, tuple(places))
    step = Step("s", "p. 1", Inequality(n, n**2, (Ge(n, 1),)))
    source = Source(Paper("p", "t", ("a",), "v", 2020, "r"), "Theorem 1", "p. 1")
    parts = {"one": one, "two": replace(one, explicit=2 * RATE, constant=Integer(2))}
    return Claim(source, "t", "w", {}, (), parts=parts, steps=(step,))


@pytest.fixture
def known(monkeypatch):
    """That claim, as one that workers know by its name."""
    claim = twice()
    monkeypatch.setattr(elsewhere.registry, "ids", lambda: ["p/twice"])
    monkeypatch.setattr(elsewhere.registry, "load", lambda name: claim)
    return claim


def record_of(claim, settings):
    with job.runner(settings) as run:
        return job.check("p/twice", claim, settings, run)[1]


@pytest.mark.parametrize("fails", [False, True])
def test_parts_that_workers_settle_are_those_that_would_be_settled_here(monkeypatch, tmp_path, known, fails):
    desk = Desk(lambda fn, *args: broken(fn) if fails and fn is part_settled else fn(*args))
    here = record_of(known, job.Settings("quick"))
    monkeypatch.setattr(job, "open_executor", lambda engine, jobs: nullcontext(desk))
    there = record_of(known, job.Settings("quick", jobs=2, store=tmp_path / "results.sqlite"))
    assert there["digest"] == here["digest"]
    assert {"drawn", "part_settled"} <= set(desk.functions)


def test_a_claim_that_workers_do_not_know_by_name_stays_here(tmp_path, known):
    desk = Desk()
    ahead = Elsewhere(desk, "quick", 1, None, Drawing(1e-3, None, tmp_path / "results.sqlite", "", 2))
    for name, claim in (("p/twice", twice()), ("own/twice", known)):  # another object of that name, and a name of nobody
        ahead.draw(name, claim)
        ahead.hand_out(name, claim, [])
    assert desk.names == []
    assert ahead.part("p/twice", "one") is None
