"""Remark 2: AUP-RLHF beside randomized response."""

import sympy
from sympy import Ge, Gt, Le, Min, sqrt

from boundcheck.claims import Claim, Fault, Identity, Inequality, Repair, Separation, Source, Step

from . import PAPER
from .lab.releases import STEPS, Release
from .notation import LETTERS, alpha, d, domain, epsilon, feature_bound, kappa, m, n

C, c, u, x = sympy.symbols("C c u x", real=True)
WHERE = "Remark 2"
SIZE = domain(n, m, d, epsilon)
PRIVATE = d * sqrt(d) / (sqrt(m) * n * epsilon)
BOTH = d / sqrt(m * n) + PRIVATE
RESPONSE = d * sqrt(m) / (epsilon * sqrt(n))
DROPPED = Fault("first_term_dropped", "missing factor", WHERE, "the non-private term of Theorem 4 is left out of the upper bound")

POINT = {"n": 10**6, "m": 10, "d": 5, "epsilon": 1.0, "delta": 1e-6, "radius": 1.0, "feature_bound": 0.5, "kappa": 0.2, "alpha": 0.1}
EVERY, DESCENT = Release("every label"), Release("descent")
FACTOR = m * sqrt(n) / sqrt(d)

CLAIM = Claim(
    source=Source(PAPER, "Remark 2", "Section 5"),
    words="Where kappa is of order L^2/d and m is large the two upper bounds differ by the factor",
    displays={"": FACTOR, "AUP-RLHF": ("tilde(O)({})", PRIVATE), "randomized response": ("O({})", RESPONSE)},
    letters=LETTERS | {"x": "c(epsilon)"},
    parts={
        "factor": Identity(RESPONSE / PRIVATE, FACTOR, SIZE),
        "few_labels": Separation(
            **LETTERS.along(m, POINT, over=(1, 50)), easier=EVERY, harder=DESCENT, printed=1 / FACTOR, failure=alpha, point=POINT,
            note=f"the error of a full-batch descent of {STEPS} steps with the noise of line 15, its multiplier made private by Lemma 1, over that of randomized response on every label; m sqrt(n) is at least four hundred times sqrt(d) at each point, "
            "so the order of the two bounds is not that of the methods until m outgrows constants and logarithms",
        ),
        "many_labels": Separation(
            **LETTERS.along(m, POINT, over=(1000, 1e5)), easier=DESCENT, harder=EVERY, printed=FACTOR, failure=alpha, point=POINT,
            note="the error of randomized response on every label over that of the same descent",
        ),
        "two_rounds": Separation(
            **LETTERS.along(m, POINT), easier=Release("two rounds"), harder=Release("one label"), printed=sqrt(m * n / d), failure=alpha, point=POINT,
            note="the error of randomized response on one label of each user over that of two rounds",
        ),
    },
    steps=(
        Step("best_coverage", WHERE, Identity((feature_bound / kappa).subs(kappa, feature_bound**2 / d) * (1 / sqrt(m * n) + sqrt(d) / (sqrt(m) * n * epsilon)), BOTH / feature_bound, (*SIZE, *domain(feature_bound))),
            because="Theorem 4 at kappa = L^2/d: two terms."),
        Step("one_term", WHERE, Inequality(BOTH, C * PRIVATE, (*SIZE, Ge(C, 2))),
            because="The display has the private term only. The other one is larger from n = d/epsilon^2 on, whatever m is: large m does not make it negligible, it divides both.",
            repair=Repair(Inequality(BOTH, C * PRIVATE, (*SIZE, Ge(C, 2), Le(n, d / epsilon**2))), "for n of at most d/epsilon^2, with C = 2; beyond, the rate is d/sqrt(mn)"),
            fault=DROPPED),
        Step("below_the_lower_bound", "Remark 2 against Theorem 2", Inequality(C * PRIVATE, c * d / sqrt(n * m), (*SIZE, Gt(C, 0), Gt(c, 0), Ge(n, C**2 * d / (c**2 * epsilon**2)))),
            because="As printed the upper bound falls below the first term of the lower bound, with any constants, for large n: no method has that rate there."),
        Step("true_factor", WHERE, Inequality(Min(m / epsilon, FACTOR) / 2, RESPONSE / BOTH, SIZE), because="With both terms the factor is m/epsilon or m sqrt(n/d), whichever is smaller, up to 2."),
        Step("when_better", f"{WHERE}, 'when m sqrt(n) exceeds sqrt(d)'", Inequality(PRIVATE, RESPONSE, (*SIZE, Ge(m * sqrt(n), sqrt(d)))), because="For the displayed rates, without constants and logarithms."),
        Step("when_better_with_both", WHERE, Inequality(BOTH, 2 * RESPONSE, (*SIZE, Ge(m * sqrt(n), sqrt(d)), Ge(m, epsilon))), because="With both terms m has to be at least epsilon as well."),
        Step("against_one_label", "derivation: one label of each user", Identity(x * d / sqrt(n) / PRIVATE, x * epsilon * sqrt(m * n / d), (*SIZE, Ge(x, 1))),
            because="Randomized response does better with one label of each user, of which the rate is c(epsilon) d/sqrt(n) (Remark 1): beside it the factor is of order sqrt(mn/d), not m sqrt(n/d)."),
        Step("against_the_lower_bound", "derivation: what is left", Identity(PRIVATE / (d / (sqrt(m) * n * epsilon)), sqrt(d), SIZE),
            because="Beside the lower bound that is proved for every design, with d/(sqrt(m) n epsilon), a factor sqrt(d) is open; beside the printed one it would be d."),
    ),
    not_covered=("that the factor sqrt(d) is due to noise on every coordinate",),
)  # fmt: skip
