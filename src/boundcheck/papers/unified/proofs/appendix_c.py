"""Appendix C's steps: its orders of magnitude, a sharper bound without coverage, a lower bound with coverage."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Rational, exp, log, sqrt

from boundcheck.claims import Identity, Inequality, Step, total

from .. import theorem_5_4, theorem_6_1
from ..notation import (
    C_EPSILON,
    HALF,
    alpha,
    ball,
    c_epsilon,
    d,
    delta,
    domain,
    epsilon,
    gamma,
    kappa,
    lam,
    n,
    radius,
    xi,
)
from ..orders import LTC
from .divergence import contraction

D, N, b, s, r, h, p, q, t, k = sympy.symbols("D N b s r h p q t k", real=True)
POSITIVE = domain(epsilon)

# Paragraphs of the appendix, and what is added to it.
CURVATURE, PRIVACY, SHARE = (f"Appendix C, on the {what}" for what in ("curvature", "privacy cost", "share of corruption"))
UPPER, LOWER = "not in the paper, without coverage: a sharper bound", "not in the paper, with coverage: a lower bound"

SUBOPTIMALITY = total(theorem_6_1.explicit(LTC, theorem_5_4.sharper))

# Whatever C >= 1 is: T is c(epsilon), and 2/9 is gamma at 2 B. Two arms have this kappa.
C = sympy.Symbol("C", real=True)
ANY = (Ge(C, 1),)
T = 100 * C**2
AT_T = log((T + 1) / (T - 1))
POINT = {
    d: Integer(2), kappa: Integer(2), ball: log(2) / 2, delta: 2 * exp(-8), n: 26 * T**6, lam: T**-4, alpha: (18 * T) ** -2,
    c_epsilon: T,
}


def at_point(expression):
    """Of Theorem 6.1, at the point for C."""
    return expression.subs(gamma, theorem_6_1.CLAIM.definitions[gamma]).subs(POINT, simultaneous=True)


PRINTED_CORRUPTION = at_point(sqrt(d * kappa) * c_epsilon * sqrt(alpha) / gamma)
TIGHT = Inequality(PRINTED_CORRUPTION, C * at_point(SUBOPTIMALITY), ANY)
NOT_TIGHT = Inequality(C * at_point(SUBOPTIMALITY), PRINTED_CORRUPTION, ANY, strict=True)

# Two truths, h apart in the probability of a label: half the distance of their logits against the printed corruption term.
APART = (log(p / (1 - p)) - log((p - h) / (1 - p + h))) / 2
AT_LEAST = Inequality(HALF * c_epsilon * alpha / (p * (1 - p) * xi), APART,
    (*POSITIVE, Gt(xi, 0), Eq(h, 2 * c_epsilon * alpha / xi), Ge(p - h, HALF), Gt(h, 0), Lt(p, 1), Le(h, 1 - p)))  # fmt: skip


def steps():
    """All steps, in the order of the page and of what is added to it."""
    return (
        Step("gamma_order_below", CURVATURE,
            Inequality(exp(radius), 1 / gamma, (Gt(radius, 0),)),
            because=r"One half of the order: $1/\gamma$ is $2 + e^{B'} + e^{-B'}$."),
        Step("gamma_order_above", CURVATURE,
            Inequality(1 / gamma, 4 * exp(radius), (Gt(radius, 0),)),
            because="The other half: 2 is at most $2 e^{B'}$, and $e^{-B'}$ at most $e^{B'}$."),
        Step("privacy_cost_below", PRIVACY,
            Inequality(2 / epsilon, c_epsilon, POSITIVE),
            because=r"One half of the order: $\tanh(\varepsilon/2)$ is at most $\varepsilon/2$."),
        Step("privacy_cost_above", PRIVACY,
            Inequality(c_epsilon, Rational(13, 6) / epsilon, (*POSITIVE, Le(epsilon, 1))),
            because=r"The other half: $\varepsilon c(\varepsilon)$ grows, and is 2.164 at $\varepsilon = 1$."),
        *contraction(PRIVACY),
        Step("divergence_cost", PRIVACY,
            Inequality(1 / (exp(epsilon) - 1), c_epsilon, POSITIVE),
            because=r"The factor $1/(e^\varepsilon - 1)$ that this contraction puts into a lower bound is at most the "
            r"$c(\varepsilon)$ of the upper one; for large $\varepsilon$ it tends to 0 and says nothing."),
        Step("divergence_cost_above", PRIVACY,
            Inequality(c_epsilon, 3 / (exp(epsilon) - 1), (*POSITIVE, Le(epsilon, log(2)))),
            because=r"The two factors are $e^\varepsilon + 1$ apart, and at most 3 up to $\varepsilon = \ln(2)$."),
        Step("corruption_first", UPPER,
            Inequality(b * k / n, 2 * radius * b * alpha, (Gt(n, 0), Ge(k, 0), Le(k, 2 * radius * alpha * n), Ge(b, 0))),
            display=r"\left| \frac{1}{n} \sum_i b_i \langle x_i, \Delta\rangle \right| \le c(\varepsilon) \alpha \cdot 2 B'",
            form="reduction", because=r"$\Delta$ is the estimate less the truth. At most $\alpha n$ of the changes are not zero, each at most $b$, "
            r"which is $c(\varepsilon)$ under LTC and 1 under CTL. The inner product of a feature with $\Delta$ is at most "
            "$2 B'$ in absolute value; $k$ is the sum of these values over the corrupted samples."),
        Step("chain", UPPER,
            Inequality(gamma * (s + lam * r), N * D + 2 * radius * b * alpha + 4 * gamma * lam * radius**2,
                (Le(gamma * s, N * D + 2 * radius * b * alpha), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0))),
            display=r"\gamma \|\Delta\|^2 \le N \|\Delta\| + 2 B' c(\varepsilon) \alpha + 4 \gamma \lambda B'^2",
            form="translation", because="The mended (20) with the corrupted part of the gradient bounded as above and only the noise by Cauchy and Schwarz. "
            r"$D$ is the norm of $\Delta$ in the ridge covariance, $N$ that of the noise in its inverse; $s$ and $r$ are the "
            r"squares of $\Delta$ in the norm of the covariance and in the Euclidean norm; $b$ is $c(\varepsilon)$.",
        ),
        Step("solve", UPPER,
            Inequality(D, N / gamma + sqrt(2 * radius * b * alpha / gamma) + 2 * radius * sqrt(lam),
                (
                    Le(gamma * D**2, N * D + 2 * radius * b * alpha + 4 * gamma * lam * radius**2),
                    Ge(D, 0), Ge(N, 0), Ge(b, 0), Ge(alpha, 0), Gt(lam, 0), Gt(radius, 0),
                )),
            because="$D$ is at most the positive root of the quadratic, and the root of a sum at most the sum of the roots."),
        Step("never_worse", UPPER,
            Inequality(2 * radius * gamma, Rational(9, 20), (Gt(radius, 0),)),
            display=r"\sqrt{2 B' c(\varepsilon) \frac{\alpha}{\gamma}} \le \sqrt{\frac{9}{20}} \frac{c(\varepsilon) \sqrt{\alpha}}{\gamma}",
            form="reduction", because="The square of the quotient of the new corruption term and that of Theorem 5.4 is "
            r"$2 B' \gamma/c(\varepsilon)$, and $2 B' \gamma$ under CTL; $c(\varepsilon)$ is at least 1. So the new term "
            "is the smaller one everywhere."),
        Step("point_cost", UPPER,
            Identity(C_EPSILON.subs(epsilon, AT_T), T, ANY),
            display=r"c(\varepsilon) = T\text{ at } \varepsilon = \ln\left( \frac{T + 1}{T - 1} \right), \quad T = 100 C^2",
            form="translation", because=r"A point for every $C$, where the print asks for much more than is needed: $d = \kappa = 2$, $B = \ln(2)/2$, "
            r"$\delta = 2 e^{-8}$, $n = 26 T^6$, $\lambda = T^{-4}$, $\alpha = 1/(18 T)^2$."),
        Step("point_ridge", UPPER,
            Inequality(at_point(theorem_6_1.RIDGE.rhs), at_point(lam), ANY),
            because="The ridge of the point is one for which Theorem 6.1 is stated."),
        Step("point_bites", UPPER,
            Inequality(PRINTED_CORRUPTION, at_point(theorem_6_1.TRIVIAL), ANY),
            because=r"The printed corruption term of Theorem 6.1, $\sqrt{d \kappa} c(\varepsilon) \sqrt{\alpha}/\gamma$, is 1/2 there, below the trivial "
            r"$2 B = \ln(2)$: a lower bound of its order would say something."),
        Step("for_every_constant", UPPER, NOT_TIGHT,
            because=r"At that point $C$ times the whole bound of Theorem 6.1 with $\sqrt{2 B' c(\varepsilon) \alpha/\gamma}$, $B' = 2 B$, is below the corruption term alone that "
            "is printed, which is itself below the trivial bound."),
        Step("trace", SHARE,
            Inequality(xi, 1 / d, (Ge(d, 1), Le(d * xi, t), Le(t, 1))),
            because="$t$ is the trace of the covariance, which is the mean of the squared norms of the features."),
        Step("best_case", SHARE,
            Identity(alpha / xi, d * alpha, (Ge(d, 1), Eq(xi, 1 / d))),
            because=r"The corruption term at the largest $\xi$."),
        Step("two_worlds", LOWER,
            Inequality(xi * (1 / c_epsilon) * h / 2, alpha, (*POSITIVE, Ge(h, 0), Le(h, 2 * c_epsilon * alpha / xi), Gt(xi, 0))),
            display=r"\frac{\xi}{2} \frac{|p_1 - p_0|}{c(\varepsilon)} \le \alpha \quad \Rightarrow \quad \text{an adversary after privacy makes two worlds look alike}",
            form="interpretation", because=r"A share $\xi$ of the samples lies in one direction; there the labels are 1 with probability $p_0$ or $p_1$, $h$ "
            r"apart. By Lemma H.4 any private mechanism brings their laws to a distance of at most $h/c(\varepsilon)$; changing "
            "half of it in either world is enough.",
        ),
        Step("logits_apart", LOWER,
            Inequality(
                h / (2 * p * (1 - p)), log(p / (1 - p)) - log((p - h) / (1 - p + h)), (Ge(p - h, HALF), Gt(h, 0), Lt(p, 1), Le(h, 1 - p))
            ),
            because=r"Between $p - h$ and $p$, $h$ at most $1 - p$, the logits differ by $h/(2 \gamma)$ at least, $p$ being "
            "the largest probability in the ball.",
        ),
        Step("lower_bound", LOWER,
            AT_LEAST,
            display=r"\max\text{ error} \ge \frac{1}{2} c(\varepsilon) \frac{\alpha}{\gamma \xi}", form="reduction",
            because=r"$\gamma$ is $p (1 - p)$, and both truths lie in the ball: $p - h$ is at least 1/2. No estimator tells the two "
            r"worlds apart, so in one of them it is off by half their distance: $h/(4 \gamma)$ for every $h$ below "
            r"$2 c(\varepsilon) \alpha/\xi$ with $h \le \min(1 - p, p - 1/2)$ and $n$ large. So for small $\alpha$ the "
            "corruption term of Theorem 5.7 under LTC cannot be improved by more than a constant."),
    )
