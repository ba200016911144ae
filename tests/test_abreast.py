"""Claims side by side give the records of claims one after the other, in any order, and lose none with a worker."""

import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replaced

from boundcheck import job
from boundcheck.job import Abreast, in_turn, settled_whole, used_first, weight, worth_it
from boundcheck.loading import registry
from boundcheck.record.cache import RecordCache, Standings, keep_proofs
from boundcheck.record.types import typed_record
from boundcheck.settle import settle
from boundcheck.study import Store
from boundcheck.study.executors import InProcess, Processes
from boundcheck.verdict import Headline, Severity

REPORTS = Path(__file__).parents[1] / "reports"
SMALL = ("unified/claim_e_1", "unified/definition_5_1", "reward/section_2")
QUICK = job.Settings("quick", jobs=2)


class Desk(Executor):
    """Answers at once, as a process would: by bytes."""

    def __init__(self, answer):
        self.answer, self.names = answer, []

    def submit(self, fn, /, *args, **kwargs):
        self.names.append(args[0])
        future = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(pickle.loads(pickle.dumps(self.answer(fn, *args))))
        except Exception as error:
            future.set_exception(error)
        return future


def test_one_worker_goes_by_length_and_the_other_by_the_order_of_the_answers():
    weights = {"a": 1.0, "b": 2.0, "c": 9.0, "d": 1.0, "e": 5.0}
    assert in_turn(weights, 2) == ["c", "a", "b", "d", "e"]
    assert in_turn(weights, 1) == ["c", "e", "b", "a", "d"]


def test_a_claim_is_begun_after_those_that_it_uses():
    names = ["kl/abstract", "unified/claim_e_1", "kl/theorem_4_2", "kl/remark_4_4"]
    assert set(registry.load("kl/abstract").uses) >= {"kl/theorem_4_2", "kl/remark_4_4"}
    found = used_first(names)
    assert sorted(found) == sorted(names)
    for name in names:
        assert all(found.index(used) < found.index(name) for used in registry.load(name).uses if used in names)
    assert used_first(["unified/claim_e_1", "reward/section_2"]) == ["unified/claim_e_1", "reward/section_2"]


@pytest.mark.parametrize("workers", [1, 2, 3, 16])
def test_every_claim_is_begun_once(workers):
    weights = {str(i): float(7 * i % 11) for i in range(20)}
    assert sorted(in_turn(weights, workers)) == sorted(weights)


def test_claims_side_by_side_only_where_no_single_one_lasts_as_long_as_all(tmp_path):
    settings = replace(QUICK, budget="standard", store=tmp_path / "results.sqlite")
    even = {"a": 5.0, "b": 4.0, "c": 4.0}
    assert worth_it(even, settings)
    assert not worth_it({"a": 50.0, "b": 4.0, "c": 4.0}, settings)
    assert not worth_it({"a": 5.0}, settings)
    for other in ({"jobs": 1}, {"budget": "deep"}, {"engine": "dask:local"}, {"store": None}):
        assert not worth_it(even, replace(settings, **other))


def test_a_weight_is_what_an_earlier_record_tells(record):
    claim = registry.load("unified/lemma_h_1")
    whole = typed_record(record)
    known = sum(settled.seconds for settled in (*whole.parts.values(), *whole.steps))
    assert weight(claim, whole) == known > 0
    assert weight(claim) == weight(claim, replaced(whole, parts={}, steps=())) > weight(registry.load("unified/claim_e_1"))


@pytest.fixture
def settings(tmp_path):
    return replace(QUICK, store=tmp_path / "results.sqlite")


def test_records_are_those_of_one_claim_after_the_other(settings):
    told = []
    weights = dict.fromkeys(SMALL, 1.0)
    desk = Desk(lambda fn, *args: fn(*args))
    others = Abreast(desk, settings, weights, tell=lambda *far: told.append(far))
    assert desk.names == [], "nothing is handed out before it is asked for"
    found = {name: others.record(name) for name in reversed(SMALL)}
    with job.runner(job.Settings("quick")) as run:
        for name in SMALL:
            assert found[name].digest == job.check(name, registry.load(name), job.Settings("quick"), run)[1].digest
    with Store(settings.store) as store:
        known = RecordCache(store, settings.determining)
        assert {name: known.get(name) for name in SMALL} == found, "a worker keeps what it has settled"
    assert others.record(SMALL[0]) is None, "it comes once"


