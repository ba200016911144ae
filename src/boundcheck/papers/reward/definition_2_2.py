"""Definition 2.2: differential privacy."""

import sympy
from sympy import Eq, Ge, Gt, Le, exp

from boundcheck.claims import Claim, Fault, Inequality, PrivacyGuarantee, Reading, Repair, Source, Step
from boundcheck.privacy import RECORD_REPLACED

from . import PAPER
from .notation import LETTERS, delta, epsilon
from .quantities import FLIP, KEEP

p, q, t, u = sympy.symbols("p q t u", real=True)
ANY = (Ge(epsilon, 0),)
UNIT = tuple(condition for x in (p, q, t, u) for condition in (Ge(x, 0), Le(x, 1)))
ZERO = Fault("definition_2_2_delta", "misprint", "Definitions 2.2 and 2.3", r"$\delta$ in (0, 1] stands for $\delta$ in [0, 1]")

CLAIM = Claim(
    source=Source(PAPER, "Definition 2.2", "Section 2", kind="definition"),
    words=r"For $\varepsilon \ge 0$ and $\delta$ in (0, 1] a mechanism $M$ is $(\varepsilon, \delta)$-DP if, for data sets that differ in one example "
    r"and all sets $E$ of outputs, the display holds; at $\delta = 0$ it is called $\varepsilon$-DP",
    displays={"": r"\mathbb{P}[\mathcal{M}(\mathcal{D}) \in E] \le e^\varepsilon \mathbb{P}[\mathcal{M}(\mathcal{D}') \in E] + \delta"},
    letters=LETTERS | {"delta": r"\delta"},  # delta of privacy
    readings=(Reading("literal", "one example is one label of the data set of one; randomized response is the mechanism that is looked at"),),
    parts={"randomized_response": PrivacyGuarantee({0: (KEEP, FLIP), 1: (FLIP, KEEP)}, ((0, 1), (1, 0)), epsilon, sympy.Integer(0), ANY, adjacency=str(RECORD_REPLACED))},
    steps=(
        Step("delta_zero", r"Definition 2.2, 'If $\delta = 0$'",
            Inequality(sympy.Integer(0), delta, (Eq(delta, 0),), strict=True),
            display=r"\delta \in (0, 1] \quad (\delta = 0)",
            form="translation", because=r"The last sentence sets $\delta = 0$, which the first one excludes.",
            repair=Repair(Inequality(sympy.Integer(0), delta, (Eq(delta, 0),)), r"$\delta$ in [0, 1]", r"\delta \in [0, 1]"),
            misprint=r"the last sentence of the definition, which sets $\delta = 0$, and Lemmas 3.1 and 4.1, which use it",
            fault=ZERO),
        Step("sets_of_outputs", "Definition 2.2, 'any subset E'",
            Inequality(p + t, exp(epsilon) * (q + u), (*UNIT, *ANY, Le(p, exp(epsilon) * q), Le(t, exp(epsilon) * u))),
            because=r"At $\delta = 0$ the condition on single outputs adds up to that on sets; $p$, $t$ and $q$, $u$ are probabilities of two outputs."),
        Step("empty_at_one", r"Definition 2.2 at $\delta = 1$",
            Inequality(p, exp(epsilon) * q + delta, (*UNIT, *ANY, Eq(delta, 1))),
            because=r"At $\delta = 1$, which the definition includes, every mechanism qualifies."),
        Step("weaker", "Definition 2.2",
            Inequality(exp(epsilon) * q + delta, exp(epsilon + t) * q + delta + u, (*UNIT, *ANY, Gt(delta, 0))),
            because=r"A larger $\varepsilon$ or $\delta$ asks for less."),
    ),
)
