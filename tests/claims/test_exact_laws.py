"""Laws of several releases: against enumeration, and guarantees that hold, or that composition breaks."""

import itertools

import pytest
from sympy import Integer, Rational, Symbol, exp, simplify

from boundcheck.checks import privacy
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.claims import PrivacyGuarantee, in_turn, repeated, subsampled
from boundcheck.verdict import Outcome
from boundcheck.words import phrase

epsilon = Symbol("epsilon", real=True)
QUICK = Context("test/claim", "part", BUDGETS["quick"], 7, 1e-3, lambda cells: {}, lambda *a, **k: None)
FIFTHS = {0: (Rational(3, 5), Rational(2, 5)), 1: (Rational(2, 5), Rational(3, 5))}
HALF = {0: (exp(epsilon / 2), Integer(1)), 1: (Integer(1), exp(epsilon / 2))}
HALF = {bit: tuple(p / (1 + exp(epsilon / 2)) for p in law) for bit, law in HALF.items()}
SURE = {0: (Integer(1), Integer(0)), 1: (Integer(0), Integer(1))}


def private(law, level, delta=0):
    guarantee = PrivacyGuarantee(law, ((0, 1), (1, 0)), level, delta, (epsilon > 0,), "one label replaced")
    return privacy.check_finite(guarantee, QUICK)


def test_counts_against_enumeration():
    for bit, law in repeated(FIFTHS, 3).items():
        runs = itertools.product(range(2), repeat=3)
        sums = [Integer(0)] * 4
        for run in runs:
            sums[sum(run)] += FIFTHS[bit][run[0]] * FIFTHS[bit][run[1]] * FIFTHS[bit][run[2]]
        assert list(law) == sums
        assert sum(law) == 1


def test_a_second_release_may_follow_the_first():
    turned = {bit: law[::-1] for bit, law in FIFTHS.items()}
    law = in_turn(FIFTHS, lambda seen: turned if seen else FIFTHS)
    assert law[0] == (Rational(9, 25), Rational(6, 25), Rational(4, 25), Rational(6, 25))


@pytest.mark.parametrize(
    ("law", "level", "outcome"),
    [
        (in_turn(HALF, HALF), epsilon, Outcome.PROVED),
        (
            in_turn(HALF, lambda seen: {b: row[::-1] for b, row in HALF.items()} if seen else HALF),
            epsilon,
            Outcome.PROVED,
        ),
        (in_turn(HALF, HALF), epsilon * Rational(3, 4), Outcome.REFUTED),
        (repeated(HALF, 3), 3 * epsilon / 2, Outcome.PROVED),
        (repeated(HALF, 3), epsilon, Outcome.REFUTED),
    ],
)
def test_composition_adds_up(law, level, outcome):
    found = private(law, level)
    assert found.outcome is outcome, phrase(found.fact)
    if outcome is Outcome.PROVED:
        assert "neighbours: one label replaced" in phrase(found.fact)


def test_sampling_amplifies_and_a_squared_rate_is_seen():
    """Looked at with probability q, what is sure of its input is (0, q)-private, and not (0, q**2)-private."""
    for rate, delta, outcome in (
        (Rational(1, 4), Rational(1, 4), Outcome.PROVED),
        (Rational(1, 4), Rational(1, 16), Outcome.REFUTED),
    ):
        found = private(subsampled(SURE, rate, 1), Integer(0), delta)
        assert found.outcome is outcome, phrase(found.fact)
    assert simplify(sum(subsampled(HALF, Rational(1, 3), 1)[0])) == 1


def test_what_is_no_input_is_named():
    with pytest.raises(ValueError, match="absent: 2 has no law; there are 0, 1"):
        subsampled(FIFTHS, Rational(1, 2), 2)
    with pytest.raises(ValueError, match="times: must be at least 1, got 0"):
        repeated(FIFTHS, 0)
