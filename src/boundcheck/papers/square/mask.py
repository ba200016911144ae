"""Appendix E: turned labels in the experiment."""

from fractions import Fraction

import sympy
from sympy import Ge, Gt, Integer, Le, Rational, exp

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, alpha, c_epsilon, domain, epsilon
from .quantities import FLIP, KEEP

CTL = alpha * KEEP + (1 - alpha) * FLIP
LTC = alpha + (1 - alpha) * FLIP
q = sympy.Symbol("q", real=True)


def share_of_ones(order, share, flip):
    """Share of labels that are turned in the end."""
    return share * (1 - flip) + (1 - share) * flip if order == "CTL" else share + (1 - share) * flip


CLAIM = Claim(
    source=Source(PAPER, "Appendix E, masks", "CTL and LTC settings", kind="appendix"),
    words=r"A mask is 0; the coin turns it with probability $1/(e^\varepsilon + 1)$, corruption sets it to 1 with probability $\alpha$; LTC has more ones than CTL",
    displays={"CTL": (r"\mathbb{P}[\text{mask} = 1] = {}", CTL), "LTC": (r"\mathbb{P}[\text{mask} = 1] = {}", LTC)},
    letters=LETTERS,
    parts={
        "more_ones": Inequality(CTL, LTC, domain(epsilon, alpha)),
        "shares": Definition(r"share of ones, for the coin's 3/8, which is near $\varepsilon = 0.5$, and $\alpha = 1/10$", share_of_ones,
            tuple({"order": order, "share": Fraction(1, 10), "flip": Fraction(3, 8)} for order in ("CTL", "LTC"))),
    },
    steps=(
        Step("difference", "last sentence", Identity(LTC - CTL, alpha * FLIP, domain(epsilon, alpha)), because="The bad labels that the coin turns back."),
        Step("strictly", "last sentence", Inequality(Integer(0), alpha * FLIP, (*domain(epsilon, alpha), Gt(alpha, 0)), strict=True)),
        Step("is_huber", "Appendix E", Identity((1 - alpha) * q + alpha * (1 - q), q + alpha * (1 - 2 * q), (Ge(q, 0), Le(q, 1))), because="A mask of 1 is Huber's bad label $1 - y$."),
        Step("mean_under_ctl", "Appendix E", Identity(1 - 2 * CTL, (1 - 2 * alpha) / c_epsilon, domain(epsilon, alpha)), because="What is left of a label of +1 and $-1$ in the mean."),
        Step("mean_under_ltc", "Appendix E", Identity(1 - 2 * LTC, (1 - alpha) / c_epsilon - alpha, domain(epsilon, alpha))),
        Step("still_informative", "Appendix E, Results", Inequality(Integer(0), (1 - Rational(1, 10)) * (exp(Rational(1, 2)) - 1) / (exp(Rational(1, 2)) + 1) - Rational(1, 10), strict=True),
            because=r"At $\varepsilon = 0.5$ and $\alpha = 0.1$ labels still point the right way under LTC."),
    ),
)  # fmt: skip
