"""Section 2: law of a label before and after randomized response."""

import sympy
from sympy import Eq, exp

from boundcheck.claims import Assumption, Claim, Identity, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS
from .quantities import FLIP, KEEP, private_probability, z

r_0, r_1 = sympy.symbols("r_0 r_1", real=True)


def mixture(label):
    """Law of total probability over the coin, as Appendix A opens."""
    one, zero = 1 / (1 + exp(-z)), exp(-z) / (1 + exp(-z))
    return one * KEEP + zero * FLIP if label else zero * KEEP + one * FLIP


CLAIM = Claim(
    source=Source(PAPER, "Label law (1) to (4)", "Sections 2 and 3; first display of Appendix A", kind="passage"),
    words="For a linear reward, with $x$ the difference of the features of the two actions, a label and its private version have "
    "the laws",
    displays={
        "label 1": 1 / (1 + exp(-z)),
        "private label 1": private_probability(1),
        "private label 0": private_probability(0),
    },
    letters=LETTERS | {"z": r"x^\top \theta^*", "r_0": r"r_{\theta^*}(s, a^0)", "r_1": r"r_{\theta^*}(s, a^1)"},
    parts={
        "label": Identity(exp(r_1) / (exp(r_0) + exp(r_1)), 1 / (1 + exp(-z)), (Eq(z, r_1 - r_0),)),
        "private_one": Identity(mixture(1), private_probability(1)),
        "private_zero": Identity(mixture(0), private_probability(0)),
    },
    steps=(
        Step("logistic_form", "Section 2, second display",
            Identity(exp(r_1) / (exp(r_0) + exp(r_1)), sigmoid(r_1 - r_0)),
            because=r"For a linear reward the difference of the two rewards is $x' \theta^*$."),
        Step("eq_1_label_1", "Eq. (1)", Identity(sigmoid(z), 1 / (1 + exp(-z))), because=r"By the definition of $\sigma$."),
        Step("eq_1_label_0", "Eq. (1)", Identity(1 - sigmoid(z), exp(-z) / (1 + exp(-z)))),
        Step("eq_2", "Eq. (2); Algorithm 1, line 5", Identity(KEEP + FLIP, sympy.Integer(1))),
        Step("eq_3", "Eq. (3); Appendix A, first display", Identity(mixture(1), private_probability(1))),
        Step("eq_4", "Eq. (4); Appendix A, first display", Identity(mixture(0), private_probability(0))),
        Step("total", "Eqs. (3) and (4)", Identity(private_probability(1) + private_probability(0), sympy.Integer(1))),
    ),
    assumptions=Assumption("subspace",
            r"the coordinates of $\theta^*$ sum to zero",
            r"no step of either appendix uses it; it identifies $\theta^*$ for tabular features, while with coverage "
            r"of all of $\mathbb{R}^d$ (Assumption 4.3) $\theta^*$ is identified without it"),
)
