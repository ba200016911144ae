"""Sums are compared term by term, and letters under logarithms in their own scale; neither proves what is false."""

import pytest
from sympy import Ge, Gt, IndexedBase, Lt, Rational, Symbol, log, sqrt

from boundcheck.prove import Proved, Refuted, Unknown, prove
from boundcheck.prove.kernel import rules
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.symbolic import Statement
from boundcheck.symbolic.encode import encode

a, b, c, d, n, delta = (Symbol(name, real=True) for name in ("a", "b", "c", "d", "n", "delta"))
OPEN = (Gt(delta, 0), Lt(delta, 1))


def bound(constant):
    """Three terms, the middle one with a root of a logarithm, against `constant` times the rate."""
    left = 2 * sqrt(3) * (sqrt(a) + sqrt((d + 2 * sqrt(d * log(4 / delta)) + 2 * log(4 / delta)) / n) + 2 * b)
    right = constant * sqrt(d) * (sqrt(a) + sqrt((d + log(1 / delta)) / n) + b)
    return Statement(left, "<=", right, (*OPEN, Ge(a, 0), Ge(b, 0), Ge(n, 1), Ge(d, 2)))


def test_a_bound_of_three_terms_is_proved_with_its_constant():
    found = prove(bound(5), seconds=3)
    assert isinstance(found, Proved)
    assert {"addends", "rescale"} <= set(found.engine.split("+"))


def test_a_constant_that_one_term_exceeds_is_refuted():
    assert isinstance(prove(bound(Rational(489, 100)), seconds=1), Refuted)


def test_parts_that_do_not_add_up_leave_a_goal_that_nobody_proves():
    sequent = Sequent((Atom(a, ">="),), Atom(a - 1, ">="))
    forged = {"rule": "addends", "parts": [encode(a), encode(a)]}
    zero = [goal for goal in rules.apply(sequent, forged) if goal.claim.relation == "=="]
    assert zero[0].claim.expr == -a - 1
    with pytest.raises(Inapplicable):
        rules.verify(sequent, {**forged, "then": [{"rule": "clear"}, {"rule": "given"}, {"rule": "given"}]})


def test_of_a_strict_claim_one_part_is_strict():
    sequent = Sequent((Atom(a, ">="), Atom(b, ">=")), Atom(a + b, ">"))
    goals = rules.apply(sequent, {"rule": "addends", "parts": [encode(a), encode(b)]})
    assert [goal.claim.relation for goal in goals] == ["==", ">", ">="]


def test_another_scale_asks_for_a_positive_letter_and_a_fresh_one():
    sequent = Sequent((Atom(a - 2, ">="),), Atom(log(a), ">"))
    positive, moved = rules.apply(sequent, {"rule": "rescale", "var": encode(a)})
    assert positive.claim == Atom(a, ">")
    y = Symbol("a_log", real=True)
    assert moved.claim == Atom(-y, ">")
    assert Atom(-y - log(2), ">=") in moved.given
    taken = Sequent((Atom(y, ">="),), Atom(log(a), ">"))
    with pytest.raises(Inapplicable):
        rules.apply(taken, {"rule": "rescale", "var": encode(a)})


def test_from_above_too():
    sequent = Sequent((Atom(3 - a, ">"), Atom(a, ">")), Atom(log(a), "<"))
    _, moved = rules.apply(sequent, {"rule": "rescale", "var": encode(a)})
    assert Atom(Symbol("a_log", real=True) + log(3), ">") in moved.given
    assert len(moved.given) == 3


def test_a_term_of_a_sequence_under_a_logarithm_is_not_rewritten():
    """It has no name of its own, so that exp(-y) cannot stand in its place; the answer is open, and no error."""
    p, j, x = IndexedBase("p_", real=True), Symbol("j", integer=True), Symbol("x", real=True)
    whole = x * log(p[j]) + log(p[j] * x), x * p[j] ** 3 - x + p[j] * x
    found = prove(Statement(whole[0], "<=", whole[1], (p[j] > 0, x > 0)), seconds=0.2)
    assert isinstance(found, Unknown)
