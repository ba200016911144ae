"""Corollary 4.4: suboptimality and the relative condition number."""

from sympy import sqrt

from boundcheck.claims import Assumption, Claim, InstanceInequality, Source

from . import PAPER, definition_4_3, lemma_h_1, proposition_4_2
from .lab import one_state
from .notation import LETTERS, d, kappa
from .proofs import corollary_4_4 as proof
from .proofs import vectors

LONGEST = 2  # of differences of features


def printed(width):
    """The claimed bound."""
    return 2 * sqrt(3) * width * sqrt(d * kappa)


def sharper(width):
    """The same without the dimension, which the same steps give."""
    return 2 * sqrt(3) * width * sqrt(kappa)


def least_ridge(failure):
    """The ridge weight of Lemma H.1 for features of norm at most 2."""
    return lemma_h_1.least_ridge(LONGEST, failure)


INSTANCE = (one_state.DIMENSION, one_state.policies_instance, one_state.policies_left)
WORDS = "square of the norm of the difference of feature means, over 3 and against "

CLAIM = Claim(
    source=Source(PAPER, "Corollary 4.4", "Section 4.1; proof in Appendix E.2"),
    words="For lambda at least a constant times (d/n) ln(n/delta) and a finite relative condition number, (6) implies",
    displays={"": 'SubOpt(hat(pi), pi^dagger) <= 2 sqrt(3) Gamma(n, d, delta, lambda) sqrt(d kappa(pi^dagger, pi_"ref"))'},
    letters=LETTERS | vectors.LETTERS | {"width": "Gamma"},
    parts={
        "norm": InstanceInequality(WORDS + "kappa d", *INSTANCE, one_state.times_dimension, proof.COVERED, one_state.policies_letters),
        "norm_without_d": InstanceInequality(WORDS + "kappa", *INSTANCE, one_state.alone, proof.COVERED, one_state.policies_letters),
    },
    uses=(definition_4_3, lemma_h_1, proposition_4_2),
    steps=proof.steps(printed, sharper, least_ridge),
    assumptions=(
        Assumption("actions_from_sft", "both actions of a comparison are drawn from π_sft, independently given the state", ("step_a",),
                   "the print names the law of the states only; with other data the denominator of kappa is another matrix"),
        Assumption("both_events", "(5) and Lemma H.1 hold; each may fail, so the result holds with probability at least 1 minus the "
                   "sum of the two", ("step_a",), "the corollary names no probability; Theorem 6.1 absorbs a factor 2 of delta in its constant"),
    ),
    not_covered=("the instances have one state, three actions and two dimensions; the steps have any number",),
)
