"""Introduction: the rates of the contributions: the upper bound falls below the lower bound."""

import sympy
from sympy import Ge, Gt, Le, sqrt

from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Source, Step

from . import PAPER
from .notation import LETTERS, d, domain, epsilon, feature_bound, kappa, m, n

C, K, u = sympy.symbols("C K u", real=True)
WHERE = "Section 1, contributions"
ALL = domain(n, m, d, epsilon)
LOWER = d / sqrt(n * m) + sqrt(d) / (sqrt(m) * n * epsilon)
PRIVACY = d * sqrt(d) / (sqrt(m) * n * epsilon)
UPPER = d / sqrt(m * n) + PRIVACY  # Theorem 4 at kappa = L^2/d
LOST = Fault(
    "contributions_upper_bound", "missing factor", "Section 1, contributions, 2",
    "the statistical term d/sqrt(mn) of Theorem 4 is left out, and what is left falls below the lower bound of item 1 as n grows",
)  # fmt: skip

CLAIM = Claim(
    source=Source(PAPER, "Introduction", "Section 1, contributions"),
    words="With kappa of order L^2/d: randomized response, the lower bound, AUP-RLHF, and its version for K actions",
    displays={"1": ("O({})", d * sqrt(m) / (sqrt(n) * epsilon)), "lower bound": ("Omega({})", LOWER), "2": ("O({})", PRIVACY), "K actions": ("O({})", K**2 * PRIVACY)},
    letters=LETTERS | {"K": "K", "u": "c(epsilon\\/m)"},
    readings=(
        Reading("literal", "the upper bound of item 2 is one on the whole error, so the lower bound of item 1 is at most a constant times it; here the constant is 10", fault=LOST),
        Reading("theorem_4", "item 2 quotes Theorem 4, both terms of it", support="Theorem 4, whose display has 1/sqrt(mn) beside sqrt(d)/(sqrt(m) n epsilon)"),
    ),
    parts={"upper_above_lower": {"literal": Inequality(LOWER, 10 * PRIVACY, ALL), "theorem_4": Inequality(LOWER, 10 * UPPER, ALL)}},
    steps=(
        Step("every_constant", f"{WHERE}, 1 and 2", Inequality(C * PRIVACY, d / sqrt(n * m), (*ALL, Gt(C, 0), Ge(n * epsilon**2, C**2 * d))),
            because="From n = C^2 d/epsilon^2 on the first term of the lower bound is above C times the upper bound, whatever C is: no constant helps. At d = 50 and epsilon = 1 that is n = 50 C^2."),
        Step("statistical_term_needs_no_lower_bound", f"{WHERE}, 2", Inequality(PRIVACY, d / sqrt(n * m), (*ALL, Ge(epsilon, sqrt(d)))),
            because="With little privacy, epsilon of at least sqrt(d), the printed rate is below that of an estimate without any privacy, at every n."),
        Step("from_theorem_4", f"{WHERE}, 2", Identity((feature_bound / kappa * (1 / sqrt(m * n) + sqrt(d) / (sqrt(m) * n * epsilon))).subs(kappa, feature_bound**2 / d), UPPER / feature_bound,
                (*ALL, *domain(feature_bound))), display="L/kappa [1/sqrt(m n) + sqrt(d)/(sqrt(m) n epsilon)] = 1/L (d/sqrt(m n) + (d sqrt(d))/(sqrt(m) n epsilon))",
            because="At the best coverage that bounded features allow, kappa = L^2/d."),
        Step("privacy_term_dominates", f"{WHERE}, 2", Inequality(UPPER, 2 * PRIVACY, (*ALL, Le(n * epsilon**2, d))),
            because="What is printed is right up to 2 for n up to d/epsilon^2, which for epsilon of 1 and more is fewer users than dimensions."),
        Step("actions", f"{WHERE}, 2, K actions", Inequality(C * K**2 * PRIVACY, d / sqrt(n * m), (*ALL, Ge(K, 2), Gt(C, 0), Ge(n * epsilon**2, C**2 * K**4 * d))),
            because="The same for K actions, from n = C^2 K^4 d/epsilon^2 on."),
        Step("randomized_response", f"{WHERE}, 1", Inequality(u * d / sqrt(m * n), 12 * d * sqrt(m) / (sqrt(n) * epsilon), (*ALL, Le(epsilon, 10), Gt(u, 0), Le(u, 1 + 2 * m / epsilon))),
            because="u is c(epsilon/m), at most 1 + 2m/epsilon: for epsilon up to 10 and every m the rate of Corollary 1 is at most 12 times this one."),
        Step("gap_that_is_left", f"{WHERE}, 2, 'to close the gap'", Inequality(UPPER, d * LOWER, ALL),
            because="Between the bounds of AUP-RLHF and of Theorem 2 a factor of d remains at most; see Limitations."),
        Step("gap_before", f"{WHERE}, 1", Identity(d * sqrt(m) / (sqrt(n) * epsilon) / (sqrt(d) / (sqrt(m) * n * epsilon)), m * sqrt(n) * sqrt(d), ALL),
            because="For randomized response it is m sqrt(n d) against the second term of the lower bound, and m/epsilon against the first."),
        Step("gap_of_the_first_terms", f"{WHERE}, 1", Identity(d * sqrt(m) / (sqrt(n) * epsilon) / (d / sqrt(n * m)), m / epsilon, ALL)),
    ),
    not_covered=("whether the lower bound of item 1 holds, see Theorem 6; an estimate from n m labels without privacy has no smaller error than of order 1/sqrt(nm)", "item 3, which has no numbers"),
)  # fmt: skip
