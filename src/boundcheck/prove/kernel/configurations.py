"""Rational vectors, matrices and numbers in a fixed dimension, and a statement about vectors evaluated at them exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import sympy
from sympy import Expr, Identity, ImmutableMatrix, Integer, MatrixSymbol, OneMatrix, Rational, S, Symbol, ZeroMatrix
from sympy.matrices.expressions import Inverse, MatAdd, MatMul, MatPow, Transpose

from boundcheck.symbolic.balls import Undefined
from boundcheck.symbolic.inner_products import Inner, Norm, dimensions_of, is_matrix, symbols_of
from boundcheck.symbolic.plain_letters import put
from boundcheck.symbolic.statement import Statement

from . import points
from .gram import Problem, determinant
from .results import Inapplicable

_LARGEST = 6  # dimension


@dataclass(frozen=True)
class Configuration:
    """Values of everything that a statement about vectors names.

    Attributes
    ----------
    numbers : dict of str to Fraction
        The scalar letters, dimensions among them.
    matrices : dict of str to tuple of tuple of Fraction
        Rows by name; a vector of dimension d has d rows of one number.
    """

    numbers: dict[str, Fraction]
    matrices: dict[str, tuple[tuple[Fraction, ...], ...]]

    def written(self) -> dict[str, str]:
        """Return the values as text, by name: entries in brackets, rows of a matrix apart by semicolons."""
        found = {name: str(x) for name, x in self.numbers.items()} | {n: _text(M) for n, M in self.matrices.items()}
        return dict(sorted(found.items()))


def _text(M: tuple[tuple[Fraction, ...], ...]) -> str:
    rows = [[row[0] for row in M]] if all(len(row) == 1 for row in M) else M
    text = "; ".join(", ".join(map(str, row)) for row in rows)
    return text if len(M) == len(M[0]) == 1 else f"({text})"


def configuration(problem: Problem, data: dict[str, str]) -> Configuration:
    """Return the values that `Configuration.written` wrote."""
    numbers, matrices = {}, {}
    for name, text in data.items():
        rows = tuple(tuple(Fraction(x.strip()) for x in row.split(",")) for row in str(text).strip("()").split(";"))
        if name not in problem.matrices:
            ((numbers[name],),) = rows
        else:
            vector = problem.matrices[name].shape[1] == 1
            matrices[name] = tuple((x,) for x in rows[0]) if vector and len(rows) == 1 else rows
    return Configuration(numbers, matrices)


class Values:
    """Matrix expressions, inner products and norms with the values of a configuration, or with letters for entries."""

    def __init__(self, numbers: dict[Symbol, Expr], matrices: dict[str, Any]):
        self.numbers, self.matrices = numbers, matrices

    def size(self, n: Any) -> int:
        """Return the value of a dimension."""
        return 1 if n == 1 else int(self.numbers[n])

    def matrix(self, expr: Any) -> ImmutableMatrix:
        """Return the value of a matrix expression."""
        if isinstance(expr, MatrixSymbol):
            return self.matrices[expr.name]
        rows, columns = map(self.size, expr.shape)
        if isinstance(expr, Identity):
            return ImmutableMatrix.eye(rows)
        if isinstance(expr, ZeroMatrix):
            return ImmutableMatrix.zeros(rows, columns)
        if isinstance(expr, OneMatrix):
            return ImmutableMatrix.ones(rows, columns)
        if isinstance(expr, Transpose):
            return self.matrix(expr.args[0]).T
        if isinstance(expr, MatAdd):
            found = ImmutableMatrix.zeros(rows, columns)
            for arg in expr.args:
                found += self.matrix(arg)
            return found
        if isinstance(expr, MatMul):
            number, product = S.One, None
            for arg in expr.args:
                if is_matrix(arg):
                    product = self.matrix(arg) if product is None else product * self.matrix(arg)
                else:
                    number = number * self._defined(self.number(arg))
            return number * product
        if isinstance(expr, (Inverse, MatPow)):
            return self._power(self.matrix(expr.args[0]), expr.args[1])
        raise Inapplicable(f"{expr}: no value")

    def _defined(self, number: Expr) -> Expr:
        """Return the number before a matrix: SymPy would take 0 times what has no value for 0."""
        if (
            not number.is_Rational
            and not number.free_symbols
            and points.holds(Statement(number, "==", number), {}) is not True
        ):
            raise Inapplicable(f"{number}: not shown to have a value")
        return number

    def _power(self, M: ImmutableMatrix, exponent: Any) -> ImmutableMatrix:
        if not isinstance(exponent, (int, Integer)):
            raise Inapplicable("a matrix to a power that is no integer")
        if exponent < 0:
            det = determinant(M.tolist())
            if det == 0:
                raise Inapplicable("a matrix without an inverse")
            M, exponent = M.adjugate() / det, -exponent
        return M**exponent

    def number(self, expr: Expr) -> Expr:
        """Return a scalar expression with values for its letters, inner products and norms, nothing else simplified."""
        if isinstance(expr, Inner):
            u, v = map(self.matrix, expr.args)
            return sympy.Add(*(a * b for a, b in zip(u, v, strict=True)))
        if isinstance(expr, Norm):
            return sympy.sqrt(self.number(expr.square))
        if isinstance(expr, Symbol):
            return self.numbers.get(expr, expr)
        if not expr.args:
            return expr
        return (
            expr.func(*map(self.number, expr.args), evaluate=False)
            if expr.has(Inner, Norm)
            else put(expr, self.numbers)
        )

    def relation(self, s: Statement) -> Statement:
        """Return a relation between numbers with these values."""
        return Statement(self.number(s.lhs), s.relation, self.number(s.rhs))

    def entries(self, s: Statement) -> list[Statement]:
        """Return what a relation between matrices says of their entries; of an order, of the minors of the difference."""
        left, right = self.matrix(s.lhs), self.matrix(s.rhs)
        if s.relation == "==":
            return [Statement(a, "==", b) for a, b in zip(left, right, strict=True)]
        same = [Statement(M[i, j], "==", M[j, i]) for M in (left, right) for i, j in combinations(range(M.rows), 2)]
        gap, size = right - left, range(left.rows)
        families: Iterable[tuple[int, ...]] = (c for k in size for c in combinations(size, k + 1))
        if s.relation == "<":  # Sylvester's criterion
            families = (tuple(range(k + 1)) for k in size)
        dets = (determinant([[gap[i, j] for j in family] for i in family]) for family in families)
        return same + [Statement(0, s.relation, det) for det in dets]


def values(problem: Problem, at: Configuration) -> Values:
    """Return what evaluates a problem at a configuration; `Inapplicable` where it does not fit."""
    numbers: dict[Symbol, Expr] = {}
    for n in dimensions_of(problem.sides):
        size = at.numbers.get(n.name)
        if size is None or size.denominator != 1 or not 1 <= size <= _LARGEST:
            raise Inapplicable(f"{n}: a dimension from 1 to {_LARGEST}")
        numbers[n] = Rational(int(size))
    for symbol in symbols_of(problem.sides):
        x = at.numbers.get(symbol.name)
        if x is None or (symbol.is_integer and x.denominator != 1):
            raise Inapplicable(f"{symbol}: no value of its kind")
        numbers[symbol] = Rational(x.numerator, x.denominator)
    found = Values(numbers, {})
    for name, e in problem.matrices.items():
        rows, columns = map(found.size, e.shape)
        M = at.matrices.get(name, ())
        if len(M) != rows or any(len(row) != columns for row in M):
            raise Inapplicable(f"{name}: no {rows} rows of {columns} numbers")
        found.matrices[name] = ImmutableMatrix([[Rational(x.numerator, x.denominator) for x in row] for row in M])
    return found


def admissible(problem: Problem, at: Configuration) -> bool:
    """Whether all hypotheses hold at a configuration for certain."""
    try:
        v = values(problem, at)
        facts = [v.relation(s) for s in problem.given]
        facts += [s for r in (*problem.orders, *problem.equations) for s in v.entries(r)]
        return all(points.holds(s, {}) is True for s in facts)
    except (Inapplicable, Undefined, ValueError, KeyError, TypeError):
        return False


def violated(problem: Problem, at: Configuration) -> Statement | None:
    """Return a claim, its sides evaluated, that fails at a configuration at which all hypotheses hold, both for certain."""
    if not admissible(problem, at):
        return None
    v = values(problem, at)
    for claim in problem.claims:
        try:
            s = v.relation(claim)
            if points.holds(s, {}) is False:
                return s
        except (Inapplicable, Undefined, ValueError, TypeError):
            continue
    return None
