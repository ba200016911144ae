"""Remark 1: many labels of a user under randomized response; one label is often best."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Rational, coth, diff, exp, log, sinh, sqrt

from boundcheck.claims import Claim, Fault, Identity, Inequality, KeyFinding, Reading, Repair, Scaling, Source, Step

from . import PAPER
from .faults import DIFFERENCE, LONGER, SHORT
from .lab.response import SWEEPS, all_against_one
from .notation import C_M, LETTERS, alpha, c_m, d, domain, eigenvalue, epsilon, feature_bound, kappa, m, n, radius
from .quantities import DIAMETER, response_bound, response_rate

C, K, T, u, v = sympy.symbols("C K T u v", real=True)
WHERE, OURS = "Remark 1", "derivation: how many labels to send"
C_ONE = C_M.subs(m, 1)
DIRECTION = Fault("kappa_direction", "hidden assumption", WHERE, r"bounded features bound the least eigenvalue from above, not from below: that $\kappa$ is of the order of $L^2/d$ at least is an assumption of its own, on which the rates of the remark rest, and with them those of the introduction and of Section 8, and those of Remark 2, which names $\kappa = O(L^2/d)$ as a condition, a bound from above again")
NUMERATOR = Fault("numerator_dropped", "range", WHERE, r"the factor $e^{\varepsilon/m} + 1$ of Corollary 1 is left out, for which no constant makes up where $\varepsilon/m$ may be large")

# All that bounded features say of kappa: d - 1 eigenvalues where parameters live, and a trace of at most 4 L^2.
BOUNDED = (Gt(C, 0), *domain(kappa, feature_bound, d), Le((d - 1) * kappa, T), Le(T, 4 * feature_bound**2))
COVERED = (*BOUNDED, Ge(kappa, 2 * feature_bound**2 / (C * d)))  # what the rates without kappa need
SENT = all_against_one(C_ONE)
RATES = Scaling(printed=response_rate(), explicit=response_bound(), constant=Integer(1), trivial=DIAMETER, failure=alpha, sweeps=SWEEPS, given=domain(eigenvalue))

CLAIM = Claim(
    source=Source(PAPER, "Remark 1", "Section 4.1", kind="remark"),
    words=r"Where $\kappa$ is of order $L^2/d$ the error of Corollary 1 is of order $\sqrt{d^2/(m n)}/(e^{\varepsilon/m} - 1)$, and for large $m$ of order $\sqrt{d^2 m/n}/\varepsilon$",
    displays={"": (r"O\left( {} \right)", sqrt(d**2 / (m * n)) / (exp(epsilon / m) - 1)), "large m": (r"O\left( {} \right)", sqrt(d**2 * m / n) / epsilon)},
    letters=LETTERS | {"a": r"\phi(s, a^1)", "b": r"\phi(s, a^0)", "K": "K", "T": r"\operatorname{trace}(\Sigma)", "eigenvalue": r"\lambda_{\min}"},
    readings=(
        Reading("literal", r"for every $\varepsilon$, as Theorem 1 has it; $O$ has a constant that depends on nothing, put beside the least one that does up to $\varepsilon = 10$; $\kappa$ is any least eigenvalue that bounded features allow, here one so small that $C$ does not do, whatever $C$ is"),
        # Remark 2 speaks of a condition, with a sign of order that bounds kappa from above: no place of the page has the bound that is needed.
        Reading("assumed", r"$\kappa$ is assumed to be at least of the order of $L^2/d$", repair=True),
    ),
    parts={
        "factor": Inequality(c_m, (exp(10) + 1) / (exp(epsilon / m) - 1), domain(epsilon, m)),
        "coverage": {
            "literal": Inequality(feature_bound / kappa, C * d / feature_bound, (*BOUNDED, Le(kappa, feature_bound**2 / (2 * C * d)))),
            "assumed": Inequality(feature_bound / kappa, C * d / feature_bound, COVERED),
        },
        "rates": RATES,
        "one_label": SENT,
    },
    faults={"factor": NUMERATOR, "coverage": DIRECTION},
    steps=(
        Step("coverage_of_bounded_features", WHERE,
            Inequality(C * feature_bound**2 / d, kappa, (Gt(C, 0), *domain(kappa, feature_bound, d), Le((d - 1) * kappa, T), Le(T, 4 * feature_bound**2))),
            display=r"\kappa \ge O\left( \frac{L^2}{d} \right)", form="translation",
            because=r"Bounded features bound the trace from above, so $\kappa$ is at most $4 L^2/(d - 1)$ and may be as small as "
            "one likes: it fails for every $C$. What follows is then the rate for the best coverage that bounded features "
            "allow, not for every one.",
            repair=Repair(Inequality(kappa, 4 * feature_bound**2 / (d - 1), (*domain(kappa, feature_bound, d), Le((d - 1) * kappa, T), Le(T, 4 * feature_bound**2))),
                r"$\kappa$ is at most of order $L^2/d$, with $d - 1$ eigenvalues where parameters live", r"\kappa \le O\left( \frac{L^2}{d} \right)"),
            fault=DIRECTION),
        Step("norm_of_differences", f"{WHERE}, 'since'", SHORT,
            display=r"\|x\| \le L", form="special case", because="Two features of norm $L$ in opposite directions, on a line.", repair=LONGER, fault=DIFFERENCE),
        Step("explicit_version", "Theorem 1",
            Inequality(response_bound(), response_rate(), domain(n, m, d, alpha, epsilon, feature_bound, radius, eigenvalue)), settles=("rates",),
            because="The rate along which the remark goes is that of Theorem 1, and the version with every constant is at most that rate."),
        Step("rate_at_best_coverage", WHERE,
            Identity(feature_bound / kappa / sqrt(n * m), sqrt(d**2 / (m * n)) / feature_bound, (*domain(n, m, d, feature_bound, kappa), Eq(kappa, feature_bound**2 / d))),
            because=r"With $\kappa = L^2/d$."),
        Step("factor_within_range", WHERE,
            Inequality(c_m, (exp(10) + 1) / (exp(epsilon / m) - 1), (*domain(epsilon, m), Le(epsilon, 10))),
            because=r"The numerator $e^{\varepsilon/m} + 1$ has gone. That takes an upper end of $\varepsilon$, here the 10 of Theorem 4."),
        Step("factor_for_many_labels", WHERE, Inequality(c_m, 4 / (exp(epsilon / m) - 1), (*domain(epsilon, m), Le(epsilon, m))),
            because=r"With at least $\varepsilon$ labels of a user 4 is enough."),
        Step("factor_has_no_constant", WHERE, Inequality(K / (exp(K) - 1), (exp(K) + 1) / (exp(K) - 1), (Ge(K, 1),), strict=True),
            because=r"At $\varepsilon = K m$, for any $K$: without an upper end of $\varepsilon/m$ there is no such constant; a label "
            r"that is hardly protected costs what a plain one does, not $e^{-\varepsilon/m}$ of it."),
        Step("small_level_above", WHERE, Inequality(c_m, 1 + 2 * m / epsilon, domain(epsilon, m))),
        Step("small_level_below", WHERE, Inequality(2 * m / epsilon, c_m, domain(epsilon, m)),
            because=r"The factor is $2m/\varepsilon$ up to 1: the rate for large $m$ is no overstatement of the bound."),
        Step("rate_for_many_labels", WHERE,
            Identity(2 * m / epsilon * sqrt(d**2 / (m * n)), 2 / epsilon * sqrt(d**2 * m / n), domain(n, m, d, epsilon)),
            display=r"2 \frac{m}{\varepsilon} \sqrt{\frac{d^2}{m n}} = \frac{2}{\varepsilon} \sqrt{d^2 \frac{m}{n}}", because="$m$ goes under the root."),
        Step("slope_in_labels", OURS, Identity(diff(log(sqrt(u) * coth(u)), u), 1 / (2 * u) - 2 / sinh(2 * u), (Gt(u, 0),)),
            because=r"With $k$ labels of each user, at $\varepsilon/k$, the rate has $c(\varepsilon/k)/\sqrt{k}$, a multiple of $\sqrt{u} \coth(u)$ at $u = \varepsilon/(2k)$."),
        Step("fewer_labels_are_better", OURS, Inequality(sinh(2 * u), 4 * u, (Gt(u, 0), Le(u, 1))),
            because=r"Up to $u = 1$ the slope is not positive: among $k \ge \varepsilon/2$ labels the least $k$ is best, and for $\varepsilon \le 2$ that is one label."),
        Step("more_labels_are_better", OURS, Inequality(4 * u, sinh(2 * u), (Ge(u, Rational(11, 10)),)),
            because=r"From $u = 1.1$ on the slope is positive: below $k = \varepsilon/2.2$ labels more are better. The best number is $\varepsilon/2.18$, whatever $m$ is."),
        Step("error_of_one_label", OURS, Inequality(C_ONE, 1 + 2 / epsilon, domain(epsilon)),
            because=r"One label of each user gives $c(\varepsilon) \sqrt{d^2/n}$, in which $m$ does not occur."),
        Step("gain_of_one_label", OURS, Inequality(2 * sqrt(m) / (epsilon * u), v / (sqrt(m) * u), (*domain(epsilon, m), Gt(u, 0), Ge(v, 2 * m / epsilon))),
            because=r"$u$ is $c(\varepsilon)$ and $v$ is $c(\varepsilon/m)$, for which see `small_level_below`. All labels against one: the bound is at least $2 \sqrt{m}/(\varepsilon c(\varepsilon))$ times as large, so of order $\sqrt{m}$ at "
            r"small $\varepsilon$. That the error of randomized response grows with $m$ is a property of sending every label."),
    ),
    findings=(
        KeyFinding(r"Randomized response gets worse with $m$ only because every label is sent: with one label of each user the rate is $c(\varepsilon) d/\sqrt{n}$, in which $m$ does not occur, and all labels cost a factor of $\sqrt{m}$ beside it",
            ("error_of_one_label", "gain_of_one_label", "one_label"), "Remark 1; Section 4", "much"),
    ),
    not_covered=(
        "the quoted rate of Chowdhury et al. (2024), for which $m = 1$ is put into the display",
        "whether the truth can be learnt from dependent labels of one user",
    ),
)  # fmt: skip
