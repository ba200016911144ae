"""Ends of a domain and limits."""

import json

import pytest
from sympy import Abs, Ne, Rational, Symbol, exp, log, symbols, tanh

from boundcheck.prove import NotDefined, Proved, Refuted, prove, replay
from boundcheck.prove.kernel import calculus, rules
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.prove.search.portfolio import Search
from boundcheck.symbolic import bernoulli_kl, encode

p, q, x, epsilon = symbols("p q x epsilon")
X, Y = Symbol("x", real=True), Symbol("y", real=True)
INSIDE = (p > 0, p < 1, q > 0, q < 1)
CHANNEL = (epsilon > 0, p <= exp(epsilon) * q, q <= exp(epsilon) * p)
CHANNEL += (1 - p <= exp(epsilon) * (1 - q), 1 - q <= exp(epsilon) * (1 - p))
JENSEN = (bernoulli_kl(p, (p + q) / 2) + bernoulli_kl(q, (p + q) / 2)) / 2


def eta(u):
    """Return the integrand of the entropy."""
    return -u * log(u)


@pytest.mark.parametrize("weight", [1, Rational(99, 100)])
def test_jensen_shannon_below_total_variation(weight):
    goal = JENSEN <= weight * log(2) * (p - q)
    given = (*INSIDE, p >= q)
    answer = prove(goal, given)
    assert isinstance(answer, Proved if weight == 1 else Refuted)
    assert replay(json.loads(json.dumps(answer.certificate)), goal, given).ok


@pytest.mark.parametrize("weight", [1, Rational(99, 100)])
def test_divergence_of_a_private_channel(weight):
    goal = bernoulli_kl(p, q) <= weight * epsilon * tanh(epsilon / 2)
    answer = prove(goal, (*INSIDE, *CHANNEL))
    assert isinstance(answer, Proved if weight == 1 else Refuted)


def test_an_end_that_is_admissible_is_no_limit():
    # 0 log 0 is undefined, so nothing is proved where x may be 0
    assert isinstance(prove(x * log(x) >= -1, (x >= 0, x <= 1)), NotDefined)
    assert isinstance(prove(x * log(x) >= -1, (x > 0, x <= 1)), Proved)
    assert isinstance(prove(eta(p) - eta(q) <= eta(Abs(p - q)), (*INSIDE, Abs(p - q) <= Rational(1, 2))), NotDefined)
    assert isinstance(prove(eta(p) - eta(q) <= eta(p - q), (*INSIDE, p - q <= Rational(1, 2), p > q)), Proved)
    assert isinstance(prove(eta(p) - eta(q) <= Rational(99, 100) * eta(q - p), (*INSIDE, Ne(p, q), q > p)), Refuted)


def test_what_an_end_rests_on():
    found = calculus.ending((1 - X) * log((1 - X) / (1 - Y)) + Y, X, 1 + 0 * X)
    assert found.value == Y
    assert set(map(str, found.there)) >= {"1 - y > 0"}
    assert set(map(str, found.near)) == {"1 - x > 0", "1 - y > 0"}


@pytest.mark.parametrize("expr", [log(X), log(X) / X, Y * log(X), X * log(X) ** 2, X * log(X) * log(Y * X)])
def test_no_factor_that_vanishes_with_the_logarithm(expr):
    with pytest.raises(Inapplicable):
        calculus.ending(1 + expr, X, 0 * X)


def test_a_logarithm_inside_another_leaves_a_false_goal():
    with pytest.raises(Inapplicable):
        calculus.ending(log(log(X)), X, 0 * X)
    inside = calculus.ending((X * log(X) + 2) ** 2 - X, X, 1 + 0 * X)  # no logarithm grows at 1
    assert str(inside.value) == "3"
    assert not inside.near


UNIT = (Atom(X, ">"), Atom(1 - X, ">="))
FORGED = [
    # false near 0, growing from what a rule without its condition takes for the value there
    ("_pays", UNIT, 1 + (2 - X) * log(X)),
    ("_pays", UNIT, 1 + log(X) / X),
    ("_proportional", (*UNIT, Atom(Y - 1, ">="), Atom(2 - Y, ">=")), 1 + Y * log(X)),
]


def accepted(sequent):
    """Whether the rule with a limit at 0 leaves goals that are all proved."""
    node = {"rule": "monotone", "var": encode(X), "at": encode(0 * X), "limit": True}
    try:
        return all(Search(goal, 1).run() is not None for goal in rules.apply(sequent, node))
    except Inapplicable:
        return False


@pytest.mark.parametrize(("condition", "given", "expr"), FORGED, ids=str)
def test_a_planted_rule_without_its_condition_is_noticed(condition, given, expr, monkeypatch):
    sequent = Sequent(given, Atom(expr, ">="))
    assert not accepted(sequent)
    monkeypatch.setattr(calculus, condition, lambda *_: True)
    assert accepted(sequent)


def test_only_the_end_itself_is_left_where_it_is_let_in():
    # x log x has no value at 0, so a rule without this goal would prove something of a point where nothing is said
    sequent = Sequent((Atom(X, ">="), Atom(1 - X, ">=")), Atom(X - X * log(X), ">="))
    node = {
        "rule": "concave",
        "var": encode(X),
        "low": encode(0 * X),
        "high": encode(0 * X + 1),
        "limits": [True, False],
    }
    left = [str(goal.claim) for goal in rules.apply(sequent, node) if Search(goal, 1).run() is None]
    assert left == ["x != 0"]
