"""What a check says of counts is said again by `verify`: a leaf of a sampled part that follows from others is bound to them.

Sampled parts may err with probability 1e-3 in all, at a fixed seed.
"""

import copy
import json
from functools import lru_cache
from pathlib import Path
from types import GeneratorType

import numpy as np
import pytest
from sympy import Integer, Rational, Symbol, log, sqrt

from boundcheck import job
from boundcheck.calculus import proving
from boundcheck.checks import false_versions, vacuity
from boundcheck.claims import (
    AuditedGuarantee,
    Claim,
    ExpectationBound,
    ExpectationLowerBound,
    MinimaxLowerBound,
    Neighbours,
    Paths,
    ProbabilityLowerBound,
    Ranking,
    Regime,
    RegretBound,
    Scaling,
    Separation,
    Simulation,
    Sweep,
    UniformBound,
    WidthBound,
    Widths,
)
from boundcheck.cli import verify
from boundcheck.cli.verify import BAD, rows_of, taken
from boundcheck.loading import registry
from boundcheck.record import agreement, rebuilt, used_records
from boundcheck.record import replay as record_replay
from boundcheck.record.agreement import drift, used_by
from boundcheck.record.types import plain, read, typed_record
from boundcheck.settle import settle

REPORTS = Path(__file__).parents[2] / "reports"
t, n = Symbol("t", real=True), Symbol("n", real=True)
EVERY, SOME = tuple(range(1, 21)), (1, 5, 20)


def means(rng, repeats, **point):
    return np.abs(np.cumsum(rng.random((repeats, 20)) - 0.5, axis=1) / np.arange(1, 21))


def regret(rng, repeats, **point):
    return np.cumsum(rng.random((repeats, 20)), axis=1)[:, [0, 4, 19]]


def widths(rng, repeats, **point):
    return rng.random(repeats), 0.99 + 0.2 * rng.random(repeats)


def shrinking(rng, repeats, *, n, **point):
    return np.abs(rng.standard_normal(repeats)) / np.sqrt(n)


def twice(rng, repeats, *, n, **point):
    return 2 * np.abs(rng.standard_normal(repeats)) / np.sqrt(n)


def uniform(rng, repeats, **point):
    return rng.random(repeats)


def counts(rng, repeats, **point):
    return rng.laplace(0, 2, repeats), 1 + rng.laplace(0, 2, repeats)


def regime(experiment, **point):
    return (Regime("only", experiment, point or {"n": 1}),)


TENTH, SIZES = Rational(1, 10), (10, 100, 1000, 10_000)
ONE, OTHER = Simulation(shrinking), Simulation(twice)
CLAIM = Claim(
    title="Every shape that is put to samples",
    parts={
        "uniform": UniformBound(sqrt(log(800) / (2 * t)), t, TENTH, Integer(2), regime(Paths(means, EVERY))),
        "regret": RegretBound(4 * t, t, TENTH, Integer(60), regime(Paths(regret, SOME))),
        "width": WidthBound(TENTH, Integer(3), regime(Widths(widths))),
        "mean": ExpectationBound(9 * TENTH, Integer(1), regime(Simulation(uniform))),
        "least mean": ExpectationLowerBound(TENTH, regime(Simulation(uniform)), Integer(1)),
        "probability": ProbabilityLowerBound(TENTH, TENTH, regime(Simulation(uniform))),
        "audited": AuditedGuarantee(n / 2, Integer(0), "one record added", regime(Neighbours(counts))),
        "rate": Scaling(1 / sqrt(n), 3 / sqrt(n), Integer(1), TENTH, (Sweep("n", "n", SIZES, n, "large", ONE, {"n": 10}),)),
        "order": Separation(ONE, OTHER, "n", "n", SIZES, n, TENTH, {"n": 10}),
        "ranking": Ranking({"one": ONE, "other": OTHER}, "n", "n", SIZES, ("one",) * 4, n, TENTH, {"n": 10}),
        "minimax": MinimaxLowerBound(TENTH, regime(Simulation(uniform))),
    },
)
# What is drawn, by the name of its field: another run gives it. All else of a sampled part follows from it, and from the claim.
DRAWN = {
    "quantile", "low", "high", "mean", "ratio", "seconds", "hits", "base", "runs", "event", "epsilon at least", "p",
    "median_width",
}  # fmt: skip


