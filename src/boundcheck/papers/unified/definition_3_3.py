"""Definition 3.3: label corruption."""

from fractions import Fraction
from math import comb, floor

import sympy
from sympy import Eq, Ge, Gt, Le

from boundcheck.claims import Claim, Definition, Inequality, Source, Step

from . import PAPER
from .notation import HALF, LETTERS, alpha, n

k, m, ones = sympy.symbols("k m ones", real=True)
BUDGET = (Gt(n, 0), Ge(k, 0), Le(k, alpha * n))


def reach(n, alpha):
    """How many of the 2^n label vectors the adversary can make of a given one, as a share."""
    return float(Fraction(sum(comb(n, j) for j in range(floor(alpha * n) + 1)), 2**n))


CLAIM = Claim(
    source=Source(PAPER, "Definition 3.3", "Section 3", kind="definition"),
    words=r"For $\alpha$ in [0, 1/2] an adversary who has seen all samples changes the labels of at most $\alpha n$ of them.",
    displays={"": r"|\{i : \bar{y}_i \ne y_i\}| \le \alpha n"},
    letters=LETTERS | {"ones": "p"},
    parts={
        "reach": Definition(
            "share of all label vectors that the adversary can reach",
            reach,
            tuple({"n": size, "alpha": Fraction(a, 10)} for size in (1, 5, 10) for a in (0, 1, 3, 5)),
        )
    },
    steps=(
        Step("size_of_changes", "used in Claims E.2 and E.4",
            Inequality(k / n, alpha, BUDGET),
            display=r"\frac{1}{n} \sum_i |\bar{y}_i - y_i| \le \alpha",
            form="translation", because="$k$ is the number of labels changed, each by 1."),
        Step("mean_of_labels", "Definition 3.3",
            Inequality(((ones * n + m) / n - ones) ** 2, alpha**2, (*BUDGET, Le(m, k), Ge(m, -k))),
            because=r"$p$ is the mean label, $m$ the change of the number of ones: the mean moves by at most $\alpha$."),
        Step("two_worlds_meet", r"Definition 3.3 at $\alpha = 1/2$",
            Inequality(n, k + m, (Gt(n, 0), Eq(k, HALF * n), Eq(m, HALF * n))),
            because=r"At $\alpha = 1/2$, which the definition includes and Theorem 5.4 does not, two adversaries who change $k$ and $m$ labels make any "
            "two label vectors equal when $n$ is even, so nothing can be learned."),
    ),
    not_covered=("adversaries who change features",),
)
