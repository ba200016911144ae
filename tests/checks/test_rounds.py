"""Bounds at every round at once, and regret. Each test at risk 1e-3, fixed seed."""

import numpy as np
import pytest
from sympy import Integer, Rational, Symbol, log, sqrt

from boundcheck.checks import every_round
from boundcheck.claims import Outcome, Paths, Regime, RegretBound, UniformBound
from boundcheck.claims.fields import Malformed

t, n = Symbol("t", real=True), Symbol("n", real=True)
TENTH, TWENTIETH = Rational(1, 10), Rational(1, 20)
EVERY = tuple(range(1, 101))
SPARSE = (1, 10, 30, 60, 100)


def means(rng, repeats, *, n, **point):
    """|mean| of the first t of 100 signs: outside any fixed multiple of 1/sqrt(t) more and more often as t grows."""
    signs = rng.integers(0, 2, (repeats, 100)) * 2 - 1
    return np.abs(np.cumsum(signs, axis=1)) / np.arange(1, 101)


def regret(rng, repeats, *, n, **point):
    """Every round costs 1 with probability 1/2: about t/2 after t rounds."""
    return np.cumsum(rng.integers(0, 2, (repeats, 100)), axis=1).astype(float)


def sparse_regret(rng, repeats, *, n, **point):
    return regret(rng, repeats, n=n)[:, np.array(SPARSE) - 1]


def falling(rng, repeats, *, n, **point):
    return np.cumsum(rng.standard_normal((repeats, 100)), axis=1)


def uniform(bound, paths=means, rounds=EVERY, failure=TWENTIETH, kind=UniformBound):
    return kind(bound, t, failure, Integer(100), (Regime("signs", Paths(paths, rounds), {"n": 1}),))


@pytest.mark.parametrize(
    ("bound", "outcome"),
    [
        (sqrt(2 * log(2 * 100 * 20) / t), Outcome.SUPPORTED),  # Hoeffding and the union bound over 100 rounds
        (2 / sqrt(t), Outcome.REFUTED),  # two standard deviations: rare at each round by itself
        (Integer(1), Outcome.SUPPORTED),
    ],
)
def test_all_rounds_at_once(context, bound, outcome):
    found = every_round.check(uniform(bound, failure=TENTH), context())
    assert found.outcome is outcome, found.summary
    if outcome is Outcome.SUPPORTED:
        assert "at any round up to 100 (later ones are not covered)" in found.summary


def test_a_bound_for_each_round_by_itself_holds_at_the_last_one(context):
    """What fails over all rounds holds at one of them: the check looks at all."""

    found = every_round.check(uniform(2 / sqrt(t), paths=last_mean, rounds=(100,), failure=TENTH), context())
    assert found.outcome is Outcome.SUPPORTED
    assert "the 1 listed rounds" in found.summary


def last_mean(rng, repeats, *, n, **point):
    return means(rng, repeats, n=n)[:, -1:]


def test_a_rate_at_the_allowed_one_agrees_within_the_margin(context):
    """The allowed rate is set to the one that this seed shows, so that no interval can leave it out."""
    bound = t / 2 + Rational(7, 2)
    seen = every_round.check(uniform(bound, paths=regret), context()).data["slack"][0]
    rate = Rational(seen["violations"], seen["repeats"])
    assert 0 < rate < 1
    found = every_round.check(uniform(bound, paths=regret, failure=rate), context())
    assert found.outcome is Outcome.SUPPORTED
    assert "it agrees, within a factor 1.15 of the allowed rate, in:" in found.summary


@pytest.mark.parametrize("rounds", [EVERY, SPARSE])
@pytest.mark.parametrize(
    ("bound", "outcome"), [(t, Outcome.SUPPORTED), (t / 2, Outcome.REFUTED), (3 * sqrt(t), Outcome.REFUTED)]
)
def test_regret(context, rounds, bound, outcome):
    if rounds is SPARSE and bound == t:  # may have crossed between listed rounds, for all that the paths show
        outcome = Outcome.UNDECIDED
    paths = regret if rounds is EVERY else sparse_regret
    found = every_round.check(uniform(bound, paths, rounds, kind=RegretBound), context())
    assert found.outcome is outcome, found.summary


def test_listed_rounds_speak_of_those_between_where_the_bound_has_room(context):
    found = every_round.check(uniform(t + 50, sparse_regret, SPARSE, kind=RegretBound), context())
    assert found.outcome is Outcome.SUPPORTED
    assert "any round up to 100" in found.summary
    plain = every_round.check(uniform(t + 50, sparse_regret, SPARSE), context())
    assert "the 5 listed rounds" in plain.summary


def test_a_bound_that_dips_between_listed_rounds_is_seen(context):
    """Below the regret at rounds 40 to 50 alone, none of which is listed: it may have been crossed there."""
    dip = t + 50 - 60 * (1 - ((t - 45) / 5) ** 2)
    assert dip.subs(t, 30) > 60
    assert dip.subs(t, 60) > 60
    found = every_round.check(uniform(dip, sparse_regret, SPARSE, kind=RegretBound), context())
    assert found.outcome is not Outcome.SUPPORTED


def test_regret_that_falls_is_no_regret(context):
    found = every_round.check(uniform(t, falling, kind=RegretBound), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "falls" in found.data["failures"][0]["message"]


def test_a_bound_of_nothing_is_exceeded_by_any_error(context):
    assert every_round.check(uniform(0 * t, failure=Rational(1, 2)), context()).outcome is Outcome.REFUTED
    assert every_round.check(uniform(log(t - 1)), context()).outcome is Outcome.UNDECIDED


def test_what_follows_no_rounds_is_refused():
    with pytest.raises(Malformed, match="increase"):
        Paths(means, (3, 2))
    with pytest.raises(Malformed, match="Paths"):
        UniformBound(t, t, TWENTIETH, Integer(1), (Regime("x", Plain(), {"n": 1}),))
    with pytest.raises(Malformed, match="runs over"):
        UniformBound(t, t, TWENTIETH, Integer(1), (Regime("x", Paths(means, EVERY), {"t": 1}),))


class Plain:
    def sample(self, rng, repeats, **_):
        return {"error": rng.random(repeats)}
