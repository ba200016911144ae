"""Claim E.4: the corrupted part of the gradient in the Euclidean norm."""

import sympy
from sympy import Abs, Ge, Gt, Le

from boundcheck.claims import Claim, Inequality, InstanceInequality, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, PARAMETERS, alpha, n
from .studies.changes import DIMENSION, SAMPLES, SHARE, as_printed, sparse

zeta, k, s = sympy.symbols("zeta k s", real=True)
s_1, s_2, b_1, b_2, q = sympy.symbols("s_1 s_2 b_1 b_2 q", real=True)


def bound(bounded_by, share):
    """What the corrupted part is at most, as printed."""
    return bounded_by * share


def left(case):
    """Square of the left side."""
    total = case["x"].T @ case["b"] / SAMPLES
    return total @ total


def right(case):
    return SHARE**2


WORDS = (
    "the square of the left side against (zeta alpha)^2, with zeta = 1, n = 6, d = 2, alpha = 1/3; u is the vector from "
    "which features and changes are made"
)

CLAIM = Claim(
    source=Source(PAPER, "Claim E.4", "Appendix E.5; proof in Appendix F"),
    title="Corrupted part of the gradient in the Euclidean norm",
    words="For a vector b of changes, bounded by zeta in absolute value and most of them zero, and features of norm at most 1",
    displays={"": ('norm(1/n sum_i b_i x_i)_2 <= {}', bound(zeta, alpha))},
    parameters=tuple(PARAMETERS[name] for name in ("n", "alpha")),
    letters=LETTERS | {"zeta": "zeta"},
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
        Step("triangle", "Appendix F, proof of Claim E.4, first inequality",
            Inequality(b_1**2 * s_1**2 + 2 * b_1 * b_2 * q + b_2**2 * s_2**2, (Abs(b_1) * s_1 + Abs(b_2) * s_2) ** 2,
                (Ge(s_1, 0), Ge(s_2, 0), Le(q, s_1 * s_2), Ge(q, -s_1 * s_2))),
            display="norm(1/n sum_i b_i x_i)_2 <= 1/n sum_i norm(x_i) abs(b_i)",
            reduction="Squared, for two samples of norms s_1, s_2 with the inner product q; more samples by induction."),
        Step("count", "Appendix F, proof of Claim E.4, second inequality",
            Inequality(k * zeta * s / n, bound(zeta, alpha),
                (Gt(n, 0), Ge(zeta, 0), Ge(k, 0), Le(k, alpha * n), Ge(s, 0), Le(s, 1))),
            display="1/n sum_i norm(x_i) abs(b_i) <= zeta alpha",
            reduction="k changes are not zero, each at most zeta; s is the largest norm of a feature.",
            reading="share"),
    ),
)
