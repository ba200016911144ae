"""Lemma 4.1: privacy of SGD with randomized response."""

import sympy
from sympy import Gt, exp

from boundcheck.claims import Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER, lemma_3_1
from .notation import LETTERS, epsilon
from .quantities import FLIP, KEEP

earlier = sympy.Symbol("earlier", real=True)

CLAIM = Claim(
    source=Source(PAPER, "Lemma 4.1", "Section 4", kind="lemma"),
    words=r"For any $\varepsilon \ge 0$ the output of Algorithm 1 is $\varepsilon$-label DP: between data sets that differ in one "
    "label, the probability of any set of outputs changes by at most a factor,",
    displays={"": r"\mathbb{P}[\mathcal{A}(\mathcal{D}) \in S] \le e^\varepsilon \mathbb{P}[\mathcal{A}(\mathcal{D}') \in S]"},
    letters=LETTERS | {"earlier": "r", "kept": "k", "others": "k'"},
    readings=(Reading("literal", r"for every $\varepsilon \ge 0$ the private labels are private, of which the output is a function; at $\varepsilon = 0$ line 6 divides by zero and there is none"),),
    parts={"private_labels": lemma_3_1.PRIVATE_LABELS, "any_number": lemma_3_1.ANY_NUMBER},
    steps=(
        Step("scale_defined", "Algorithm 1, line 6",
            Inequality(sympy.Integer(0), exp(epsilon) - 1, (Gt(epsilon, 0),), strict=True),
            display=r"e^\varepsilon - 1 > 0 \quad (\varepsilon > 0)",
            because=r"Line 6 divides by this number. At $\varepsilon = 0$ there is no output; the private labels are fair "
            "coins there, so that no privacy is lost."),
        Step("adaptive_coins", "Section 4, after Algorithm 1; Remark 4.2",
            Identity(earlier * KEEP + earlier * FLIP, earlier),
            display=r"\mathbb{P}[\tilde{y}_{1 : n} \mid y_{1 : n}] = \prod_t \mathbb{P}[\tilde{y}_t \mid y_t]",
            form="interpretation", because="The coin of step $t$ does not look at the iterate, so the law of the private labels is the product of Lemma 3.1: "
            "summed over the coin of step $t$ it leaves the law of the earlier ones, whose probability is $r$. A label enters "
            "through its own coin alone, which its labeler may throw: the local model."),
    ),
    not_covered=(r"$\varepsilon = 0$, where Algorithm 1 divides by zero",),
)
