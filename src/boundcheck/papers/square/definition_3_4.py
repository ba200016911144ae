"""Definition 3.4: single-policy concentrability."""

from fractions import Fraction

import sympy
from sympy import Eq, Ge, Gt, Integer, Le

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS

p, q, mean, second = sympy.symbols("p q mean second", real=True)


def coefficient(policy, reference):
    """The mean of the ratio under the policy."""
    return sum(a * a / b for a, b in zip(policy, reference, strict=True))


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
CLAIM = Claim(
    source=Source(PAPER, "Definition 3.4", "Section 3.1.2", kind="definition"),
    words="For a policy and a reference policy that takes every action with positive probability",
    displays={"": r"\mathcal{C}^\pi = \mathbb{E}_\pi\left[ \frac{\pi (a \mid x)}{\pi_{\mathrm{ref}}(a \mid x)} \right] = 2 D_{\chi^2}(\pi \| \pi_{\mathrm{ref}}) + 1"},
    letters=LETTERS | {"p": r"\pi(a|x)", "q": r"\pi_{\mathrm{ref}}(a|x)", "mean": "m", "second": "s"},
    parts={
        "coefficient": Definition("the coefficient of a policy on two actions", coefficient, (
            {"policy": (HALF, HALF), "reference": (HALF, HALF)},
            {"policy": (Fraction(1), Fraction(0)), "reference": (THIRD, 1 - THIRD)},
            {"policy": (Fraction(1), Fraction(0)), "reference": (Fraction(1, 100), Fraction(99, 100))},
        ))
    },
    steps=(
        Step("twice_the_divergence", "after Definition 3.4", Identity(p**2 / q, 2 * (q * (p / q - 1) ** 2 / 2) + 2 * p - q, (Gt(q, 0),)),
            because=r"One action; summed over the actions $2 \pi(a|x) - \pi_{\mathrm{ref}}(a|x)$ gives 1. The divergence is half the mean square of the ratio less 1, as the link function $u + \ln u$ needs it."),
        Step("at_least_one", "Definition 3.4", Inequality(Integer(1), second, (Eq(mean, 1), Le(mean**2, second))),
            because="The mean square of the ratio, whose mean under the reference is 1."),
        Step("best_action", "used in the studies", Identity(p**2 / q, 1 / q, (Eq(p, 1), Gt(q, 0))), because="A policy that takes one action has the coefficient one over its reference probability."),
        Step("covers_all", "Definition 3.4", Inequality(p**2 / q, p / q, (Ge(p, 0), Le(p, 1), Gt(q, 0))), because="At most the largest ratio, term by term."),
    ),
)  # fmt: skip
