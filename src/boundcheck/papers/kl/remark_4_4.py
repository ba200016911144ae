"""Remark 4.4: the upper bound against earlier ones."""

from sympy import Ge, Le, exp, sqrt, tanh

from boundcheck.claims import Claim, Identity, Inequality, SameUpToConstant, Source, Step

from . import PAPER, theorem_4_2, theorem_4_5
from .notation import LETTERS, domain, epsilon, n
from .quantities import SHRINKS

STRONG = (*domain(epsilon), Le(epsilon, 1))
FAST = 1 / (SHRINKS**2 * n)
SLOW = 1 / (SHRINKS * sqrt(n))

CLAIM = Claim(
    source=Source(PAPER, "Remark 4.4", "Section 4.1", kind="remark"),
    words=r"$1/((2 \alpha - 1)^2 n)$ is below $1/((2 \alpha - 1) \sqrt{n})$ for large $n$; for $\varepsilon$ in (0, 1] it is of order",
    displays={"": r"\frac{1}{(2 \alpha - 1)^2 n} = O\left( \frac{1}{(e^\varepsilon - 1)^2 n} \right)"},
    letters=LETTERS,
    parts={
        "faster": Inequality(FAST, SLOW, (*domain(n, epsilon), Ge(n, 1 / tanh(epsilon / 2) ** 2))),
        "same_order": SameUpToConstant(SHRINKS, exp(epsilon) - 1, STRONG),
    },
    uses=(theorem_4_2, theorem_4_5),
    steps=(
        Step("from_which_n", "Remark 4.4", Inequality(SLOW, FAST, (*domain(n, epsilon), Le(n, 1 / tanh(epsilon / 2) ** 2))),
            because=r"Up to $n = 1/(2 \alpha - 1)^2$, and no further, the slower rate is the smaller."),
        Step("upper_constant", "Remark 4.4", Inequality(FAST, (exp(1) + 1) ** 2 / ((exp(epsilon) - 1) ** 2 * n), (*domain(n), *STRONG))),
        Step("lower_constant", "Remark 4.4", Inequality(4 / ((exp(epsilon) - 1) ** 2 * n), FAST, domain(n, epsilon))),
        Step("not_for_large_epsilon", "Remark 4.4", Inequality((exp(epsilon) / 2) ** 2 / ((exp(epsilon) - 1) ** 2 * n) * 4, (exp(epsilon) + 1) ** 2 / ((exp(epsilon) - 1) ** 2 * n), domain(n, epsilon)),
            because=r"Beyond $\varepsilon = 1$ the two rates part: their quotient is $(e^\varepsilon + 1)^2$ and grows without end."),
        Step("quotient", "Remark 4.4", Identity(FAST * (exp(epsilon) - 1) ** 2 * n, (exp(epsilon) + 1) ** 2, domain(n, epsilon))),
        Step("no_privacy", "Remark 4.4", Inequality(1 / SHRINKS**2, 1 + 6 * exp(-epsilon), (*domain(epsilon), Ge(epsilon, 2))),
            because=r"It is never below 1 and comes within $6 e^{-\varepsilon}$ of it: the factor of privacy falls away, and $e^B$ is left, which without privacy is right (Lemma B.1)."),
    ),
    not_covered=(
        "that the bounds themselves stand: these are Theorems 4.2 and 4.5, on which the remark rests",
        r"that upper and lower bound match: here in $n$ and $\varepsilon$ only; they do not in the number of states and in $B$ (Remark 4.7)",
        "the bounds of the cited works, with and without privacy",
    ),
)
