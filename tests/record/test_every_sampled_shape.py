"""Records of bounds over rounds, widths, lower bounds and counts: they can be set, and what is exact is evaluated again.

Sampled parts may err with probability 1e-3 in all, at a fixed seed.
"""

import copy
from functools import lru_cache

import numpy as np
import pytest
from sympy import Integer, Rational, Symbol, log, sqrt

from boundcheck import job
from boundcheck.claims import (
    AuditedGuarantee,
    Claim,
    CountsTable,
    ExpectationLowerBound,
    FamilyLowerBound,
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
from boundcheck.record import agreement
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
        "counts": CountsTable((("ours", 45, 50, 25, 50),)),
        "noise": RecomputedTable((("", Integer(1), "7.6"),), {"one": one_release}),
    },
)


@lru_cache
def record():
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return job.check("own/shapes", CLAIM, settings, run)[1]


def test_all_of_them_are_supported():
    assert {key: part["outcome"] for key, part in record()["parts"].items()} == dict.fromkeys(CLAIM.parts, "SUPPORTED")


def test_every_formula_can_be_set():
    assert pdf.faults(record()) == []


def test_what_is_exact_is_what_it_is_today():
    assert list(agreement.drift(record(), CLAIM)) == []


@pytest.mark.parametrize("part", ["counts", "family", "noise"])
def test_a_changed_outcome_of_an_exact_part_is_seen(part):
    forged = copy.deepcopy(record())
    forged["parts"][part]["outcome"] = "UNDECIDED"
    assert any(part in place for place, _ in agreement.drift(forged, CLAIM))
