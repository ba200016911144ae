"""Bounds for every round, and widths that a method gives."""

import numpy as np
import pytest
from aloud import phrase
from sympy import Integer, Rational, Symbol, log, sqrt

from boundcheck.checks import moving_bounds
from boundcheck.claims import Paths, Regime, RegretBound, UniformBound, WidthBound, Widths
from boundcheck.claims.fields import Malformed
from boundcheck.verdict import Outcome

# Bounds at every round at once, and regret. Each test at risk 1e-3, fixed seed.

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
    found = moving_bounds.check_rounds(uniform(bound, failure=TENTH), context())
    assert found.outcome is outcome, phrase(found.fact)
    if outcome is Outcome.SUPPORTED:
        assert "at any round up to 100 (later ones were not tested)" in phrase(found.fact)


def test_a_bound_for_each_round_by_itself_holds_at_the_last_one(context):
    """What fails over all rounds holds at one of them: the check looks at all."""

    found = moving_bounds.check_rounds(uniform(2 / sqrt(t), paths=last_mean, rounds=(100,), failure=TENTH), context())
    assert found.outcome is Outcome.SUPPORTED
    assert "the 1 listed rounds" in phrase(found.fact)


def last_mean(rng, repeats, *, n, **point):
    return means(rng, repeats, n=n)[:, -1:]


def test_a_rate_at_the_allowed_one_agrees_within_the_margin(context):
    """The allowed rate is set to the one that this seed shows, so that no interval can leave it out."""
    bound = t / 2 + Rational(7, 2)
    seen = moving_bounds.check_rounds(uniform(bound, paths=regret), context()).found.slack[0]
    rate = Rational(seen.violations, seen.repeats)
    assert 0 < rate < 1
    found = moving_bounds.check_rounds(uniform(bound, paths=regret, failure=rate), context())
    assert found.outcome is Outcome.SUPPORTED
    assert "the rate agrees with the allowed one within a factor 1.15" in phrase(found.fact)


@pytest.mark.parametrize("rounds", [EVERY, SPARSE])
@pytest.mark.parametrize(
    ("bound", "outcome"), [(t, Outcome.SUPPORTED), (t / 2, Outcome.REFUTED), (3 * sqrt(t), Outcome.REFUTED)]
)
def test_regret(context, rounds, bound, outcome):
    if rounds is SPARSE and bound == t:  # may have crossed between listed rounds, for all that the paths show
        outcome = Outcome.UNDECIDED
    paths = regret if rounds is EVERY else sparse_regret
    found = moving_bounds.check_rounds(uniform(bound, paths, rounds, kind=RegretBound), context())
    assert found.outcome is outcome, phrase(found.fact)


def test_listed_rounds_speak_of_those_between_where_the_bound_has_room(context):
    found = moving_bounds.check_rounds(uniform(t + 50, sparse_regret, SPARSE, kind=RegretBound), context())
    assert found.outcome is Outcome.SUPPORTED
    assert "any round up to 100" in phrase(found.fact)
    plain = moving_bounds.check_rounds(uniform(t + 50, sparse_regret, SPARSE), context())
    assert "the 5 listed rounds" in phrase(plain.fact)


def test_a_bound_that_dips_between_listed_rounds_is_seen(context):
    """Below the regret at rounds 40 to 50 alone, none of which is listed: it may have been crossed there."""
    dip = t + 50 - 60 * (1 - ((t - 45) / 5) ** 2)
    assert dip.subs(t, 30) > 60
    assert dip.subs(t, 60) > 60
    found = moving_bounds.check_rounds(uniform(dip, sparse_regret, SPARSE, kind=RegretBound), context())
    assert found.outcome is not Outcome.SUPPORTED


