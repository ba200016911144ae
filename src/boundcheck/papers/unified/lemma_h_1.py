"""Lemma H.1: concentration of covariances."""

import sympy
from sympy import Eq, Ge, Gt, Le, Rational, log, sqrt

from boundcheck.claims import (
    Assumption,
    Cited,
    Claim,
    Fault,
    Inequality,
    KeyFinding,
    Reading,
    Source,
    Step,
    within_constant,
)

from . import PAPER
from .lab.covariances import LAB
from .notation import HALF, LETTERS, d, delta, domain, lam, n

RIDGE_FIXED = Assumption("ridge_fixed", "the ridge weight is chosen before the data are seen", "for a ridge that depends on the data a union over ridges is needed")
NORM_ONE = Assumption("norm_one", "features have norm at most 1; Corollary 4.4 and Proposition 4.6 apply the lemma to differences, of norm up to 2",
    r"four times the ridge, which $\Omega$ hides")

C, t, u, w, s = sympy.symbols("C t u w s", real=True)

THRESHOLD = Rational(11, 2)  # of n lam over ln(2d/delta), for features of norm at most 1
RATIO = Rational(2, 3)  # relative deviation that gives the factors 1/3 and 5/3
LOG = log(2 * d / delta)


def least_ridge(longest, failure):
    """A ridge weight that suffices for features of norm at most `longest`."""
    return THRESHOLD * longest**2 * log(2 * d / failure) / n


def deviation(ratio):
    """Relative deviation that the Bernstein inequality gives when ln(2d/delta) / (n lam) is `ratio`."""
    return ratio / 3 + sqrt(ratio**2 / 9 + 2 * ratio)


def rate(ratio):
    """The same without constants."""
    return sqrt(ratio) + ratio


# One sample out of e_1, e_2, equally likely: along the one that did not come, the left half reads (1/2 + lam)/3 <= lam.
ONE_SAMPLE = Inequality((HALF + lam) / 3, lam, (Ge(lam, 2 * C * log(1 / delta)), Ge(C, 1), *domain(delta, lam)))

BOUND = LAB.bound(printed=rate(LOG / (n * lam)), explicit=deviation(LOG / (n * lam)), constant=2, trivial=1, failure=delta)

CONFIDENCE = Fault("lemma_h_1_confidence", "range", "Lemma H.1", r"at $n = 1$ the hypothesis $\lambda \ge C d \ln(n/\delta)/n$ tends to 0 as $\delta$ tends to 1, and the lower inequality then fails")

