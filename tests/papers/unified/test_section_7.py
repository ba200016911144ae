"""That c(epsilon) is needed: the exact Bayes risk of two logits, and a claim that asks for too much."""

from dataclasses import replace

from sympy import Rational, log, sqrt

from boundcheck.checks import lower_bounds
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.papers.unified import section_7
from boundcheck.papers.unified.notation import C_EPSILON, n
from boundcheck.verdict import Outcome

POINTS = {"few": {"n": 900, "epsilon": log(3)}, "weak": {"n": 900, "epsilon": Rational(8)}}


def outcome(bound):
    lower = replace(section_7.EVERY_METHOD, bound=bound, points=POINTS)
    return lower_bounds.check_on_family(
        lower, Context("t", "t", BUDGETS["quick"], 0, 1e-3, None, None, section_7.CLAIM.definitions)
    ).outcome


def test_half_of_c_epsilon_over_root_n_is_below_every_methods_risk():
    assert outcome(section_7.EVERY_METHOD.bound) is Outcome.SUPPORTED


def test_a_larger_constant_is_not_and_the_square_of_c_epsilon_neither():
    assert outcome(3 * C_EPSILON / (4 * sqrt(n))) is Outcome.REFUTED
    assert outcome(C_EPSILON**2 / (2 * sqrt(n))) is Outcome.REFUTED
