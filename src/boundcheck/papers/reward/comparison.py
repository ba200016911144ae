"""Comparison in Section 4: SGD-RR against MLE-RR."""

from sympy import Gt

from boundcheck.claims import Claim, FamilyLowerBound, Fault, HardLogits, Inequality, Reading, Source

from .. import two_logits
from . import PAPER
from .lab.stream import against_likelihood
from .notation import LETTERS, c_epsilon, epsilon, n
from .proofs import comparison as proof
from .quantities import PRIVACY_FACTOR

ESTIMATORS = against_likelihood()
BOUNDS = Inequality(c_epsilon, proof.FACTOR, (Gt(proof.c, 0), Gt(epsilon, 2 * proof.c)))

CLAIM = Claim(
    source=Source(PAPER, "Comparison in Section 4", "Section 4, 'Cost of privacy' and 'Comparison with Zhu et al.'; Section 3, "
    "before (6)", kind="passage"),
    words=r"SGD-RR improves over the privacy cost of MLE-RR and has a lesser estimation error; with $L$ of order $\sqrt{d}$ "
    "its error depends on $d$ as that of the non-private estimator does. The two privacy factors are",
    displays={"SGD-RR": c_epsilon, "MLE-RR": PRIVACY_FACTOR, "every locally private method": (r"\inf \sup \mathbb{E} |\hat{\theta} - \theta| \ge {}", two_logits.BOUND)},
    letters=LETTERS | proof.LETTERS | {"c": "L B"},
    readings=(
        Reading("literal",
            "the errors of the two estimators on the same data, where both theorems apply: that of SGD-RR is the lesser one",
            fault=Fault("comparison_of_estimators", "non sequitur", "Section 3, before (6)", r"SGD-RR is said to have the lesser estimation error; what the page compares are the factors of two upper bounds, and where both were simulated, $d = 2$, $n = 20{,}000$ and $\varepsilon$ from 3.1 to 8, the errors have the opposite order: that of MLE-RR is at most 0.71 times that of SGD-RR (at $\varepsilon = 6.6$, 0.69 times)")),
        Reading("bounds",
            "the bound for SGD-RR has the smaller factor of the two; in the simulated settings the error of MLE-RR is the smaller one",
            support="Section 4, 'Cost of privacy', which compares the multiplicative factors of the two error bounds"),
    ),
    parts={
        "improves": {"literal": ESTIMATORS, "bounds": BOUNDS},
        "every_method": FamilyLowerBound(
            two_logits.BOUND, two_logits.risk, two_logits.POINTS, hard=(HardLogits(two_logits.LOGIT, n, None, epsilon=epsilon),)),
    },
    not_covered=(
        r"the error of order $\sqrt{d/n}/\gamma$ of Zhu et al. (2023), which is taken from the page",
        "what the page says of Cai et al. (2023): an additive cost in the central model, in the tabular setting",
    ),
    steps=proof.steps(),
)
