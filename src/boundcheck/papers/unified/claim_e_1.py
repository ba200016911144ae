"""Claim E.1: noise part of the gradient."""

from dataclasses import replace

import sympy
from sympy import Ge, Gt, log, sqrt

from boundcheck.claims import Claim, Fault, Identity, Inequality, Repair, Source, Step

from . import PAPER, lemma_h_2
from .assumptions import INDEPENDENT_NOISE
from .notation import LETTERS, d, delta, lam, n

NOISE = replace(INDEPENDENT_NOISE, dropped="the print asks for identical laws, which labels of different features do not have; independence is all that Lemma H.2 needs")

sigma, t, s = sympy.symbols("sigma t s", real=True)
a, g = sympy.symbols("a g", real=True)

TRACE, TRACE_SQUARE, NORM = d / n, d / n**2, 1 / n  # of M, Appendix F
GOLDEN_RATIO = (1 + sqrt(5)) / 2


def printed(parameter, failure):
    """The claimed bound without its constant."""
    return parameter * sqrt((d + log(1 / failure)) / n)


def explicit(parameter, failure):
    """The same with every constant: Lemma H.2 at the traces and the norm of M."""
    return parameter * sqrt(lemma_h_2.tail(1, TRACE, TRACE_SQUARE, NORM, log(1 / failure)))


CLAIM = Claim(
    source=Source(PAPER, "Claim E.1", "Appendix E.4; proof in Appendix F", kind="claim"),
    words=r"For i.i.d. noise that is zero-mean and sub-Gaussian with parameter $\sigma$ given the features, and a universal "
    r"constant $C$, with probability at least $1 - \delta$",
    displays={"": (r"\left\| \frac{1}{n} \sum_i \eta_i x_i \right\|_{(\hat{\Sigma} + \lambda I)^{-1}} \le C {}", printed(sigma, delta))},
    letters=LETTERS,
    parts={},
    steps=(
        Step("quadratic_form", "Appendix F, first display",
            Identity(a * g**2, g**2 / a, (Gt(a, 0),)),
            display=r"\left\| \frac{1}{n} \sum_i \eta_i x_i \right\|_{\hat{\Sigma} + \lambda I}^2 = \eta^\top M \eta, \quad M = \frac{1}{n^2} X (\hat{\Sigma} + \lambda I)^{-1} X^\top",
            form="reduction", because=r"In an eigenbasis of the ridge covariance, per coordinate: $a$ is an eigenvalue, $g$ the coordinate of $X' \eta/n$, "
            "which is the vector whose norm is taken. The form of $M$ has $g^2/a$, the norm as printed a $g^2$.",
            repair=Repair(Identity(g**2 / a, g * (g / a), (Gt(a, 0),)),
                "the norm is that of the inverse matrix, as in the claim itself",
                r"\left\| \frac{1}{n} \sum_i \eta_i x_i \right\|_{(\hat{\Sigma} + \lambda I)^{-1}}^2 = \eta^\top M \eta, \quad M = \frac{1}{n^2} X (\hat{\Sigma} + \lambda I)^{-1} X^\top"),
            misprint="Claim E.1 and the last display of its proof, which have the inverse",
            fault=Fault("claim_e_1_inverse", "misprint", words="the subscript of the norm lacks the inverse")),
        Step("trace", "Appendix F, second display",
            Inequality(s / (s + lam), sympy.Integer(1), (Ge(s, 0), Gt(lam, 0))),
            display=r"\operatorname{trace}(M) \le \frac{d}{n}",
            form="reduction", because=r"The nonzero eigenvalues of $n M$ are $s/(s + \lambda)$, $s$ one of the at most $d$ positive "
            "eigenvalues of the covariance; each is at most 1."),
        Step("trace_square", "Appendix F, second display",
            Inequality((s / (s + lam)) ** 2, sympy.Integer(1), (Ge(s, 0), Gt(lam, 0))),
            display=r"\operatorname{trace}(M^2) \le \frac{d}{n^2}",
            form="reduction", because="As for the trace, squared."),
        Step("norm", "Appendix F, second display",
            Inequality(s / (s + lam) / n, 1 / n, (Ge(s, 0), Gt(lam, 0), Ge(n, 1))),
            display=r"\|M\| \le \frac{1}{n}",
            form="reduction", because=r"$s/(n (s + \lambda))$ is an eigenvalue of $M$, $s$ one of the covariance."),
        Step("constant", "Appendix F, last display",
            Inequality(d + 2 * sqrt(d * t) + 2 * t, GOLDEN_RATIO**2 * (d + t), (Ge(d, 1), Ge(t, 0))),
            display=r"\left\| \frac{1}{n} \sum_i \eta_i x_i \right\|_{(\hat{\Sigma} + \lambda I)^{-1}} \le C \sigma \sqrt{\frac{d + \ln\left( \frac{1}{\delta} \right)}{n}}",
            form="reduction", because=r"Lemma H.2 with $t = \ln(1/\delta)$, times $n/\sigma^2$. The constant is the golden ratio, "
            "and no smaller one follows from Lemma H.2.", assumes=NOISE),
    ),
)

