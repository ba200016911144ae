"""Remark 4: both terms are smaller by the root of $m$."""

import sympy
from sympy import Eq, Mul, sqrt

from boundcheck.claims import Cited, Claim, Identity, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, d, delta, domain, epsilon, m, n

N = sympy.Symbol("N", real=True)
WHERE = "Remark 4"
PLAIN, PRIVATE = d / sqrt(n * m), sqrt(d) / (sqrt(m) * n * (epsilon + delta))
SIZE = domain(n, m, d, epsilon, delta)

CLAIM = Claim(
    source=Source(PAPER, "Remark 4", "Appendix B.4", kind="remark"),
    words="Beside the lower bound for $n$ labels of one person each, both terms of Theorem 6 have an additional factor",
    displays={"": 1 / sqrt(m)},
    letters=LETTERS,
    parts={
        "plain": Identity(PLAIN, d / sqrt(n) / sqrt(m), SIZE),
        "private": Identity(PRIVATE, Mul(sqrt(d) / (n * (epsilon + delta)), 1 / sqrt(m), evaluate=False), SIZE),
    },
    steps=(
        Step("for_single_labels", f"{WHERE}, 'compared to the item-level setting'", Cited(r"for $n$ persons with one label each the terms are $d/\sqrt{n}$ and $\sqrt{d}/(n (\varepsilon + \delta))$, as the remark takes them", "Chowdhury, Zhou, Natarajan (2024)"),
            because=r"The remark does not write the quoted bound out; its source announces a cost of privacy of the order of poly(d)/$(\varepsilon n)$. That the powers of $d$ are these is taken on trust."),
        Step("one_label_plain", f"{WHERE}, 'when $m = 1$'", Identity(PLAIN, d / sqrt(n), (*SIZE, Eq(m, 1)))),
        Step("one_label_private", f"{WHERE}, 'when $m = 1$'", Identity(PRIVATE, sqrt(d) / (n * (epsilon + delta)), (*SIZE, Eq(m, 1)))),
        Step("same_labels_plain", "derivation: nm labels of nm persons", Identity(PLAIN, d / sqrt(N), (*SIZE, Eq(N, n * m))),
            because="As many labels of as many persons have the same first term: the factor is for the same number of users, who give $m$ times as many labels."),
        Step("same_labels_private", "derivation: nm labels of nm persons", Identity(PRIVATE, sqrt(m) * (sqrt(d) / (N * (epsilon + delta))), (*SIZE, Eq(N, n * m))),
            because=r"Their private term is smaller by $\sqrt{m}$: protecting users instead of labels costs $\sqrt{m}$ in the bound, at a given number of labels."),
        Step("which_term", "derivation", Inequality(PRIVATE, PLAIN, (*SIZE, sympy.Ge(n * d * (epsilon + delta) ** 2, 1))),
            because=r"From $n = 1/(d (\varepsilon + \delta)^2)$ on the first term is the larger one; $m$ does not occur."),
    ),
    not_covered=("the powers of $d$ in the quoted bound of Chowdhury et al. (2024): $m = 1$ is put into the display",),
)  # fmt: skip
