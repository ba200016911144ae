"""A counterexample is looked for alone, as `prove` looks for it."""

import time

import pytest
from sympy import E, Rational, Sum, Symbol, binomial, exp, log, sqrt

from boundcheck.prove import NotDefined, Proved, Refuted, Unknown, closest, proof, prove, refute, replay
from boundcheck.prove.search import door, portfolio
from boundcheck.symbolic import Statement

x, y = Symbol("x", real=True), Symbol("y", real=True)
n, k = Symbol("n", integer=True, positive=True), Symbol("k", integer=True)
m = Symbol("m", integer=True, positive=True)
FALSE = [
    Statement(exp(x), "<=", 1 + x + x**2, (x > 0,)),
    Statement(sqrt(x * y), "<=", Rational(49, 100) * (x + y), (x > 0, y > 0)),
    Statement(Sum(k, (k, 1, n)), "<=", n**2 / 2),
]


@pytest.mark.parametrize("statement", FALSE)
def test_what_prove_refutes_is_refuted_with_a_witness_that_replays(statement):
    found = refute(statement)
    assert isinstance(found, Refuted)
    assert found.witness == prove(statement).witness
    assert replay(found.certificate, statement).ok


def test_of_a_true_statement_nothing_is_proved_or_searched(monkeypatch):
    monkeypatch.setattr(portfolio, "Search", None)
    assert isinstance(refute(Statement(1 + x, "<=", exp(x)), seconds=0.5), Unknown)


def test_a_proof_alone_is_that_of_prove_and_looks_for_no_far_counterexample(monkeypatch):
    monkeypatch.setattr(door, "refuted_far", None)
    true = Statement(1 + x, "<=", exp(x))
    found = proof(true, seconds=0.5)
    assert isinstance(found, Proved)
    assert replay(found.certificate, true).ok
    assert found == prove(true, seconds=0.5)
    thin = Statement(x, "<=", Rational(10) ** 30 * (1 + x**2) / (2 * Rational(10) ** 30 + 1), (x > 0,))  # false next to 1
    assert not isinstance(proof(thin, seconds=0.1), Proved)


COUNTS = [
    (Sum(binomial(n, k), (k, 0, n)), "<=", 2**n - 1, ()),
    (Sum(binomial(n, k) * x**k, (k, 1, n)), "==", (1 + x) ** n, ()),
    (Sum(binomial(n, k), (k, 0, m)), "<=", (E * n / m) ** m / 2, (n >= m,)),
    (Sum(k * binomial(n, k), (k, 0, n)), "<=", 10 * 2**n, ()),
    (Sum(k, (k, m, n)), "<=", n**2 - m**2, (n >= m,)),
]


@pytest.mark.parametrize(("lhs", "relation", "rhs", "given"), COUNTS, ids=str)
def test_sums_are_looked_at_for_small_integers(lhs, relation, rhs, given):
    statement = Statement(lhs, relation, rhs)
    found = refute(statement, given)
    assert isinstance(found, Refuted)
    assert replay(found.certificate, statement, given).ok


FAR = [
    (log(x), ">=", x ** Rational(1, 20), (x >= 10,)),  # false from e^90 on
    (log(n), ">=", n ** Rational(1, 10), (n >= 6,)),  # false from 3.5 10^15 on
    (x * log(1 / x), "<=", 100 * x, (x > 0, x < 1)),  # false below e^-100
    (-log(1 - x), "<=", 20, (x >= 0, x < 1)),  # false next to 1
]


@pytest.mark.parametrize(("lhs", "relation", "rhs", "given"), FAR, ids=str)
def test_letters_go_far_out_and_close_to_their_ends(lhs, relation, rhs, given):
    statement = Statement(lhs, relation, rhs)
    found = refute(statement, given, seconds=0.1)
    assert isinstance(found, Refuted)
    assert replay(found.certificate, statement, given).ok


def test_binomial_coefficients_over_a_number_are_polynomials():
    two = binomial(n, 2, evaluate=False)
    for relation, bound, kind in (("<=", n**2, Proved), (">=", n - 1, Proved), (">=", n, Refuted), (">", 0, Refuted)):
        assert isinstance(prove(Statement(two, relation, bound)), kind)
    assert isinstance(prove(Statement(two, "==", n * (n - 1) / 2)), Proved)
    at_half = prove(Statement(binomial(x, 2, evaluate=False), ">=", 0))
    assert isinstance(at_half, Refuted)
    assert at_half.witness == {"x": "1/2"}


def test_what_is_dear_at_every_point_has_a_clock():
    nested = x
    for _ in range(60):
        nested = sqrt(1 + nested)
    began = time.thread_time()
    answer = prove(Statement(nested, ">=", 0), (x > 0,), seconds=0.25)
    assert not isinstance(answer, (Refuted, NotDefined))
    assert time.thread_time() - began < 8  # 40 and more, without


def test_an_open_relation_says_where_it_is_tightest():
    x = Symbol("x", real=True)
    found = closest(Statement(exp(-x), "<=", Rational(1, 1000) + (2 / (E * x)) ** 2), (x > 0,))
    assert found is not None
    assert found[0] == {"x": "2"}
    assert 0.99 < found[1] < 1
    below = closest(Statement(x**2 + 4, ">=", 4 * x), (x >= 0,))  # the sides change places
    assert below == ({"x": "2"}, 1.0)
    for goal in (Statement(x, "==", x), Statement(-x, "<=", x**2 + 1)):  # no inequality; sides of different signs
        assert closest(goal, (x > 0,)) is None
