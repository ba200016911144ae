"""Scalar statements: proved, refuted or open, the hypotheses that they need, sides without a value, working ranges."""

from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest
import sympy
from aloud import phrase
from least import least
from msgspec.structs import replace as replaced
from sympy import Ge, Gt, Integer, Rational, exp

from boundcheck.checks import formulas, instances, privacy, rates, tables, used_results
from boundcheck.checks import formulas as hypotheses
from boundcheck.claims import (
    Cited,
    Claim,
    Definition,
    Identity,
    Inequality,
    Letter,
    PrivacyGuarantee,
    ReportedTable,
    SameUpToConstant,
)
from boundcheck.record.build import part_of
from boundcheck.record.replay import replay_all
from boundcheck.record.schema import plain_data
from boundcheck.record.types import typed_part
from boundcheck.symbolic import encode, number
from boundcheck.verdict import Outcome, PartVerdict, facts
from boundcheck.verdict.statements import Settled

RECORD = "one record replaced"
x, epsilon = sympy.symbols("x epsilon", real=True)


def test_an_identity_is_proved(context):
    assert formulas.check(Identity((x + 1) ** 2, x**2 + 2 * x + 1), context()).outcome is Outcome.PROVED


def test_a_false_identity_gets_a_point(context):
    evidence = formulas.check(Identity((x + 1) ** 2, x**2 + 1), context())
    assert evidence.outcome is Outcome.REFUTED
    at = {name: float(sympy.Rational(v)) for name, v in evidence.witness.point.items()}
    assert number((x + 1) ** 2, at) != number(x**2 + 1, at)


def test_definitions_are_expanded(context):
    y = sympy.Symbol("y", real=True)
    evidence = formulas.check(Inequality(y, x**2 + 1), context(definitions={y: x**2}))
    assert evidence.outcome is Outcome.PROVED


def test_a_hypothesis_matters(context):
    assert formulas.check(Inequality(x, x**2, (Ge(x, 1),)), context()).outcome is Outcome.PROVED
    assert formulas.check(Inequality(x, x**2), context()).outcome is Outcome.REFUTED


KEEP = exp(epsilon) / (1 + exp(epsilon))


def response(keep, delta=0):
    return PrivacyGuarantee(
        {0: (keep, 1 - keep), 1: (1 - keep, keep)}, ((0, 1), (1, 0)), epsilon, sympy.sympify(delta), (Gt(epsilon, 0),), RECORD
    )


def test_randomized_response_is_private(context):
    evidence = privacy.check_finite(response(KEEP), context())
    assert evidence.outcome is Outcome.PROVED
    count = len(evidence.certificate["comparisons"])
    assert f"all {count} relations that define privacy here were checked exactly (4 for probabilities of" in phrase(evidence.fact)


def test_a_leaky_response_is_refuted(context):
    leaky = exp(2 * epsilon) / (1 + exp(2 * epsilon))
    assert privacy.check_finite(response(leaky), context()).outcome is Outcome.REFUTED


def test_delta_is_compared_on_every_set_of_outputs(context):
    assert privacy.check_finite(response(KEEP, Rational(1, 10)), context()).outcome is Outcome.PROVED


def test_rates_that_agree_up_to_a_constant(context):
    same = SameUpToConstant(1 + x, sympy.Max(1, x), (Ge(x, 0),))
    evidence = rates.check(same, context())
    assert evidence.outcome is Outcome.PROVED
    assert abs(float(evidence.found.constant.upper) - 2) < 0.01


def test_the_constants_of_two_rates_are_printed_as_fractions(context):
    """From below 33/25 turned around is 25/33, and not 1/33/25."""
    same = SameUpToConstant(sympy.Rational(25, 33) * x, x, (Ge(x, 1),))
    evidence = rates.check(same, context())
    assert phrase(evidence.fact) == "the ratio lies between 25/33 and 379/500"
    parts = tuple(encode(s) for s in evidence.statements)
    settled = least(Settled, outcome="PROVED", fact=evidence.fact, checked_parts=parts)
    assert rates.recorded(same, settled, context())
    other = msgspec.structs.replace(settled, fact=facts.RatioBetween(low="26/33", high="379/500"))
    assert not rates.recorded(same, other, context())


