"""Sums, and matrix statements reduced to scalars."""

import numpy as np
import pytest
from sympy import IndexedBase, Matrix, Rational, Sum, exp, symbols

from boundcheck.prove import Proved, Refuted, Unknown, prove, quadratic_form, ridge_projection, semidefinite_order
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


def test_semidefinite_order():
    lower, upper = Matrix([[a, b], [b, c]]), Matrix([[a + c, 0], [0, a + c]])
    assert isinstance(semidefinite_order(lower, upper, (a >= 0, c >= 0, a * c >= b**2)).prove(), Proved)
    assert isinstance(semidefinite_order(lower, upper, (a >= 0, c >= 0)).prove(), Refuted)
    # leading minors alone would accept diag(0, -1)
    assert isinstance(semidefinite_order(Matrix.zeros(2), Matrix([[0, 0], [0, -1]])).prove(), Refuted)
    with pytest.raises(ValueError, match="symmetric"):
        semidefinite_order(Matrix.zeros(2), Matrix([[1, 1], [0, 1]]))
    with pytest.raises(ValueError, match="square"):
        semidefinite_order(Matrix.zeros(1, 2), Matrix.zeros(1, 2))


def test_quadratic_forms():
    assert isinstance(quadratic_form(a**2 + 2 * b**2 - 2 * a * b, (a, b)).prove(), Proved)
    assert isinstance(quadratic_form(a**2 + b**2 - 3 * a * b, (a, b)).prove(), Refuted)
    assert isinstance(quadratic_form(a**2 + lam * b**2 - 2 * a * b, (a, b), (lam >= 1,)).prove(), Proved)
    for wrong in (a**3 + b**2, a**2 + b, a**2 + 1):
        with pytest.raises(ValueError, match="form"):
            quadratic_form(wrong, (a, b))


def test_ridge_projection_against_random_matrices():
    reductions = ridge_projection(n, d, lam)
    for reduction in reductions.values():
        assert isinstance(reduction.prove(), Proved)
        assert reduction.because
        assert reduction.instance_wise
    rng = np.random.default_rng(3)
    for _ in range(20):
        rows, dim, ridge = int(rng.integers(2, 9)), int(rng.integers(1, 5)), 10.0 ** rng.uniform(-3, 1)
        data = rng.standard_normal((rows, dim))
        inner = np.linalg.inv(data.T @ data / rows + ridge * np.eye(dim))
        matrix = data @ inner @ data.T / rows**2
        assert np.trace(matrix) <= dim / rows + 1e-12
        assert np.trace(matrix @ matrix) <= dim / rows**2 + 1e-12
        assert np.linalg.norm(matrix, 2) <= 1 / rows + 1e-12


def test_a_sufficient_goal_that_fails_is_not_a_refutation():
    reduction = ridge_projection(n, d, lam)["trace"]
    weaker = type(reduction)("x", (Statement(u, "<=", 0),), (), False, "", "")
    assert isinstance(weaker.prove(), Unknown)
