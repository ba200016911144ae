"""Remark 4.1: effective sample size."""

import sympy
from sympy import Abs, Eq, Ge, Le, cosh, coth, exp, log, tanh

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER, faults, lemma_b_1
from .notation import LETTERS, bound, domain, epsilon, n
from .quantities import SHRINKS, information

x, C = sympy.symbols("x C", real=True)
EFFECTIVE = SHRINKS**2 * n
PLAIN = (1 - tanh(x / 2) ** 2) / 4  # information of a label without privacy
CLAIMED = tanh(epsilon / 2) ** 2 * PLAIN  # what a private label would tell if only n changed
FAR = log(8 * C * cosh(epsilon / 2) ** 2)

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.1", "Section 4.1", kind="remark"),
    words="Against the case without privacy, $n$ is replaced by",
    displays={"effective sample size": r"(2 \alpha - 1)^2 n = \left( \frac{e^\varepsilon - 1}{e^\varepsilon + 1} \right)^2 n", "smaller": r"(2 \alpha - 1)^2 n < n"},
    letters=LETTERS,
    readings=(
        Reading("literal", r"whatever the difference $x$ of rewards is, $n$ private labels tell what $(2 \alpha - 1)^2 n$ plain ones tell, up to a constant $C$ that depends on nothing: by Fisher's information about $x$", fault=faults.SLOPE),
        Reading("even", r"for differences of rewards of at most $\varepsilon$, where the constant is 2", repair=True),
    ),
    parts={
        "equal": Identity(EFFECTIVE, ((exp(epsilon) - 1) / (exp(epsilon) + 1)) ** 2 * n, domain(n, epsilon)),
        "smaller": Inequality(EFFECTIVE, n, domain(n, epsilon), strict=True),
        "effective": {
            "literal": Inequality(CLAIMED, C * information(x), (*domain(epsilon), Ge(C, 1), Eq(x, FAR))),
            "even": Inequality(CLAIMED, 2 * information(x), (*domain(epsilon), Le(Abs(x), epsilon))),
        },
    },
    steps=(
        Step("hyperbolic", "Remark 4.1", Identity(SHRINKS, tanh(epsilon / 2), domain(epsilon))),
        Step("for_every_constant", "Remark 4.1", Inequality(C * information(x), CLAIMED, (*domain(epsilon), Ge(C, 1), Ge(x, FAR)), strict=True),
            because=r"At a difference $x$ with $e^x$ of $8 C \cosh^2(\varepsilon/2)$ or more a private label tells less than $(2 \alpha - 1)^2/C$ times what a plain one tells: the effective sample size falls by $e^{-x}$, too, which is the origin of $e^{2 B}$ in Lemma B.1."),
        Step("less_where_they_are_not", "Remark 4.1, sharpened", Inequality(information(x), CLAIMED, domain(epsilon)),
            because="At a difference of 0 the factor is exact; at any other privacy costs more than the remark says."),
        Step("ratio", "Remark 4.1, sharpened", Identity(information(x), CLAIMED * (1 - tanh(x / 2) ** 2) / (1 - tanh(epsilon / 2) ** 2 * tanh(x / 2) ** 2), domain(epsilon)),
            because="By how much more: the last factor."),
        Step("in_the_bound", "Remark 4.1, with Lemma B.1", By(lemma_b_1.WHERE_THE_PRINT_STANDS, given=(*domain(epsilon, bound), Le(bound, epsilon))),
            because=r"In the bound the factor $1/(2 \alpha - 1)^2$ is all that privacy costs, up to a constant, for $B$ at most $\varepsilon$; beyond that it is $e^{B - \varepsilon}$ times as much (Lemma B.1)."),
        Step("small_epsilon", "Remark 4.1", Inequality(epsilon**2 / 5, SHRINKS**2, (*domain(epsilon), Le(epsilon, 1))),
            because=r"For $\varepsilon$ at most 1 the factor is of order $\varepsilon^2$."),
        Step("price", "Remark 4.1", Identity(n / EFFECTIVE, coth(epsilon / 2) ** 2, domain(n, epsilon))),
    ),
)
