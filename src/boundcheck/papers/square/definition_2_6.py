"""Definition 2.6 with Remark 2.7: corruption and central privacy."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, exp

from boundcheck.claims import Claim, Identity, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import RECORD_REPLACED

from . import PAPER
from .notation import LETTERS, alpha, domain, epsilon
from .quantities import FLIP, KEEP

p, q, p_bad, q_bad, h, b = sympy.symbols("p q p_bad q_bad h b", real=True)
bad = sympy.Symbol("bad", real=True)
MIXED = {0: (1 - alpha) * FLIP + alpha * (KEEP * bad + FLIP * (1 - bad)), 1: (1 - alpha) * KEEP + alpha * (KEEP * bad + FLIP * (1 - bad))}

CLAIM = Claim(
    source=Source(PAPER, "Definition 2.6 and Remark 2.7", "Section 2.3", kind="definition"),
    words=r"Labels are corrupted, then an algorithm that is $\varepsilon$-DP with respect to the corrupted data is run",
    displays={"": r"y \to \bar{y} \to \mathcal{A}(\bar{\mathcal{D}})"},
    letters=LETTERS | {"p_bad": "p_0", "q_bad": "q_0", "h": "h^*", "bad": "b"},
    parts={
        "raw_data": PrivacyGuarantee(
            law={label: (1 - chance, chance) for label, chance in MIXED.items()},
            neighbours=((0, 1), (1, 0)), epsilon=epsilon, delta=Integer(0),
            given=(Gt(epsilon, 0), *domain(alpha), Ge(bad, 0), Le(bad, 1)),
            adjacency=str(RECORD_REPLACED),
        )
    },
    steps=(
        Step("raw_data_too", "Definition 2.6",
            Inequality((1 - alpha) * p + alpha * p_bad, exp(epsilon) * ((1 - alpha) * q + alpha * q_bad),
                (*domain(alpha, epsilon), Ge(p, 0), Ge(q, 0), Ge(p_bad, 0), Ge(q_bad, 0), Le(p, exp(epsilon) * q), Le(p_bad, exp(epsilon) * q_bad))),
            form="translation", display=r"\mathbb{P}[\mathcal{A}(\bar{\mathcal{D}}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\bar{\mathcal{D}}') \in S]",
            because="Privacy with respect to the raw data follows: whether the draw is bad does not depend on the sample; after a good one the two data sets differ in one sample, and after a bad one, too, as the prompt and the responses may, with the probabilities $p_0$ and $q_0$."),
        Step("mean", "Definition 2.6", Identity((1 + ((1 - alpha) * h + alpha * b)) / 2, (1 - alpha) * (1 + h) / 2 + alpha * (1 + b) / 2),
            because="Probability of a corrupted label 1, from the means of clean and bad labels."),
        Step("shift", "Definition 2.6", Inequality(((1 - alpha) * h + alpha * b - h) ** 2, (2 * alpha) ** 2,
            (*domain(alpha), Ge(h, -1), Le(h, 1), Ge(b, -1), Le(b, 1)))),
        Step("privacy_only", "Remark 2.7", Identity((1 - alpha) * h + alpha * b, h, (Eq(alpha, 0),)), because=r"For $\alpha = 0$ the labels are clean."),
    ),
    not_covered=("mechanisms other than a single label's, in the part; the steps hold for all of them",),
)  # fmt: skip
