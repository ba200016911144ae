"""Remark 2: AUP-RLHF beside randomized response."""

import sympy
from sympy import Eq, Ge, Gt, Le, Min, Mul, sqrt

from boundcheck.claims import By, Claim, Identity, Inequality, Reading, Repair, Separation, Source, Step

from . import PAPER, remark_1
from .faults import FIRST_TERM
from .lab.releases import STEPS, Release
from .notation import LETTERS, alpha, d, domain, epsilon, feature_bound, kappa, m, n
from .quantities import BOTH, PRIVATE, above_the_lower_bound

C, c, u, x = sympy.symbols("C c u x", real=True)
WHERE = "Remark 2"
SIZE = domain(n, m, d, epsilon)
RESPONSE = d * sqrt(m) / (epsilon * sqrt(n))

POINT = {"n": 10**6, "m": 10, "d": 5, "epsilon": 1.0, "delta": 1e-6, "radius": 1.0, "feature_bound": 0.5, "kappa": 0.2, "alpha": 0.1}
EVERY, DESCENT = Release("every label"), Release("descent")
FACTOR = m * sqrt(n) / sqrt(d)

CLAIM = Claim(
    source=Source(PAPER, "Remark 2", "Section 5", kind="remark"),
    words=r"Where $\kappa$ is of order $L^2/d$ and $m$ is large the two upper bounds differ by the factor",
    displays={"": FACTOR, "AUP-RLHF": (r"\tilde{O}\left( {} \right)", PRIVATE), "randomized response": (r"O\left( {} \right)", RESPONSE)},
    letters=LETTERS | {"x": r"c(\varepsilon)"},
    readings=(
        Reading("literal", r"the upper bound is one on the whole error, so the lower bound of Theorem 2 is at most a constant $C$ times it; here for users enough, $n \varepsilon^2 \ge C^2 d$", fault=FIRST_TERM),
        Reading("theorem_4", r"both terms of Theorem 4, $1/\sqrt{m n}$ beside $\sqrt{d}/(\sqrt{m} n \varepsilon)$", repair=True),
    ),
    parts={
        "upper_above_lower": {"literal": above_the_lower_bound(C, PRIVATE, Ge(n * epsilon**2, C**2 * d)), "theorem_4": above_the_lower_bound(C, BOTH)},
        "factor": Identity(Mul(RESPONSE, 1 / PRIVATE, evaluate=False), FACTOR, SIZE),
        "few_labels": Separation(
            **LETTERS.along(m, POINT, over=(1, 50)), easier=EVERY, harder=DESCENT, failure=alpha, point=POINT,
            note=rf"the error of a full-batch descent of {STEPS} steps with the noise of line 15, its multiplier made private by Lemma 1, over that of randomized response on every label; $m \sqrt{{n}}$ is at least four hundred times $\sqrt{{d}}$ at each point, so the order of the two bounds is not that of the methods until $m$ outgrows constants and logarithms",
        ),
        "many_labels": Separation(
            **LETTERS.along(m, POINT, over=(1000, 1e5)), easier=DESCENT, harder=EVERY, failure=alpha, point=POINT,
            note="the error of randomized response on every label over that of the same descent",
        ),
        "two_rounds": Separation(
            **LETTERS.along(m, POINT), easier=Release("two rounds"), harder=Release("one label"), failure=alpha, point=POINT,
            note="the error of randomized response on one label of each user over that of two rounds",
        ),
    },
    steps=(
        Step("coverage", f"{WHERE}, 'the same condition'", By(remark_1, part="coverage@assumed", given=remark_1.COVERED),
            because=r"The condition is printed as $\kappa = O(L^2/d)$, which bounds $\kappa$ from above, as bounded features do anyway; what the rates need is the bound from below."),
        Step("best_coverage", WHERE, Identity(feature_bound / kappa * (1 / sqrt(m * n) + sqrt(d) / (sqrt(m) * n * epsilon)), BOTH / feature_bound, (*SIZE, *domain(feature_bound, kappa), Eq(kappa, feature_bound**2 / d))),
            because=r"Theorem 4 at $\kappa = L^2/d$: two terms."),
        Step("one_term", WHERE, Inequality(BOTH, C * PRIVATE, (*SIZE, Ge(C, 2), Ge(n * epsilon**2, C**2 * d))),
            because=r"The display has the private term only. The other one is larger from $n = d/\varepsilon^2$ on, whatever $m$ is, and $C$ times larger from $C^2$ of that: large $m$ does not make it negligible, it divides both.",
            repair=Repair(Inequality(BOTH, C * PRIVATE, (*SIZE, Ge(C, 2), Le(n * epsilon**2, d))), r"for $n$ of at most $d/\varepsilon^2$, with $C = 2$; beyond, the rate is $d/\sqrt{m n}$"),
            fault=FIRST_TERM),
        Step("below_the_lower_bound", "Remark 2 against Theorem 2", Inequality(C * PRIVATE, c * d / sqrt(n * m), (*SIZE, Gt(C, 0), Gt(c, 0), Ge(n, C**2 * d / (c**2 * epsilon**2)))),
            because="As printed the upper bound falls below the first term of the lower bound, with any constants, for large $n$: no method has that rate there."),
        Step("true_factor", WHERE, Inequality(Min(m / epsilon, FACTOR) / 2, RESPONSE / BOTH, SIZE), because=r"With both terms the factor is $m/\varepsilon$ or $m \sqrt{n/d}$, whichever is smaller, up to 2."),
        Step("when_better", rf"{WHERE}, 'when $m \sqrt{{n}}$ exceeds $\sqrt{{d}}$'", Inequality(PRIVATE, RESPONSE, (*SIZE, Ge(m * sqrt(n), sqrt(d)))), because="For the displayed rates, without constants and logarithms."),
        Step("when_better_with_both", WHERE, Inequality(BOTH, 2 * RESPONSE, (*SIZE, Ge(m * sqrt(n), sqrt(d)), Ge(m, epsilon))), because=r"With both terms $m$ has to be at least $\varepsilon$ as well."),
        Step("against_one_label", "derivation: one label of each user", Identity(x * d / sqrt(n) / PRIVATE, x * epsilon * sqrt(m * n / d), (*SIZE, Ge(x, 1))),
            because=r"Randomized response does better with one label of each user, of which the rate is $c(\varepsilon) d/\sqrt{n}$ (Remark 1): beside it the factor is of order $\sqrt{m n/d}$, not $m \sqrt{n/d}$."),
        Step("against_the_lower_bound", "derivation: what is left", Identity(Mul(PRIVATE, 1 / (d / (sqrt(m) * n * epsilon)), evaluate=False), sqrt(d), SIZE),
            because=r"Beside the lower bound that is proved for every design, with $d/(\sqrt{m} n \varepsilon)$, a factor $\sqrt{d}$ is open; beside the printed one it would be $d$."),
    ),
    not_covered=(r"that the factor $\sqrt{d}$ is due to noise on every coordinate",),
)  # fmt: skip
