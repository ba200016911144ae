"""Parts that end before everything is measured are read as values and written back, too."""

import json
from functools import lru_cache

import numpy as np
import pytest
from sympy import Integer, Symbol, exp, sin

from boundcheck import job
from boundcheck.claims import (
    Cited,
    Claim,
    CountsTable,
    Disputed,
    ExpectationBound,
    ExpectationLowerBound,
    HighProbabilityBound,
    Inequality,
    Regime,
    ReportedTable,
    SameUpToConstant,
    Scaling,
    Simulation,
    Sweep,
)
from boundcheck.record import dumps
from boundcheck.record.types import plain, typed_record

n, x, y, delta = (Symbol(name, real=True) for name in ("n", "x", "y", "delta"))


def large(rng, repeats, **point):
    return 5 + rng.random(repeats)


def nothing(rng, repeats, **point):
    return np.zeros(repeats)


def stopped(rng, repeats, **point):
    raise ValueError("there is no such instance")


def undefined(rng, repeats, **point):
    return np.full(repeats, np.nan)


def regimes(sample):
    return (Regime("only", Simulation(sample), {"n": 10, "delta": 0.1}),)


def bound(sample, size=2):
    return HighProbabilityBound(
        explicit=Integer(size),
        printed=Integer(size),
        trivial=Integer(3),
        failure=delta,
        constant=Integer(1),
        regimes=regimes(sample),
    )


def rate(sample):
    sweep = Sweep("n", "n", (10, 20, 40, 80), n, "large", Simulation(sample), {"delta": 0.1})
    return Scaling(printed=1 / n, explicit=1 / n, trivial=Integer(1), failure=delta, sweeps=(sweep,))


PARTS = {
    "negative": (bound(large, -1), "REFUTED"),
    "exceeded": (bound(large), "REFUTED"),
    "undefined": (bound(undefined), "UNDECIDED"),
    "stopped": (bound(stopped), "UNDECIDED"),
    "zero": (bound(nothing), "SUPPORTED"),
    "unread": (Inequality(sin(x) ** 7 * exp(y), 10**9 + x**4, (x >= 0,)), "UNDECIDED"),
    "disputed": (Disputed(Inequality(x, x - 1), "a remark"), "PROVED"),
    "cited": (Cited("a book", "a line"), "ASSUMED"),
    "no_constant": (SameUpToConstant(x, x**2, (x >= 1,)), "REFUTED"),
    "constants": (SameUpToConstant(x, 2 * x, (x >= 1,)), "PROVED"),
    "above_the_ceiling": (ExpectationBound(Integer(6), Integer(2), regimes(large)), "REFUTED"),
    "above_the_mean": (ExpectationBound(Integer(1), Integer(20), regimes(large)), "REFUTED"),
    "no_mean": (ExpectationBound(Integer(1), Integer(20), regimes(stopped)), "UNDECIDED"),
    "no_least_mean": (ExpectationLowerBound(Integer(6), regimes(large), Integer(2)), "UNDECIDED"),
    "no_exponent": (rate(nothing), "UNDECIDED"),
    "growing": (rate(large), "UNDECIDED"),
    "reversed_counts": (CountsTable((("ours", 1, 50, 25, 50),)), "REFUTED"),
    "reversed_means": (ReportedTable((("ours", 1.0, 0.1, 2.0, 0.1),), 2), "REFUTED"),
    "no_difference": (ReportedTable((("ours", 1.0, 0.0, 1.0, 0.0),), 2), "UNDECIDED"),
}
CLAIM = Claim(title="Parts that end early", parts={name: part for name, (part, _) in PARTS.items()})


@lru_cache
def record():
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return json.loads(dumps(plain(job.check("own/early", CLAIM, settings, run)[1])))


@pytest.mark.parametrize("name", PARTS)
def test_a_part_that_ends_early_is_read_and_written_back(name):
    assert record()["parts"][name]["outcome"] == PARTS[name][1]
    assert plain(typed_record(record()).parts[name]) == record()["parts"][name]


def test_the_whole_is_written_back():
    assert plain(typed_record(record())) == record()
