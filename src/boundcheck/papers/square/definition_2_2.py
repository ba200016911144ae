r"""Definition 2.2: randomized response is $\varepsilon$-LDP."""

import sympy
from sympy import Gt, Integer, Mul, exp

from boundcheck.claims import Claim, Identity, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import LABEL_REPLACED

from . import PAPER
from .notation import LETTERS, c_epsilon, domain, epsilon
from .quantities import FLIP, KEEP

y = sympy.Symbol("y", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Definition 2.2", "Section 2.3, Eq. (3)", kind="definition"),
    words=r"A label is kept with probability $e^\varepsilon/(1 + e^\varepsilon)$ and turned otherwise; for any two labels and any set $S$ of outputs",
    displays={"": r"\mathbb{P}[\mathcal{R}(y) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{R}(y') \in S]"},
    letters=LETTERS,
    parts={
        "local_privacy": PrivacyGuarantee(
            law={0: (KEEP, FLIP), 1: (FLIP, KEEP)}, neighbours=((0, 1), (1, 0)), epsilon=epsilon, delta=Integer(0), given=(Gt(epsilon, 0),), adjacency=str(LABEL_REPLACED)
        )
    },
    steps=(
        Step("probabilities", "Eq. (3)", Identity(KEEP + FLIP, Integer(1))),
        Step("ratio", "Definition 2.2", Identity(KEEP, Mul(exp(epsilon), FLIP, evaluate=False)), because=r"The level $\varepsilon$ is attained."),
        Step("whole_set", "Definition 2.2", Inequality(Integer(1), exp(epsilon), domain(epsilon)), because="For $S$ with both outputs."),
        Step("private_mean", "Section 3.1.1, (ii)", Identity(KEEP * y + FLIP * (-y), y / c_epsilon, domain(epsilon)),
            because=r"For labels $y$ of +1 and $-1$ the mean shrinks by the factor $1/c(\varepsilon)$."),
    ),
)  # fmt: skip
