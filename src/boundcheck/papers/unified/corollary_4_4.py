"""Corollary 4.4: suboptimality and the relative condition number."""

from sympy import sqrt

from boundcheck.claims import Claim, InstanceInequality, KeyFinding, Source

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
    source=Source(PAPER, "Corollary 4.4", "Section 4.1; proof in Appendix E.2", kind="corollary"),
    words=r"For $\lambda$ at least a constant times $(d/n) \ln(n/\delta)$ and a finite relative condition number, (6) implies",
    displays={"": r"\operatorname{SubOpt}(\hat{\pi}, \pi^\dagger) \le 2 \sqrt{3} \Gamma(n, d, \delta, \lambda) \sqrt{d \kappa(\pi^\dagger, \pi_{\mathrm{ref}})}"},
    letters=LETTERS | vectors.LETTERS | {"width": r"\Gamma"},
    parts={
        "norm": InstanceInequality(WORDS + r"$\kappa d$", *INSTANCE, one_state.times_dimension, proof.COVERED, one_state.policies_letters),
        "norm_without_d": InstanceInequality(WORDS + r"$\kappa$", *INSTANCE, one_state.alone, proof.COVERED, one_state.policies_letters),
    },
    uses=(definition_4_3, lemma_h_1, proposition_4_2),
    steps=proof.steps(printed, sharper, least_ridge),
    findings=(
        KeyFinding(r"Without the factor $\sqrt{d}$, since $\mathbb{E}[\psi] \mathbb{E}[\psi]^\top \preceq \mathbb{E}[\psi \psi^\top]$ for differences $\psi$ of features", ("norm_without_d", "sharper_bound"), weight="better"),
    ),
    not_covered=("the instances have one state, three actions and two dimensions; the steps have any number",),
)
