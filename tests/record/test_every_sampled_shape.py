"""Records of bounds over rounds, widths, lower bounds and counts: they can be set, and what is exact is evaluated again.

Sampled parts may err with probability 1e-3 in all, at a fixed seed.
"""

import copy
import json
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
from sympy import Ge, Integer, Le, Rational, Symbol, log, sqrt

from boundcheck import job
from boundcheck.claims import (
    AuditedGuarantee,
    Claim,
    CountsTable,
    EveryLaw,
    ExpectationLowerBound,
    FamilyLowerBound,
    FirstOrderBound,
    Neighbours,
    Paths,
    ProbabilityLowerBound,
    RecomputedTable,
    Regime,
    RegretBound,
    Simulation,
    UniformBound,
    WidthBound,
    Widths,
)
from boundcheck.minimax import Family, absolute
from boundcheck.privacy import RECORD_REPLACED, Settings
from boundcheck.record import RecordError, agreement, dumps
from boundcheck.record.replay import replay_all
from boundcheck.record.types import plain, typed_record
from boundcheck.report import pdf

t, n = Symbol("t", real=True), Symbol("n", real=True)
ROUNDS = tuple(range(1, 21))


def means(rng, repeats, **point):
    return np.abs(np.cumsum(rng.random((repeats, 20)) - 0.5, axis=1) / np.arange(1, 21))


def regret(rng, repeats, **point):
    return np.cumsum(rng.random((repeats, 20)), axis=1)


def widths(rng, repeats, **point):
    return rng.random(repeats), np.full(repeats, 0.99)


def uniform(rng, repeats, **point):
    return rng.random(repeats)


def counts(rng, repeats, **point):
    return rng.laplace(0, 2, repeats), 1 + rng.laplace(0, 2, repeats)


def coins(**point):
    values = (Rational(2, 5), Rational(3, 5))
    return Family.bits(values, 9), absolute(values)


def one_step(n):
    return [[1]]


def one_release(column):
    return Settings(1, 1, "1e-5", RECORD_REPLACED)


def regime(experiment):
    return (Regime("only", experiment, {"n": 1}),)


TENTH = Rational(1, 10)
CLAIM = Claim(
    title="Every shape that is put to samples or counts",
    parts={
        "uniform": UniformBound(sqrt(log(800) / (2 * t)), t, TENTH, Integer(2), regime(Paths(means, ROUNDS))),
        "regret": RegretBound(t, t, TENTH, Integer(60), regime(Paths(regret, ROUNDS))),
        "width": WidthBound(TENTH, Integer(3), regime(Widths(widths))),
        "mean": ExpectationLowerBound(TENTH, regime(Simulation(uniform)), Integer(1)),
        "probability": ProbabilityLowerBound(TENTH, TENTH, regime(Simulation(uniform))),
        "audited": AuditedGuarantee(n / 2, Integer(0), "one record added", regime(Neighbours(counts))),
        "family": FamilyLowerBound(1 / (40 * n), coins, {"nine": {"n": 9}}),
        "laws": EveryLaw(t, n, t, Integer(-1), Integer(2), (Le(t**2, n),), {"one": {"n": 1}}, event=(Ge(t, 0),)),
        "first order": FirstOrderBound(n / 6, one_step, {"one": {"n": 1}}, n, Integer(1)),
        "counts": CountsTable((("ours", 45, 50, 25, 50),)),
        "noise": RecomputedTable((("", Integer(1), "7.6"),), {"one": one_release}),
    },
)


@lru_cache
def record():
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return plain(job.check("own/shapes", CLAIM, settings, run)[1])


def test_all_of_them_are_supported():
    assert {key: part["outcome"] for key, part in record()["parts"].items()} == dict.fromkeys(CLAIM.parts, "SUPPORTED")


def test_every_formula_can_be_set():
    assert pdf.faults(typed_record(record())) == []


def test_what_is_exact_is_what_it_is_today():
    assert list(agreement.drift(typed_record(record()), CLAIM)) == []


def test_every_shape_is_read_as_values_and_written_back():
    found = json.loads(dumps(record()))
    assert plain(typed_record(found)) == found


@pytest.mark.parametrize("part", ["counts", "family", "first order", "laws", "noise"])
def test_a_changed_outcome_of_an_exact_part_is_seen(part):
    forged = copy.deepcopy(record())
    forged["parts"][part]["outcome"] = "UNDECIDED"
    assert any(part in place for place, _ in agreement.drift(typed_record(forged), CLAIM))


def found_wrong(forged, part, claim=CLAIM):
    """What reading a record, replaying a part, and holding it against its claim, find."""
    try:
        bare = typed_record(forged)
    except RecordError as error:
        return [error]
    return [*(row for row in replayed(bare, part) if row.result == "FAILED"), *(agreement.drift(bare, claim) if claim else ())]


def replayed(bare, part):
    return list(replay_all(part, bare.parts[part]))


def test_an_exact_risk_is_replayed_and_not_called_sampled():
    assert [row.result for row in replayed(typed_record(record()), "family")] == ["replayed"]
    assert [row.result for row in replayed(typed_record(record()), "noise")] == ["exact"]
    assert len(json.dumps(record()["parts"]["family"])) < 5_000


@pytest.mark.parametrize("claim", [CLAIM, None])
def test_risks_times_a_thousand_are_refused(claim):
    forged = copy.deepcopy(record())
    [row] = forged["parts"]["family"]["evidence"]["risks"]
    row["risk"] *= 1000
    assert found_wrong(forged, "family", claim)
    values = row["certificate"]["risk"]["values"]
    row["certificate"]["risk"]["values"] = [str(1000 * Fraction(value)) for value in values]
    assert found_wrong(forged, "family", claim)


def test_without_its_certificate_a_risk_is_evaluated_again():
    """A record from before certificates were kept: its numbers are compared with those of today."""
    older = copy.deepcopy(record())
    [row] = older["parts"]["family"]["evidence"]["risks"]
    del row["certificate"]
    assert not found_wrong(older, "family")
    assert [row.result for row in replayed(typed_record(older), "family")] == ["exact"]
    row["risk"] *= 1000
    assert found_wrong(older, "family")


def leaves(data, path=()):
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield from leaves(value, (*path, key)) if isinstance(value, dict | list) else [((*path, key), value)]


def other(leaf):
    if isinstance(leaf, bool) or leaf is None:
        return not leaf
    if isinstance(leaf, str):
        try:
            return str(1000 * Fraction(leaf) + 1)
        except ValueError:
            return leaf + "x"
    return 1000 * leaf + 1


EVIDENCE = json.loads(json.dumps(record()["parts"]["family"]["evidence"], default=str))


@pytest.mark.parametrize("path", [path for path, _ in leaves(EVIDENCE)], ids=lambda path: "-".join(map(str, path)))
def test_every_leaf_of_the_evidence_of_an_exact_risk_is_bound(path):
    forged = copy.deepcopy(record())
    at = forged["parts"]["family"]["evidence"]
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = other(at[path[-1]])
    wider = path[-2:] == ("values", 1)  # a larger upper end of the risk is as true, and nothing is said with it here
    assert bool(found_wrong(forged, "family")) is not wider


@pytest.mark.parametrize("part", ["counts", "noise"])
def test_every_number_of_an_exact_evaluation_is_compared(part):
    evidence = json.loads(json.dumps(record()["parts"][part]["evidence"], default=str))
    for path, _ in leaves(evidence):
        forged = copy.deepcopy(record())
        at = forged["parts"][part]["evidence"]
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = other(at[path[-1]])
        assert found_wrong(forged, part), path
