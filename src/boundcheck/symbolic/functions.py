"""Functions that the papers write and SymPy lacks."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Abs, Expr, Function, Identity, S, exp, log
from sympy.matrices.expressions import MatMul


class sigmoid(Function):  # noqa: N801 - the letter of the page is a lower-case sigma
    r"""The logistic function, :math:`1/(1+e^{-z})`; its derivative is ``sigmoid(z)*(1 - sigmoid(z))``."""

    nargs = 1

    @classmethod
    def eval(cls, z):
        """Only the value at 0 is evaluated: everything else stays as it was written."""
        return S.Half if z.is_zero else None

    def fdiff(self, argindex=1):
        """Return the derivative in the shape that the papers print."""
        return self * (1 - self)

    def _eval_rewrite_as_exp(self, z, **_):
        return 1 / (1 + exp(-z))

    def _eval_is_real(self):
        return True

    def _eval_is_positive(self):
        return True


def bernoulli_kl(p: Expr, q: Expr) -> Expr:
    """Divergence of Bernoulli(p) from Bernoulli(q), as written, with its two logarithms."""
    return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))


def total_variation(p: Expr, q: Expr) -> Expr:
    """Total variation distance of Bernoulli(p) and Bernoulli(q)."""
    return Abs(p - q)


# Of vectors: matrix expressions of SymPy with one column.


def is_matrix(expr: Any) -> bool:
    """Whether an expression is a matrix or a vector."""
    return bool(getattr(expr, "is_Matrix", False))


def _column(u: Any) -> Any:
    u = sympy.sympify(u)
    if isinstance(u, sympy.Mul) and not is_matrix(u):  # as SymPy writes -(A*u + v) when it looks for a sign
        u = MatMul(*u.args)
    if not is_matrix(u) or u.shape[1] != 1:
        raise ValueError(f"{u}: must be a vector, a matrix expression with one column")
    return u


class Inner(Expr):
    r"""The inner product of two vectors of one dimension.

    Parameters
    ----------
    u, v : matrix expression of shape (d, 1)
    """

    is_commutative = True
    is_real = True

    def __new__(cls, u: Any, v: Any, *, evaluate: bool = True) -> Inner:
        """Return the node; ValueError where the dimensions differ."""
        u, v = _column(u), _column(v)
        if u.shape != v.shape:
            raise ValueError(f"inner product of {u} and {v}: their dimensions {u.shape[0]} and {v.shape[0]} differ")
        return Expr.__new__(cls, u, v)

    def _latex(self, printer: Any) -> str:
        return rf"\langle {printer._print(self.args[0])}, {printer._print(self.args[1])} \rangle"

    def _sympystr(self, printer: Any) -> str:
        return f"<{printer._print(self.args[0])}, {printer._print(self.args[1])}>"


class Norm(Expr):
    r"""The root of :math:`\langle u, W u \rangle`.

    Parameters
    ----------
    u : matrix expression of shape (d, 1)
    weight : matrix expression of shape (d, d), optional
        Positive semidefinite; the Euclidean norm without it.
    """

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, u: Any, weight: Any = None, *, evaluate: bool = True) -> Norm:
        """Return the node; ValueError where the dimensions differ."""
        u = _column(u)
        weight = Identity(u.shape[0]) if weight is None else sympy.sympify(weight)
        if not is_matrix(weight) or weight.shape != (u.shape[0], u.shape[0]):
            raise ValueError(f"norm of {u}: the weight {weight} must be a matrix of as many rows and columns")
        return Expr.__new__(cls, u, weight)

    @property
    def square(self) -> Inner:
        """The inner product under the root."""
        return Inner(self.args[0], self.args[1] * self.args[0])

    def _latex(self, printer: Any) -> str:
        weight = "" if isinstance(self.args[1], Identity) else f"_{{{printer._print(self.args[1])}}}"
        return rf"\left\lVert {printer._print(self.args[0])} \right\rVert{weight}"

    def _sympystr(self, printer: Any) -> str:
        weight = "" if isinstance(self.args[1], Identity) else f"_({printer._print(self.args[1])})"
        return f"|{printer._print(self.args[0])}|{weight}"
