"""What workers settle ahead of time is what would have been settled here."""

import pickle
from concurrent.futures import BrokenExecutor, Executor, Future

import pytest

from boundcheck import elsewhere
from boundcheck.elsewhere import Elsewhere, settled, used_by
from boundcheck.loading import registry
from boundcheck.settle.circumstances import Run
from boundcheck.settle.settle import Settled as SoFar
from boundcheck.settle.settle import settle
from boundcheck.settle.used_results import unsampled_alone

CLAIM = "unified/remark_5_5"


class Desk(Executor):
    """Notes what it is asked for, and answers as a process would: by bytes."""

    def __init__(self, answer=lambda fn, *args: fn(*args)):
        self.answer, self.names = answer, []

    def submit(self, fn, /, *args, **kwargs):
        self.names.append(args[0])
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
