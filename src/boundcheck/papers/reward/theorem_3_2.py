"""Theorem 3.2: estimation error of MLE-RR in the norm of the data."""


from dataclasses import replace

from sympy import log, sqrt

from boundcheck.claims import Claim, KeyFinding, Reading, Source, total

from . import PAPER
from .faults import RIDGE
from .lab import likelihood, one_label
from .notation import LETTERS, LOW_PRIVACY, covariance_norm, d, delta, lam, n, radius
from .proofs import theorem_3_2 as proof
from .proofs.theorem_3_2 import strongly_convex as convex
from .proofs.theorem_3_2.derivation import derivation
from .quantities import EVERY_EPSILON, PRIVACY_FACTOR

CONSTANT = 35


def rate(factor=PRIVACY_FACTOR):
    """The displayed rate without C."""
    return {"noise": factor * sqrt((d + log(1 / delta)) / n), "ridge": sqrt(lam) * radius}


def explicit(noise):
    """The same terms with every constant."""
    return {"noise": noise, "ridge": 2 * radius * sqrt(lam)}


# The mended proof's shells, with the slope of the private logit as it is for every epsilon.
SHELLS = explicit(16 * EVERY_EPSILON * proof.WIDTH / sqrt(n))
PRINTED, EXPLICIT = total(rate()), total(SHELLS)


def bound(lab, printed, explicit=SHELLS, constant=CONSTANT, given=LOW_PRIVACY):
    """A reading of the display, against the diameter of the ball."""
    return lab.bound(
        printed=printed, explicit=explicit, constant=constant, trivial=2 * radius * sqrt(covariance_norm + lam), failure=delta, given=given
    )


LITERAL = bound(one_label.IN_THE_NORM_OF_THE_DATA, rate()["noise"], EXPLICIT)  # the ridge term stands beside the constant
COVERAGE = bound(likelihood.LOW_PRIVACY, rate())
CONVEX = bound(likelihood.CONVEX, rate(), explicit(convex.NOISE), convex.CONSTANT, convex.CONVEX)
SHARPER = bound(likelihood.HIGH_PRIVACY, rate(EVERY_EPSILON), given=())

CLAIM = Claim(
    source=Source(PAPER, "Theorem 3.2", "Section 3; proof in Appendix A"),
    words=r"For $\delta$ in (0, 1), $\varepsilon > 2L B$ and $\lambda > 0$, under Assumption 2.1, with probability at least $1 - \delta$",
    displays={
        "": (
            r"\|\hat{\theta}_{\mathrm{MLE-RR}} - \theta^*\|_{\Sigma_{\mathcal{D}} + \lambda I} \le C \cdot \left( {} \right) + \sqrt{\lambda} B",
            rate()["noise"],
        )
    },
    letters=LETTERS | replace(LETTERS["epsilon"], meaning=r"label privacy; above $2L B$, save where every $\varepsilon$ is meant"),
    readings=(
        Reading("literal", "$C$ is an absolute constant and stands before the first term only", fault=RIDGE),
        Reading("appendix",
            r"$C' \sqrt{\lambda} B$ in place of $\sqrt{\lambda} B$, as in the last display of Appendix A; $C' = 2$ is proved, and nothing below 2 will do",
            support=r"the last display of Appendix A, where $C'$ stands before $\sqrt{\lambda} B$"),
        Reading("convex",
            r"for $\varepsilon \ge 4L B + 1/2$, where the likelihood is strongly convex, $C = 11/3$ is enough in place of 35, with $C' = 2$; the proof is that of "
            r"Appendix A with $c = 2L B$",
            repair=True),
        Reading("every_epsilon",
            r"the bound holds for every $\varepsilon > 0$ with $c(\varepsilon)/(4 \gamma m^2)$ in place of the printed factor, "
            r"where $1/m = 1/c(\varepsilon)^2 + \sigma'(\varepsilon)/\gamma$. For $\varepsilon \ge 2L B$ this "
            r"factor is at most $c(\varepsilon)/\gamma$, and for smaller $\varepsilon$ at most $e^{4L B} c(\varepsilon)/\gamma$",
            repair=True),
    ),
    parts={
        "coverage": {"literal": LITERAL, "appendix": COVERAGE, "convex": CONVEX, "every_epsilon": SHARPER},
        "rates": likelihood.LOW_PRIVACY.rates(COVERAGE, constant=CONSTANT),
    },
    steps=proof.steps(COVERAGE, SHARPER, CONVEX),
    derivations={"coverage@convex": derivation(CONVEX)},
    findings=(
        KeyFinding(r"With the repaired proof the privacy factor of MLE-RR is at most $c(\varepsilon)/\gamma$ for $\varepsilon \ge 2L B$, that of SGD-RR in Theorem 4.4: where both theorems apply the two pay the same for privacy, and the page has a smaller factor for SGD-RR", ("same_price", "whole_every_epsilon"), weight="much"),
    ),
    not_covered=(
        "only $L = 1/2$ was simulated; every $L$ is reduced to it by scaling",
    ),
)
