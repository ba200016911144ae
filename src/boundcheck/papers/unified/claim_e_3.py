"""Claim E.3: the noise part of the gradient in the Euclidean norm."""

import sympy
from sympy import Ge, Le, log, sqrt

from boundcheck.claims import Assumption, Claim, Identity, Inequality, Source, Step

from . import PAPER, lemma_h_2
from .notation import LETTERS, PARAMETERS, delta, n

sigma, t, u, v = sympy.symbols("sigma t u v", real=True)
x_1, x_2, eta_1, eta_2 = sympy.symbols("x_1 x_2 eta_1 eta_2", real=True)
w_1, w_2 = sympy.symbols("w_1 w_2", real=True)

TRACE, TRACE_SQUARE, NORM = 1 / n, 1 / n**2, 1 / n  # of M, Appendix F
GOLDEN_RATIO = (1 + sqrt(5)) / 2
IN_BALL = (Le(x_1**2 + w_1**2, 1), Le(x_2**2 + w_2**2, 1))


def printed(parameter, failure):
    """The claimed bound without its constant."""
    return parameter * sqrt((1 + log(1 / failure)) / n)


def explicit(parameter, failure):
    """The same with every constant: Lemma H.2 at the traces and the norm of M."""
    return sqrt(lemma_h_2.tail(parameter, TRACE, TRACE_SQUARE, NORM, log(1 / failure)))


# Two samples (x, w) in two dimensions: the entries of M = X X' / n^2.
M_11, M_22, M_12 = (x_1**2 + w_1**2) / 4, (x_2**2 + w_2**2) / 4, (x_1 * x_2 + w_1 * w_2) / 4

CLAIM = Claim(
    source=Source(PAPER, "Claim E.3", "Appendix E.5; proof in Appendix F"),
    title="Noise part of the gradient in the Euclidean norm",
    words="For i.i.d. noise that is zero-mean and sub-Gaussian with parameter sigma given the features, and a universal "
    "constant C, with probability at least 1 - delta in the Euclidean norm",
    displays={"": ('norm(1/n sum_i eta_i x_i)_2 <= C {}', printed(sigma, delta))},
    parameters=tuple(PARAMETERS[name] for name in ("n", "delta")),
    letters=LETTERS | {"sigma": "sigma", "eta_1": "eta_1", "eta_2": "eta_2"},
    parts={},
    uses=("unified/lemma_h_2",),
    steps=(
        Step("quadratic_form", "Appendix F, proof of Claim E.3, first display",
            Identity(((eta_1 * x_1 + eta_2 * x_2) / 2) ** 2 + ((eta_1 * w_1 + eta_2 * w_2) / 2) ** 2,
                eta_1**2 * M_11 + 2 * eta_1 * eta_2 * M_12 + eta_2**2 * M_22),
            display="norm(1/n sum_i eta_i x_i)_2^2 = eta^top M eta, quad M = 1/n^2 X X^top",
            reduction="Written out for n = 2 samples (x_1, w_1), (x_2, w_2) in d = 2."),
        Step("trace", "Appendix F, proof of Claim E.3, second display",
            Inequality(M_11 + M_22, sympy.Rational(1, 2), IN_BALL),
            display='"trace"(M) <= 1/n',
            reduction="The n entries of the diagonal of M are the squared norms of the features over n^2, each at most 1/n^2; "
            "written out for n = 2."),
        Step("trace_square", "Appendix F, proof of Claim E.3, second display",
            Inequality(u**2 + v**2, (u + v) ** 2, (Ge(u, 0), Ge(v, 0))),
            display='"trace"(M^2) <= 1/n^2',
            reduction="u and v are eigenvalues of M, more by induction: the sum of their squares is at most the square of the "
            "trace."),
        Step("norm", "Appendix F, proof of Claim E.3, second display",
            Inequality(u, u + v, (Ge(u, 0), Ge(v, 0))),
            display="norm(M) <= 1/n",
            reduction="u is the largest eigenvalue, v the sum of the others: the norm is at most the trace. Equality if all "
            "features agree and have norm 1."),
        Step("constant", "Appendix F, proof of Claim E.3, last display",
            Inequality(1 + 2 * sqrt(t) + 2 * t, GOLDEN_RATIO**2 * (1 + t), (Ge(t, 0),)),
            display="norm(1/n sum_i eta_i x_i)_2 <= C sigma sqrt((1 + ln(1/delta))/n)",
            reduction="Lemma H.2 with t = ln(1/delta), times n/sigma^2: C is the golden ratio."),
    ),
    assumptions=(
        Assumption("bounded_features", "features have norm at most 1", ("trace",), "the bound is multiplied by the largest norm"),
        Assumption("independent_noise",
            "given the features, the noise of different samples is independent, zero-mean and sub-Gaussian",
            ("constant",),
            "the print asks for identical laws, which labels of different features do not have"),
    ),
)
