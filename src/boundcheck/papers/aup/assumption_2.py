"""Assumption 2: coverage of the feature space."""

from fractions import Fraction

import sympy
from sympy import Eq, Ge, Le, Min, Rational

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, d, domain, feature_bound, kappa

a, b, w = sympy.symbols("a b w", real=True)


def least_eigenvalue(weight):
    """Of the covariance of rows e_1 and e_2 with weights `weight` and 1 - `weight`."""
    return min(weight, 1 - weight)


CLAIM = Claim(
    source=Source(PAPER, "Assumption 2", "Section 4.1", kind="assumption"),
    words=r"For differences $x$ of features of the two actions, some $\kappa > 0$ has",
    displays={"": r"\lambda_{\min}(\mathbb{E}[x x^\top]) \ge \kappa"},
    letters=LETTERS | {"a": "x_1", "b": "x_2"},
    parts={
        "eigenvalue": Definition("least eigenvalue of two rows", least_eigenvalue, tuple({"weight": Fraction(k, 4)} for k in (1, 2, 3))),
    },
    steps=(
        Step("no_arms", "Assumption 2 with Assumption 1",
            Identity((a + b) ** 2, sympy.Integer(0), (Eq(b, -a),)),
            display=r"x = e_i - e_j \Rightarrow (\mathbf{1}^\top x)^2 = 0", form="reduction",
            because=r"Where features are indicators of arms every difference has coordinates of sum 0, so the least eigenvalue on all of $\mathbb{R}^d$ is 0 and no $\kappa > 0$ "
            "is left; the assumption is read on the subspace where parameters live."),
        Step("largest_kappa", "Assumption 2", Inequality(kappa, 4 * feature_bound**2 / d, (*domain(kappa, feature_bound, d), Le(d * kappa, 4 * feature_bound**2))),
            because="$d$ times the least eigenvalue is at most the trace, which is at most $4L^2$."),
        Step("any_kappa_below", "Assumption 2",
            Identity(Min(4 * feature_bound**2 * w, 4 * feature_bound**2 * (1 - w)), 4 * feature_bound**2 * w, (*domain(feature_bound), Ge(w, 0), Le(w, Rational(1, 2)))),
            because=r"The least eigenvalue of two orthogonal rows of length $2L$ with weights $w$ and $1 - w$: bounded features bound $\kappa$ from above only."),
    ),
)  # fmt: skip
