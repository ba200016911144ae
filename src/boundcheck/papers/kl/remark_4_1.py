"""Remark 4.1: effective sample size."""

import sympy
from sympy import Ge, Le, coth, exp, tanh

from boundcheck.claims import By, Claim, Identity, Inequality, Source, Step

from . import PAPER, lemma_b_1
from .notation import LETTERS, bound, domain, epsilon, n
from .quantities import SHRINKS, information

x = sympy.Symbol("x", real=True)
EFFECTIVE = SHRINKS**2 * n
PLAIN = (1 - tanh(x / 2) ** 2) / 4  # information of a label without privacy

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.1", "Section 4.1"),
    words="Against the case without privacy, n is replaced by",
    displays={"": "(2 alpha - 1)^2 n = ((e^epsilon - 1)/(e^epsilon + 1))^2 n < n"},
    letters=LETTERS,
    parts={
        "equal": Identity(EFFECTIVE, ((exp(epsilon) - 1) / (exp(epsilon) + 1)) ** 2 * n, domain(n, epsilon)),
        "smaller": Inequality(EFFECTIVE, n, domain(n, epsilon), strict=True),
    },
    steps=(
        Step("hyperbolic", "Remark 4.1", Identity(SHRINKS, tanh(epsilon / 2), domain(epsilon))),
        Step("where_preferences_are_even", "Remark 4.1", Identity(information(0), tanh(epsilon / 2) ** 2 / 4, domain(epsilon)),
            because="The information of a private label about a difference of rewards that is 0: of a plain one it is 1/4, so that the factor is exact there."),
        Step("less_where_they_are_not", "Remark 4.1, sharpened", Inequality(information(x), tanh(epsilon / 2) ** 2 * PLAIN, domain(epsilon)),
            because="At any other difference privacy costs more than the remark says."),
        Step("ratio", "Remark 4.1, sharpened", Identity(information(x), tanh(epsilon / 2) ** 2 * PLAIN * (1 - tanh(x / 2) ** 2) / (1 - tanh(epsilon / 2) ** 2 * tanh(x / 2) ** 2), domain(epsilon)),
            because="By how much more: the last factor."),
        Step("as_much_as_e_to_b", "Remark 4.1, sharpened", Inequality(information(x), 16 * tanh(epsilon / 2) ** 2 * sympy.cosh(epsilon / 2) ** 2 * exp(-x) * PLAIN, (*domain(epsilon), Ge(x, 0))),
            because="For a fixed epsilon the effective sample size falls by e^(-x), too, at differences x: the origin of e^(2 B) in Lemma B.1."),
        Step("in_the_bound", "Remark 4.1, with Lemma B.1", By(lemma_b_1.WHERE_THE_PRINT_STANDS, given=(*domain(epsilon, bound), Le(bound, epsilon))),
            because="In the bound the factor 1/(2 alpha - 1)^2 is all that privacy costs, up to a constant, for B at most epsilon; beyond that it is e^(B - epsilon) times as much (Lemma B.1)."),
        Step("small_epsilon", "Remark 4.1", Inequality(epsilon**2 / 5, SHRINKS**2, (*domain(epsilon), Le(epsilon, 1))),
            because="For epsilon at most 1 the factor is of order epsilon^2."),
        Step("price", "Remark 4.1", Identity(n / EFFECTIVE, coth(epsilon / 2) ** 2, domain(n, epsilon))),
    ),
    not_covered=("that an error bound has this effective sample size and no other factor of privacy: this is Lemma B.1, on which the remark rests; the parts compare the two numbers only",),
)
