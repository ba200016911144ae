"""The explicit version of Theorem 4.4, and its constant."""

from sympy import Eq, Ge, Rational, log, sqrt, symbols

from boundcheck.claims import Inequality, Step

from ...notation import n
from .letters import t

A, X, price, s = symbols("A X price s", real=True)


def explicit(constant):
    return (
        Step("scales", "the explicit version",
            Inequality(1 + log(n) / (2 * log(2)) + 1, 2 + log(2 * n) / (2 * log(2)), (Ge(n, 1),)),
            reduction="On the left, the number of dyadic variances that a horizon of 2n needs; there are at most log₂(2n) "
            "dyadic ranges of t."),
        Step("explicit_induction", "the explicit version",
            Inequality(12 * sqrt(A * X) + Rational(3, 2), A, (Eq(A, 148 * X), Ge(X, 1))),
            reduction="The first entry of the maximum, with G^2 in place of 4 G^2 for the conditional variance, at its worst t "
            "= 2. A is lambda^2 t/G^2 times the bound of the squared error, X the logarithm in the explicit version."),
        Step("explicit_bound", "the explicit version", Inequality((16 * X + 1) * Rational(3, 2), 148 * X, (Ge(X, 1),)),
            reduction="The second entry of the maximum, with the bound at the end of the dyadic range."),
        Step("worst_t", "the explicit version", Inequality((t + 1) ** 2 / (t * (t - 1)), Rational(9, 2), (Ge(t, 2),)),
            reduction="It gives 8/sqrt(2) (t + 1)/sqrt(t (t - 1)) <= 12, the factor in explicit_induction; and (t + 1)/t <= 3/2."),
        Step("constant", "Theorem 4.4",
            Inequality(
                592 * (log(2 + s / 2) + log(s) + price), constant**2 * (log((s - 1) * log(2)) + price), (Ge(s, 3), Ge(price, 1)),
            ),
            reduction="Squares of both sides times n (gamma kappa)^2/(L c(epsilon))^2, with s = log₂(2n), which is at least 3 "
            "for n >= 4."),
    )
