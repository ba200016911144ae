"""Sums."""

import pytest
from sympy import IndexedBase, Rational, Sum, exp, symbols

from boundcheck.prove import Proved, Refuted, Unknown, prove
from boundcheck.symbolic import Statement, enclosure, number

a, b, c, lam, n, d, u = symbols("a b c lambda n d u")
i = symbols("i", integer=True)
x, y = IndexedBase("x"), IndexedBase("y")


def test_a_numeric_range_is_written_out():
    telescoped = Sum(1 / (i * (i + 1)), (i, 1, 5))
    assert isinstance(prove(Statement(telescoped, "==", Rational(5, 6))), Proved)
    assert isinstance(prove(Statement(telescoped, "==", Rational(4, 5))), Refuted)
    assert number(telescoped, {}) == pytest.approx(5 / 6)
    assert enclosure(telescoped, {})[0] == Rational(5, 6)


def test_indexed_terms():
    spread = Sum(x[i] * (1 - x[i]), (i, 1, 3))
    assert isinstance(prove(Statement(spread, "<=", Rational(3, 4))), Proved)
    found = prove(Statement(spread, "<=", Rational(3, 5)))
    assert isinstance(found, Refuted)
    assert set(found.witness) == {"x[1]", "x[2]", "x[3]"}


def test_a_symbolic_range_term_by_term():
    assert isinstance(prove(Statement(Sum(x[i] * (1 - x[i]), (i, 1, n)), "<=", n / 4), (n >= 1,)), Proved)
    assert isinstance(prove(Statement(Sum(x[i], (i, 1, n)), "<=", Sum(exp(x[i]) - 1, (i, 1, n))), (n >= 1,)), Proved)
    assert isinstance(prove(Statement(Sum(x[i], (i, 1, n)), "<=", n * b), (n >= 1, x[i] <= b)), Proved)


def test_a_failing_summand_refutes_nothing():
    # true, but not term by term
    shifted = Statement(Sum(i, (i, 1, n)), "<=", n**2)
    assert isinstance(prove(shifted, (n >= 1,)), (Proved, Unknown))
    assert isinstance(prove(shifted, (n >= 1,)), Proved)
    # false, by a sum of one term
    free = prove(Statement(Sum(x[i], (i, 1, n)), "<=", Sum(y[i], (i, 1, n))), (n >= 1,))
    assert isinstance(free, Refuted)
    assert {"n", "x[1]", "y[1]"} == set(free.witness)
    assert isinstance(prove(Statement(Sum(x[i], (i, 1, n)), "<=", Sum(x[i], (i, 1, 2 * n))), (n >= 1,)), Unknown)
    assert isinstance(prove(Statement(Sum(x[i], (i, 1, n)), "<=", n * b), (x[i] <= b,)), Unknown)  # n = 0
