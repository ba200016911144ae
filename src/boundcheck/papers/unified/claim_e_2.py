"""Claim E.2: corrupted part of the gradient."""

import sympy
from sympy import Ge, Gt, Le, Sum, sqrt

from boundcheck.claims import By, ByDefinition, Claim, Fault, Inequality, InstanceInequality, Reading, Source, Step

from . import PAPER
from .lab.changes import DIMENSION, SAMPLES, SHARE, as_printed, ridge_letters, sparse
from .notation import LETTERS, alpha, domain, lam, n

i = sympy.Symbol("i", integer=True)
b, t, u = (sympy.IndexedBase(name, real=True) for name in ("b", "t", "u"))
total, count, w = sympy.symbols("total count w", real=True)
zeta, k, m, m_max, v, q, a, g = sympy.symbols("zeta k m m_max v q a g", real=True)


def bound(bounded_by, share):
    """What the corrupted part is at most, as printed."""
    return bounded_by * sqrt(share)


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


WORDS = r"the square of the left side against $\zeta^2 \alpha$, with $\zeta = 1$, $n = 6$, $d = 2$, $\alpha = 1/3$"
VECTOR = "u is the vector from which features, changes and ridge are made"

# The hypothesis of the claim: |b_i| is at most zeta, and 0 but for a share alpha of the samples, which u indicates.
SPARSE = (Le(b[i] ** 2, zeta**2 * u[i]), Le(Sum(u[i], (i, 1, n)), alpha * n))
FITTED = Sum(2 * b[i] * t[i] - t[i] ** 2, (i, 1, n))

COUNT = Fault("claim_e_2_count", "misprint", "Claim E.2", r"$1 - \alpha n$ stands for $(1 - \alpha) n$")

CLAIM = Claim(
    source=Source(PAPER, "Claim E.2", "Appendix E.4; proof in Appendix F", kind="claim"),
    words=r"For a vector $b$ of changes, bounded by $\zeta$ in absolute value and most of them zero, and features of any norm",
    displays={"": (r"\left\| \frac{1}{n} \sum_i b_i x_i \right\|_{(\hat{\Sigma} + \lambda I)^{-1}} \le {}", bound(zeta, alpha))},
    letters=LETTERS | {"m_max": r"m_{\max}", "total": "S", "count": "k", "w": r"\|w\|"},
    readings=(
        Reading("literal", r"at least $1 - \alpha n$ of the changes are zero", fault=COUNT),
        Reading("share", r"at least $(1 - \alpha) n$ of the changes are zero",
                misprint=r"its proof, $\|b\|^2 \le \alpha n \zeta^2$, and Definition 3.3: at most $\alpha n$ labels change"),
    ),
    parts={
        "bound": {
            "literal": InstanceInequality(WORDS, DIMENSION, as_printed, left, right, vector=VECTOR),
            "share": InstanceInequality(WORDS, DIMENSION, sparse, left, right, SPARSE, ridge_letters, VECTOR),
        }
    },
    steps=(
        Step("quadratic_form", "Appendix F, proof of Claim E.2",
            ByDefinition(g**2 / a, g * (g / a), (Gt(a, 0),)),
            display=r"\left\| \frac{1}{n} \sum_i b_i x_i \right\|_{(\hat{\Sigma} + \lambda I)^{-1}}^2 = b^\top M b",
            because=r"As in Claim E.1, per coordinate of $X' b/n$ in an eigenbasis of the ridge covariance, with $b$ in place of $\eta$."),
        Step("operator_norm", "Appendix F, proof of Claim E.2",
            Inequality(m * v**2, m_max * v**2, (Le(m, m_max),)),
            display=r"b^\top M b \le \|M\| \|b\|^2",
            form="reduction", because=r"In the eigenbasis of $M$: $v$ is a coordinate of $b$, $m$ its eigenvalue, $m_{\max}$ the largest of them, the norm of $M$; "
            "summed over the coordinates."),
        Step("size_of_changes", "Appendix F, proof of Claim E.2",
            Inequality(k * zeta**2, alpha * n * zeta**2, (Le(k, alpha * n), Ge(k, 0))),
            display=r"\|b\|^2 \le \alpha n \zeta^2",
            form="reduction", because=r"$k$ is the number of changes that are not zero; the square of each is at most $\zeta^2$.",
            reading="share"),
        Step("combine", "Appendix F, proof of Claim E.2",
            Inequality(q / n, bound(zeta, alpha) ** 2, (Le(q, alpha * n * zeta**2), *domain(n, alpha))),
            display=r"\|M\| \|b\|^2 \le \frac{1}{n} \cdot \alpha n \zeta^2 = \zeta^2 \alpha",
            form="reduction", because="The norm of $M$ is at most $1/n$ (proof of Claim E.1); $q$ is the square of the norm of $b$."),
        Step("per_sample", "the claim at once",
            Inequality(FITTED, zeta**2 * Sum(u[i], (i, 1, n)), (*SPARSE[:1], Ge(n, 1))),
            because="$t_i$ is $w' x_i$ for any vector $w$, $u_i$ indicates that $b_i$ is not 0."),
        Step("counted", "the claim at once",
            Inequality(total / n - lam * w**2, bound(zeta, alpha) ** 2,
                (Le(total, zeta**2 * count), Le(count, alpha * n), *domain(n, alpha, lam))),
            because="total is the sum of the step before, count the number of changes that are not zero, $w$ the norm of the vector."),
        Step("whole", "Claim E.2",
            By("counted", letters={"total": FITTED, "count": Sum(u[i], (i, 1, n))}, given=(*SPARSE, *domain(n, alpha, lam)),
               says=Inequality(FITTED / n - lam * w**2, bound(zeta, alpha) ** 2)),
            display=r"\left\| \frac{1}{n} \sum_i b_i x_i \right\|_{(\hat{\Sigma} + \lambda I)^{-1}}^2 = \max_w \left( \frac{2}{n} \sum_i b_i w^\top x_i - w^\top (\hat{\Sigma} + \lambda I) w \right) \le \zeta^2 \alpha",
            form="translation", because="Under the hypothesis of the claim alone, for every $w$. A quadratic form of an inverse is such a maximum, at "
            r"$w = (\Sigma + \lambda I)^{-1} X' b/n$.",
            settles=("bound@share",)),
    ),
)
