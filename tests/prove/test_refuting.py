"""A counterexample is looked for alone, as `prove` looks for it."""

import pytest
from sympy import Rational, Sum, Symbol, exp, sqrt

from boundcheck.prove import Proved, Refuted, Unknown, proof, prove, refute, replay
from boundcheck.prove.search import door, trees
from boundcheck.symbolic import Statement

x, y = Symbol("x", real=True), Symbol("y", real=True)
n, k = Symbol("n", integer=True, positive=True), Symbol("k", integer=True)
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
    monkeypatch.setattr(trees, "Search", None)
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
