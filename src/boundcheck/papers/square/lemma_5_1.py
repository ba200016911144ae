"""Lemma 5.1: generalization error of least squares, informally."""

import sympy
from sympy import sqrt

from boundcheck.claims import By, Claim, Inequality, Source, Step, total

from . import PAPER, lemma_b_1
from .notation import LETTERS, OF_FUNCTIONS, alpha, c_epsilon, domain, epsilon, n
from .quantities import NAMES, OF_ERRORS, ORDERS, complexity, generalization

CLAIM = Claim(
    source=Source(PAPER, "Lemma 5.1", "Section 5; formally Lemma B.1", kind="lemma"),
    words=r"Under realizability, with probability at least $1 - \zeta$",
    displays={NAMES[order]: (r"\operatorname{err}_{\mathrm{gen}}^2 \le C \cdot \left( {} \right)", total(generalization(order))) for order in ORDERS},
    letters=LETTERS | OF_FUNCTIONS,
    parts={order: By(lemma_b_1, part=order) for order in ORDERS},
    steps=(
        Step("order", "Section 5, the interplay", Inequality(total(generalization("ctl")), total(generalization("ltc")), OF_ERRORS)),
        Step("order_costs_c_at_most", "Section 5, the interplay", Inequality(total(generalization("ltc")), c_epsilon * total(generalization("ctl")), OF_ERRORS)),
        Step("without_privacy", "Section 5",
            Inequality(sympy.Integer(1), c_epsilon, domain(epsilon), strict=True),
            because=r"The factor of the noise is above 1 for every $\varepsilon$, and tends to 1 as $\varepsilon$ grows: the standard bound for clean labels."),
        Step("squares_add", "how Theorems 3.5 and 3.7 use it",
            Inequality(sqrt(complexity() / n + alpha), sqrt(complexity() / n) + sqrt(alpha), OF_ERRORS),
            because="Roots of sums are at most sums of roots."),
    ),
    not_covered=("the steps of the proof and the simulations, which are those of Lemma B.1",),
)  # fmt: skip