@lru_cache
def record():
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return plain(job.check("own/shapes", CLAIM, settings, run)[1])


def leaves(value, place=()):
    if isinstance(value, dict | list) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*place, key))
    else:
        yield place


def other(value):
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return 2 * value + 1
    return f"{value} 1 = 2" if isinstance(value, str) else ["1 = 2"] if isinstance(value, list) else {"1 = 2": "1 = 2"}


def changed(whole, place):
    """The record with one leaf changed."""
    if not place:
        return other(whole)
    forged = copy.copy(whole)  # what lies beside the way to it is shared
    forged[place[0]] = changed(whole[place[0]], place[1:])
    return forged


def named(forged, claim, path=None):
    """Whether `verify` says that something differs, or cannot be read."""
    try:
        bare = typed_record(forged)
        return any(drift(bare, claim)) or any(row.result in BAD for row in rows_of(bare, claim, path))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return True


def test_what_samples_gave_is_taken():
    assert [row for row in rows_of(typed_record(record()), CLAIM) if row.result in BAD] == []


@pytest.mark.parametrize("part", CLAIM.parts)
def test_what_follows_from_counts_is_bound_to_them(part):
    places = [("parts", part, *place) for place in leaves(record()["parts"][part])]
    free = {place[-1] for place in places if not named(changed(record(), place), CLAIM)}
    assert free <= DRAWN


def installed(name):
    """A committed record, its claim, and where it lies."""
    path = REPORTS / f"{name}.json"
    return plain(read(path)), registry.load(name), path


@pytest.mark.parametrize("field", ["outcome", "severity", "reads"])
def test_how_a_used_result_fares_is_read_from_its_record(field):
    whole, claim, path = installed("kl/lemma_a_3")
    assert not named(whole, claim, path)
    forged = copy.deepcopy(whole)
    [rest] = forged["rests_on"]
    rest[field] = {"outcome": "REFUTED", "severity": "RATE", "reads": "with $C = 7$"}[field]
    found = list(used_records.differences(typed_record(forged), claim, used_by(claim), path))
    assert [(place, differs) for place, _, differs in found] == [("rests_on kl/lemma_a_1", True)]


def test_a_used_result_without_its_record_is_named(tmp_path):
    whole, claim, _ = installed("kl/lemma_a_3")
    found = list(used_records.differences(typed_record(whole), claim, used_by(claim), tmp_path / "kl" / "lemma_a_3.json"))
    assert found == [("rests_on kl/lemma_a_1", "not compared: kl/lemma_a_1 lies not beside this record", False)]


# Of a committed record, what no reader acts on, or what is drawn: the effort and the versions of a certificate, the run.
ASIDE = {
    "seed", "budget", "digest", "elapsed_seconds", "seconds", "python", "platform", "rlimit", "sympy", "mpmath", "numpy", "scipy",
    "statsmodels", "z3-solver", "python-flint", "boundcheck",
}  # fmt: skip
# The counts of false versions are drawn: what is decided by them is bound, see `test_what_follows_from_counts_is_bound_to_them`.
UNBOUND = {("kept_at_corners",), ("corners", "name"), ("corners", "kept"), ("variants", "violations")}


def kind(place):
    """The names on the way to a leaf; places in a list, and letters, are left out."""
    names = tuple(key for key in place if isinstance(key, str) and len(key) < 64)  # no fingerprints
    if "certificate" in names:
        names = (*names[: names.index("certificate") + 1], names[-1] if isinstance(place[-1], str) else "*")
    return names


