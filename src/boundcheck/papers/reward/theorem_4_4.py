"""Theorem 4.4: estimation error of SGD-RR in the Euclidean norm."""

from dataclasses import replace

from sympy import Ge, Integer, Symbol, log, sqrt

from boundcheck.claims import Claim, Reading, Source

from . import PAPER
from .faults import STEP_SIZE
from .lab import constant_step
from .lab.stream import SGD_RR
from .notation import LETTERS, SMALL_DELTA, c_epsilon, delta, feature_bound, gamma, kappa, n, radius
from .proofs import theorem_4_4 as proof

CONSTANT = 39


def printed(t):
    """The displayed rate without C."""
    return feature_bound / (gamma * kappa) * c_epsilon * sqrt((log(log(n)) + log(1 / delta)) / t)


PRINTED = printed(n)  # what is measured is the largest sqrt(t/n) times the error at t

# Dyadic variances for a horizon of 2n, dyadic ranges of t up to n: what a union bound pays for "all t".
CONFIDENCE = log((2 + log(2 * n) / (2 * log(2))) * log(2 * n) / log(2) / delta)


def explicit(scale=c_epsilon / (gamma * kappa)):
    """The version with every constant, at t = n."""
    return 2 * feature_bound * scale * sqrt(148 * CONFIDENCE / n)


LARGE_N = (Ge(n, 4),)  # Appendix B, step 3
OF_SGD = LETTERS | replace(LETTERS["n"], domain=LARGE_N) | replace(LETTERS["delta"], domain=SMALL_DELTA)
LARGEST = r"sample size; what is measured is the largest $\sqrt{t/n}$ times the error at $t$ over all $t \le n$, which the bound at $t = n$ is about"


def bound(lab):
    """The display with its explicit version, against the diameter of the ball."""
    given = (*LARGE_N, *SMALL_DELTA)
    return lab.bound(printed=PRINTED, explicit=explicit(), constant=Integer(CONSTANT), trivial=2 * radius, failure=delta, given=given)


COVERAGE = bound(SGD_RR)

CLAIM = Claim(
    source=Source(PAPER, "Theorem 4.4", "Section 4; proof in Appendix B"),
    words=r"For $\delta$ in $(0, 1/e)$ and $\varepsilon \ge 0$ (read as $\varepsilon > 0$), under Assumptions 2.1 and 4.3, Algorithm "
    r"1 with the step size $1/(\gamma \kappa)$ has, with probability at least $1 - \delta$, for all $t \le n$",
    displays={"": (r"\|\theta_t - \theta^*\| \le C \cdot \left( {} \right)", printed(Symbol("t", real=True)))},
    letters=OF_SGD | replace(OF_SGD["n"], meaning=LARGEST) | {"private_label": r"\tilde{y}_t", "true": "z^*", "price": r"\ln(1/\delta)", "loglog": r"\ln \ln n", "lam": r"\lambda"},  # lambda is gamma kappa
    readings=(
        Reading("literal",
            r"the step size is the constant $1/(\gamma \kappa)$; $\Sigma$ is $\mathbb{E}[x x^\top]$; $n \ge 4$, as step 3 of "
            r"Appendix B asks, so that $\ln \ln n$ is positive; $\varepsilon > 0$",
            fault=STEP_SIZE),
        Reading("appendix",
            r"the step size is $1/(\gamma \kappa t)$, as line (b) of the proof sets it. Also needed: $\Sigma$ is $\mathbb{E}[x x^\top]$ (Assumption 4.3), $n \ge 4$ (step 3 of Appendix B), and $\varepsilon > 0$",
            misprint=r"Appendix B, line (b): $\eta_t = 1/(\lambda t)$, $\lambda = \gamma \kappa$"),
    ),
    parts={
        "coverage": {"literal": bound(constant_step.ITERATE), "appendix": COVERAGE},
        "rates": SGD_RR.rates(COVERAGE),
    },
    steps=proof.steps(CONSTANT, explicit(), PRINTED, CONFIDENCE),
    not_covered=(
        r"$\varepsilon = 0$, where the bound is infinite and line 6 divides by zero (Lemma 4.1)",
    ),
)
