"""Definition 2.1: Huber corruption."""

from fractions import Fraction

import sympy
from sympy import Ge, Le

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, alpha, domain

p, b, x = sympy.symbols("p b x", real=True)
PROBABILITIES = (Ge(p, 0), Le(p, 1), Ge(b, 0), Le(b, 1))
MIXED = (1 - alpha) * p + alpha * b


def mixed(share, clean, bad):
    """Probability of the label 1 under the mixture."""
    return (1 - share) * clean + share * bad


CLAIM = Claim(
    source=Source(PAPER, "Definition 2.1", "Section 2.3", kind="definition"),
    words=r"Each label comes from its clean law with probability $1 - \alpha$ and from a bad law, which may be another one for every label, with probability $\alpha$",
    displays={"": r"(1 - \alpha) G_i + \alpha B_i"},
    letters=LETTERS | {"p": "p_i", "b": "b_i"},
    parts={
        "mixture": Definition(
            "probability of the label 1", mixed,
            tuple({"share": Fraction(1, 4), "clean": Fraction(k, 4), "bad": Fraction(m)} for k in (0, 2, 4) for m in (0, 1)),
        )
    },
    steps=(
        Step("is_a_law", "Definition 2.1", Inequality((MIXED - sympy.Rational(1, 2)) ** 2, sympy.Rational(1, 4), (*PROBABILITIES, *domain(alpha))),
            because="A probability is what lies within 1/2 of 1/2."),
        Step("distance", "Definition 2.1", Inequality((MIXED - p) ** 2, alpha**2, (*PROBABILITIES, *domain(alpha))),
            form="reduction", display=r"\operatorname{TV}((1 - \alpha) G_i + \alpha B_i, G_i) \le \alpha", because="Two laws on two labels; the square of the distance."),
        Step("any_distance_is_huber", "Definition 2.1", Identity(MIXED.subs(b, p + (x - p) / alpha), x, (sympy.Gt(alpha, 0),)),
            because=r"Every law at distance $\alpha (1 - p)$ at most above $p$, or $\alpha p$ below, is such a mixture."),
        Step("all_bad", "Definition 2.1", Identity((MIXED - p).subs(b, 1), alpha * (1 - p)),
            because=r"The largest upward shift; near $p = 0$ it is $\alpha$ itself."),
    ),
    not_covered=("bad laws that know other labels, which the word independently excludes",),
)  # fmt: skip
