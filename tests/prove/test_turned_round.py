"""Hypotheses turned round, letters measured in others, sums read from their end, divergences from each other's middle."""

import copy

import pytest
from sympy import Max, Rational, Sum, Symbol, exp, log, pi, polygamma, sqrt, symbols

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.prove.kernel import rules, sums
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.prove.search.portfolio import Search
from boundcheck.symbolic import Equivalence, Statement, bernoulli_kl, encode

pytestmark = pytest.mark.slow

x, y, b, g, a, k, p, q, u, v = symbols("x y b g a k p q u v")
n, t = (Symbol(letter, integer=True, positive=True) for letter in "nt")
X, Y, B = (Symbol(letter, real=True) for letter in "xyb")
UNIT = (p > 0, p < 1, q > 0, q < 1)
Q = Rational
MIDDLE = (p + q) / 2
JENSEN_SHANNON = (bernoulli_kl(p, MIDDLE) + bernoulli_kl(q, MIDDLE)) / 2


def iff(left, right):
    return Equivalence((left,), (right,))


PAIRS = [
    (
        "entropy of one letter",
        iff(Statement(u * log(u), "<=", v * log(v)), Statement(u, "<=", v)),
        iff(Statement(u * log(u), "<=", v * log(v)), Statement(u, "<=", Q(99, 100) * v)),
        (u >= 1, v >= 1),
    ),
    (
        "temperature",
        b * log(exp(x / b) + exp(y / b)) >= Max(x, y),
        b * log(exp(x / b) + exp(y / b)) >= Max(x, y) + b / 1000,
        (b > 0,),
    ),
    (
        "weights that forget",
        Statement(Sum(g * (1 - g) ** (n - t), (t, 1, n)), "<=", 1),
        Statement(Sum(g * (1 - g) ** (n - t), (t, 1, n)), "<=", Q(99, 100)),
        (g > 0, g < 1),
    ),
    (
        "inverse squares",
        Statement(Sum(1 / t**2, (t, 1, n)), "<=", pi**2 / 6),
        Statement(Sum(1 / t**2, (t, 1, n)), "<=", Q(164, 100)),
        (),
    ),
    ("middle", JENSEN_SHANNON >= (p - q) ** 2 / 2, JENSEN_SHANNON >= Q(101, 200) * (p - q) ** 2, UNIT),
    (
        "inverted divergence",
        q <= p + sqrt(2 * q * k),
        q <= p + sqrt(q * k),
        (*UNIT, k >= 0, bernoulli_kl(p, q) <= k),
    ),
]


@pytest.mark.parametrize(("name", "true", "false", "given"), PAIRS, ids=lambda v: v if isinstance(v, str) else "")
def test_a_statement_and_the_same_sharpened(name, true, false, given):
    answer = prove(true, given)
    assert isinstance(answer, Proved)
    assert replay(answer.certificate, true, given).ok
    against = prove(false, given)
    assert isinstance(against, Refuted)
    assert replay(against.certificate, false, given).ok
    forged = {**copy.deepcopy(answer.certificate), "fingerprint": against.certificate["fingerprint"]}
    assert not replay(forged, false, given).ok


def test_the_smaller_coordinate_alone_has_no_such_bound():
    """With the least of the two in place of the largest the lemma is false, and nothing rests on it."""
    assert isinstance(prove(2 * p * bernoulli_kl(p, q) >= (p - q) ** 2, UNIT), Refuted)
    assert not isinstance(prove(q <= p + sqrt(2 * p * k), (*UNIT, k >= 0, bernoulli_kl(p, q) <= k)), Proved)


def test_a_claim_turned_round_lacks_the_hypothesis_that_it_denies():
    sequent = Sequent((Atom(X, ">="), Atom(Y - X, ">")), Atom(Y**3 - X**3, ">="))
    (turned,) = rules.contrapose(sequent, {"hypothesis": 1})
    assert [str(h) for h in turned.given] == ["x >= 0", "x**3 - y**3 > 0"]
    assert str(turned.claim) == "x - y >= 0"
    for index in (2, -1, True, "0"):
        with pytest.raises(Inapplicable):
            rules.apply(sequent, {"rule": "contrapose", "hypothesis": index})
    equal = Sequent((Atom(Y - X, "=="),), Atom(Y, ">="))
    with pytest.raises(Inapplicable):
        rules.contrapose(equal, {"hypothesis": 0})


def test_the_same_hypothesis_twice_is_denied_twice():
    """What is denied must not stay among the hypotheses under another place."""
    (turned,) = rules.contrapose(Sequent((Atom(X, ">="), Atom(X, ">=")), Atom(Y, ">=")), {"hypothesis": 0})
    assert [str(h) for h in turned.given] == ["-y > 0"]


def test_a_letter_is_measured_in_what_is_not_0():
    node = {"var": encode(X), "by": encode(B)}
    apart, moved = rules.stretch(Sequent((Atom(X - 1, ">="),), Atom(X, ">")), node)
    assert str(apart.claim) == "b != 0"
    assert [str(h) for h in moved.given] == ["b != 0", "b*x - 1 >= 0"]
    assert str(moved.claim) == "b*x > 0"
    with pytest.raises(Inapplicable):
        rules.stretch(Sequent((), Atom(X, ">")), {"var": encode(X), "by": encode(X + 1)})
    forged = {"rule": "stretch", "var": encode(X), "by": ["q", "0"], "then": [{"rule": "given"}, {"rule": "clear"}]}
    with pytest.raises(Inapplicable):
        rules.verify(Sequent((), Atom(X, ">=")), forged)


def test_a_sum_read_from_its_end_has_the_same_terms():
    whole = Statement(Sum((n - t) ** 2 + t, (t, 2, n + 1)), "<=", 0)
    with pytest.raises(Inapplicable):  # both ends in one summand
        sums.ranges(Statement(Sum((n - t) * t, (t, 2, n + 1)), "<=", 0))
    with pytest.raises(Inapplicable):
        sums.ranges(whole)
    (found,) = sums.ranges(Statement(Sum((n - t) ** 2, (t, 2, n + 1)), "<=", 0))
    for last in range(1, 6):
        forward = sum((last - i) ** 2 for i in range(2, last + 2))
        assert sum(found.at(i) for i in range(2, last + 2)).doit() == forward


def test_sums_of_reciprocals_in_closed_form():
    total = Sum(1 / (t + 1) ** 2, (t, 1, n))
    assert isinstance(prove(Statement(total, "<=", pi**2 / 6 - 1)), Proved)
    assert isinstance(prove(Statement(total, "==", pi**2 / 6 - 1 - polygamma(1, n + 2))), Proved)
    assert isinstance(prove(Statement(total, "<=", pi**2 / 6 - Q(101, 100))), Refuted)


def test_what_has_no_place_in_the_field_ends_in_no_error(monkeypatch):
    def refuse(*_):
        raise Inapplicable("the root's order is too large")

    search = Search(Sequent((), Atom(X, ">=")), 1)
    monkeypatch.setattr(search, "settle", refuse)
    assert search.run() is None