def test_rates_that_do_not(context):
    for lhs, rhs, given in (
        (1 + x**2, 1 + x, (Ge(x, 0),)),
        (sympy.exp(x) - 1, x, (x > 0,)),
        (x, sympy.exp(x) - 1, (x > 0,)),
        (1 / x, 1 + x, (x > 0, x < 1)),
        (sympy.log(x), Integer(1), (x >= 3,)),
        (1 / (1 - x), 1 + x * epsilon, (x >= 0, x < 1, epsilon >= 2, epsilon <= 4)),
    ):
        evidence = rates.check(SameUpToConstant(lhs, rhs, given), context())
        assert evidence.outcome is Outcome.REFUTED, (lhs, rhs)
        assert evidence.witness.point
        assert {row.result for row in replay_all("part", recorded(evidence))} == {"replayed"}
        false = replaced(recorded(evidence), outcome="PROVED")
        assert "FAILED" in {row.result for row in replay_all("part", false)}


def recorded(evidence):
    """A part of a record with this evidence."""
    claim = Claim(parts={"part": SameUpToConstant(x, x)})
    return typed_part(plain_data(part_of(claim, PartVerdict("part", "literal", evidence))), "part")


def test_growth_is_sought_where_the_rates_are_stated(context):
    """Grows on all of x > 0, and not where the letter's own domain ends at 1, nor below a condition."""
    grows = SameUpToConstant(sympy.exp(x) - 1, x, (x > 0,))
    assert rates.check(grows, context(parameters=stated(x > 0, x <= 2))).outcome is not Outcome.REFUTED
    assert rates.check(replace(grows, given=(x > 0, x <= 1)), context()).outcome is Outcome.PROVED
    whole = SameUpToConstant(1 / x, Integer(1), (x > 0, x <= 10))
    assert rates.check(whole, context()).outcome is Outcome.REFUTED
    assert rates.check(whole, context(parameters=stated(x > 0, integer=True))).outcome is not Outcome.REFUTED


def test_a_definition_that_is_always_zero_is_refuted(context):
    degenerate = Definition("x - x", lambda x: float(x - x), ({"x": 1}, {"x": 2}))
    assert instances.check_definition(degenerate, context()).outcome is Outcome.REFUTED
    undefined = Definition("nan", lambda x: float("nan"), ({"x": 1}, {"x": 2}))
    assert instances.check_definition(undefined, context()).outcome is Outcome.REFUTED
    rounded = Definition("third", lambda x: x / 3, ({"x": 0.1 + 0.2}, {"x": 2}, {"x": sympy.Integer(1)}))
    assert [v.value for v in instances.check_definition(rounded, context()).found.evidence.values] == ["0.1", "0.666666667", "1/3"]
    sound = Definition("x", lambda x: float(x), ({"x": 1}, {"x": 2}))
    assert instances.check_definition(sound, context()).outcome is Outcome.SUPPORTED


def test_what_is_cited_is_only_assumed(context):
    assert used_results.check_cited(Cited("a fact", "a book"), context()).outcome is Outcome.ASSUMED


def test_a_table_that_shows_it(context):
    clear = ReportedTable((("a beats b", 70.0, 1.0, 60.0, 1.0),), seeds=5)
    assert tables.check_means(clear, context()).outcome is Outcome.SUPPORTED


