"""Proposition 4.2: from the estimate of a linear reward to suboptimality."""

from boundcheck.claims import Claim, InstanceInequality, Source

from . import PAPER
from .lab import one_state
from .notation import LETTERS
from .proofs import proposition_4_2 as proof
from .proofs import vectors


def greedy_bound(distance):
    """Eq. (4)."""
    return 2 * distance


def pessimistic_bound(width, norm):
    """Eq. (6), `norm` that of the difference of feature means in the inverse ridge covariance."""
    return 2 * width * norm


def greedy_right(case):
    """The square of (4)."""
    return greedy_bound(1) ** 2 * case["square"]


def pessimistic_right(case):
    """Eq. (6)."""
    return pessimistic_bound(case["width"], case["norm"])


CLAIM = Claim(
    source=Source(PAPER, "Proposition 4.2", "Section 4.1; proof in Appendix E.1", kind="proposition"),
    words="Under a linear reward with features of norm at most 1 the labels are logistic in the differences of features; the "
    "greedy policy, and on the event (5) the pessimistic one, satisfy",
    displays={
        "greedy": r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le 2 \|\hat{\theta} - \theta_{\mathrm{true}}\|_2",
        "pessimistic": r"\operatorname{SubOpt}(\hat{\pi}, \pi^\dagger) \le 2 \Gamma \|\mathbb{E}[\phi(s, \pi^\dagger(s)) - \phi(s, \pi_{\mathrm{ref}}(s))]\|_{(\hat{\Sigma} + \lambda I)^{-1}}",
    },
    letters=LETTERS | vectors.LETTERS | proof.THEIRS,
    parts={
        "greedy": InstanceInequality("square of the greedy policy's suboptimality against the square of (4)", 6,
            one_state.greedy_instance, one_state.greedy_left, greedy_right, proof.GREEDY, one_state.greedy_letters),
        "pessimistic": InstanceInequality("suboptimality of the pessimistic policy against (6), one effective dimension, three actions", 8,
            one_state.pessimistic_instance, one_state.pessimistic_left, pessimistic_right, proof.PESSIMISTIC, one_state.pessimistic_letters),
    },
    steps=proof.steps(greedy_bound, pessimistic_bound),
    not_covered=("the instances have one state and two or three actions; the steps have any number",),
)