@pytest.fixture
def each_once(monkeypatch):
    """What a check says of a statement, a certificate or a derivation that is the same in many forged records it says once."""

    def once(where, name, key):
        function, found = getattr(where, name), {}

        def known(*given, **named):
            asked = key(*given, **named)
            if asked not in found:
                answer = function(*given, **named)
                found[asked] = tuple(answer) if isinstance(answer, GeneratorType) else answer
            return found[asked]

        monkeypatch.setattr(where, name, known)

    def written(value):
        return json.dumps(plain(value), sort_keys=True, default=repr)

    def circumstances(context):  # of a record; what else a context has is its claim's
        steps = tuple(id(verdict) for _, verdict in context.steps)
        return context.claim, context.name, context.budget, context.seed, context.risk, steps

    once(record_replay, "derived", lambda s, key, claim, kept: (key, id(claim), written(kept)))
    once(settle, "nothing_new", lambda statement: statement)
    once(false_versions, "variants", lambda bound: (bound.explicit, *((name, size) for name, (size, _) in bound.terms.items())))
    once(vacuity, "over_sample_size", lambda bound, context: context.name)
    once(agreement, "says_nothing", lambda statement, context: (statement, context.name))
    once(verify, "replay_all", lambda what, settled: (what, written(settled)))
    once(verify, "replay_trials", lambda what, trials, of: (what, tuple(map(written, trials)), written(of)))
    once(record_replay, "_replayed", lambda what, kept, of: (what, written(kept), written(of)))
    once(proving, "replay", lambda kept, goal, given: (written(kept), goal, given))
    once(agreement, "step_verdict", written)
    once(agreement, "of_settled", lambda place, s, settled, context: (place, written(settled), circumstances(context)))
    once(rebuilt, "differences", lambda key, part, s, claim, context: (key, written(part), circumstances(context)))


def kinds_of(whole):
    """A place of each kind of leaf that a reader acts on."""
    return {kind(place): place for place in leaves(whole) if not ASIDE & {str(key) for key in place[-1:]}}


NAMES = ("kl/lemma_a_7", "square/definition_2_2", "kl/lemma_a_3")  # a kind of leaf is changed in the first that has it


@pytest.mark.slow
@pytest.mark.usefixtures("each_once")
@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_leaf_of_a_committed_record_is_noticed(name):
    whole, claim, path = installed(name)
    known = {each for other in NAMES[: NAMES.index(name)] for each in kinds_of(plain(read(REPORTS / f"{other}.json")))}
    kinds = {each: place for each, place in kinds_of(whole).items() if each not in known}
    free = [names for names, place in kinds.items() if not named(changed(whole, place), claim, path)]
    assert [names for names in free if not excused(names)] == []


def excused(names):
    """Whether a leaf is drawn, or belongs to the making of a certificate."""
    return (
        names[-1] in DRAWN
        or names[-2:] == ("certificate", "*")
        or ("derivation" in names and names[-1] == "versions")  # of the programs that made the proof of a link
        or any(set(beside) <= set(names) for beside in UNBOUND)
    )


def test_what_is_left_to_a_run_is_named():
    assert list(taken(typed_record(record()))) == [
        "the counts and quantiles that were drawn for 10 parts", "the slopes of sweeps",
    ]  # fmt: skip
    whole, _, _ = installed("kl/lemma_a_3")
    assert "which letters a simulation takes" in list(taken(typed_record(whole)))
    assert list(taken(typed_record(installed("kl/lemma_a_7")[0]))) == []


def test_the_command_that_makes_a_record_again_is_that_of_its_settings():
    whole, claim, path = installed("kl/lemma_a_7")
    for key, value in (("seed", 7), ("budget", "deep")):
        assert named({**whole, key: value}, claim, path)


def test_how_many_replicates_are_unsound_and_errors_exceed_are_values():
    part = record()["parts"]["order"]
    whole = copy.deepcopy(record())
    whole["parts"]["order"]["evidence"]["unsound"] = 1
    assert part["evidence"].get("unsound", 0) == 0
    assert named(whole, CLAIM)  # its sentence says of none
    whole = copy.deepcopy(record())
    whole["parts"]["order"]["fact"] |= {"unsound": 3, "replicates": 9}
    assert named(whole, CLAIM)  # its value says of none
    whole = copy.deepcopy(record())
    whole["parts"]["mean"]["evidence"]["means"][0]["exceeding"] = 3
    assert named(whole, CLAIM)  # so few are no cause
