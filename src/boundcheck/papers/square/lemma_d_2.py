"""Lemma D.2: error of the preference model."""

from sympy import Eq, Ge, Integer, Le

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, Repair, Source, Step, total

from . import PAPER, lemma_b_1
from .algorithm_3 import ARGUMENTS, MEAN, PLACE, P, ell
from .notation import LETTERS, domain, epsilon, functions
from .quantities import NAMES, ORDERS, generalization

MODEL = (Ge(P, 0), Le(P, 1), *domain(epsilon))

CLAIM = Claim(
    source=Source(PAPER, "Lemma D.2", "Appendix D", kind="lemma"),
    words=r"Under the conditions of Theorem D.1, with probability at least $1 - \zeta$",
    displays={NAMES[order]: (r"\operatorname{err}_{\mathrm{general}, \mathrm{ORDER}}^2 \le C \cdot \left( {} \right)".replace("ORDER", NAMES[order]), total(generalization(order, functions))) for order in ORDERS},
    letters=LETTERS | PLACE,
    readings=(
        Reading("literal", r"(10) fits $\ell(x, a^0, a^1)$ to labels that are 1 when $a^1$ is preferred", fault=ARGUMENTS),
        Reading("arguments", r"(10) fits $\ell(x, a^1, a^0)$", misprint=r"the definition of $\ell(x, a^1, a^0)$ in Section 2.1"),
    ),
    parts={
        "expected_fit": {
            "literal": Inequality((MEAN - ell) ** 2, Integer(0), (*MODEL, Eq(ell, -(2 * P - 1)))),
            "arguments": Inequality((MEAN - ell) ** 2, Integer(0), (*MODEL, Eq(ell, 2 * P - 1))),
        }
    },
    steps=(
        Step("fit", "Algorithm 3, (10), used by Lemma D.2", Identity(MEAN, -ell, (*MODEL, Eq(ell, 2 * P - 1))),
            form="translation", display=r"\mathbb{E}[c(\varepsilon) \bar{z}_i] = \ell^\star(x_i, a_i^0, a_i^1)",
            because=r"The conditional mean that least squares fits, against the argument order of (10); $\ell(x, a^0, a^1)$ is minus $\ell(x, a^1, a^0)$.",
            repair=Repair(Identity(MEAN, ell, (*MODEL, Eq(ell, 2 * P - 1))), r"$\ell(x_i, a_i^1, a_i^0)$"),
            misprint=r"the definition of $\ell(x, a^1, a^0)$ in Section 2.1", fault=ARGUMENTS),
        Step("twice_the_preference", "Lemma D.2", Identity((MEAN - (-ell)) ** 2, 4 * ell**2, (*MODEL, Eq(ell, 2 * P - 1))),
            because="What the error would be as printed, for any amount of data, if the class holds both signs."),
        *(Step(f"least_squares_{order}", f"Lemma D.2, {NAMES[order]}", By(lemma_b_1, part=order, letters={"members": functions})) for order in ORDERS),
        Step("range", "Lemma D.2", Inequality(ell**2, Integer(1), (Ge(P, 0), Le(P, 1), Eq(ell, 2 * P - 1)))),
    ),
    not_covered=("the simulations, which are those of Lemma B.1",),
)  # fmt: skip
