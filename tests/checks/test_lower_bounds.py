"""Minimax lower bounds on finite families, by exact risks: nothing is drawn."""

import copy
import json
from fractions import Fraction

import pytest
from aloud import phrase
from least import least
from sympy import Integer, Rational, Symbol, log, sqrt

from boundcheck.checks import lower_bounds
from boundcheck.claims import Claim, FamilyLowerBound
from boundcheck.claims.fields import Malformed
from boundcheck.loading import form
from boundcheck.minimax import (
    Divergence,
    Family,
    Law,
    Squared,
    absolute,
    bayes_risk,
    minimax_risk,
    rule_risk,
    spread,
    zero_one,
)
from boundcheck.record.build import rounded
from boundcheck.record.types import converted, plain
from boundcheck.verdict import Outcome
from boundcheck.verdict.shapes import FamilyLowerBoundPart, OfFamily
from boundcheck.verdict.statements import Witness

n = Symbol("n", real=True)
MEANS = (Rational(2, 5), Rational(3, 5))
THREE = (*MEANS, Rational(61, 100))


def coins(n):
    return Family.bits(MEANS, int(n)), absolute(MEANS)


def one_coin(**point):
    return coins(1)


def many_coins(n):
    return Family.bits((Rational(499, 1000), Rational(501, 1000)), int(n)).within(), zero_one(2)


def policies(n):
    laws = (Law(MEANS), Law(MEANS[::-1]))
    return Family.bits(MEANS, int(n)), Divergence(laws)


def lopsided(n):
    """Three hypotheses of which two are nearly one: equal weights are not the least favourable ones."""
    return Family.bits(THREE, int(n)), Squared(THREE)


def named(n):
    return Family.bits(THREE, int(n)), zero_one(3)


def rare(n):
    return spread(Family.bits(MEANS, 1), int(n), Rational(1, 10)), zero_one(2)


EXACT = bayes_risk(Family.bits(MEANS, 5), absolute(MEANS)).low
POINTS = {"five": {"n": 5}}


@pytest.mark.parametrize(
    ("bound", "outcome"),
    [
        (Rational(EXACT.numerator, EXACT.denominator), Outcome.SUPPORTED),  # attained
        (Rational(EXACT.numerator, EXACT.denominator) + Rational(1, 10**15), Outcome.REFUTED),
        (1 / (20 * sqrt(n)), Outcome.SUPPORTED),
        (1 / (4 * sqrt(n)), Outcome.REFUTED),
        (log(n) * 0, Outcome.SUPPORTED),
    ],
)
def test_two_coins(context, bound, outcome):
    found = lower_bounds.check_on_family(FamilyLowerBound(bound, coins, POINTS), context())
    assert found.outcome is outcome, phrase(found.fact)
    assert any(f.kind == "VACUOUS" for f in found.findings) is (bound == 0)


@pytest.mark.parametrize("family", [many_coins, policies])
def test_windows_and_divergences_are_decided_as_well(context, family):
    at = {"n": 10_001} if family is many_coins else {"n": 7}
    risk = bayes_risk(*family(**at)).low
    for factor, outcome in ((Rational(999, 1000), Outcome.SUPPORTED), (Rational(1001, 1000), Outcome.REFUTED)):
        bound = factor * Rational(risk.numerator, risk.denominator)
        found = lower_bounds.check_on_family(FamilyLowerBound(bound, family, {"only": at}), context())
        assert found.outcome is outcome, phrase(found.fact)


def test_where_equal_weights_leave_it_open_the_least_favourable_ones_decide(context):
    family, loss = lopsided(5)
    equal, found = bayes_risk(family, loss).high, minimax_risk(family, loss)
    assert equal < found.low
    for bound, outcome in ((equal + found.low) / 2, Outcome.SUPPORTED), (found.high * 11 / 10, Outcome.REFUTED):
        lower = FamilyLowerBound(Rational(bound.numerator, bound.denominator), lopsided, POINTS)
        verdict = lower_bounds.check_on_family(lower, context())
        assert verdict.outcome is outcome, phrase(verdict.fact)


def test_between_a_bayes_risk_and_its_rules_worst_is_open(context):
    found = minimax_risk(*named(2))
    assert found.low < found.high  # the best rule draws lots
    bound = (found.low + found.high) / 2
    lower = FamilyLowerBound(Rational(bound.numerator, bound.denominator), named, {"two": {"n": 2}})
    verdict = lower_bounds.check_on_family(lower, context())
    assert verdict.outcome is Outcome.UNDECIDED
    assert "another prior" in phrase(verdict.fact)


