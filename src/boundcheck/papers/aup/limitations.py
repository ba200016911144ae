"""Limitations: an additional factor of $d$, of the privacy term alone."""

import sympy
from sympy import Ge, Integer, Le, Mul, Rational, sqrt

from boundcheck.claims import By, Claim, Identity, Inequality, Source, Step

from . import PAPER, lemma_4, remark_1
from .notation import LETTERS, d, domain, epsilon, feature_bound, kappa, m, n
from .quantities import BOTH, LOWER

x, y = sympy.symbols("x y", real=True)
ALL = domain(n, m, d, epsilon)

CLAIM = Claim(
    source=Source(PAPER, "Limitations", "Section 8", kind="passage"),
    words=r"Beside the lower bound, the upper bound of Theorem 4 at $\kappa$ of order $L^2/d$ has an additional factor of $d$ at most",
    displays={"": r"\frac{d}{\sqrt{m n}} + \frac{d \sqrt{d}}{\sqrt{m} n \varepsilon} \le d \left( \frac{d}{\sqrt{n m}} + \frac{\sqrt{d}}{\sqrt{m} n \varepsilon} \right)"},
    letters=LETTERS | lemma_4.CLAIM.letters | {"x": "T", "y": "m n_1"},
    parts={"factor": Inequality(BOTH, d * LOWER, ALL)},
    steps=(
        Step("privacy_term", "'an additional factor of d'", Identity(d * sqrt(d) / (sqrt(m) * n * epsilon), Mul(d, sqrt(d) / (sqrt(m) * n * epsilon), evaluate=False), ALL), because=r"In the privacy term the factor is $d$. In the statistical term, $d/\sqrt{m n}$ in both, there is none."),
        Step("no_gap_for_many_users", "'suboptimal'", Inequality(BOTH, 2 * LOWER, (*ALL, Ge(n * epsilon**2, d))),
            because=r"So for $n \varepsilon^2 \ge d$, which holds in the experiments, Theorem 4 and Theorem 2 agree up to constants and logarithms: better than the section says."),
        Step("coverage", "'originates from our coverage assumption'", By(remark_1, part="coverage@assumed", given=remark_1.COVERED),
            because=r"The rates that are compared have no $\kappa$ left, which takes more than Assumption 2: a $\kappa$ of the order of $L^2/d$ at least."),
        Step("from_coverage", "'originates from our coverage assumption'", Inequality(d / (4 * feature_bound), feature_bound / kappa, (*domain(kappa, feature_bound, d), Le(d * kappa, 4 * feature_bound**2))),
            because=r"Bounded features allow no $\kappa$ above $4L^2/d$, so $L/\kappa$ is at least $d/(4L)$: the factor is there for the best coverage too."),
        Step("strong_convexity_is_proved", "'strongly convex and Lipschitz'", By(lemma_4.CLAIM.steps[-1], given=lemma_4.CLAIM.steps[-1].statement.given),
            because="It is no assumption on its own: Lemma 4 has it from Assumptions 1 and 2."),
        Step("steps_of_theorem_4", "'poor efficiency'", Inequality(Integer(4 * 10**7) * 180, x, (Ge(x, Integer(50) ** 2 * 1800**2),)),
            because=r"Theorem 4 takes $T$ of the order of $m^2 n^2$ steps over all users, here $8 \cdot 10^9$; the experiments run 180 steps over batches of 50."),
        Step("half_of_it_at_k_one", "'poor efficiency'", Inequality(Rational(1, 4) * Integer(50) ** 2 * 1800**2, y**2, (Ge(y, 50 * 900),)), because="With $n_1 = n/2$ a quarter of that."),
    ),
    not_covered=("efficiency of other optimizers",),
)  # fmt: skip
