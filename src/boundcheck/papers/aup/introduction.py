"""Introduction: the rates of the contributions: the upper bound falls below the lower bound."""

import sympy
from sympy import Eq, Ge, Gt, Le, Mul, sqrt

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, Source, Step

from . import PAPER, remark_1
from .faults import FIRST_TERM
from .notation import LETTERS, d, domain, epsilon, feature_bound, kappa, m, n
from .quantities import BOTH, LOWER, PRIVATE, above_the_lower_bound

C, K, u = sympy.symbols("C K u", real=True)
WHERE = "Section 1, contributions"
ALL = domain(n, m, d, epsilon)

CLAIM = Claim(
    source=Source(PAPER, "Introduction", "Section 1, contributions", kind="passage"),
    words=r"With $\kappa$ of order $L^2/d$: randomized response, the lower bound, AUP-RLHF, and its version for $K$ actions",
    displays={"1": (r"O\left( {} \right)", d * sqrt(m) / (sqrt(n) * epsilon)), "lower bound": (r"\Omega\left( {} \right)", LOWER), "2": (r"O\left( {} \right)", PRIVATE), "K actions": (r"O\left( {} \right)", K**2 * PRIVATE)},
    letters=LETTERS | {"K": "K", "u": r"c(\varepsilon/m)"},
    readings=(
        Reading("literal", r"the upper bound of item 2 is one on the whole error, so the lower bound of item 1 is at most a constant $C$ times it; here for users enough, $n \varepsilon^2 \ge C^2 d$", fault=FIRST_TERM),
        Reading("theorem_4", r"both terms of Theorem 4, $1/\sqrt{m n}$ beside $\sqrt{d}/(\sqrt{m} n \varepsilon)$", repair=True),
    ),
    parts={"upper_above_lower": {"literal": above_the_lower_bound(C, PRIVATE, Ge(n * epsilon**2, C**2 * d)), "theorem_4": above_the_lower_bound(C, BOTH)}},
    steps=(
        Step("coverage", rf"{WHERE}, 1 and 2, rates without $\kappa$", By(remark_1, part="coverage@assumed", given=remark_1.COVERED),
            because=r"The page has Assumption 2 for some $\kappa$, and rates in which none is left: they need that it is at least of the order of $L^2/d$."),
        Step("every_constant", f"{WHERE}, 1 and 2", Inequality(C * PRIVATE, d / sqrt(n * m), (*ALL, Gt(C, 0), Ge(n * epsilon**2, C**2 * d))),
            because=r"From $n = C^2 d/\varepsilon^2$ on the first term of the lower bound is above $C$ times the upper bound, whatever $C$ is: no constant helps. At $d = 50$ and $\varepsilon = 1$ that is $n = 50 C^2$."),
        Step("statistical_term_needs_no_lower_bound", f"{WHERE}, 2", Inequality(PRIVATE, d / sqrt(n * m), (*ALL, Ge(epsilon, sqrt(d)))),
            because=r"With little privacy, $\varepsilon$ of at least $\sqrt{d}$, the printed rate is below that of an estimate without any privacy, at every $n$."),
        Step("from_theorem_4", f"{WHERE}, 2", Identity(feature_bound / kappa * (1 / sqrt(m * n) + sqrt(d) / (sqrt(m) * n * epsilon)), BOTH / feature_bound,
                (*ALL, *domain(feature_bound, kappa), Eq(kappa, feature_bound**2 / d))),
            because=r"At the best coverage that bounded features allow, $\kappa = L^2/d$."),
        Step("privacy_term_dominates", f"{WHERE}, 2", Inequality(BOTH, 2 * PRIVATE, (*ALL, Le(n * epsilon**2, d))),
            because=r"What is printed is right up to 2 for $n$ up to $d/\varepsilon^2$, which for $\varepsilon$ of 1 and more is fewer users than dimensions."),
        Step("actions", f"{WHERE}, 2, $K$ actions", Inequality(C * K**2 * PRIVATE, d / sqrt(n * m), (*ALL, Ge(K, 2), Gt(C, 0), Ge(n * epsilon**2, C**2 * K**4 * d))),
            because=r"The same for $K$ actions, from $n = C^2 K^4 d/\varepsilon^2$ on."),
        Step("randomized_response", f"{WHERE}, 1", Inequality(u * d / sqrt(m * n), 12 * d * sqrt(m) / (sqrt(n) * epsilon), (*ALL, Le(epsilon, 10), Gt(u, 0), Le(u, 1 + 2 * m / epsilon))),
            because=r"$u$ is $c(\varepsilon/m)$, at most $1 + 2m/\varepsilon$: for $\varepsilon$ up to 10 and every $m$ the rate of Corollary 1 is at most 12 times this one."),
        Step("gap_that_is_left", f"{WHERE}, 2, 'to close the gap'", Inequality(BOTH, d * LOWER, ALL),
            because="Between the bounds of AUP-RLHF and of Theorem 2 a factor of $d$ remains at most; see Limitations."),
        Step("gap_before", f"{WHERE}, 1", Identity(Mul(d * sqrt(m) / (sqrt(n) * epsilon), 1 / (sqrt(d) / (sqrt(m) * n * epsilon)), evaluate=False), m * sqrt(n) * sqrt(d), ALL),
            because=r"For randomized response it is $m \sqrt{n d}$ against the second term of the lower bound, and $m/\varepsilon$ against the first."),
        Step("gap_of_the_first_terms", f"{WHERE}, 1", Identity(d * sqrt(m) / (sqrt(n) * epsilon) / (d / sqrt(n * m)), m / epsilon, ALL)),
    ),
    not_covered=(r"whether the lower bound of item 1 holds, see Theorem 6; an estimate from $n m$ labels without privacy has no smaller error than of order $1/\sqrt{n m}$", "item 3, which has no numbers"),
)  # fmt: skip