def test_thinned_draws_support_and_are_otherwise_open(context):
    for bound, outcome in ((Rational(1, 10), Outcome.SUPPORTED), (Rational(1, 2), Outcome.UNDECIDED)):
        found = lower_bounds.check_on_family(FamilyLowerBound(bound, rare, {"only": {"n": 50}}), context())
        assert found.outcome is outcome, phrase(found.fact)


def test_what_cannot_be_computed_is_refused():
    with pytest.raises(Malformed, match="empty"):
        FamilyLowerBound(Integer(1), coins, {})
    lacking = Claim(parts={"b": FamilyLowerBound(n, one_coin, {"x": {}})})
    assert any("lacks 'n'" in complaint.words for complaint in form.complaints(lacking))
    with pytest.raises(Malformed, match="write a number"):
        FamilyLowerBound(n, coins, {"x": {"n": n}})
    with pytest.raises(Malformed, match="is called with"):
        FamilyLowerBound(Integer(1), coins, {"x": {"m": 1}})


def settled(found):
    """As a record has it."""
    witness, evidence = found.witness and plain(found.witness), rounded(found.found.evidence)
    return json.loads(json.dumps({"outcome": found.outcome.name, "witness": witness, "evidence": evidence}))


def faults(record):
    try:
        witness = record["witness"] and converted(record["witness"], Witness)
        given = {"outcome": record["outcome"], "witness": witness, "evidence": converted(record["evidence"], OfFamily)}
        return [fault for _, fault in lower_bounds.of_record(least(FamilyLowerBoundPart, **given)) if fault]
    except (ArithmeticError, LookupError, TypeError, ValueError) as wrong:
        return [str(wrong)]


def leaves(data, path=()):
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield from leaves(value, (*path, key)) if isinstance(value, dict | list) else [(*path, key)]


def another(leaf):
    if isinstance(leaf, str):
        try:
            return str(1000 * Fraction(leaf) + 1)
        except ValueError:
            return leaf + "x"
    return 1000 * leaf + 1 if leaf is not None else 1


# Ends with which nothing is said of a bound that is true, or of one that is false; and what only its claim can tell.
UNSAID = {
    Outcome.SUPPORTED: {("risk", "values", 1)},
    Outcome.REFUTED: {("bound", 1), ("risk", "values", 1)},
}


@pytest.mark.parametrize(("bound", "outcome"), [(1 / (20 * sqrt(n)), Outcome.SUPPORTED), (1 / (4 * sqrt(n)), Outcome.REFUTED)])
def test_a_record_replays_by_its_own_certificates_and_every_leaf_of_it_counts(context, bound, outcome):
    found = lower_bounds.check_on_family(FamilyLowerBound(bound, coins, POINTS), context())
    assert found.outcome is outcome
    record = settled(found)
    assert not faults(record)
    for path in leaves(record["evidence"]["risks"][0]):
        forged = copy.deepcopy(record)
        at = forged["evidence"]["risks"][0]
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = another(at[path[-1]])
        unsaid = path == ("name",) or path[1:] in UNSAID[outcome]
        assert bool(faults(forged)) is not unsaid, path
    for side in ("lhs", "rhs") if outcome is Outcome.REFUTED else ():
        assert faults({**record, "witness": record["witness"] | {side: "7"}})
    for other in {"SUPPORTED", "REFUTED", "UNDECIDED"} - {outcome.name}:
        assert faults({**record, "outcome": other})


def test_a_certificate_of_another_family_is_no_rule_for_this_one(context):
    record = settled(lower_bounds.check_on_family(FamilyLowerBound(1 / (4 * sqrt(n)), coins, POINTS), context()))
    rule = rule_risk(Family.bits(MEANS, 9), absolute(MEANS))
    [row] = record["evidence"]["risks"]
    row["certificate"]["rule"], row["rule"] = rule.certificate, float(rule.high)
    assert "its certificates are of two families" in faults(record)


def test_certificates_stay_small(context):
    """A family is written, and not its counts."""
    found = lower_bounds.check_on_family(FamilyLowerBound(Rational(1, 3), many_coins, {"only": {"n": 100_001}}), context())
    assert len(json.dumps(settled(found))) < 10_000
