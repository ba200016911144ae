"""Sums."""

import pytest
from sympy import Add, IndexedBase, Rational, Sum, exp, symbols

from boundcheck.prove import Proved, Refuted, Unknown, prove
from boundcheck.symbolic import Statement, enclosure, number

a, b, c, lam, u = symbols("a b c lambda u")
i, n, d = symbols("i n d", integer=True)
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
    longer = prove(Statement(Sum(x[i], (i, 1, n)), "<=", Sum(x[i], (i, 1, 2 * n))), (n >= 1,))
    assert isinstance(longer, Refuted)
    assert {"n", "x[1]", "x[2]"} == set(longer.witness)
    assert isinstance(prove(Statement(Sum(x[i], (i, 1, n)), "<=", n * b), (x[i] <= b,)), Unknown)  # n = 0


def test_terms_that_may_be_the_same_term_refute_nothing():
    m, k = symbols("m k", integer=True)
    assert isinstance(prove(x[m] <= x[1], (m >= 1, m <= 1)), Unknown)
    assert isinstance(prove(Statement(x[m], "==", x[k]), (Statement(m, "==", k),)), Unknown)
    assert isinstance(prove(x[m] ** 2 + x[k] ** 2 >= 2 * x[m] * x[k]), Proved)  # of any two letters
    assert isinstance(prove(x[1] <= x[2]), Refuted)
    assert isinstance(prove(x[m] >= 0), Refuted)


def test_a_place_is_read_whatever_way_it_is_written():
    m = symbols("m", integer=True)
    again = Add(m, m, evaluate=False)
    assert isinstance(prove(Statement(x[again], "==", x[2 * m])), Proved)
    assert isinstance(prove(Statement(x[Add(1, 1, evaluate=False)], "<=", x[2])), Proved)
    assert isinstance(prove(Statement(x[m / 2] ** 2, ">=", 0)), Unknown)  # there is no such term where m is odd


def test_hypotheses_on_every_term_do_not_show_that_there_is_a_term():
    k = symbols("k", integer=True)
    terms = (x[i] >= 0, x[i] <= k - 1)  # with a term k is at least 1, but without any they say nothing
    goal = Statement(Sum(x[i], (i, 1, k)), "<", k**2)
    assert isinstance(prove(goal, (k >= 1, *terms)), Proved)
    assert not isinstance(prove(goal, (k >= 0, *terms)), Proved)
