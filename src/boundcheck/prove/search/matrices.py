"""Matrix statements of small fixed dimension, or of one spectrum, reduced to scalar goals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from sympy import Expr, Integer, Matrix, Symbol

from boundcheck.symbolic.statement import Conjunction, Statement

from ..kernel.results import Proved, Refuted, Unknown
from .door import prove

_LARGEST = 4


@dataclass(frozen=True)
class Reduction:
    """A matrix statement, the scalar goals it was reduced to, and what the reduction leaves to instances.

    Attributes
    ----------
    says : str
    goals : tuple of Statement
    given : tuple
    exact : bool
        The goals hold if and only if the matrix statement does; else they are sufficient.
    because : str
        The linear algebra between the two, which no prover here checks.
    instance_wise : str
        What has to be checked on matrices, in words; empty if nothing is left.
    """

    says: str
    goals: tuple[Statement, ...]
    given: tuple
    exact: bool
    because: str
    instance_wise: str

    def prove(self, *, seconds: float = 5.0) -> Proved | Refuted | Unknown:
        """Return the answer for the goals; a refutation counts only where the reduction is exact."""
        answer = prove(Conjunction(self.goals), self.given, seconds=seconds)
        if isinstance(answer, Refuted) and not self.exact:
            return Unknown(answer.tried, (f"a sufficient goal fails at {answer.witness}",))
        return answer


def semidefinite_order(lower: Matrix, upper: Matrix, given: tuple = ()) -> Reduction:
    """Reduce ``lower ⪯ upper`` for symmetric matrices to the signs of all principal minors of the difference.

    Parameters
    ----------
    lower, upper : Matrix of shape (d, d), d <= 4
        Symmetric, entries any expressions the provers understand.
    """
    gap = Matrix(upper - lower)
    if gap.rows != gap.cols or gap.rows > _LARGEST:
        raise ValueError(f"shape {gap.shape}: must be square, at most {_LARGEST} rows")
    if any(gap[i, j] != gap[j, i] for i in range(gap.rows) for j in range(i)):
        raise ValueError("the difference is not symmetric as written; only symmetric matrices are ordered")
    goals = []
    for size in range(1, gap.rows + 1):
        for rows in combinations(range(gap.rows), size):
            minor = gap.extract(list(rows), list(rows)).det(method="berkowitz")
            goals.append(Statement(minor, ">=", Integer(0)))
    return Reduction(
        f"a {gap.rows}x{gap.rows} matrix is positive semidefinite",
        tuple(goals),
        tuple(given),
        True,
        "a symmetric matrix is positive semidefinite if and only if all its principal minors are nonnegative",
        "",
    )


def quadratic_form(form: Expr, variables: tuple[Symbol, ...], given: tuple = ()) -> Reduction:
    """Reduce ``form >= 0 for all real variables`` to its symmetric matrix; `form` must be homogeneous quadratic."""
    size = len(variables)
    matrix = Matrix(size, size, lambda i, j: form.diff(variables[i], variables[j]) / 2)
    if any(entry.has(*variables) for entry in matrix):
        raise ValueError("the form is not quadratic in its variables")
    rest = form.xreplace(dict.fromkeys(variables, Integer(0)))
    slopes = [form.diff(x).xreplace(dict.fromkeys(variables, Integer(0))) for x in variables]
    if rest != 0 or any(s != 0 for s in slopes):
        raise ValueError("the form has a constant or a linear part")
    return semidefinite_order(Matrix.zeros(size, size), matrix, given)


def ridge_projection(n: Symbol, d: Symbol, lam: Symbol) -> dict[str, Reduction]:
    """Reduce the three bounds on ``M = X (S + lam I)^-1 X' / n^2``, ``S = X'X/n``, to one eigenvalue ``s >= 0`` of S.

    The nonzero eigenvalues of M are ``s / (n (s + lam))``, one for each of the d eigenvalues of S. So
    ``trace M <= d/n``, ``trace M^2 <= d/n^2`` and ``norm M <= 1/n`` follow from bounds on one of them.
    """
    s = Symbol("s", real=True)
    mine = s / (n * (s + lam))
    given = (Statement(s, ">=", 0), Statement(lam, ">", 0), Statement(n, ">=", 1), Statement(d, ">=", 1))
    zero = Statement(mine, ">=", Integer(0))
    because = (
        "X(S+lam I)^-1 X' and (S+lam I)^-1 X'X have the same nonzero eigenvalues with multiplicity, and "
        "(S+lam I)^-1 S is s/(s+lam) on each eigenvector of S; a trace is the sum over at most d of them"
    )
    left = "nothing depends on the instance; a numerical check of the spectrum on sampled X is a test of the identity"
    bounds = {
        "trace": ("trace M <= d/n", mine, 1 / n),
        "trace of the square": ("trace M^2 <= d/n^2", mine**2, 1 / n**2),
        "norm": ("norm M <= 1/n", mine, 1 / n),
    }
    return {
        name: Reduction(says, (zero, Statement(own, "<=", bound)), given, False, because, left)
        for name, (says, own, bound) in bounds.items()
    }
