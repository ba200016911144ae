"""Lemma 3.1: privacy of MLE with randomized response."""

import sympy
from sympy import Eq, Ge, Le, exp

from boundcheck.claims import Claim, Inequality, PrivacyGuarantee, Reading, Source, Step
from boundcheck.privacy import LABEL_REPLACED

from . import PAPER
from .notation import LETTERS, epsilon, n
from .quantities import FLIP, KEEP

p_1, q_1, rest = sympy.symbols("p_1 q_1 rest", real=True)
kept, others = sympy.symbols("kept others", real=True)
i, count = sympy.symbols("i count", integer=True)
p, q = (sympy.IndexedBase(name, real=True) for name in ("p", "q"))
ANY_EPSILON = (Ge(epsilon, 0),)
DATASETS = ((0, 0), (0, 1), (1, 0), (1, 1))  # labels of two samples


def law(labels):
    """Probability of every pair of private labels, the coins being independent."""
    return tuple(
        sympy.Mul(*(KEEP if seen == label else FLIP for seen, label in zip(output, labels, strict=True)))
        for output in DATASETS
    )


def neighbours():
    """Pairs of data sets that differ in one label."""
    return tuple((u, v) for u in DATASETS for v in DATASETS if sum(a != b for a, b in zip(u, v, strict=True)) == 1)


# The chance of any n private labels, of which so many are the true ones: under a data set, and under one with another label.
ANY_NUMBER = Inequality(KEEP**kept * FLIP ** (n - kept), exp(epsilon) * KEEP**others * FLIP ** (n - others),
    (*ANY_EPSILON, Ge(n, 1), Ge(others, 0), Le(kept, n), Le(kept, others + 1)))  # fmt: skip

PRIVATE_LABELS = PrivacyGuarantee(
    law={labels: law(labels) for labels in DATASETS},
    neighbours=neighbours(),
    epsilon=epsilon,
    delta=sympy.Integer(0),
    given=ANY_EPSILON,
    adjacency=str(LABEL_REPLACED),
)

CLAIM = Claim(
    source=Source(PAPER, "Lemma 3.1", "Section 3", kind="lemma"),
    words=r"For any $\varepsilon \ge 0$ the estimate is $\varepsilon$-label DP: between data sets that differ in one "
    "label, the probability of any set $S$ of estimates changes by at most a factor,",
    displays={"": r"\mathbb{P}[\mathcal{A}(\mathcal{D}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\mathcal{D}') \in S]"},
    letters=LETTERS | {"kept": "k", "others": "k'"},
    readings=(
        Reading("literal",
            r"Definition 2.3 has $\delta$ in (0, 1] and then sets $\delta = 0$; $\delta = 0$ is taken to be allowed"),
    ),
    parts={"private_labels": PRIVATE_LABELS, "any_number": ANY_NUMBER},
    steps=(
        Step("coin_ratio", "Section 3, after (2)",
            Inequality(p_1, exp(epsilon) * q_1, (Eq(p_1, KEEP), Eq(q_1, FLIP), *ANY_EPSILON)),
            display=r"\mathbb{P}[\tilde{y} = y] \le e^\varepsilon \mathbb{P}[\tilde{y} \ne y]", form="translation", because="With equality."),
        Step("coin_ratio_turned", "Section 3, after (2)", Inequality(FLIP, exp(epsilon) * KEEP, ANY_EPSILON)),
        Step("other_coins", "before Lemma 3.1",
            Inequality(rest * p_1, exp(epsilon) * (rest * q_1), (Le(p_1, exp(epsilon) * q_1), Ge(rest, 0), *ANY_EPSILON)),
            display=r"\mathbb{P}[\tilde{y}_{1 : n} \mid \mathcal{D}] \le e^\varepsilon \mathbb{P}[\tilde{y}_{1 : n} \mid \mathcal{D}']",
            form="translation", because="$p_1$ and $q_1$ are the probabilities of the private label of the one sample that differs, rest is the product of "
            "those of the others, which is one under both data sets."),
        Step("post_processing", "before Lemma 3.1",
            Inequality(sympy.Sum(p[i], (i, 1, count)), exp(epsilon) * sympy.Sum(q[i], (i, 1, count)),
                (Le(p[i], exp(epsilon) * q[i]), Ge(count, 1), *ANY_EPSILON)),
            display=r"\mathbb{P}[\mathcal{A}(\mathcal{D}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\mathcal{D}') \in S]",
            form="translation", because="The estimate is a function of the features and the private labels; the probabilities of the "
            "private labels that lead into $S$ are added up: $p_i$ under $D$, $q_i$ under $D'$, however many "
            "there are."),
    ),
)
