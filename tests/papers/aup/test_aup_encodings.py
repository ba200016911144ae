"""Formulas of the results, each beside a neighbour that asks too much and is refuted."""

from dataclasses import replace

import pytest
from sympy import Rational, exp

from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.formulas import check
from boundcheck.papers.aup import algorithm_2, fact_1, lemma_4, lemma_7, remark_1, theorem_1, theorem_2
from boundcheck.papers.aup.notation import epsilon, m
from boundcheck.verdict import Outcome

CONTEXT = Context("test", "test", BUDGETS["quick"], 0, 1e-4, None, None, {})
CURVED = replace(CONTEXT, definitions=lemma_4.CLAIM.definitions)


def outcome(statement):
    return check(statement, CONTEXT).outcome


def test_all_labels_of_a_user_are_as_private_as_said_and_no_more():
    assert outcome(theorem_1.PRIVATE) is Outcome.PROVED
    half = theorem_1.PRIVATE.rhs.subs(exp(epsilon), exp(epsilon / 2))
    assert outcome(replace(theorem_1.PRIVATE, rhs=half)) is Outcome.REFUTED
    assert theorem_1.PRIVATE.lhs.has(m)


@pytest.mark.parametrize(("first", "expected"), [(fact_1.P_A, Outcome.PROVED), (fact_1.P_T, Outcome.REFUTED)])
def test_the_fact_needs_the_exponent_of_its_proof(first, expected):
    assert outcome(fact_1.bound(first)) is expected


def test_the_constant_of_the_fact_is_not_an_eighth():
    told = fact_1.bound(fact_1.P_A)
    assert outcome(replace(told, rhs=told.rhs / 4)) is Outcome.PROVED
    assert outcome(replace(told, rhs=told.rhs / 8)) is Outcome.REFUTED


@pytest.mark.parametrize(
    ("reading", "expected"),
    [("literal", Outcome.REFUTED), ("appendix", Outcome.PROVED), ("many_users", Outcome.PROVED)],
)
def test_sampled_users_against_the_second_term(reading, expected):
    assert outcome(theorem_2.CLAIM.parts["second_term"][reading]) is expected


def test_bounded_features_give_no_coverage():
    coverage = remark_1.CLAIM.parts["coverage"]
    assert outcome(coverage["literal"]) is Outcome.REFUTED
    assert outcome(coverage["assumed"]) is Outcome.PROVED


def test_batches_that_cannot_pass_end_below_nine_tenths():
    (step,) = (step for step in algorithm_2.CLAIM.steps if step.label == "small_batches_fail")
    assert outcome(step.statement) is Outcome.PROVED
    more = (*step.statement.given[:-1], algorithm_2.k <= Rational(9, 10) * algorithm_2.batch)
    assert outcome(replace(step.statement, given=more)) is Outcome.REFUTED


def test_the_mean_number_of_users_is_needed():
    linear = lemma_7.LINEAR.statement
    assert outcome(linear) is Outcome.PROVED
    assert (
        outcome(replace(linear, given=tuple(c for c in linear.given if c != (lemma_7.h <= lemma_7.D))))
        is Outcome.REFUTED
    )


def test_only_the_loss_with_its_minus_is_strongly_convex():
    printed, minus = (lemma_4.CLAIM.parts["curvature"][reading] for reading in ("literal", "minus"))
    assert check(printed, CURVED).outcome is Outcome.REFUTED
    assert check(minus, CURVED).outcome is Outcome.PROVED
    assert check(replace(minus, lhs=2 * minus.lhs), CURVED).outcome is Outcome.REFUTED
