"""Lemma 4.1: SGD-RR is label differentially private."""

import sympy
from sympy import Gt, exp

from boundcheck.claims import Claim, Identity, Inequality, Source, Step

from . import PAPER, lemma_3_1
from .notation import LETTERS, epsilon
from .quantities import DEFINITIONS, FLIP, KEEP

a, b = sympy.symbols("a b", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Lemma 4.1", "Section 4"),
    title="Privacy of SGD with randomized response",
    words="For any epsilon >= 0 the output of Algorithm 1 is epsilon-label DP: the probability of any set of outputs "
    "changes by at most the factor",
    displays={"": exp(epsilon)},
    definitions=DEFINITIONS,
    letters=LETTERS,
    parts={"private_labels": lemma_3_1.PRIVATE_LABELS},
    uses=("reward/lemma_3_1",),
    steps=(
        Step("scale_defined", "Algorithm 1, line 6",
            Inequality(sympy.Integer(0), exp(epsilon) - 1, (Gt(epsilon, 0),), strict=True),
            display="e^epsilon - 1 > 0 quad (epsilon > 0)",
            reduction="Line 6 divides by this number.",
            note="The lemma admits epsilon = 0, where line 6 is not defined; the domain is read as epsilon > 0. The private labels "
            "are fair coins at 0 and tell nothing, so no privacy is lost there: there is no output."),
        Step("adaptive_coins", "Section 4, after Algorithm 1; Remark 4.2",
            Identity((KEEP * a) * (FLIP * b) + (KEEP * a) * (KEEP * b), KEEP * a * b),
            display="PP[tilde(y)_(1:n) | y_(1:n)] = product_t PP[tilde(y)_t | y_t]",
            reduction="The coin of step t does not look at the iterate, so the law of the private labels is the product "
            "of Lemma 3.1, and summing over the later coin leaves the earlier one. Each label enters by its own coin alone, so "
            "its labeler may throw it, which is the local model."),
    ),
    not_covered=("epsilon = 0, where Algorithm 1 divides by zero",),
)
