"""Changes of letters and intermediate claims: what they leave to show, and what they must refuse."""

import json

import pytest
from sympy import E, Eq, Rational, Symbol, exp, log, sqrt, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel import rules
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.symbolic import Statement, bernoulli_kl, encode

x, a, b, c, k, p, q = symbols("x a b c k p q")
X, A, B, C = symbols("x a b c", real=True)
INSIDE = (p > 0, p < 1, q > 0, q < 1)

TRUE = [
    (log(1 + 1 / x) >= 1 / (x + Rational(1, 2)), (x > 0,), "invert"),
    ((x + Rational(1, 2)) * log(1 + 1 / x) <= 1 + 1 / (12 * x) - 1 / (12 * (x + 1)), (x > 0,), "invert"),
    (a + b + c >= 3 * (a * b * c) ** Rational(1, 3), (a > 0, b > 0, c > 0), "lift"),
    (log(x) <= 2 * sqrt(x) / E, (x > 0,), "lift"),
    (a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (c - b) >= 0, (a >= 0, b >= 0, c >= 0), "order"),
    (p <= q + sqrt(k / 2), (*INSIDE, bernoulli_kl(p, q) <= k, k >= 0), "cut"),
]
FALSE = [
    (log(1 + 1 / x) >= 1 / (x + Rational(49, 100)), (x > 0,)),
    ((x + Rational(1, 2)) * log(1 + 1 / x) <= 1 + 1 / (12 * x + 1) - 1 / (12 * (x + 1)), (x > 0,)),
    (a + b + c >= Rational(301, 100) * (a * b * c) ** Rational(1, 3), (a > 0, b > 0, c > 0)),
    (log(x) <= 2 * sqrt(x) / E - Rational(1, 1000), (x > 0,)),
    (p <= q + sqrt(k / Rational(201, 100)), (*INSIDE, bernoulli_kl(p, q) <= k, k >= 0)),
]


@pytest.mark.parametrize(("goal", "given", "rule"), TRUE, ids=str)
def test_proved_by_the_change_and_replayed(goal, given, rule):
    answer = prove(goal, given)
    assert isinstance(answer, Proved)
    assert rule in answer.engine.split("+")
    assert replay(json.loads(json.dumps(answer.certificate)), goal, given).ok


@pytest.mark.parametrize(("goal", "given"), FALSE, ids=str)
def test_a_constant_off_is_refuted(goal, given):
    assert isinstance(prove(goal, given), Refuted)


def texts(goals):
    """Return goals as strings."""
    return [str(goal) for goal in goals]


def test_a_reciprocal_has_to_be_shown_positive():
    sequent = Sequent((Atom(2 - X, ">"),), Atom(X + 1, ">"))
    first, second = rules.invert(sequent, {"var": encode(X)})
    assert str(first.claim) == "x > 0"
    assert str(second) == "x > 0, 2 - 1/x > 0 |- 1 + 1/x > 0"


def test_a_power_has_to_be_shown_not_negative_and_bounds_follow():
    sequent = Sequent((Atom(X - 8, ">="), Atom(27 - X, ">")), Atom(X, ">"))
    first, second = rules.lift(sequent, {"var": encode(X), "power": 3})
    assert str(first.claim) == "x >= 0"
    assert {"x >= 0", "x - 2 >= 0", "3 - x > 0"} <= set(map(str, second.given))
    # a bound below 0 says nothing of a root, and no root of it is taken
    below = rules.lift(Sequent((Atom(X + 8, ">="),), Atom(X, ">=")), {"var": encode(X), "power": 2})[1]
    assert set(map(str, below.given)) == {"x >= 0", "x**2 + 8 >= 0"}


@pytest.mark.parametrize("power", [1, 0, -2, 13, True, "2"])
def test_powers_that_are_none(power):
    with pytest.raises(Inapplicable):
        rules.lift(Sequent((), Atom(X, ">=")), {"var": encode(X), "power": power})


def test_a_distance_has_to_be_shown_not_negative():
    sequent = Sequent((Atom(B - A, ">="),), Atom(B**2 - A * B, ">="))
    first, second = rules.shift(sequent, {"var": encode(B), "base": encode(A)})
    assert str(first.claim) == "-a + b >= 0"
    assert str(second.claim) == "-a*(a + b) + (a + b)**2 >= 0"
    with pytest.raises(Inapplicable):
        rules.shift(sequent, {"var": encode(B), "base": encode(A + B)})