def test_what_was_lost_with_a_worker_is_handed_out_anew(settings):
    def answer(fn, name, *args):
        if len(desk.names) <= len(SMALL):
            raise BrokenExecutor("the worker was lost")
        return {"claim": name}

    desk = Desk(answer)
    others = Abreast(desk, settings, dict.fromkeys(SMALL, 1.0))
    assert [others.record(name) for name in SMALL] == [None, {"claim": SMALL[1]}, {"claim": SMALL[2]}]


def test_a_claim_that_fails_is_settled_here_and_the_others_are_not_asked_again(settings):
    def answer(fn, name, *args):
        if name == SMALL[0]:
            raise ValueError("no such thing")
        return {"claim": name}

    desk = Desk(answer)
    others = Abreast(desk, settings, dict.fromkeys(SMALL, 1.0))
    assert [others.record(name) is None for name in SMALL] == [True, False, False]
    assert len(desk.names) == len(SMALL)


def test_a_claim_that_others_use_tells_how_it_fares(settings, monkeypatch):
    told, put = [], Standings.put

    def heard(self, name, *how):
        told.append(name)
        put(self, name, *how)

    monkeypatch.setattr(Standings, "put", heard)
    monkeypatch.setattr(settle, "_USED_RESULTS", {})  # what another test had this process settle is not told again
    settled_whole("unified/claim_e_1", settings, used=False)
    assert "unified/claim_e_1" not in told
    settled_whole("unified/definition_5_1", settings, used=True)
    assert told[-1] == "unified/definition_5_1"


class Through(Processes):
    """Answers at once, as workers would: by bytes; what is called `lost` is lost."""

    def __init__(self, lost=""):
        super().__init__(2)
        self.names, self.lost = [], lost

    def submit(self, fn, /, *args, **kwargs):
        self.names.append(fn.__name__)
        future = Future()
        if fn.__name__ == self.lost:
            future.set_exception(BrokenExecutor("the worker was lost"))
        else:
            future.set_result(pickle.loads(pickle.dumps(fn(*pickle.loads(pickle.dumps(args))))))
        return future


def test_a_derivation_is_checked_and_replicates_are_drawn_by_workers_for_the_same_record(settings):
    """Of one claim that is settled alone; a derivation that was lost with its worker is checked here."""
    name = "kl/lemma_a_3"
    claim = registry.load(name)
    assert claim.derivations
    digests, desks = [], (None, Through(), Through(lost="checked"))
    for desk in desks:
        own = replace(settings, store=settings.store.with_name(f"{len(digests)}.sqlite"))
        with Store(own.store) as store:
            keep_proofs(store, [REPORTS / f"{name}.json"])
        with job.runner(own, executor=desk or InProcess()) as run:
            record = job.check(name, claim, own, run)[1]
        assert all(record.parts[part].derivation.closed for part in claim.derivations)
        digests.append(record.digest)
    assert len(set(digests)) == 1
    for desk in desks[1:]:
        assert desk.names.count("checked") == len(claim.derivations)
        assert "compute" in desk.names


def test_how_results_fare_is_found_by_the_same_settings_alone():
    name, standing = SMALL[0], (Headline.HOLDS, Severity.NONE, "")
    claim = registry.load(name)
    with Store.memory() as store:
        Standings(store, "quick", 1).put(name, claim, standing)
        assert Standings(store, "quick", 1).get(name, claim) == standing
        for other in (
            Standings(store, "standard", 1),
            Standings(store, "quick", 2),
            Standings(store, "quick", 1, "fresh"),
        ):
            assert other.get(name, claim) is None
        assert Standings(store, "quick", 1).get(SMALL[1], registry.load(SMALL[1])) is None
        Standings(store, "quick", 1).put("p/other", replace(claim), standing)  # nobody knows it by that name
        assert Standings(store, "quick", 1).get("p/other", replace(claim)) is None


def test_an_interrupted_run_of_several_claims_ends_at_once_and_keeps_what_was_settled(tmp_path):
    claims = ["unified/claim_e_1", *(f"unified/theorem_{number}" for number in ("5_7", "6_1", "6_2", "6_3"))]
    options = ["--budget", "quick", "--jobs", "2", "--out", "out", "--format", "json"]
    command = [sys.executable, "-m", "boundcheck", *claims, *options]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.readline()  # the first claim's
    asked = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - asked < 20
    assert "interrupted" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert [path.name for path in (tmp_path / "out" / "unified").glob("*.json")] == ["claim_e_1.json"]
