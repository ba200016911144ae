"""Section 7: remarks on tightness, where they can be checked."""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, Rational, exp, log, sqrt

from boundcheck.claims import (
    By,
    Claim,
    FamilyLowerBound,
    Fault,
    HardLogits,
    Identity,
    Inequality,
    Repair,
    Source,
    Step,
    total,
    within_constant,
)
from boundcheck.symbolic import sigmoid

from .. import two_logits
from . import PAPER, appendix_c, theorem_5_4, theorem_5_7, theorem_6_1
from .lab.euclidean import UNDER_LTC
from .lab.without_coverage import LAB
from .notation import HALF, LETTERS, alpha, c_epsilon, d, delta, domain, epsilon, gamma, lam, n, radius, xi
from .orders import CLC, CTL, LTC
from .proofs import section_7 as proof
from .proofs.appendix_c import SUBOPTIMALITY
from .quantities import through_the_ball

p, q, s, zeta = sympy.symbols("p q s zeta", real=True)
POSITIVE = domain(epsilon)

# A label that is 1 with probability p arrives as 1 with probability q after randomized response.
ARRIVES = sigmoid(epsilon) * p + (1 - sigmoid(epsilon)) * (1 - p)
VARIANCE = c_epsilon**2 * q * (1 - q) / (p * (1 - p)) ** 2  # n times that of the de-biased estimate of a logit
INFORMATION = ((2 * sigmoid(epsilon) - 1) * p * (1 - p)) ** 2 / (q * (1 - q))  # of one private label about the logit

WITH_COVERAGE = theorem_5_7.bound(LTC)
RATES = UNDER_LTC.rates(WITH_COVERAGE, constant=WITH_COVERAGE.constant)

# Two logits at distance 2 c(epsilon)/sqrt(n), without corruption: the factor c(epsilon) is needed, at small and at large epsilon.
EVERY_METHOD = FamilyLowerBound(two_logits.BOUND, two_logits.risk, two_logits.POINTS, hard=(HardLogits(two_logits.LOGIT, n, None, epsilon=epsilon),))


def sharper(order):
    """The rate that the chain of Theorem 5.4 gives if corruption is bounded before Cauchy and Schwarz: c(epsilon) stands under the root."""
    return theorem_5_4.rate(order) | {"corruption": order.corruption(lambda cost, share: through_the_ball(cost * share))}


def without_coverage(order):
    """That bound of the estimation error, put to the test."""
    explicit = theorem_5_4.explicit(order) | {"corruption": sharper(order)["corruption"]}
    return LAB.under(order).bound(printed=sharper(order), explicit=explicit, constant=2, trivial=theorem_5_4.TRIVIAL, failure=delta, given=(Ge(d, 2),))


# Theorem 6.1 under LTC without coverage: its rate under CTL, with c(epsilon) alpha for alpha; gamma, there at 2 B, is written out.
AT_TWICE = {gamma: theorem_6_1.CLAIM.definitions[gamma]}
HYPOTHESIS = Inequality(
    SUBOPTIMALITY.subs(AT_TWICE),
    (theorem_6_1.CONSTANT * total(theorem_6_1.rate(CTL))).subs(alpha, c_epsilon * alpha).subs(AT_TWICE),
    theorem_6_1.EVERYWHERE,
)

