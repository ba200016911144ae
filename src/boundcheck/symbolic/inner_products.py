"""Inner products and norms of vectors of any dimension, written with SymPy's own matrix expressions.

A vector is a matrix expression with one column. The vectors of dimension ``d`` and those over ``n`` samples are told apart by
the letter of their dimension; a sum over samples is an inner product over the samples: ``Inner(s, X * u) / n``. Between
matrices ``<=`` is the order of symmetric matrices, and ``==`` between vectors holds entry by entry.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import sympy
from sympy import Basic, Expr, Identity, MatrixSymbol, OneMatrix, Symbol, Transpose, ZeroMatrix
from sympy.matrices.expressions import Inverse, MatAdd, MatMul, MatPow
from sympy.matrices.expressions.matexpr import MatrixExpr

from .encode import encode, encoded
from .functions import Inner, Norm, is_matrix
from .plain_letters import NAMED_MATRICES, assumed, put, refused, statements
from .statement import Conjunction, Equivalence, Statement, flatten_all, read


def vectors(names: str, dimension: Symbol) -> tuple[MatrixSymbol, ...]:
    """Return one vector for each name.

    Parameters
    ----------
    names : str
        Separated by spaces.
    dimension : Symbol
        Declared ``integer=True, positive=True``.

    Returns
    -------
    vectors : tuple of MatrixSymbol of shape (dimension, 1)
    """
    return tuple(MatrixSymbol(name, dimension, 1) for name in names.split())


def ones(n: Symbol) -> OneMatrix:
    """Return the vector over n samples whose entries are 1; its inner product with itself is n."""
    return OneMatrix(n, 1)


def loewner(A: Any, B: Any) -> Statement:
    r"""Return the relation :math:`A \preceq B` of two symmetric matrices, 0 for the zero matrix."""
    A, B = (sympy.sympify(M) for M in (A, B))
    return Statement(ZeroMatrix(*B.shape) if A == 0 else A, "<=", B)


def definite(A: Any) -> Statement:
    """Return the relation that a matrix is symmetric and positive definite: only such a one has an inverse here."""
    return Statement(ZeroMatrix(*A.shape), "<", A)


def nodes(expr: Any) -> Iterator[Any]:
    """Return an expression and what stands in it, outer ones first; names and dimensions of matrices are left out."""
    yield expr
    if not isinstance(expr, NAMED_MATRICES) and isinstance(expr, Basic):
        for arg in expr.args:
            yield from nodes(arg)


def sides_of(goal: Any, given: Iterable[Any]) -> list[Any]:
    """Return both sides of every relation of a statement whose parts `read` returned."""
    return [side for s in (*statements(goal), *given) for side in (s.lhs, s.rhs)]


def has_vectors(goal: Any, given: Any = ()) -> bool:
    """Whether a statement speaks of vectors or matrices."""
    try:
        claim, hypotheses = read(goal, given)
    except (TypeError, ValueError):
        return False
    return any(side.has(MatrixExpr, Inner, Norm) for side in sides_of(claim, hypotheses))


def symbols_of(sides: Iterable[Any]) -> list[Symbol]:
    """Return the scalar letters of expressions, dimensions left out, by name."""
    return sorted({e for side in sides for e in nodes(side) if isinstance(e, Symbol)}, key=str)


def dimensions_of(sides: Iterable[Any]) -> list[Symbol]:
    """Return the letters of the dimensions that occur; ValueError where one is neither 1 nor a letter."""
    found: set[Any] = set()
    for e in (e for side in sides for e in nodes(side) if is_matrix(e)):
        if isinstance(e, MatrixSymbol) and e.shape[0] == 1:
            raise ValueError(f"{e}: a vector is a column, of shape (d, 1)")
        found |= {n for n in e.shape if n != 1}
    for n in sorted(found, key=str):
        if type(n) is not Symbol or not n.is_integer or not n.is_positive:
            raise ValueError(f"dimension {n}: must be a letter, symbols('{n}', integer=True, positive=True)")
    return sorted(found, key=str)


def in_plain_numbers(goal: Any, given: tuple[Statement, ...]) -> tuple[Any, tuple[Statement, ...]]:
    """Return a statement whose scalar letters are plain reals or integers, with what they assumed among its hypotheses."""
    sides = sides_of(goal, given)
    sizes = {n.name: n for n in dimensions_of(sides)}
    letters = symbols_of(sides)
    if wrong := next(filter(None, map(refused, letters)), ""):
        raise ValueError(wrong)
    facts = tuple(f for f in flatten_all(assumed(letters)) if not any(s.name in sizes for s in f.free_symbols))
    plain = {s.name: Symbol(s.name, **{"integer" if s.is_integer else "real": True}) for s in letters} | sizes
    values = {s: plain[s.name] for s in {*letters, *(x for f in facts for x in f.free_symbols)} if s != plain[s.name]}
    goal, given = put(goal, values), tuple(put(h, values) for h in given)
    return goal, given + tuple(f for f in (put(f, values) for f in facts) if f not in given)


def in_letters(expr: Expr, table: dict[Expr, Symbol]) -> Expr:
    """Return a scalar expression with letters for its inner products and norms, nothing else changed."""
    if isinstance(expr, (Inner, Norm)):
        return table[expr]
    if not expr.args or not expr.has(Inner, Norm):
        return expr
    return expr.func(*(in_letters(arg, table) for arg in expr.args), evaluate=False)


def matrix_encoding(expr: Any) -> list:
    """Return a matrix expression, or a scalar that stands in it, as nested lists of strings."""
    if not is_matrix(expr):
        return encode(in_letters(expr, _named(expr)[0]))
    rows, columns = map(str, expr.shape)
    if isinstance(expr, MatrixSymbol):
        return ["matrix", expr.name, rows, columns]
    for kind, head in _CONSTANT.items():
        if isinstance(expr, kind):
            return [head, rows, columns]
    for kind, head in _COMPOSED.items():
        if isinstance(expr, kind):
            parts = [matrix_encoding(arg) for arg in expr.args]
            return [head, *(sorted(parts, key=json.dumps) if head == "matrix+" else parts)]
    raise ValueError(f"{expr}: {type(expr).__name__} is not understood among matrices")


_CONSTANT: dict[Any, str] = {Identity: "identity", ZeroMatrix: "zeros", OneMatrix: "ones"}
_COMPOSED: dict[Any, str] = {
    MatAdd: "matrix+", MatMul: "matrix*", Inverse: "matrix^", MatPow: "matrix^", Transpose: "transposed",
}  # fmt: skip


def _named(expr: Any) -> tuple[dict[Expr, Symbol], dict[str, list]]:
    """Return a letter for each inner product and norm in an expression, named by what it stands for."""
    table: dict[Expr, Symbol] = {}
    written: dict[str, list] = {}
    for node in nodes(expr):
        if isinstance(node, (Inner, Norm)) and node not in table:
            parts = [matrix_encoding(arg) for arg in node.args]
            text = [type(node).__name__, *(sorted(parts, key=json.dumps) if isinstance(node, Inner) else parts)]
            name = f"<{_digest(text)[:24]}>"
            table[node], written[name] = Symbol(name, real=True), text
    return table, written


def vector_encoding(goal: Any, given: tuple = ()) -> list:
    """Return a statement about vectors and its hypotheses as nested lists of strings."""
    claim, hypotheses = read(goal, given)
    sides = sides_of(claim, hypotheses)
    if isinstance(claim, Equivalence):
        raise ValueError("an equivalence of statements about vectors is not understood: ask for both directions")
    written: dict[str, list] = {}
    table: dict[Expr, Symbol] = {}
    for side in sides:
        letters, texts = _named(side)
        table |= letters
        written |= texts
    plain = [_scalar(s, table) for s in (*statements(claim), *hypotheses)]
    relations = [_relation(s) for s in (*statements(claim), *hypotheses)]
    count = len(statements(claim))
    kept = tuple(s for s, r in zip(plain[count:], relations[count:], strict=True) if r is None)
    goals = tuple(s for s, r in zip(plain[:count], relations[:count], strict=True) if r is None)
    return [
        "vectors",
        encoded(Conjunction(goals), kept) if goals else ["prove", ["and"], [encode(h) for h in kept]],
        [r for r in relations[:count] if r is not None],
        [r for r in relations[count:] if r is not None],
        [[name, written[name]] for name in sorted(written)],
        [[str(n), str(n.is_integer)] for n in dimensions_of(sides)],
    ]


def _scalar(s: Statement, table: dict[Expr, Symbol]) -> Statement:
    return s if is_matrix(s.lhs) else Statement(in_letters(s.lhs, table), s.relation, in_letters(s.rhs, table))


def _relation(s: Statement) -> list | None:
    """Return the encoding of a relation between matrices; None of one between numbers."""
    if is_matrix(s.lhs) != is_matrix(s.rhs) or (is_matrix(s.lhs) and s.lhs.shape != s.rhs.shape):
        raise ValueError(f"{s}: both sides must be numbers, or matrices of one shape")
    if not is_matrix(s.lhs):
        return None
    allowed = ("==",) if s.lhs.shape[1] == 1 else ("==", "<=", "<", ">=", ">")
    if s.relation not in allowed:
        raise ValueError(f"{s}: the relations understood there are {', '.join(allowed)}")
    return [s.relation, matrix_encoding(s.lhs), matrix_encoding(s.rhs)]


def vector_fingerprint(goal: Any, given: tuple = ()) -> str:
    """Return the SHA-256 of the canonical encoding of a statement about vectors with its hypotheses."""
    return _digest(vector_encoding(goal, given))


def _digest(data: list) -> str:
    return hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


__all__ = [
    "Inner",
    "Norm",
    "definite",
    "dimensions_of",
    "has_vectors",
    "in_plain_numbers",
    "is_matrix",
    "loewner",
    "nodes",
    "ones",
    "sides_of",
    "symbols_of",
    "vector_encoding",
    "vector_fingerprint",
    "vectors",
]  # fmt: skip
