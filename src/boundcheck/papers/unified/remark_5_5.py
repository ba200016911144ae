"""Remark 5.5: privacy alone, and the order of privacy and corruption, in the printed bounds."""

import sympy
from sympy import Add, Eq, Gt, Mul, log, sqrt

from boundcheck.claims import Claim, Identity, Inequality, Source, Step, total

from . import PAPER, theorem_5_4
from .notation import LETTERS, alpha, c_epsilon, d, delta, domain, epsilon, gamma, lam, n, radius
from .orders import CTL, DISPLAYED, LTC

EVERYWHERE = domain(n, d, epsilon, delta, lam, radius)


RATE = {order: total(theorem_5_4.rate(order)) for order in DISPLAYED}


ALONE = Identity(RATE[LTC], c_epsilon / gamma * sqrt((d + log(1 / delta)) / n) + radius * sqrt(lam), (*EVERYWHERE, Eq(alpha, 0)))


def corruption(order):
    """The first term of the rate."""
    return theorem_5_4.rate(order)["corruption"]


CLAIM = Claim(
    source=Source(PAPER, "Remark 5.5", "Section 5.2", kind="remark"),
    words=r"Without corruption the rate is that of private estimation; with corruption LTC pays $c(\varepsilon)$ on the first term, CTL does "
    "not. Steps that are false as printed are those of Appendix E.4, from which the rates come.",
    displays={order.name: theorem_5_4.rate(order) for order in DISPLAYED},
    letters=LETTERS,
    parts={"no_corruption": ALONE, "separation": theorem_5_4.LAB.separation(theorem_5_4.rate)},
    steps=(
        Step("no_corruption", "Remark 5.5, first sentence",
            ALONE,
            because=r"Either order gives the same rate, with $1/\gamma$ and $c(\varepsilon)$ as in private estimation."),
        Step("extra_factor", "Remark 5.5, last sentence",
            Identity(corruption(LTC), Mul(c_epsilon, corruption(CTL), evaluate=False), (*EVERYWHERE, *domain(alpha))),
            because=r"The first term under LTC is $c(\varepsilon)$ times that under CTL."),
        Step("order", "Remark 5.5, second sentence",
            Inequality(RATE[CTL], RATE[LTC], (*EVERYWHERE, *domain(alpha)))),
        Step("strictly", "Remark 5.5, second sentence",
            Inequality(sympy.Integer(1), c_epsilon, domain(epsilon), strict=True),
            because=r"The factor is above 1 for every $\varepsilon$, and tends to 1 as $\varepsilon$ grows."),
        Step("not_in_the_rest", "Remark 5.5, last sentence",
            Identity(Add(RATE[LTC], -corruption(LTC), evaluate=False),
                Add(RATE[CTL], -corruption(CTL), evaluate=False),
                (*EVERYWHERE, Gt(alpha, 0))),
            because="Without their first terms the two bounds are the same."),
    ),
    not_covered=(
        "whether LTC must cost more than CTL: the remark compares upper bounds, and the report on Appendix C shows that the factor "
        r"$\sqrt{c(\varepsilon)}$ is enough in this norm",
    ),
)