def test_no_order_without_symmetry():
    """a <= b may not be assumed for a claim that is false exactly where a > b."""
    letters = [encode(A), encode(B)]
    for sequent in (
        Sequent((), Atom(B - A, ">=")),
        Sequent((Atom(A, ">="),), Atom(A + B, ">=")),
        Sequent((Atom(2 * A - B, ">="), Atom(2 * B - A, ">")), Atom(A * B, ">=")),
    ):
        with pytest.raises(Inapplicable):
            rules.order(sequent, {"letters": letters, "rotate": False})
    with pytest.raises(Inapplicable):  # a letter beside itself
        rules.order(Sequent((), Atom(A**2, ">=")), {"letters": [encode(A), encode(A)], "rotate": False})


def test_what_may_rotate_need_not_change_places():
    letters, claim = [encode(A), encode(B), encode(C)], Atom(A**2 * B + B**2 * C + C**2 * A - 3 * A * B * C, ">=")
    sequent = Sequent((Atom(A, ">="), Atom(B, ">="), Atom(C, ">=")), claim)
    with pytest.raises(Inapplicable):
        rules.order(sequent, {"letters": letters, "rotate": False})
    (inside,) = rules.order(sequent, {"letters": letters, "rotate": True})
    assert {"-a + b >= 0", "-a + c >= 0"} <= set(map(str, inside.given))
    assert "-b + c >= 0" not in set(map(str, inside.given))


def test_an_intermediate_claim_has_to_be_shown_and_defined():
    sequent = Sequent((), Atom(X**2, ">="))
    goals = texts(rules.cut(sequent, {"lemma": encode(log(X)), "relation": ">="}))
    assert goals == ["always |- x > 0", "x > 0 |- log(x) >= 0", "x > 0, log(x) >= 0 |- x**2 >= 0"]
    with pytest.raises(Inapplicable):
        rules.cut(sequent, {"lemma": encode(X), "relation": "<="})


def test_a_false_intermediate_claim_proves_nothing():
    tree = {"rule": "cut", "lemma": ["q", "-1"], "relation": ">=", "then": [{"rule": "clear"}, {"rule": "given"}]}
    with pytest.raises(Inapplicable):
        rules.verify(Sequent((), Atom(-(X**2), ">=")), tree)


def test_a_letter_of_a_certificate_brings_no_assumptions():
    positive = Symbol("x", positive=True)
    first, _ = rules.invert(Sequent((), Atom(X, ">=")), {"var": encode(positive)})
    assert first.claim == Atom(X, ">")


def test_tangents_at_e_and_at_primes_are_below_and_above():
    assert isinstance(prove(Statement(log(x), "<=", x / 2 - 1 + log(2)), (x > 0,)), Proved)
    assert isinstance(prove(Statement(log(x), "<=", x / 2 - 1 + log(2) - Rational(1, 10**6)), (x > 0,)), Refuted)
    assert isinstance(prove(Statement(log(x), ">=", 1 + log(2) - 2 / x), (x > 0,)), Proved)
    assert isinstance(prove(Statement(exp(1) * log(x), "<=", x), (x > 0,)), Proved)


def test_an_equation_that_determines_a_letter_is_used_up():
    given = (x > 0, a > 0, p > 1, q > 1, Eq(1 / p + 1 / q, 1))
    young = x * a <= x**p / p + a**q / q
    answer = prove(young, given)
    assert isinstance(answer, Proved)
    assert "replace" in answer.engine
    assert replay(answer.certificate, young, given).ok
    # with another equation the conjugate exponent is another one
    assert not isinstance(prove(young, (*given[:-1], Eq(1 / p + 1 / q, Rational(3, 2)))), Proved)


def test_a_letter_is_replaced_only_by_what_it_is_shown_to_equal():
    sequent = Sequent((Atom(X * A - B, "=="), Atom(A, ">")), Atom(X, ">="))
    *defined, equal, moved = rules.replace(sequent, {"var": encode(X), "by": encode(B / A)})
    assert [str(goal.claim) for goal in defined] == ["a != 0"]
    assert str(equal.claim) == "x - b/a == 0"
    assert str(moved.claim) == "b/a >= 0"
    with pytest.raises(Inapplicable):
        rules.replace(sequent, {"var": encode(X), "by": encode(X + A)})
    tree = {"rule": "replace", "var": encode(X), "by": ["q", "7"], "then": [{"rule": "given"}, {"rule": "clear"}]}
    with pytest.raises(Inapplicable):
        rules.verify(Sequent((), Atom(X, ">=")), tree)
