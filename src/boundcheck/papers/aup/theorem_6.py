"""Theorem 6: what privacy of users costs at least."""

from sympy import sqrt

from boundcheck.claims import Assumption, Claim, Reading, Source

from . import PAPER
from .notation import LETTERS, PARAMETERS, d, delta, epsilon, m, n
from .proofs import theorem_6 as proof

CLAIM = Claim(
    source=Source(PAPER, "Theorem 6", "Appendix B.4; proof in Appendix C.5"),
    words="For n and m large enough every (epsilon, delta)-user-level-label private estimate has, on some instance,",
    displays={"": ("EE[norm(hat(theta) - theta^*)] >= c ({})", d / sqrt(n * m) + sqrt(d) / (sqrt(m) * n * (epsilon + delta)))},
    parameters=tuple(PARAMETERS[k] for k in ("n", "m", "d", "epsilon", "delta", "feature_bound")),
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal",
            "the supremum is over all parameters near 0, as in the proof: hypotheses Delta e need not have coordinates of sum 0, nor does the page ask for it here; "
            "'large enough' is that Delta sqrt(d) is at most B; L is a constant"),
    ),
    parts={},
    steps=proof.steps(),
    assumptions=(
        Assumption("two_norms", "rows have Euclidean norm at most L in the first component and largest coordinate at most 1 in the second",
            ("bounded_rows", "user_distance"), "with coordinates up to 1 and no more the first term is sqrt(d/(nm)), not d/sqrt(nm)"),
    ),
    not_covered=("the exact Bayes risk on the cube, and methods that come near it", "the same within the subspace of parameters of sum 0"),
)  # fmt: skip
