"""Assumption 3: coverage for rankings."""

from fractions import Fraction

import sympy
from sympy import Ge, Le

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, K, d, domain, feature_bound, kappa

a, b, c, T = sympy.symbols("a b c T", real=True)


def least_eigenvalue(features):
    """Of the worst pair, for actions whose features on a line are drawn evenly from `features`."""
    pairs = [(i, j) for i in range(len(features[0])) for j in range(i)]
    return min(sum((row[i] - row[j]) ** 2 for row in features) / len(features) for i, j in pairs)


F = Fraction
CLAIM = Claim(
    source=Source(PAPER, "Assumption 3", "Appendix C.4", kind="assumption"),
    words="For every two of the $K$ actions, $i$ and $j$ different,",
    displays={"": r"\lambda_{\min}(\mathbb{E}[x_{i j} x_{i j}^\top]) \ge \kappa, \quad x_{i j} = \phi(s, a_i) - \phi(s, a_j)"},
    letters=LETTERS | {"a": r"\phi_1", "b": r"\phi_2", "c": r"\phi_3", "T": r"\sum_{i < j} \operatorname{trace}(\Sigma_{i j})", "K": "K"},
    parts={
        "eigenvalue": Definition("least second moment of a pair", least_eigenvalue,
            ({"features": ((F(0), F(1), F(2)),)}, {"features": ((F(0), F(1)), (F(0), F(3)))}, {"features": ((F(1), F(1), F(0)), (F(0), F(1), F(1)))})),
    },
    steps=(
        Step("pairs_are_symmetric", "Assumption 3", Identity((a - b) ** 2, (b - a) ** 2), because="On a line."),
        Step("pairs_of_three", "Assumption 3", Identity((a - b) ** 2 + (a - c) ** 2 + (b - c) ** 2, 3 * (a**2 + b**2 + c**2) - (a + b + c) ** 2),
            scope="special case", special=r"three actions; $K$ sum $\phi_i^2$ - (sum $\phi_i$)^2 in general"),
        Step("largest_kappa", "Assumption 3",
            Inequality(kappa, 2 * K * feature_bound**2 / ((K - 1) * d),
                (*domain(kappa, feature_bound, d), Ge(K, 2), Le(K * (K - 1) / 2 * d * kappa, T), Le(T, K**2 * feature_bound**2))),
            because=r"The traces of all pairs add up to $K^2 L^2$ at most: $\kappa$ is at most $4L^2/d$ for two actions and half of that for many."),
        Step("two_actions", "Remark 3", Identity(2 * K * feature_bound**2 / ((K - 1) * d), 4 * feature_bound**2 / d, (*domain(d), sympy.Eq(K, 2)))),
    ),
)  # fmt: skip