def test_a_table_that_does_not(context):
    blurred = ReportedTable((("a beats b", 60.5, 5.0, 60.0, 5.0),), seeds=5)
    evidence = tables.check_means(blurred, context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert evidence.found.evidence.rows[0]["seeds_needed"] > 5
    reversed_ = ReportedTable((("a beats b", 59.0, 1.0, 60.0, 1.0),), seeds=5)
    assert tables.check_means(reversed_, context()).outcome is Outcome.REFUTED


def test_undecided_says_what_was_tried(context):
    hard = Inequality(sympy.sin(x) + Integer(0), sympy.cosh(sympy.sin(x**2)) * exp(x**2))
    evidence = formulas.check(hard, context())
    assert evidence.outcome is not Outcome.REFUTED
    if evidence.outcome is Outcome.UNDECIDED:
        assert "tried" in phrase(evidence.fact)


def test_a_law_that_the_provers_cannot_read_is_open(context):
    law = {0: (sympy.sin(epsilon), 1 - sympy.sin(epsilon)), 1: (Rational(1, 2), Rational(1, 2))}
    evidence = privacy.check_finite(
        PrivacyGuarantee(law, ((0, 1),), epsilon, Integer(0), (Gt(epsilon, 0),), adjacency=RECORD), context()
    )
    assert evidence.outcome is Outcome.UNDECIDED
    assert evidence.certificate is None


def test_what_sums_to_one_and_is_negative_is_no_law(context):
    law = {0: (Rational(3, 2), Rational(-1, 2)), 1: (Rational(3, 2), Rational(-1, 2))}
    evidence = privacy.check_finite(
        PrivacyGuarantee(law, ((0, 1),), epsilon, Integer(0), (Gt(epsilon, 0),), adjacency=RECORD), context()
    )
    assert evidence.outcome is Outcome.REFUTED
    assert "law of 0, output 1 has a probability >= 0" in phrase(evidence.fact)


def test_too_many_sets_of_outputs_are_not_begun(context):
    even = tuple(Rational(1, 20) for _ in range(20))
    guarantee = PrivacyGuarantee({0: even, 1: even}, ((0, 1), (1, 0)), epsilon, Rational(1, 10), (Gt(epsilon, 0),), RECORD)
    assert privacy.check_finite(guarantee, context()).outcome is Outcome.UNDECIDED


def divides(a):
    return 1 / (a - 1)


def nothing(a):
    return None


def imaginary(a):
    return 1j


def thirds(a):
    return Fraction(0, a)


@pytest.mark.parametrize(
    ("evaluate", "outcome"),
    [(divides, Outcome.REFUTED), (nothing, Outcome.REFUTED), (imaginary, Outcome.UNDECIDED), (thirds, Outcome.REFUTED)],
)
def test_what_has_no_value_is_not_well_defined(context, evaluate, outcome):
    evidence = instances.check_definition(Definition("d", evaluate, ({"a": 1}, {"a": 2})), context())
    assert evidence.outcome is outcome


def test_rates_outside_the_language_are_open(context):
    same = SameUpToConstant(sympy.sin(x) + 2, Integer(1), (Ge(x, 1),))
    assert rates.check(same, context()).outcome is Outcome.UNDECIDED


def test_no_number_of_seeds_shows_no_difference(context):
    evidence = tables.check_means(ReportedTable((("a", 1.0, 0.1, 1.0, 0.1),), seeds=5), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert "inf" not in phrase(evidence.fact)
    assert "the difference is not significant" in phrase(evidence.fact)


def stated(*conditions, name="x", integer=False):
    return (Letter(sympy.Symbol(name, real=True), "a number", conditions, (1.0, 2.0), integer=integer),)


def replayed(evidence):
    checked = encode(evidence.statement)
    settled = Settled(
        outcome=evidence.outcome.name,
        fact=evidence.fact,
        method=evidence.method,
        witness=evidence.witness,
        certificate=evidence.certificate,
        trusted=evidence.trusted,
        checked=checked,
    )
    return [row.result for row in replay_all("part", settled)]


def test_a_point_outside_the_domain_of_a_parameter_refutes_nothing(context):
    assert formulas.check(Inequality(Integer(0), x), context()).outcome is Outcome.REFUTED
    evidence = formulas.check(Inequality(Integer(0), x), context(parameters=stated(Gt(x, 0))))
    assert evidence.outcome is Outcome.PROVED
    assert phrase(evidence.fact) == "true, with the stated domain x > 0"
    assert replayed(evidence) == ["replayed"]


def test_what_is_false_on_the_domain_of_a_parameter_is_refuted_there(context):
    evidence = formulas.check(Inequality(Integer(1), x), context(parameters=stated(Gt(x, 0))))
    assert evidence.outcome is Outcome.REFUTED
    assert sympy.Rational(evidence.witness.point["x"]) > 0
    assert replayed(evidence) == ["replayed"]


def test_domains_that_name_another_letter_count(context):
    y = sympy.Symbol("y", real=True)
    chain = (
        Letter(x, "a number", x >= y, (5, 10)),
        Letter(y, "another", y >= 5, (5, 10)),
    )
    evidence = formulas.check(Inequality(Integer(1), x), context(parameters=chain))
    assert evidence.outcome is Outcome.PROVED
    assert replayed(evidence) == ["replayed"]
    evidence = formulas.check(Inequality(Integer(6), x), context(parameters=chain))
    assert evidence.outcome is Outcome.REFUTED
    assert 5 <= sympy.Rational(evidence.witness.point["y"]) <= sympy.Rational(evidence.witness.point["x"]) < 6


def test_a_fraction_refutes_nothing_about_an_integer(context):
    evidence = formulas.check(Inequality(x, x**2), context(parameters=stated(integer=True)))
    assert evidence.outcome is not Outcome.REFUTED


def test_the_law_of_a_mechanism_is_judged_on_the_stated_domain(context):
    bare = PrivacyGuarantee({0: (KEEP, 1 - KEEP), 1: (1 - KEEP, KEEP)}, ((0, 1), (1, 0)), epsilon, Integer(0), (), adjacency=RECORD)
    assert privacy.check_finite(bare, context()).outcome is Outcome.REFUTED
    evidence = privacy.check_finite(bare, context(parameters=stated(Gt(epsilon, 0), name="epsilon")))
    assert evidence.outcome is Outcome.PROVED
    assert "with the stated domain ε > 0" in phrase(evidence.fact)


def test_trials_leave_out_the_conditions_of_the_statement_alone(context):
    settings = context(parameters=stated(Gt(x, 0)))
    shape = Inequality(Integer(0), x, (sympy.Lt(x, 7),))
    evidence = formulas.check(shape, settings)
    assert evidence.outcome is Outcome.PROVED
    assert [trial.left_out for trial in hypotheses.trials(shape, evidence, settings)] == [(0,)]


def test_what_stays_open_tells_its_reader_what_to_do(context):
    wide = exp(exp(x) + exp(-(x**2))) * sympy.Max(1, sympy.log(1 + x**2) + sympy.Abs(x) / 2 + Rational(1, 9))
    evidence = formulas.check(Inequality(exp(exp(x)), wide + x**2), context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert evidence.found.evidence.tried
    assert f"tried: {len(evidence.found.evidence.tried)} methods" in phrase(evidence.fact)
    assert "falsify" not in phrase(evidence.fact)
    assert "--budget deep" in phrase(evidence.fact)


def test_inputs_that_are_no_neighbours_are_named(context):
    """Truncated geometric noise for a count that one record moves by 1."""
    ratio = exp(-epsilon)
    law = {i: tuple(ratio ** abs(i - j) * (1 if j in (0, 2) else 1 - ratio) / (1 + ratio) for j in range(3)) for i in range(3)}
    steps = PrivacyGuarantee(law, ((0, 1), (1, 2)), epsilon, Integer(0), (Gt(epsilon, 0),), RECORD)
    found = privacy.check_finite(steps, context())
    assert found.outcome is Outcome.PROVED
    assert phrase(found.fact).endswith(f"; neighbours: {RECORD}, and not 0 and 2")
    every = privacy.check_finite(replace(steps, neighbours=((0, 1), (1, 2), (2, 0))), context())
    assert every.outcome is Outcome.REFUTED
    assert phrase(every.fact).endswith(f"; neighbours: {RECORD}")


def test_neighbours_are_compared_both_ways(context):
    """The answer 1 never comes from the input 1, so that one half on the way back is infinitely more."""
    law = {0: (Rational(1, 2), Rational(1, 2)), 1: (sympy.Integer(1), sympy.Integer(0))}
    for pairs in (((1, 0),), ((0, 1),), ((0, 1), (1, 0))):
        found = privacy.check_finite(PrivacyGuarantee(law, pairs, sympy.log(2), sympy.Integer(0), adjacency=RECORD), context())
        assert found.outcome is Outcome.REFUTED
        assert "0 against 1, outputs (1,)" in phrase(found.fact)
    one_way = replace(response(KEEP), neighbours=((0, 1),))
    assert "4 for probabilities of outputs" in phrase(privacy.check_finite(one_way, context()).fact)
