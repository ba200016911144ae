"""Remark 5.4: the factors of the regret bound."""

import sympy
from sympy import Ge, coth, exp

from boundcheck.claims import Claim, Identity, Inequality, Source, Step

from . import PAPER, lemma_a_8, theorem_5_2
from .notation import LETTERS, bound, domain, epsilon
from .quantities import SHRINKS

FACTOR = ((exp(epsilon) + 1) / (exp(epsilon) - 1)) ** 2

CLAIM = Claim(
    source=Source(PAPER, "Remark 5.4", "Section 5", kind="remark"),
    words="$e^{2 B}$ comes from the logistic function, and privacy costs the factor",
    displays={"factor of privacy": r"\frac{1}{(2 \alpha - 1)^2} = \left( \frac{e^\varepsilon + 1}{e^\varepsilon - 1} \right)^2", "above one": r"\left( \frac{e^\varepsilon + 1}{e^\varepsilon - 1} \right)^2 > 1"},
    letters=LETTERS,
    parts={
        "equal": Identity(1 / SHRINKS**2, FACTOR, domain(epsilon)),
        "above_one": Inequality(sympy.Integer(1), FACTOR, domain(epsilon), strict=True),
    },
    uses=(lemma_a_8, theorem_5_2),
    steps=(
        Step("hyperbolic", "Remark 5.4", Identity(FACTOR, coth(epsilon / 2) ** 2, domain(epsilon))),
        Step("squared_slope", "Remark 5.4", Inequality(lemma_a_8.FLATTEST**2, 16 * exp(2 * bound), domain(bound)),
            because="Least squares pays the inverse slope of Lemma A.8 squared: here $e^{2 B}$ is right, and the offline proof's $e^B$ is not."),
        Step("squared_slope_is_needed", "Remark 5.4", Inequality(exp(2 * bound), lemma_a_8.FLATTEST**2, domain(bound))),
        Step("no_privacy", "Remark 5.4", Inequality(FACTOR, 1 + 6 * exp(-epsilon), (*domain(epsilon), Ge(epsilon, 2))),
            because=r"It is above 1 and comes within $6 e^{-\varepsilon}$ of it."),
    ),
    not_covered=(
        "that the regret bound stands with these factors: this is Theorem 5.2, on which the remark rests",
        "that it implies a bound without privacy: the limit of the factor is checked here, the bound in Corollary 5.5",
    ),
)
