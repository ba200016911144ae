"""The explicit version of Theorem 4.4, and its constant."""

from sympy import Eq, Ge, Gt, Le, Rational, log, sqrt, symbols

from boundcheck.claims import By, Inequality, Step

from ...notation import SMALL_DELTA, c_epsilon, delta, domain, epsilon, feature_bound, gamma, kappa, n, radius
from .letters import t

A, X, price, s = symbols("A X price s", real=True)

LARGE = (Ge(n, 4), *SMALL_DELTA)
LOGARITHMS = log(log(n)) + log(1 / delta)


def explicit(constant, bound, printed, confidence):
    return (
        Step("scales", "the explicit version",
            Inequality(1 + log(n) / (2 * log(2)) + 1, 2 + log(2 * n) / (2 * log(2)), (Ge(n, 1),)),
            because="On the left, the number of dyadic variances that a horizon of $2n$ needs; there are at most "
            r"$\log_2(2 n)$ dyadic ranges of $t$."),
        Step("explicit_induction", "the explicit version",
            Inequality(12 * sqrt(A * X) + Rational(3, 2), A, (Eq(A, 148 * X), Ge(X, 1))),
            because="The first entry of the maximum, with $G^2$ in place of $4 G^2$ for the conditional variance, at its worst "
            r"$t = 2$. A is $\lambda^2 t/G^2$ times the bound of the squared error, $X$ the logarithm in the explicit "
            "version."),
        Step("explicit_bound", "the explicit version", Inequality((16 * X + 1) * Rational(3, 2), 148 * X, (Ge(X, 1),)),
            because="The second entry of the maximum, with the bound at the end of the dyadic range."),
        Step("worst_t", "the explicit version", Inequality((t + 1) ** 2 / (t * (t - 1)), Rational(9, 2), (Ge(t, 2),)),
            because=r"It gives $8/\sqrt{2} (t + 1)/\sqrt{t (t - 1)} \le 12$, the factor in `explicit_induction`; and $(t + 1)/t \le 3/2$."),
        Step("constant", "Theorem 4.4",
            Inequality(592 * log((2 + s / (2 * log(2))) * s / log(2) / delta), constant**2 * (log(s - log(2)) + log(1 / delta)),
                (Ge(s, 3 * log(2)), *SMALL_DELTA)),
            because=r"Squares of both sides times $n (\gamma \kappa)^2/(L c(\varepsilon))^2$, with $s = \ln(2n)$, which is at "
            r"least ln 8 for $n \ge 4$."),
        Step("in_n", "Theorem 4.4",
            By("constant", letters={"s": log(2 * n)}, given=LARGE, says=Inequality(592 * confidence, constant**2 * LOGARITHMS)),
            because=r"$\ln(2n) - \ln 2$ is $\ln n$."),
        Step("root", "Theorem 4.4",
            Inequality(2 * feature_bound * price * sqrt(148 * X / n), constant * feature_bound * price * sqrt(s / n),
                (Le(592 * X, constant**2 * s), Ge(price, 0), Ge(X, 0), Ge(s, 0), Gt(feature_bound, 0), Ge(n, 4))),
            because=r"$X$ and $s$ are the two logarithms, price is $c(\varepsilon)/(\gamma \kappa)$."),
        Step("whole", "Theorem 4.4",
            By("root", letters={"X": confidence, "s": LOGARITHMS, "price": c_epsilon / (gamma * kappa)},
               given=(*LARGE, *domain(epsilon, radius, feature_bound, kappa)), says=Inequality(bound, constant * printed)),
            because="The explicit version against the printed rate.",
            settles=("coverage@appendix", "rates")),
    )
