"""What refutes Theorem 3.2 as printed, against enumeration; and a collapse that is too rare must not refute."""

import math
from dataclasses import replace
from functools import partial

import sympy

from boundcheck.checks import collapse, vacuity
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.claims import Inequality
from boundcheck.papers.reward import corollary_3_3, theorem_3_2, theorem_4_4
from boundcheck.papers.reward.lab import one_label
from boundcheck.study import run
from boundcheck.verdict import Evidence, Outcome, facts

CONTEXT = Context("t", "t", BUDGETS["quick"], 0, 1e-4, partial(run, seed=3), None, theorem_3_2.CLAIM.definitions)
LITERAL = theorem_3_2.LITERAL


def test_one_label_against_enumeration():
    """For C = 7: probability of the label 0, the estimate it gives, and its distance, by hand."""
    c, epsilon = 7.0, math.log(3)
    z = 1 / math.sqrt(2)  # logit of the truth (1, -1)/sqrt 2 at the row e_1
    zero = (1 - 1 / (1 + math.exp(-z))) * 3 / 4 + 1 / (1 + math.exp(-z)) / 4
    lam = 10**6 * c**2
    error = math.sqrt(4 * z**2 + 4 * lam)
    factor = (math.exp(epsilon + 0.5) + 1) / (math.exp(epsilon - 1) - 1)
    bound = c * factor * math.sqrt(2 + math.log(10)) + math.sqrt(lam)
    assert zero > 0.25 > 0.1
    assert error > bound
    assert epsilon > 2 * 0.5 * 1


def test_it_is_refuted():
    assert collapse.settle(LITERAL, CONTEXT).outcome is Outcome.REFUTED


def test_a_rare_error_does_not_refute():
    rare = replace(LITERAL.collapse, likely=Inequality(sympy.Rational(1, 20), sympy.Rational(1, 4)))
    assert collapse.settle(replace(LITERAL, collapse=rare), CONTEXT).outcome is Outcome.UNDECIDED


def test_a_constant_before_the_ridge_term_is_not_refuted():
    kept = replace(LITERAL.collapse, beside=2 * LITERAL.collapse.beside)
    assert collapse.settle(replace(LITERAL, collapse=kept), CONTEXT).outcome is Outcome.UNDECIDED


def test_euclidean_errors_of_one_label_refute_the_corollary_and_twice_the_radius_does_not():
    literal = corollary_3_3.LITERAL
    assert collapse.settle(literal, CONTEXT).outcome is Outcome.REFUTED
    kept = replace(literal.collapse, beside=2 * literal.collapse.beside)
    assert collapse.settle(replace(literal, collapse=kept), CONTEXT).outcome is Outcome.UNDECIDED


def test_the_corollary_says_nothing_where_it_is_true_and_would_with_a_smaller_last_term():
    nothing = Evidence(Outcome.SUPPORTED, facts.Words(""))
    context = replace(CONTEXT, parameters=corollary_3_3.CLAIM.parameters)
    assert vacuity.says_nothing(corollary_3_3.APPENDIX, nothing, context) is not None
    rate = {name: printed for name, (_, printed) in corollary_3_3.APPENDIX.terms.items()}
    printed = corollary_3_3.bound(one_label.DIAMETER, {"noise": rate["noise"], "radius": corollary_3_3.radius})
    assert vacuity.says_nothing(printed, nothing, context) is None


def test_the_constant_step_is_refuted_and_a_smaller_error_is_not():
    literal = theorem_4_4.CLAIM.parts["coverage"]["literal"]
    assert collapse.settle(literal, CONTEXT).outcome is Outcome.REFUTED
    none = replace(literal.collapse, error=Inequality(sympy.Integer(0), sympy.Rational(1, 4)))
    assert collapse.settle(replace(literal, collapse=none), CONTEXT).outcome is Outcome.UNDECIDED
