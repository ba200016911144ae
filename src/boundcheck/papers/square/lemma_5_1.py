"""Lemma 5.1: generalization error of least squares, informally."""

import sympy
from sympy import Add, Mul, sqrt

from boundcheck.claims import By, Claim, Identity, Inequality, Source, Step, total

from . import PAPER, lemma_b_1
from .notation import LETTERS, OF_FUNCTIONS, alpha, c_epsilon, domain, epsilon, n
from .quantities import NAMES, OF_ERRORS, ORDERS, complexity, generalization


def same(order):
    """The display of Section 5 is that of Appendix B."""
    noise = Mul(complexity(), 1 / n, evaluate=False)
    price = Mul(c_epsilon**2, noise, evaluate=False) if order != "central" else noise + complexity() / (n * epsilon)
    corruption = {"ctl": alpha, "ltc": alpha * c_epsilon, "central": alpha}[order]
    return Step(f"display_{order}", f"Lemma 5.1, {NAMES[order]}", Identity(Add(price, corruption, evaluate=False), total(generalization(order)), OF_ERRORS),
        because="The right side of Section 5 on the left, that of Lemma B.1 on the right.")  # fmt: skip


CLAIM = Claim(
    source=Source(PAPER, "Lemma 5.1", "Section 5; formally Lemma B.1"),
    words="Under realizability, with probability at least 1 - zeta",
    displays={NAMES[order]: ('"err"_"gen"^2 <= C dot ({})', total(generalization(order))) for order in ORDERS},
    letters=LETTERS | OF_FUNCTIONS,
    parts={
        "order": Inequality(total(generalization("ctl")), total(generalization("ltc")), OF_ERRORS),
        "order_costs_c_at_most": Inequality(total(generalization("ltc")), c_epsilon * total(generalization("ctl")), OF_ERRORS),
    },
    steps=(
        *map(same, ORDERS),
        *(Step(f"formal_{order}", f"Lemma 5.1, {NAMES[order]}", By(lemma_b_1, part=order)) for order in ORDERS),
        Step("without_privacy", "Section 5",
            Inequality(sympy.Integer(1), c_epsilon, domain(epsilon), strict=True),
            because="The factor of the noise is above 1 for every epsilon, and tends to 1 as epsilon grows: the standard bound for clean labels."),
        Step("squares_add", "how Theorems 3.5 and 3.7 use it",
            Inequality(sqrt(complexity() / n + alpha), sqrt(complexity() / n) + sqrt(alpha), OF_ERRORS),
            because="Roots of sums are at most sums of roots."),
    ),
    not_covered=("the steps of the proof and the simulations, which are those of Lemma B.1",),
)  # fmt: skip
