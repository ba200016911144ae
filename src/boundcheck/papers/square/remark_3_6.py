"""Remark 3.6: what follows from Theorem 3.5."""

import sympy
from sympy import Eq, Ge, Le, exp, sqrt

from boundcheck.claims import By, Cited, Claim, Identity, Inequality, Source, Step, total

from . import PAPER, definition_2_2, theorem_3_5
from .definition_2_3 import BOTH, MEANS, SHARES, alpha_1, alpha_2, b_2, h
from .notation import LETTERS, alpha, c_epsilon, domain, epsilon, n
from .quantities import OF_GAPS, complexity, kappa

p, q, p_2, q_2 = sympy.symbols("p q p_2 q_2", real=True)
CLEAN = (*OF_GAPS, Eq(alpha, 0))

CLAIM = Claim(
    source=Source(PAPER, "Remark 3.6", "Section 3.1.2", kind="remark"),
    words="Algorithm 1 is private; the non-private bound; corruption on both sides; infinite classes",
    displays={"without privacy and corruption": kappa() * sqrt(complexity() / n)},
    letters=LETTERS | {"h": "h^*"},
    parts={
        "without_corruption": Identity(total(theorem_3_5.printed("ltc")), kappa() * c_epsilon * sqrt(complexity() / n), CLEAN),
        "limit": Inequality(c_epsilon, 1 + 2 / epsilon, domain(epsilon)),
    },
    steps=(
        Step("randomized_response", "first sentence", By(definition_2_2, part="local_privacy")),
        Step("post_processing", "first sentence", Inequality(p + p_2, exp(epsilon) * (q + q_2), (Le(p, exp(epsilon) * q), Le(p_2, exp(epsilon) * q_2), *domain(epsilon))),
            because="The policy is a function of the private labels: outputs that lead to it are added up."),
        Step("both_orders_alike", "second sentence", Identity(total(theorem_3_5.printed("ctl")), total(theorem_3_5.printed("ltc")), CLEAN), because=r"For $\alpha = 0$."),
        Step("towards_no_privacy", "second sentence", Identity(c_epsilon - 1, 2 / (exp(epsilon) - 1), domain(epsilon)), because=r"$c(\varepsilon)$ tends to 1."),
        Step("chi_po", "second sentence", Cited(r"χPO's gap is of the order $V_{\max} e^{2 R_{\max}} \sqrt{C^{\pi^*} \ln(|\Pi|/\zeta)/n}$", "Huang et al. (2024), Theorem 3.1")),
        Step("both_sides", "fourth sentence", Inequality((c_epsilon * BOTH - h) ** 2, (2 * alpha_1 + (1 + c_epsilon) * alpha_2) ** 2, (*domain(epsilon), *MEANS, *SHARES, Ge(b_2, -1), Le(b_2, 1))),
            because="Corruption before and after the coin: the shifts add up, and so do the bounds."),
        Step("covering", "last sentences", Cited(r"the covering numbers of a log-linear class in $d$ dimensions are at most $(\mathrm{const}/\mathrm{radius})^d$", "standard covering argument")),
        Step("roots_of_sums", "fourth sentence", Inequality(sqrt(alpha_1 + alpha_2 * c_epsilon), sqrt(alpha_1) + sqrt(alpha_2 * c_epsilon), (*SHARES, *domain(epsilon)))),
    ),
    not_covered=("the covering argument, which is cited", r"the exact constant and the power of $R_{\max}$ in the cited bound of χPO"),
)  # fmt: skip
