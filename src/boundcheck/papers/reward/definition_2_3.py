"""Definition 2.3: label differential privacy, central and local."""

import sympy
from sympy import Eq, Ge, Le, exp

from boundcheck.claims import Claim, Identity, Inequality, PrivacyGuarantee, Repair, Source, Step
from boundcheck.privacy import LABEL_REPLACED

from . import PAPER, definition_2_2, lemma_3_1
from .notation import LETTERS, delta, epsilon
from .quantities import FLIP, KEEP

p, q, r, s, k = sympy.symbols("p q r s k", real=True)
ANY = (Ge(epsilon, 0),)

CLAIM = Claim(
    source=Source(PAPER, "Definition 2.3", "Section 2; Remark 4.2", kind="definition"),
    words="For data sets that differ in the label of a single sample, and all sets $S$ of outputs, the display holds. In the local model the labels "
    "that the learner sees are private already",
    displays={"": r"\mathbb{P}[\mathcal{A}(\mathcal{D}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\mathcal{D}') \in S] + \delta"},
    letters=LETTERS | {"delta": r"\delta"},  # delta of privacy
    parts={
        "local": PrivacyGuarantee({0: (KEEP, FLIP), 1: (FLIP, KEEP)}, ((0, 1), (1, 0)), epsilon, sympy.Integer(0), ANY, adjacency=str(LABEL_REPLACED)),
        "central": PrivacyGuarantee(
            {labels: lemma_3_1.law(labels) for labels in lemma_3_1.DATASETS}, lemma_3_1.neighbours(), epsilon, sympy.Integer(0), ANY, adjacency=str(LABEL_REPLACED)
        ),
    },
    steps=(
        Step("delta_zero", r"Definition 2.3, 'If $\delta = 0$'",
            definition_2_2.CLAIM.steps[0].statement,
            display=r"\delta \in (0, 1] \quad (\delta = 0)",
            form="translation", because="As in Definition 2.2.",
            repair=Repair(Inequality(sympy.Integer(0), delta, (Eq(delta, 0),)), r"$\delta$ in [0, 1]", r"\delta \in [0, 1]"),
            misprint=r"the last sentence of the definition, which sets $\delta = 0$, and Lemmas 3.1 and 4.1, which use it",
            fault=definition_2_2.ZERO),
        Step("local_is_stronger", "Remark 4.2",
            Inequality(k * (p * r + (1 - p) * s), k * exp(epsilon) * (q * r + (1 - q) * s),
                (*ANY, Ge(k, 0), Ge(r, 0), Ge(s, 0), Ge(p, 0), Le(p, 1), Ge(q, 0), Le(q, 1), Le(p, exp(epsilon) * q), Le(1 - p, exp(epsilon) * (1 - q)))),
            display=r"\text{local } \varepsilon\text{-label DP implies central } \varepsilon\text{-label DP}",
            form="reduction", because="Given all other private labels, of joint probability $k$: $p$ and $q$ are the probabilities of a private label 1 under the two "
            "labels, $r$ and $s$ those of $S$ after the private labels 1 and 0. Summed over the others."),
        Step("attained", "after (2)", Identity(KEEP, sympy.Mul(exp(epsilon), FLIP, evaluate=False), ANY),
            because=r"Randomized response attains $\varepsilon$: no smaller one would do."),
        Step("features_are_public", "before Definition 2.3",
            Inequality(p * k, exp(epsilon) * q * k, (*ANY, Ge(k, 0), Le(p, exp(epsilon) * q))),
            because="States and actions are the same in both data sets: whatever is drawn from them has one probability $k$ under both."),
    ),
)
