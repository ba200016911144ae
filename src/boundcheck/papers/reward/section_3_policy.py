"""Section 3: sub-optimality of the pessimistic policy."""

from sympy import Integer, Symbol, sqrt

from boundcheck.claims import Claim, InstanceInequality, Letter, Reading, Source

from . import PAPER, lemma_3_1, theorem_3_2
from .lab import confidence_sets as sets
from .lab.pessimistic_regimes import BEST_POLICY, EVERY_DIRECTION
from .notation import ABOVE_2LB, LETTERS, LOW_PRIVACY, delta, feature_bound, lam, radius
from .proofs import section_3_policy as proof
from .quantities import SMALLEST, least, size

CONSTANT = 2 * theorem_3_2.CONSTANT
COVERED = Letter(size, "norm of the mean feature of the best policy", size > 0, (0.1, 100), r"\|\bar{\phi}_{\pi^*}\|_{(\Sigma_{\mathcal{D}} + \lambda I)^{-1}}")
SCALE = Letter(tau := Symbol("scale_of_truth", real=True), "scale of the truth: its length over the length that the set can hide, as far as the ball allows", tau > 0, (0.01, 2), r"\tau")


def bound(lab, scale):
    """f times `scale`, with the f of Theorem 3.2: its rate without the constant, and twice its explicit version."""
    return lab.bound(
        printed=theorem_3_2.PRINTED * scale, explicit=2 * theorem_3_2.EXPLICIT * scale, constant=Integer(CONSTANT),
        trivial=2 * feature_bound * radius, failure=delta, given=LOW_PRIVACY,
    )  # fmt: skip


END_TO_END = bound(EVERY_DIRECTION, feature_bound / sqrt(least + lam))
COMPARATOR = bound(BEST_POLICY, size)

CLAIM = Claim(
    source=Source(PAPER, "Gap bound of Section 3", "Section 3, Eq. (6) and after", kind="passage"),
    words=r"For $\varepsilon > 2L B$, with $f$ the error of Theorem 3.2, the map that maximises the least value over the parameters "
    r"within $f$ of the estimate is $\varepsilon$-label DP and has, with probability at least $1 - \delta$, a gap of the order "
    "below; $J$ is the expected reward of a policy, and the gap is what is called error where it is measured",
    displays={"": r"J(\pi^*) - J(\hat{\pi}_\Theta) \le O(L f \|(\Sigma_{\mathcal{D}} + \lambda I)^{-1/2}\|)"},
    letters=LETTERS | ABOVE_2LB | SMALLEST | COVERED | SCALE,
    readings=(
        Reading("appendix", r"policies are maps from states to actions, as printed; $\Theta$ is taken with the $f$ of Appendix A, whose ridge term has a constant, "
                "$C' = 2$, where Theorem 3.2 prints none; the $O$ of the gap covers either", support=r"the last display of Appendix A, where $C'$ stands before $\sqrt{\lambda} B$"),
        Reading("comparator",
            r"coverage of the best policy is enough: with the error bound $f$ of Theorem 3.2 the gap is at most $2 f$ times the norm of that policy's mean feature in "
            r"$(\Sigma + \lambda I)^{-1}$, on vectors of coordinate sum 0; $\Sigma$ is the sample covariance. The factor of the paper, $L$ over the "
            "root of the least eigenvalue, asks for coverage of every direction",
            repair=True),
    ),
    parts={
        "squared_gap": {
            "appendix": InstanceInequality(
                "square of the gap against $4 L^2 f^2$ over the least eigenvalue, 2 states, 3 actions, $d = 2$",
                sets.DIMENSION, sets.instance, sets.square_of_gap, sets.bound, proof.LONGEST, sets.every_direction),
            "comparator": InstanceInequality(
                "square of the gap against $4 f^2$ times the square of the best policy's norm, 2 states, 3 actions, $d = 2$",
                sets.DIMENSION, sets.instance, sets.square_of_gap, sets.bound_of_best, proof.BEST, sets.one_direction),
        },
        "end_to_end": {"appendix": END_TO_END, "comparator": COMPARATOR},
        "rates": EVERY_DIRECTION.rates(END_TO_END),
    },
    steps=proof.steps(CONSTANT, END_TO_END, COMPARATOR),
    uses=(lemma_3_1, theorem_3_2),
    not_covered=(
        "the proof of Li et al. (2022), to which the page refers: the one that is checked here is ours",
        "another radius than the one that is proved: 70 is for that one, against the rate with $f$ as printed and its $C$ "
            "left out; a smaller radius of the same probability would give a smaller gap",
        "simulations with another $L$ than 1/2, of more than two states or four actions, of stochastic policies for $d > 2$",
    ),
)
