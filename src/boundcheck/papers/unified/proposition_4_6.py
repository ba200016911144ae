"""Proposition 4.6: from the estimate of DPO to suboptimality."""

import sympy
from sympy import Ge, Gt, Rational, log, sqrt

from boundcheck.claims import Claim, Inequality, InstanceInequality, KeyFinding, Reading, Source
from boundcheck.symbolic import sigmoid

from . import PAPER, definition_4_3, lemma_h_1
from .lab import one_direction as study
from .notation import LETTERS, ball, beta, kappa, lam
from .proofs import proposition_4_6 as proof

width, k, tau = sympy.symbols("width k tau", real=True)
FACTOR = sqrt(3) / sqrt(2)


def printed(width):
    """The claimed bound."""
    return FACTOR * sqrt(kappa) * ball * width


def logit(share):
    return log(share / (1 - share))


# One state; one action at u, k actions at -u, with u the unit vector (1, -1)/sqrt 2 and k >= 2. The parameters of the best
# policy and of pi_sft are B u and -B u with B = ln(k)/2, so the best policy is at u with probability 1/2 and pi_sft with 1/(1 + k^2).
SFT = 1 / (1 + k**2)
RADIUS = log(k) / 2
POSITIVE = (Ge(k, 2), Gt(tau, 0), Gt(beta, 0), Gt(lam, 0))
MISS = tau * beta  # the estimate is off by beta tau u
WORLD = {
    "subopt": 4 * beta * RADIUS * (sigmoid(2 * tau) - Rational(1, 2)),
    "kappa": 1 / (4 * SFT * (1 - SFT)),  # attained at the best policy
    "width": MISS * sqrt(8 * SFT * (1 - SFT) + lam),  # on data whose covariance is that of the population
}
LITERAL = Inequality(WORLD["subopt"], printed(WORLD["width"]).subs({kappa: WORLD["kappa"], ball: RADIUS}), POSITIVE)

WORDS = "suboptimality of the estimate's log-linear policy, 2 states, 3 groups of equal actions, against "

CLAIM = Claim(
    source=Source(PAPER, "Proposition 4.6", "Section 4.2; proof in Appendix E.3", kind="proposition"),
    words=r"For log-linear policies the labels are logistic with the parameter $\beta (\theta^\star - \theta_{\mathrm{sft}})$. If (13) has "
    r"probability at least $1 - \delta$ and $\lambda$ is at least a constant times $(d/n) \ln(n/\delta)$, then with probability at "
    r"least $1 - \delta$",
    displays={"": r"\operatorname{SubOpt}(\hat{\pi}, \pi^\star) \le \frac{\sqrt{3}}{\sqrt{2}} \sqrt{\kappa_\Pi} B \Gamma(n, d, \delta, \lambda)"},
    letters=LETTERS | proof.LETTERS | {"width": r"\Gamma"},
    readings=(
        Reading("literal", r"$B$ bounds the norms of $\theta^\star$ and of $\theta_{\mathrm{sft}}$. It is refuted with one state, one action at a unit "
                r"vector $u$ and $k$ actions at $-u$, where $\theta^\star$ and $\theta_{\mathrm{sft}}$ are at distance $\ln(k)$ and the estimate "
                r"is off by $\beta \tau u$", fault=proof.RADIUS),
        Reading("distance", r"$B$ bounds the norm of $\theta^\star - \theta_{\mathrm{sft}}$, $\Delta_{\max}$ is the span of the reward over the actions of a state, "
                r"and $\delta$ is split between (13) and Lemma H.1",
                support=r"Theorem 6.3, where $\gamma$ is at $\beta B$, which is that of logits up to $\beta B$"),
        Reading("doubled", r"with $\theta^\star$ and $\theta_{\mathrm{sft}}$ in the ball of radius $B$: twice the printed "
                r"bound, $\sqrt{6}$ in place of $\sqrt{3/2}$", repair=True),
    ),
    parts={
        "bound": {
            "literal": LITERAL,
            "distance": InstanceInequality(WORDS + r"the bound with $B$ for the distance of $\theta^\star$ and $\theta_{\mathrm{sft}}$",
                study.DIMENSION, study.instance, study.suboptimality, study.by_distance, proof.WHOLE, study.distance_letters),
            "doubled": InstanceInequality(WORDS + "twice the bound with $B$ for the larger of their norms",
                study.DIMENSION, study.instance, study.suboptimality, study.by_radius, proof.DOUBLED, study.radius_letters),
        }
    },
    steps=proof.steps(FACTOR),
    findings=(
        KeyFinding(r"With $\delta/2$ for each of the two events the bound stands, wherever both hold", ("whole",), weight="little", fault=proof.EVENTS),
    ),
    uses=(definition_4_3, lemma_h_1),
    not_covered=(
        "infinitely many states or actions",
        "the instances have features along one direction; Theorem 6.3 tests the bound on sampled data",
    ),
)
