"""Lines of the page that are false and touch several results, each with one identity."""

from sympy import Le, symbols

from boundcheck.claims import Fault, Inequality, Repair

from .notation import domain, feature_bound, radius

SIGN = Fault("loss_sign", "misprint", "Section 5; Lemmas 3 and 4", "the loss is printed without its minus")

FIRST_TERM = Fault(
    "first_term_dropped", "missing factor", "Section 1, contributions, 2; Remark 2",
    r"the statistical term of Theorem 4, $d/\sqrt{m n}$ at $\kappa = L^2/d$, is left out, and what is left falls below the paper's own lower bound, Theorem 2, as $n$ grows",
)  # fmt: skip

a, b = symbols("a b", real=True)  # two features, on a line
FEATURES = (*domain(feature_bound, radius), Le(a**2, feature_bound**2), Le(b**2, feature_bound**2))
DIFFERENCE = Fault("norm_of_differences", "missing factor", "Remark 1; Appendix C.5, after the bound with d/(m n)", "$x$ is a difference of two features of norm at most $L$, so its norm is at most $2L$ and not $L$")
SHORT = Inequality((a - b) ** 2, feature_bound**2, FEATURES)
LONGER = Repair(Inequality((a - b) ** 2, (2 * feature_bound) ** 2, FEATURES), "$2L$, which is attained, in place of $L$; this costs a constant")
