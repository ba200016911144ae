"""Remark 4.3: the parameters of the upper bound."""

import sympy
from sympy import Abs, Eq, Ge, Le, cosh, coth, exp, log

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, SameUpToConstant, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER, faults, lemma_b_1
from .notation import LETTERS, beta, bound, domain, epsilon
from .quantities import PRICE

r, h, x, C = sympy.symbols("r h x C", real=True)
FLATTEST = 1 / (sigmoid(bound) * (1 - sigmoid(bound)))
PRINTED = exp(bound) * coth(epsilon / 2) ** 2
LARGE = log(8 * C * cosh(epsilon / 2) ** 2)

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.3", "Section 4.1", kind="remark"),
    words=r"$\beta$ trades the reward against the distance to the reference policy; of the bound (11), for private labels, the logistic function gives the factor",
    displays={"": "e^B"},
    letters=LETTERS,
    readings=(
        Reading("literal", r"in the bound for private labels: one over the least information of such a label about a difference of rewards in $[-B, B]$ is at most $C e^B/(2 \alpha - 1)^2$, $C$ a constant", fault=faults.SLOPE),
        Reading("plain", "for labels without privacy, where the least slope of the logistic function enters once", repair=True),
    ),
    parts={
        "factor": {
            "literal": Inequality(PRICE, C * PRINTED, (*domain(epsilon), Ge(C, 1), Eq(bound, LARGE))),
            "plain": SameUpToConstant(FLATTEST, exp(bound), domain(bound)),
        },
    },
    steps=(
        Step("for_every_constant", "Remark 4.3, with Lemma B.1", Inequality(C * PRINTED, PRICE, (*domain(epsilon, bound), Ge(C, 1), Ge(bound, LARGE)), strict=True),
            because=r"Of private labels the logistic function enters squared: from $e^B = 8 C \cosh^2(\varepsilon/2)$ on the factor $e^B$ is too small, whatever the constant $C$ is."),
        Step("two_factors_with_privacy", "Remark 4.3, with Lemma B.1", By(lemma_b_1.WITH_TWO_B, given=domain(epsilon, bound)),
            because=r"$e^{2 B}$ is enough for every $B$, and $e^B$ for $B$ up to $\varepsilon$."),
        Step("slope_at_the_end", "Remark 4.3", Identity(FLATTEST, exp(bound) + 2 + exp(-bound), domain(bound))),
        Step("flattest_at_the_end", "Remark 4.3", Inequality(sigmoid(bound) * (1 - sigmoid(bound)), sigmoid(x) * (1 - sigmoid(x)), (Le(Abs(x), bound), *domain(bound)))),
        Step("constant_four", "Remark 4.3", Inequality(exp(bound) + 2 + exp(-bound), 4 * exp(bound), domain(bound))),
        Step("trade_off", "Remark 4.3", Inequality(r - h / beta, r - h / (2 * beta), (*domain(beta), Ge(h, 0))),
            because=r"A larger $\beta$ makes the divergence $h$ from the reference policy cheaper."),
        Step("temperature_alone", "Remark 4.3", Inequality(log((1 + exp(beta * bound)) / 2) / beta, bound, domain(beta, bound))),
    ),
)