CLAIM = Claim(
    source=Source(PAPER, "Section 7", "Section 7", kind="section"),
    words=r"Without corruption $c(\varepsilon)$ is optimal; $1/\gamma$ grows with the range of the reward; with coverage $\alpha/\xi$ and "
    r"$c(\varepsilon) \alpha/\xi$ are thought optimal; without it $\sqrt{c(\varepsilon)}$ may be possible.",
    displays={"every_method": (r"\inf \sup \mathbb{E} |\hat{\theta} - \theta| \ge {}", two_logits.BOUND), "LTC, with coverage": theorem_5_7.rate(LTC, log(1 / delta)), "LTC, no coverage": sharper(LTC)},
    letters=LETTERS | proof.LETTERS,
    parts={
        "rates": RATES,
        "every_method": EVERY_METHOD,
        "separation_without_coverage": HYPOTHESIS,
        "estimate_without_coverage": without_coverage(LTC),
        "rates_without_coverage": LAB.under(CLC).rates(without_coverage(CLC)),
    },
    uses=(appendix_c, theorem_5_4, theorem_5_7, theorem_6_1),
    steps=(
        Step("arrives", r"privacy, $\alpha = 0$",
            Identity(ARRIVES - Rational(1, 2), (p - Rational(1, 2)) / c_epsilon, (*POSITIVE, Ge(p, 0), Le(p, 1))),
            because=r"After randomized response a probability is $1/c(\varepsilon)$ as far from one half."),
        Step("efficient", r"privacy, $\alpha = 0$",
            Identity(VARIANCE * INFORMATION, sympy.Integer(1), (*POSITIVE, Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1))),
            display=r"\text{asymptotic variance} \cdot \text{information of a private label} = 1",
            form="translation", because="Where labels of one logit are compared the de-biased estimate is asymptotically efficient: among estimates from "
            r"randomized response none has a smaller variance, for any $\varepsilon$."),
        Step("cost_at_zero", r"privacy, $\alpha = 0$",
            Identity(VARIANCE, 4 * c_epsilon**2, (*POSITIVE, Eq(p, HALF), Eq(q, HALF))),
            because=r"At the logit 0 the root of the variance is $2 c(\varepsilon)$: the factor $c(\varepsilon)$ is exact there for every $\varepsilon$, not only for small ones.",
        ),
        Step("little_cost_far_out", r"privacy, $\alpha = 0$",
            Inequality(VARIANCE.subs(q, ARRIVES), c_epsilon**2 / (4 * (p * (1 - p)) ** 2), (*POSITIVE, Gt(p, 0), Lt(p, 1))),
            because="Elsewhere the variance is at most that of fair coins over the squared curvature."),
        *proof.steps(),
        Step("gamma_order", r"$1/\gamma = \Theta(e^B)$", Inequality((1 / gamma - exp(radius)) * (1 / gamma - 4 * exp(radius)), sympy.Integer(0), (Gt(radius, 0),)),
             display=r"e^{B'} \le \frac{1}{\gamma} \le 4 e^{B'}",
             form="translation", because="$B'$ is the largest logit: twice the bound of the reward where differences of features have norm 2."),
        Step("curvature_and_noise", r"$1/\gamma = \Theta(e^B)$",
            Inequality(1 / sqrt(s * (1 - s)), 1 / (s * (1 - s)), (Gt(s, 0), Lt(s, 1))),
            because="Without privacy the noise of labels shrinks with the curvature $s(1 - s)$, so that the estimate's error grows like "
            r"$1/\sqrt{\gamma}$ only; with randomized response it does not shrink, and $1/\gamma$ is met."),
        Step("no_privacy", r"$\varepsilon$ to infinity",
             Identity(c_epsilon - 1, 2 / (exp(epsilon) - 1), POSITIVE),
             display=r"\lim_{\varepsilon \to \infty} c(\varepsilon) = 1",
             form="reduction", because="The right side tends to 0."),
        Step("alpha_over_xi", r"$\varepsilon$ to infinity", Inequality(alpha, alpha / xi, (*domain(alpha), Gt(xi, 0), Le(xi, 1)))),
        Step("letter_of_coverage", r"dependence on $\alpha$, under uniform coverage",
            Identity(alpha / zeta, alpha / xi, (*domain(alpha), Gt(xi, 0), Gt(zeta, 0))),
            display=r"\mathcal{O}(\alpha/\zeta)",
            form="interpretation", because="Under uniform coverage the page writes the least eigenvalue of Assumption 5.6 with the letter of Claim E.2, where it bounds the changes.",
            repair=Repair(Identity(alpha / zeta, alpha / xi, (*domain(alpha), Gt(xi, 0), Eq(zeta, xi))), r"$\alpha/\xi$, as in Theorem 6.2", r"\mathcal{O}(\alpha/\xi)"),
            misprint=r"Assumption 5.6 and Theorem 6.2, whose letter is $\xi$",
            fault=Fault("section_7_letter", "misprint", r"Section 7, dependence on $\alpha$, twice", r"$\alpha/\zeta$ stands for $\alpha/\xi$")),
        Step("explicit_version", "LTC with coverage",
            By(next(step for step in theorem_5_7.CLAIM.steps if step.label == f"constant_{LTC}"), given=(*domain(n, epsilon, delta, radius, xi, *LTC.shares), *RATES.given),
               says=within_constant(RATES)),
            display=r"\frac{4}{\gamma \xi} (c(\varepsilon) \alpha + N) \le 5 \left( \frac{c(\varepsilon) \alpha}{\gamma \xi} + \frac{c(\varepsilon)}{\gamma \xi} \sqrt{\frac{1 + \ln(1/\delta)}{n}} \right)",
            form="translation", because=r"The bound of Theorem 5.7 with every constant against its rate, with $1 + \ln(1/\delta)$, along which the exponents are measured; $N$ is the sum of Claim E.3's bounds for the noise.",
            settles=("rates",)),
        Step("constant_without_coverage", "LTC without coverage",
            within_constant(without_coverage(LTC), *domain(n, epsilon, delta, lam, radius, *LTC.shares)),
            settles=("estimate_without_coverage",),
            because="The explicit version against the rate, term by term; the corruption terms are the same."),
        Step("root_is_enough", "LTC without coverage",
            Inequality(2 * radius * c_epsilon * alpha / gamma, Rational(9, 20) * (c_epsilon * sqrt(alpha) / gamma) ** 2,
                       (*domain(epsilon, alpha, radius), Le(2 * radius * gamma, Rational(9, 20)))),
            because="The condition on $B'$ holds for every radius (Appendix C, step never worse). Squares of the two corruption terms: the one of "
            r"Appendix C has $c(\varepsilon)$ under the root, and is never the larger. The hypothesis of Section 7 is true."),
    ),
    not_covered=(
        r"$\delta$ near 1: the rate with coverage is that of Theorem 5.7, false there as printed; the sweeps have $1 + \ln(1/\delta)$, its repair",
        r"minimax lower bounds of cited works; that every private method needs $c(\varepsilon)$ is proved for one logit, without corruption",
        "state-of-the-art comparisons with offline reinforcement learning",
    ),
)
