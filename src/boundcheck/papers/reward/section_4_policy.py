"""Section 4: sub-optimality of the greedy policy."""

from sympy import Integer, Symbol

from boundcheck.claims import Claim, InstanceInequality, Letter, Reading, Source

from . import PAPER, lemma_3_1, theorem_4_4
from .faults import STEP_SIZE
from .lab import constant_step, estimates
from .lab.greedy import OF_SGD_RR
from .notation import SMALL_DELTA, delta, feature_bound, radius
from .proofs import section_4_policy as proof

CONSTANT = 2 * theorem_4_4.CONSTANT
SCALE = Letter(tau := Symbol("scale_of_truth", real=True), "scale of the truth: its length over the standard deviation of the last iterate, as far as the ball of radius $B$ allows", tau > 0, (0.1, 1), r"\tau")


def bound(lab):
    """L g with the g of Theorem 4.4: its rate without the constant, and twice its explicit version."""
    return lab.bound(
        printed=feature_bound * theorem_4_4.PRINTED, explicit=2 * feature_bound * theorem_4_4.explicit(), constant=Integer(CONSTANT),
        trivial=2 * feature_bound * radius, failure=delta, given=(*theorem_4_4.LARGE_N, *SMALL_DELTA),
    )  # fmt: skip


END_TO_END = bound(OF_SGD_RR)

CLAIM = Claim(
    source=Source(PAPER, "Gap bound of Section 4", "Section 4, 'Comparison with Zhu et al.', greedy policy", kind="passage"),
    words="Under the conditions of Theorem 4.4, with $g$ its bound at $t = n$, the policy that is greedy for the output of SGD-RR is "
    r"$\varepsilon$-label DP and has, with probability at least $1 - \delta$, a gap of the order below; $J$ is the expected "
    "reward of a policy, and the gap is what is called error where it is measured",
    displays={"": r"J(\pi^*) - J(\hat{\pi}_{\mathrm{Greedy}}) \le O(L g)"},
    letters=theorem_4_4.OF_SGD | SCALE | {"price": r"\ln(1/\delta)", "x": r"\ln \ln n"},
    readings=(
        Reading("literal", r"the step size is the constant $1/(\gamma \kappa)$ of Theorem 4.4 as printed", fault=STEP_SIZE),
        Reading("appendix", r"the step size is $1/(\gamma \kappa t)$, as in the proof of Theorem 4.4; $\Sigma$ is "
        r"$\mathbb{E}[x x^\top]$; the $\ln \ln n$ that the tilde of $g$ hides is kept, $n \ge 4$",
                misprint=r"Appendix B, line (b): $\eta_t = 1/(\lambda t)$, $\lambda = \gamma \kappa$"),
    ),
    parts={
        "squared_gap": InstanceInequality(
            "square of the gap against $4 L^2$ times the square of the error, 2 states, 3 actions, $d = 2$",
            estimates.DIMENSION, estimates.instance, estimates.square_of_gap, estimates.bound, proof.MEANS, estimates.numbers),
        "end_to_end": {"literal": bound(constant_step.POLICY), "appendix": END_TO_END},
        "rates": OF_SGD_RR.rates(END_TO_END),
    },
    steps=proof.steps(CONSTANT, END_TO_END),
    uses=(lemma_3_1, theorem_4_4),
    not_covered=(
        "simulations of more than two states, or of more than four actions, save for all vectors of length $L$ as actions",
        r"$\varepsilon = 0$, where line 6 of Algorithm 1 divides by zero",
    ),
)