def test_regret_that_falls_is_no_regret(context):
    found = moving_bounds.check_rounds(uniform(t, falling, kind=RegretBound), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "falls" in found.found.failures[0].message


def test_a_bound_of_nothing_is_exceeded_by_any_error(context):
    assert moving_bounds.check_rounds(uniform(0 * t, failure=Rational(1, 2)), context()).outcome is Outcome.REFUTED
    assert moving_bounds.check_rounds(uniform(log(t - 1)), context()).outcome is Outcome.UNDECIDED


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


def exactly(rng, repeats, *, n, **point):
    """A regret of 1 in every round: at each listed round it equals the bound t."""
    return np.broadcast_to(np.array(SPARSE, float), (repeats, len(SPARSE))) * (1 - 1e-12 * rng.random((repeats, 1)))


def test_a_regret_at_its_bound_is_sound_and_asks_for_more_rounds(context):
    found = moving_bounds.check_rounds(uniform(t, exactly, SPARSE, kind=RegretBound), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "unsound" not in phrase(found.fact)
    assert "mending" not in phrase(found.fact)
    assert "may have crossed the bound between two listed rounds; more listed rounds would decide it" in phrase(found.fact)
    row = found.found.slack[0]
    assert (row.unsound, row.between) == (0, row.repeats)


def test_what_was_tested_names_the_rounds(context):
    """A bound that is false from t = 91 on, run to 50: the rounds stand beside the verdict, and in the summary."""
    every = moving_bounds.check_rounds(uniform(t + 50, regret, EVERY), context()).found.evidence.tested_at
    assert every["t"] == (1.0, float(EVERY[-1]))
    assert "n" in every
    listed = moving_bounds.check_rounds(uniform(t + 50, sparse_regret, SPARSE), context())
    assert listed.found.evidence.tested_at["t"] == tuple(float(r) for r in SPARSE)
    assert "later ones were not tested" in phrase(listed.fact)
    assert all("every round" not in side.words for side in UniformBound.sides)


# Widths beside errors. Each test at risk 1e-3, fixed seed.

ONE_IN_TWENTY = Rational(1, 20)


def normal(rng, repeats, *, n, wide, **point):
    """The mean of n normal draws and its interval from the sample's own spread."""
    draws = rng.standard_normal((repeats, n))
    return np.abs(draws.mean(axis=1)), wide * draws.std(axis=1, ddof=1) / np.sqrt(n)


def constant_data(rng, repeats, *, n, wide, **point):
    """Bits that are nearly always 0: a spread of 0 is claimed for an error that is not."""
    draws = rng.random((repeats, n)) < 0.02
    return np.abs(draws.mean(axis=1) - 0.02), wide * draws.std(axis=1) / np.sqrt(n)


def broken(rng, repeats, *, n, wide, **point):
    error, width = normal(rng, repeats, n=n, wide=wide)
    return error, np.where(rng.random(repeats) < 0.5, np.nan, width)


def bound(draws, wide, failure=ONE_IN_TWENTY, trivial=2, factor=1):
    return WidthBound(failure, Integer(trivial), (Regime("n = 50", Widths(draws), {"n": 50, "wide": wide}),), factor)


@pytest.mark.parametrize(
    ("wide", "factor", "outcome"),
    [(2.6, 1, Outcome.SUPPORTED), (1.3, 1, Outcome.REFUTED), (1.97, 1, Outcome.UNDECIDED), (1.3, 2, Outcome.SUPPORTED)],
)
def test_intervals_of_a_mean(context, wide, factor, outcome):
    """The rate is 5 % at 2.01 and 5.5 % at 1.97, too near the margin of 1.15; a miss of 1e-3 is the risk."""
    found = moving_bounds.check_width(bound(normal, wide, factor=Integer(factor)), context())
    assert found.outcome is outcome, phrase(found.fact)


def test_it_says_which_width_would_still_have_been_too_small(context):
    found = moving_bounds.check_width(bound(normal, 3.9), context())
    assert "less than 0.4" in phrase(found.fact) or "less than 0.5" in phrase(found.fact), phrase(found.fact)


def test_a_width_of_zero_is_a_violation_not_a_draw_to_leave_out(context):
    found = moving_bounds.check_width(bound(constant_data, 100.0), context())
    assert found.outcome is Outcome.REFUTED
    assert found.found.slack[0].unsound == 0
    assert any(f.kind == "WIDTH" for f in found.findings)


def test_a_width_that_is_no_number_counts_against_the_bound(context):
    found = moving_bounds.check_width(bound(broken, 2.6), context())
    assert found.outcome is Outcome.UNDECIDED
    assert found.found.slack[0].unsound > 800


def test_a_width_that_would_always_do_is_said_to_be_toothless(context):
    found = moving_bounds.check_width(bound(normal, 50.0), context())
    assert found.outcome is Outcome.SUPPORTED
    assert any(f.kind == "TOOTHLESS" for f in found.findings)
