"""Definition 2.5: differential privacy."""

from math import exp as real_exp

import sympy
from sympy import Eq, Ge, Gt, Le, exp

from boundcheck.claims import Claim, Definition, Fault, Inequality, Repair, Source, Step

from . import PAPER
from .notation import LETTERS, epsilon

p, q, p_2, q_2, delta = sympy.symbols("p q p_2 q_2 delta", real=True)
LAWS = (Ge(p, 0), Le(p, 1), Ge(q, 0), Le(q, 1), Gt(epsilon, 0), Ge(delta, 0), Le(delta, 1))


def least_delta(level, asked):
    """The delta with which randomized response of one level is private at another, by its two outputs."""
    keep = 1 / (1 + real_exp(-level))
    return max(0.0, keep - real_exp(asked) * (1 - keep))


CLAIM = Claim(
    source=Source(PAPER, "Definition 2.5", "Section 2.3", kind="definition"),
    words="For data sets that differ in one sample, prompt and responses included, and every measurable set $S$",
    displays={"": r"\mathbb{P}[\mathcal{A}(\mathcal{D}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\mathcal{D}') \in S] + \delta"},
    letters=LETTERS | {"p": r"\mathbb{P}[\mathcal{A}(\mathcal{D}) \in S]", "q": r"\mathbb{P}[\mathcal{A}(\mathcal{D}') \in S]"},
    parts={
        "least_delta": Definition(r"least $\delta$ of randomized response", least_delta,
            tuple({"level": level, "asked": asked} for level in (1.0, 2.0) for asked in (0.5, 1.0, 1.5)))
    },
    steps=(
        Step("name_of_the_condition", "Definition 2.5, second sentence", Inequality(p, exp(epsilon) * q, (*LAWS, Le(p, exp(epsilon) * q + delta))),
            form="translation", display=r"\mathcal{A}\text{ satisfies } \varepsilon\text{-DP if } \mathbb{P}[\mathcal{A}(\mathcal{D}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\mathcal{D}') \in S] + \delta",
            because=r"The condition with $\delta$ is given the name that the last sentence reserves for $\delta = 0$.",
            repair=Repair(Inequality(p, exp(epsilon) * q, (*LAWS, Le(p, exp(epsilon) * q + delta), Eq(delta, 0))),
                r"$(\varepsilon, \delta)$-DP, as in the heading; $\varepsilon$-DP for $\delta = 0$",
                r"\mathcal{A}\text{ satisfies } (\varepsilon, \delta)\text{-DP if } \mathbb{P}[\mathcal{A}(\mathcal{D}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\mathcal{D}') \in S] + \delta"),
            misprint="the heading and the last sentence of Definition 2.5",
            fault=Fault("definition_2_5", "misprint", words=r"the inequality with $\delta$ is called $\varepsilon$-DP")),
        Step("weaker_with_delta", "Definition 2.5", Inequality(p, exp(epsilon) * q + delta, (*LAWS, Le(p, exp(epsilon) * q)))),
        Step("post_processing", "used by Theorems 3.7 and 4.4",
            Inequality(p + p_2, exp(epsilon) * (q + q_2), (Le(p, exp(epsilon) * q), Le(p_2, exp(epsilon) * q_2), Gt(epsilon, 0))),
            because="Outputs that lead to one policy are added up."),
    ),
)  # fmt: skip
