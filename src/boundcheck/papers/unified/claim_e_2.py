"""Claim E.2: the corrupted part of the gradient in the inverse covariance norm."""

from fractions import Fraction

import numpy as np
import sympy
from sympy import Ge, Gt, Le, sqrt

from boundcheck.claims import Claim, Identity, Inequality, InstanceInequality, Reading, Source, Step

from . import PAPER
from .claim_e_1 import FORM, S, g
from .notation import LETTERS, alpha, domain, lam, n

zeta, k, m, m_max, beta, b_square = sympy.symbols("zeta k m m_max beta b_square", real=True)


def bound(bounded_by, share):
    """What the corrupted part is at most, as printed."""
    return bounded_by * sqrt(share)


# Instances: six samples in two dimensions, a third of which may be corrupted.
SAMPLES, FEATURES, SHARE = 6, 2, Fraction(1, 3)
DIMENSION = SAMPLES * FEATURES + SAMPLES + 1


def instance(vector, corrupted):
    """Rows in the unit ball, labels' changes in [-1, 1] of which only the first `corrupted` may differ from 0."""
    rows = np.reshape(vector[: SAMPLES * FEATURES], (SAMPLES, FEATURES))
    squares = (rows * rows).sum(axis=1)
    changes = vector[SAMPLES * FEATURES : -1]
    changes = 2 * changes / (1 + changes * changes)
    return {
        "x": rows * (2 / (1 + squares))[:, None],
        "b": np.where(np.arange(SAMPLES) < corrupted, changes, 0 * changes),
        "lam": vector[-1] * vector[-1] + Fraction(1, 1000),
    }


def sparse(vector):
    """At least (1 - alpha) n changes are zero."""
    return instance(vector, int(SHARE * SAMPLES))


def as_printed(vector):
    """At least 1 - alpha n changes are zero: no condition at all, since alpha n is 2 here."""
    return instance(vector, SAMPLES)


def square(x, b, lam):
    """Square of the left side, by Cramer's rule so that fractions stay exact."""
    a, c = (x.T @ b) / SAMPLES
    sigma = (x.T @ x) / SAMPLES
    p, q, r = sigma[0, 0] + lam, sigma[0, 1], sigma[1, 1] + lam
    return (r * a * a - 2 * q * a * c + p * c * c) / (p * r - q * q)


def left(case):
    return square(**case)


def right(case):
    return SHARE


WORDS = "square of the norm of (1/n) sum b_i x_i against zeta^2 alpha, with zeta = 1, n = 6, d = 2, alpha = 1/3"

CLAIM = Claim(
    source=Source(PAPER, "Claim E.2", "Appendix E.4; proof in Appendix F"),
    title="Corrupted part of the gradient",
    words="For changes b_i bounded by zeta, most of which are zero, the norm of (1/n) sum b_i x_i in the inverse of "
    "the ridge covariance is at most",
    displays={"": bound(zeta, alpha)},
    letters=LETTERS | {"zeta": "zeta", "m_max": "m_max", "b_square": "b^2", "beta": "beta"},
    uses=("unified/claim_e_1",),
    readings=(
        Reading("literal", "at least 1 - alpha n of the changes are zero"),
        Reading("share", "at least (1 - alpha) n of the changes are zero"),
    ),
    parts={
        "bound": {
            "literal": InstanceInequality(WORDS, DIMENSION, as_printed, left, right),
            "share": InstanceInequality(WORDS, DIMENSION, sparse, left, right),
        }
    },
    steps=(
        Step("quadratic_form", "Appendix F, proof of Claim E.2",
            Identity(g**2 / (S + lam), FORM, (Gt(lam, 0),)),
            display='norm(1/n sum_i b_i x_i)_((hat(Sigma) + lambda I)^(-1))^2 = b^top M b',
            reduction="Written out for n = 2 samples in d = 1, with b in place of eta."),
        Step("operator_norm", "Appendix F, proof of Claim E.2",
            Inequality(m * beta**2, m_max * beta**2, (Le(m, m_max),)),
            display="b^top M b <= norm(M) norm(b)^2",
            reduction="In the eigenbasis of M, summed over the coordinates beta of b."),
        Step("size_of_changes", "Appendix F, proof of Claim E.2",
            Inequality(k * zeta**2, alpha * n * zeta**2, (Le(k, alpha * n), Ge(k, 0))),
            display="norm(b)^2 <= alpha n zeta^2",
            reduction="k is the number of changes that are not zero.",
            reading="share"),
        Step("combine", "Appendix F, proof of Claim E.2",
            Inequality(b_square / n, bound(zeta, alpha) ** 2, (Le(b_square, alpha * n * zeta**2), *domain("n", "alpha"))),
            display="1/n dot alpha n zeta^2 = zeta^2 alpha",
            reduction="With norm(M) <= 1/n."),
    ),
)