CLAIM = Claim(
    source=Source(PAPER, "Lemma H.1", "Appendix H; Zanette et al. (2021), Lemma 39", kind="lemma"),
    words=r"For i.i.d. features of norm at most 1 with the second moment $\Sigma$, and $\lambda$ at least a constant times "
    r"$(d/n) \ln(n/\delta)$, with probability at least $1 - \delta$ the first display. Put to samples is what it follows from, for "
    r"any $\lambda > 0$: a bound of the relative deviation $A$ of the covariance, of which $C$ is the constant",
    displays={
        "": r"\frac{1}{3} (\Sigma + \lambda I) \preceq \frac{1}{n} \sum_i \phi_i \phi_i^\top + \lambda I \preceq \frac{5}{3} (\Sigma + \lambda I)",
        "tested": (r"\|A\| \le C \left( {} \right), \quad A = (\Sigma + \lambda I)^{-\frac{1}{2}} \left( \frac{1}{n} \sum_i \phi_i \phi_i^\top - \Sigma \right) (\Sigma + \lambda I)^{-\frac{1}{2}}", rate(LOG / (n * lam))),
    },
    letters=LETTERS,
    readings=(
        Reading("literal", r"for every $n \ge 1$ and every $\delta$ in (0, 1); $n = 1$ alone refutes it, for every constant $C$",
                fault=CONFIDENCE),
        Reading("several", r"for $n \ge 2$, so that $\ln(n/\delta)$ is at least ln 2 for every $\delta$. At $n = 1$ the hypothesis allows an arbitrarily "
                r"small $\lambda$, and one sample has information on one direction only",
                support=r"the $\Omega$ of the hypothesis, which speaks of $n$ that is large enough"),
    ),
    parts={"sandwich": {"literal": ONE_SAMPLE, "several": BOUND}},
    steps=(
        Step("one_sample", "Lemma H.1 at $n = 1$",
            Inequality(2 * C * w, Rational(1, 4), (Ge(C, 1), Eq(w, 1 / (16 * C))), strict=True),
            because=r"For one sample out of $e_1$, $e_2$, equally likely, the left half of the sandwich needs $\lambda \ge 1/4$ on every "
            r"data set. Whatever the constant $C$ is, the hypothesis asks for less: for $\lambda \ge 2 C w$, "
            r"$w = \ln(1/\delta)$, which is 1/8 at $w = 1/(16 C)$. So the witness of the part, at one $C$, stands for every $C$."),
        Step("whitened_norm", "proof of Lemma H.1",
            Inequality(u / (s + lam), u / lam, (Ge(u, 0), Ge(s, 0), Gt(lam, 0))),
            display=r"\phi^\top (\Sigma + \lambda I)^{-1} \phi \le \frac{1}{\lambda}",
            form="reduction", because=r"Summed over an eigenbasis of $\Sigma$: $s$ is an eigenvalue and $u$ the square of the coordinate of "
            "the feature; these squares sum to at most 1.", assumes=NORM_ONE),
        Step("variance", "proof of Lemma H.1",
            Inequality(w * s / (s + lam), 1 / lam, (Ge(w, 0), Le(w, 1 / lam), Ge(s, 0), Gt(lam, 0))),
            display=r"\|\mathbb{E} A_i^2\| \le \frac{1}{\lambda} \|\mathbb{E} A_i\| \le \frac{1}{\lambda}, \quad A_i = (\Sigma + \lambda I)^{-\frac{1}{2}} \phi_i \phi_i^\top (\Sigma + \lambda I)^{-\frac{1}{2}}",
            form="reduction", because=r"$w$ is the whitened norm of the step before, $s$ an eigenvalue of $\Sigma$."),
        Step("bernstein", "proof of Lemma H.1",
            Cited("the matrix Bernstein inequality", "Tropp (2015), Theorem 6.1.1 and Theorem 6.6.1"),
            display=r"\mathbb{P}\left( \left\| \frac{1}{n} \sum_i (A_i - \mathbb{E} A_i) \right\| \ge u \right) \le 2 d \exp\left( -\frac{n u^2}{2 (v + L u/3)} \right)",
            because=r"The matrix Bernstein inequality; $L$ bounds the norms and $v$ the variance, here both by $1/\lambda$.", assumes=RIDGE_FIXED),
        Step("invert", "proof of Lemma H.1",
            Inequality(2 * t * (1 + deviation(t) / 3), deviation(t) ** 2, (Gt(t, 0),)),
            display=r"\ln\left( 2\frac{d}{\delta} \right) \le \frac{n \lambda u^2}{2 \left( 1 + \frac{u}{3} \right)}",
            form="translation", because=r"With equality, for $u$ the explicit deviation and $t = \ln(2d/\delta)/(n \lambda)$."),
        Step("two_thirds", "proof of Lemma H.1",
            Inequality(deviation(t), RATIO, (Gt(t, 0), Le(t, 1 / THRESHOLD))),
            because=r"$\lambda \ge (11/2) \ln(2d/\delta)/n$ makes the relative deviation at most 2/3, which is the sandwich."),
        Step("sandwich", "Lemma H.1",
            Inequality(
                (s + lam) / 3, w + lam, (Ge(w - s, -RATIO * (s + lam)), Ge(s, 0), Ge(w, 0), Gt(lam, 0))
            ),
            because=r"Along one direction: $s$ and $w$ are the quadratic forms of $\Sigma$ and of its estimate."),
        Step("sandwich_above", "Lemma H.1",
            Inequality(w + lam, Rational(5, 3) * (s + lam), (Le(w - s, RATIO * (s + lam)), Ge(s, 0), Ge(w, 0), Gt(lam, 0))),
            because="The same from above."),
        Step("from_the_printed_ridge", "Lemma H.1, hypothesis",
            Inequality(LOG, d * log(n / delta), (*domain(delta), Ge(d, 2), Ge(n, 2))),
            because="The printed ridge with the constant 11/2 is at least the ridge that the proof needs, from $n = 2$ on; at "
            r"$d = 1$ this is $n \ge 2$ itself. The needed ridge has no factor $d$: $(11/2) \ln(2d/\delta)/n$ suffices."),
        Step("constant", "explicit version",
            within_constant(BOUND, *domain(n, d, delta, lam)),
            settles=("sandwich@several",),
            because="The explicit deviation is at most $C = 2$ times the rate."),
    ),
    findings=(
        KeyFinding(r"From $n = 2$ on the hypothesis is enough for every $\delta$", ("from_the_printed_ridge", "two_thirds"), weight="little", fault=CONFIDENCE),
    ),
    not_covered=("the matrix Bernstein inequality itself is cited",),
)
