"""Functions that the papers write and SymPy lacks."""

from __future__ import annotations

from sympy import Abs, Expr, Function, S, exp, log


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
