"""Theorem 6: what privacy of users costs at least."""

from sympy import Gt, Le, Max, sqrt

from boundcheck.claims import Claim, Inequality, Reading, Source

from . import PAPER, fact_1, lemma_7
from .notation import LETTERS, d, delta, domain, epsilon, feature_bound, m, n
from .proofs import every_design
from .proofs import theorem_6 as proof

# What Theorem 2's proof for every design gives in the letters of this page; eta is (e^epsilon - 1 + 2 delta)/(e^epsilon + 1).
PROVED = (d - 1) / (4 * feature_bound * sqrt(m)) * Max(1 / sqrt(n), 1 / (n * every_design.eta))
SHAPE = (*domain(n, m, d, epsilon, delta, feature_bound), Gt(every_design.eta, 0), Le(every_design.eta, epsilon + delta))
SMALLEST = 1 / (16 * feature_bound)

CLAIM = Claim(
    source=Source(PAPER, "Theorem 6", "Appendix B.4; proof in Appendix C.5"),
    words=r"For $n$ and $m$ large enough every $(\varepsilon, \delta)$-user-level-label private estimate has, on some instance,",
    displays={"": (r"\mathbb{E}[\|\hat{\theta} - \theta^*\|] \ge c \left( {} \right)", d / sqrt(n * m) + sqrt(d) / (sqrt(m) * n * (epsilon + delta)))},
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal",
            r"the supremum is over all parameters near 0, as in the proof: hypotheses $\Delta e$ need not have coordinates of sum 0, nor does the page ask for it here; "
            r"'large enough' is that $\Delta \sqrt{d}$ is at most $B$; $L$ is a constant"),
        Reading("every_design",
            r"with $c = 1/(16 L)$, and $d$ in place of $\sqrt{d}$ in the second term, for every fixed design of features of norm at most $L$, in the subspace of parameters of sum 0",
            repair=True),
    ),
    parts={
        "constant": {
            "literal": Inequality(SMALLEST * every_design.APPENDIX, PROVED, SHAPE),
            "every_design": Inequality(SMALLEST * d * (1 / sqrt(n * m) + 1 / (sqrt(m) * n * (epsilon + delta))), PROVED, SHAPE),
        }
    },
    steps=proof.steps(),
    uses=(fact_1, lemma_7),
    not_covered=("the exact Bayes risk on the cube, and methods that come near it",),
)  # fmt: skip
