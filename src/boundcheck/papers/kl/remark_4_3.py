"""Remark 4.3: the parameters of the upper bound."""

import sympy
from sympy import Abs, Ge, Le, exp, log

from boundcheck.claims import By, Claim, Identity, Inequality, SameUpToConstant, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER, lemma_b_1
from .notation import LETTERS, beta, bound, domain, epsilon

r, h, x = sympy.symbols("r h x", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.3", "Section 4.1"),
    words="beta trades the reward against the distance to the reference policy; e^B comes from the logistic function,",
    displays={"": "1/(min_(abs(x) <= B) sigma'(x)) = e^B + 2 + e^(-B)"},
    letters=LETTERS,
    parts={"logistic": SameUpToConstant(1 / (sigmoid(bound) * (1 - sigmoid(bound))), exp(bound), domain(bound))},
    steps=(
        Step("slope_at_the_end", "Remark 4.3", Identity(1 / (sigmoid(bound) * (1 - sigmoid(bound))), exp(bound) + 2 + exp(-bound), domain(bound))),
        Step("flattest_at_the_end", "Remark 4.3", Inequality(sigmoid(bound) * (1 - sigmoid(bound)), sigmoid(x) * (1 - sigmoid(x)), (Le(Abs(x), bound), *domain(bound)))),
        Step("constant_four", "Remark 4.3", Inequality(exp(bound) + 2 + exp(-bound), 4 * exp(bound), domain(bound))),
        Step("trade_off", "Remark 4.3", Inequality(r - h / beta, r - h / (2 * beta), (*domain(beta), Ge(h, 0))),
            because="A larger beta makes the divergence h from the reference policy cheaper."),
        Step("two_factors_with_privacy", "Remark 4.3, with Lemma B.1", By(lemma_b_1.WITH_TWO_B, given=domain(epsilon, bound)),
            because="With labels under a fixed epsilon the logistic function enters squared: e^(2 B) is what the lemma needs, and e^B is enough for B up to epsilon."),
        Step("temperature_alone", "Remark 4.3", Inequality(log((1 + exp(beta * bound)) / 2) / beta, bound, domain(beta, bound))),
    ),
)
