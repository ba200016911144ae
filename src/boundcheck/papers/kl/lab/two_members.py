"""Two members that the data cannot tell: whatever the constant, the printed bounds fall below the error that one of the two truths has."""

from sympy import Ge

from boundcheck.claims import Collapse, Inequality

from ..proofs import lemma_b_1, theorem_4_2
from .offline import Offline

WRONG_MEMBER = Collapse(
    r"with two equally likely actions, two reward functions whose gaps are $B$ and $B - 1/4$, $\varepsilon = 1$, $e^B = 3000 C \cosh^2(1/2)$ and too few samples to tell them apart, every estimate has under one "
    "of the two an error of 1/64 with probability 1/5",
    lemma_b_1.C,
    lemma_b_1.INSTANCE,
    error=lemma_b_1.WRONG,
    likely=lemma_b_1.LIKELY,
    rests_on=lemma_b_1.GROUNDS,
    experiment=Offline("error", apart=0.25),
)
WRONG_POLICY = Collapse(
    r"with two equally likely actions, two reward functions whose gaps are $B$ and $B - 1/4$, $\varepsilon = 1$, $e^B = 10^6 C$, $\beta = 1/B$ and too few samples to tell "
    r"them apart, every algorithm has under one of the two a shortfall of $\beta/3232$ with probability 1/5",
    theorem_4_2.C,
    theorem_4_2.INSTANCE,
    error=Inequality(theorem_4_2.LEAST, theorem_4_2.LEAST * 101 / 100, (Ge(theorem_4_2.C, 1),)),
    likely=theorem_4_2.LIKELY,
    rests_on=(*theorem_4_2.GROUNDS, theorem_4_2.LEAST_SHORTFALL.statement, theorem_4_2.AFFINITY.statement),
    experiment=Offline("shortfall", apart=0.25),
)
