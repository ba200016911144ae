"""Corollary 1 has no proof on the page. Ours: the norm of the score's mean, without the covariance's inverse."""

import sympy
from sympy import Ge, Gt, Le, Mul, exp, log, sqrt

from boundcheck.claims import Assumption, Cited, Identity, Inequality, Step

from ..notation import alpha, c_m, d, domain, epsilon, feature_bound, gamma, kappa, m, n, radius
from . import bounded_differences

INDEPENDENT = Assumption("independent", "labels, features and coins are independent from label to label")
COVERAGE = Assumption("coverage", "Assumption 2, on the subspace where parameters live")

q, N, A, R, g, c, t, e, w, x = sympy.symbols("q N A R g c t e w x", real=True)
OURS = "derivation; the page has no proof"
LETTERS = bounded_differences.LETTERS | {
    "q": r"\mathrm{P}(\tilde{y} = 1)", "N": "n m", "A": r"\ln(2 d/\alpha)", "R": r"1 + \sqrt{2 \ln(2/\alpha)}", "g": r"1/\gamma", "c": r"c(\varepsilon/m)",
    "t": r"\ln(2/\alpha)", "e": r"\|\Delta\|", "x": "2 L B", "w": r"\|\nabla\|",
}  # fmt: skip
L, B = feature_bound, radius
CHERNOFF = 1 - log(2)
WIDTH = L * sqrt(2 * N * log(2 / alpha))


def steps(constant, explicit, printed):
    """From the score to the bound, with no condition on the sample's size."""
    size = domain(feature_bound, radius, kappa, d)
    return (
        Step("score_variance", OURS, Inequality(q * (1 - q) * (2 * L) ** 2, L**2, (Ge(q, 0), Le(q, 1), *domain(feature_bound))),
            display=r"\mathbb{E} \left\| \sum_{i, j} V_{i j} x_{i j} \right\| \le \sqrt{n m} L", form="reduction", because="The mean square of one summand; Jensen's inequality for the root of the sum."),
        *bounded_differences.steps("derivation: the deviation of the score", 2 * L, N, INDEPENDENT),
        Step("deviation_at", OURS, Identity(Mul(2 * WIDTH**2, 1 / (N * (2 * L) ** 2), evaluate=False), log(2 / alpha), (Gt(N, 0), *domain(feature_bound, alpha)))),
        Step("matrix_chernoff", OURS, Cited(r"the least eigenvalue of the sample covariance is at least $\kappa/2$ but with probability $d (2/e)^{N \kappa/(8 L^2)}$", "Tropp (2012), Theorem 1.1"), assumes=INDEPENDENT),
        Step("enough_labels", OURS,
            Inequality(d * exp(-N * kappa * CHERNOFF / (8 * L**2)), alpha / 2, (*size, *domain(alpha), Ge(N * kappa * CHERNOFF / (8 * L**2), log(2 * d / alpha)))), assumes=COVERAGE),
        Step("error", OURS, Inequality(e, 2 * w * c_m / (gamma * kappa), (*domain(kappa, feature_bound, radius, epsilon, m), Ge(e, 0), Le(gamma / c_m * kappa / 2 * e, w))),
            display=r"\|\Delta\|_2 \le 2 \frac{c(\varepsilon/m)}{\gamma \kappa} \|\nabla \hat{l}(\theta^*)\|_2", form="reduction", because=r"Strong convexity at the truth and the minimiser, with $\kappa/2$ for the least eigenvalue."),
        Step("steep", OURS, Inequality(4 * x, 2 + exp(x) + exp(-x), (Gt(x, 0),)), display=r"8 L B \le \frac{1}{\gamma}", form="translation", because="$x$ is $2L B$."),
        Step("few_labels_logarithms", OURS,
            Inequality(8 / CHERNOFF * (log(d) + t), 16 * (d - 1) * (1 + sqrt(2 * t)) ** 2, (Ge(d, 2), Ge(t, log(2)))),
            because=r"$t$ is $\ln(2/\alpha)$."),
        Step("few_labels", OURS,
            Inequality((2 * B) ** 2 * N, (2 * L * c * g * R / kappa) ** 2,
                (*size, Gt(N, 0), Ge(c, 1), Ge(R, 1), Ge(g, 8 * L * B), Le(kappa * (d - 1), 4 * L**2), Le(N * kappa * CHERNOFF, 8 * L**2 * A), Le(8 / CHERNOFF * A, 16 * (d - 1) * R**2))),
            because=r"With fewer labels than the covariance needs the bound exceeds $2B$, which no error does; $\kappa (d - 1)$ is at most the trace, $4L^2$."),
        Step("bound", "Corollary 1", Inequality(explicit, constant * printed, domain(n, m, epsilon, alpha, feature_bound, radius, kappa)),
            settles=("error@constant_l",)),
    )  # fmt: skip
