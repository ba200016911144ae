"""Claim E.3: noise part of the gradient in the Euclidean norm."""

from dataclasses import replace

import sympy
from sympy import Ge, Le, log, sqrt

from boundcheck.claims import Assumption, ByDefinition, Claim, Inequality, Source, Step

from . import PAPER, lemma_h_2
from .assumptions import INDEPENDENT_NOISE
from .notation import LETTERS, delta, n

NOISE = replace(INDEPENDENT_NOISE, dropped="the print asks for identical laws, which labels of different features do not have")
BOUNDED_FEATURES = Assumption("bounded_features", "features have norm at most 1", "the bound is multiplied by the largest norm")

sigma, t, u, v = sympy.symbols("sigma t u v", real=True)
g = sympy.Symbol("g", real=True)
i, s = sympy.Symbol("i", integer=True), sympy.IndexedBase("s", real=True)

TRACE, TRACE_SQUARE, NORM = 1 / n, 1 / n**2, 1 / n  # of M, Appendix F
GOLDEN_RATIO = (1 + sqrt(5)) / 2


def printed(parameter, failure):
    """The claimed bound without its constant."""
    return parameter * sqrt((1 + log(1 / failure)) / n)


def explicit(parameter, failure):
    """The same with every constant: Lemma H.2 at the traces and the norm of M."""
    return parameter * sqrt(lemma_h_2.tail(1, TRACE, TRACE_SQUARE, NORM, log(1 / failure)))


CLAIM = Claim(
    source=Source(PAPER, "Claim E.3", "Appendix E.5; proof in Appendix F", kind="claim"),
    words=r"For i.i.d. noise that is zero-mean and sub-Gaussian with parameter $\sigma$ given the features, and a universal "
    r"constant $C$, with probability at least $1 - \delta$ in the Euclidean norm",
    displays={"": (r"\left\| \frac{1}{n} \sum_i \eta_i x_i \right\|_2 \le C {}", printed(sigma, delta))},
    letters=LETTERS,
    parts={},
    steps=(
        Step("quadratic_form", "Appendix F, proof of Claim E.3, first display",
            ByDefinition((g / n) ** 2, g * g / n**2, (Ge(n, 1),)),
            display=r"\left\| \frac{1}{n} \sum_i \eta_i x_i \right\|_2^2 = \eta^\top M \eta, \quad M = \frac{1}{n^2} X X^\top",
            because=r"Per coordinate; $g$ is the coordinate of $X' \eta$."),
        Step("trace", "Appendix F, proof of Claim E.3, second display",
            Inequality(sympy.Sum(s[i], (i, 1, n)) / n**2, 1 / n, (Le(s[i], 1), Ge(n, 1))),
            display=r"\operatorname{trace}(M) \le \frac{1}{n}",
            form="reduction", because="The entries of the diagonal of $M$ are $s_i/n^2$, $s_i$ the squared norms of the features.", assumes=BOUNDED_FEATURES),
        Step("trace_square", "Appendix F, proof of Claim E.3, second display",
            Inequality(u**2, u / n, (Ge(u, 0), Le(u, 1 / n), Ge(n, 1))),
            display=r"\operatorname{trace}(M^2) \le \frac{1}{n^2}",
            form="reduction", because="$u$ is an eigenvalue of $M$, at most $1/n$ by the steps beside this one; summed over the eigenvalues the right side is "
            "the trace over $n$, at most $1/n^2$."),
        Step("norm", "Appendix F, proof of Claim E.3, second display",
            Inequality(u, u + v, (Ge(u, 0), Ge(v, 0))),
            display=r"\|M\| \le \frac{1}{n}",
            form="reduction", because="$u$ is the largest eigenvalue, $v$ the sum of the others: the norm is at most the trace. Equality if "
            "all features agree and have norm 1."),
        Step("constant", "Appendix F, proof of Claim E.3, last display",
            Inequality(1 + 2 * sqrt(t) + 2 * t, GOLDEN_RATIO**2 * (1 + t), (Ge(t, 0),)),
            display=r"\left\| \frac{1}{n} \sum_i \eta_i x_i \right\|_2 \le C \sigma \sqrt{\frac{1 + \ln\left( \frac{1}{\delta} \right)}{n}}",
            form="reduction", because=r"Lemma H.2 with $t = \ln(1/\delta)$, times $n/\sigma^2$: $C$ is the golden ratio.", assumes=NOISE),
    ),
)
