"""Claim E.4: corrupted part of the gradient in the Euclidean norm."""

import sympy
from sympy import Abs, Ge, Gt, Le, Sum

from boundcheck.claims import By, Claim, Fault, Inequality, InstanceInequality, Reading, Source, Step

from . import PAPER
from .lab.changes import DIMENSION, SAMPLES, SHARE, as_printed, length_letters, sparse
from .notation import LETTERS, alpha, domain, n

i = sympy.Symbol("i", integer=True)
b, t, u, length = (sympy.IndexedBase(name, real=True) for name in ("b", "t", "u", "length"))
total, count = sympy.symbols("total count", real=True)
zeta, k, s = sympy.symbols("zeta k s", real=True)


def bound(bounded_by, share):
    """What the corrupted part is at most, as printed."""
    return bounded_by * share


def left(case):
    """Square of the left side."""
    total = case["x"].T @ case["b"] / SAMPLES
    return total @ total


def right(case):
    return SHARE**2


WORDS = r"the square of the left side against $(\zeta \alpha)^2$, with $\zeta = 1$, $n = 6$, $d = 2$, $\alpha = 1/3$"
VECTOR = "u is the vector from which features and changes are made"

# The hypothesis of the claim: |b_i| is at most zeta, and 0 but for a share alpha of the samples, which u indicates; t is a
# coordinate of the features along a unit vector.
SPARSE = (Ge(zeta, 0), Le(b[i], zeta * u[i]), Ge(b[i], -zeta * u[i]), Le(Sum(u[i], (i, 1, n)), alpha * n))
SHORT = (Le(t[i], 1), Ge(t[i], -1))
SUM = Sum(b[i] * t[i], (i, 1, n))

COUNT = Fault("claim_e_4_count", "misprint", "Claim E.4", r"$1 - \alpha n$ stands for $(1 - \alpha) n$")

CLAIM = Claim(
    source=Source(PAPER, "Claim E.4", "Appendix E.5; proof in Appendix F", kind="claim"),
    words=r"For a vector $b$ of changes, bounded by $\zeta$ in absolute value and most of them zero, and features of norm at most 1",
    displays={"": (r"\left\| \frac{1}{n} \sum_i b_i x_i \right\|_2 \le {}", bound(zeta, alpha))},
    letters=LETTERS | {"total": "S", "count": "k", "length": "l"},
    readings=(
        Reading("literal", r"at least $1 - \alpha n$ of the changes are zero", fault=COUNT),
        Reading("share", r"at least $(1 - \alpha) n$ of the changes are zero",
                misprint=r"Definition 3.3: at most $\alpha n$ labels change, as the one line of its proof has it"),
    ),
    parts={
        "bound": {
            "literal": InstanceInequality(WORDS, DIMENSION, as_printed, left, right, vector=VECTOR),
            "share": InstanceInequality(WORDS, DIMENSION, sparse, left, right, (*SPARSE, *SHORT), length_letters, VECTOR),
        }
    },
    steps=(
        Step("triangle", "Appendix F, proof of Claim E.4, first inequality",
            Inequality(SUM, Sum(Abs(b[i]) * length[i], (i, 1, n)), (Le(t[i], length[i]), Ge(t[i], -length[i]), Ge(n, 1))),
            display=r"\left\| \frac{1}{n} \sum_i b_i x_i \right\|_2 \le \frac{1}{n} \sum_i \|x_i\| |b_i|",
            form="reduction", because="Times $n$, along any unit vector: $t_i$ is the component of $x_i$, at most its norm $l_i$. The norm on the left is the largest component."),
        Step("count", "Appendix F, proof of Claim E.4, second inequality",
            Inequality(k * zeta * s / n, bound(zeta, alpha),
                (Gt(n, 0), Ge(zeta, 0), Ge(k, 0), Le(k, alpha * n), Ge(s, 0), Le(s, 1))),
            display=r"\frac{1}{n} \sum_i \|x_i\| |b_i| \le \zeta \alpha",
            form="reduction", because=r"$k$ changes are not zero, each at most $\zeta$; $s$ is the largest norm of a feature.",
            reading="share"),
        Step("per_sample", "the claim at once",
            Inequality(SUM, zeta * Sum(u[i], (i, 1, n)), (*SPARSE[:3], *SHORT, Ge(n, 1))),
            because="$t_i$ is $w' x_i$ for a unit vector $w$, $u_i$ indicates that $b_i$ is not 0."),
        Step("counted", "the claim at once",
            Inequality(total / n, bound(zeta, alpha), (Ge(zeta, 0), Le(total, zeta * count), Le(count, alpha * n), *domain(n, alpha))),
            because="total is the sum of the step before, count the number of changes that are not zero."),
        Step("whole", "Claim E.4",
            By("counted", letters={"total": SUM, "count": Sum(u[i], (i, 1, n))}, given=(*SPARSE, *SHORT, *domain(n, alpha)),
               says=Inequality(SUM / n, bound(zeta, alpha))),
            display=r"\left\| \frac{1}{n} \sum_i b_i x_i \right\|_2 = \max_{\|w\| = 1} \frac{1}{n} \sum_i b_i w^\top x_i \le \zeta \alpha",
            form="reduction", because="Under the hypothesis of the claim alone, for every unit vector $w$.",
            settles=("bound@share",)),
    ),
)
