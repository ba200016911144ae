"""Vectors and matrices in print and in records: what is written is read back, and what is no statement of numbers is none."""

import pytest
from sympy import Identity, MatrixSymbol, Rational, Symbol, ZeroMatrix, symbols
from sympy.matrices.expressions import MatAdd, MatMul

from boundcheck.symbolic import Inner, Norm, Statement, decode, definite, encode, fingerprint, loewner, ones, vectors
from boundcheck.symbolic.inner_products import has_vectors
from boundcheck.symbolic.latex import latex
from boundcheck.symbolic.plain_letters import numbers_in, put

d, n = symbols("d n", integer=True, positive=True)
lam, t = symbols("lambda t", real=True)
u, v = vectors("u v", d)
A, S, X = MatrixSymbol("A", d, d), MatrixSymbol("S", d, d), MatrixSymbol("X", n, d)
(s,) = vectors("s", n)

PRINTED = {
    Inner(u, A * v): r"\langle u, A v \rangle",
    Norm(u): r"\left\| u \right\|",
    Norm(MatAdd(u, -v, evaluate=False), A.I): r"\left\| u - v \right\|_{A^{-1}}",
    Norm(u, MatAdd(S, lam * Identity(d), evaluate=False)) ** 2: r"\left\| u \right\|_{S + \lambda I}^{2}",
    X.T * X / n: None,
    ZeroMatrix(d, d): "0",
    Inner(ones(n), s) / n: r"\frac{\langle \mathbf{1}, s \rangle}{n}",
}


@pytest.mark.parametrize("expression", [e for e, shown in PRINTED.items() if shown])
def test_what_is_made_of_vectors_is_printed(expression):
    assert latex(expression, {}).replace("^2", "^{2}") == PRINTED[expression]


def test_a_product_of_matrices_keeps_its_order():
    assert latex(MatMul(Rational(1, 2), X.T, X, evaluate=False)) == r"\frac{1}{2} X^\top X"
    assert latex(loewner(0, S)) == r"0 \preceq S"
    assert latex(definite(A)) == r"0 \prec A"
    assert latex(Statement(A, "==", MatAdd(S, lam * Identity(d), evaluate=False))) == r"A = S + \lambda I"


@pytest.mark.parametrize("expression", PRINTED)
def test_what_is_written_is_read_back(expression):
    assert decode(encode(expression)) == expression


def test_a_statement_of_vectors_comes_back_with_its_hypotheses():
    goal = Statement(Inner(u, v), "<=", t * Norm(u, A) * Norm(v, A.I), (definite(A), loewner(0, S), t >= 1))
    again = decode(encode(goal))
    assert encode(again) == encode(goal)
    assert [one.relation for one in again.given] == ["<", "<=", ">="]
    assert has_vectors(again)


@pytest.mark.parametrize(
    "data", [["inner", ["s", "x"]], ["inner", ["s", "x"], ["s", "y"]], ["matrix", "u", 2, "1"], ["transposed"]]
)
def test_a_record_that_holds_no_vector_is_refused(data):
    with pytest.raises(ValueError, match=r"record node|must be a vector"):
        decode(data)


def test_vectors_are_no_statement_of_numbers():
    with pytest.raises(ValueError, match="not understood among numbers"):
        fingerprint(Statement(Norm(u), "<=", t))


def test_the_letter_of_a_dimension_is_no_number():
    assert numbers_in(t * Norm(u, S + lam * Identity(d))) == {t, lam}
    assert numbers_in(d * Norm(u)) == {d}
    other = Symbol("d", real=True)
    assert put(d * Norm(u), {d: other}) == other * Norm(u)
