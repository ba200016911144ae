"""Appendix A, second part: the score as noise, and the inequality that is solved for the error."""

from sympy import Ge, Gt, Le, Lt, Mul, exp, log, sqrt, symbols
from sympy import Integer as Int

from boundcheck.claims import Assumption, ByDefinition, Cited, Fault, Identity, Inequality, Repair, Step

from ...notation import c_epsilon, d, epsilon, lam, radius
from ...quantities import z
from .letters import DELTA_NORM, DROPPED, EPSILON, FACTOR, GRADIENT, LOWER, V_ONE, V_ZERO, WHERE, c, u

TRUTH_IN_BALL = Assumption("ball", "the truth lies in the ball of radius $B$ over which the likelihood is maximised")

C, D, G, f, r, s, t, page_gamma, share = symbols("C D G f r s t gamma_A share", real=True)
x_1, x_2 = symbols("x_1 x_2", real=True)

SIGMA = exp(3 * c) * (exp(epsilon) - 1) / ((1 + exp(c)) * (exp(epsilon) * exp(c) + 1))
SIGMA_MIDDLE = exp(c) * (exp(epsilon) - 1) / ((1 + exp(-c)) * (exp(epsilon) + exp(-c)))
SCORE_ONE = u * (exp(epsilon) - 1) / ((1 + u) * (exp(epsilon) + u))
SCORE_ZERO = u * (exp(epsilon) - 1) / ((1 + u) * (1 + exp(epsilon) * u))
SCORE_ZERO_TURNED = exp(z) * (exp(epsilon) - 1) / ((1 + exp(z)) * (exp(epsilon) + exp(z)))


def noise():
    at_most = (Ge(z, -c), Le(z, c), Gt(c, 0), *EPSILON)
    return (
        Step("score_one_form", WHERE + r"$V_i \mid 1$, equality", Identity(V_ONE, SCORE_ONE, EPSILON)),
        Step("score_one_bound", WHERE + r"$V_i \mid 1$, inequality", Inequality(SCORE_ONE, SIGMA_MIDDLE, at_most)),
        Step("score_form", WHERE + r"$V_i \mid 1$ and $V_i \mid 0$, last equality", Identity(SIGMA_MIDDLE, SIGMA, EPSILON)),
        Step("score_zero_sign", WHERE + r"$V_i \mid 0$, first equality",
            Identity(V_ZERO, SCORE_ZERO, EPSILON),
            repair=Repair(Identity(-V_ZERO, SCORE_ZERO, EPSILON), "$|V_i|$, which is $-V_i$ here, in place of $V_i$"),
            misprint="the definition of $V_i$ above, which is negative for the label 0; the bound that follows is one of $|V_i|$",
            fault=Fault("score_zero_sign", "misprint", words="the bars of the absolute value are missing")),
        Step("score_zero_form", WHERE + r"$V_i \mid 0$, second equality", Identity(SCORE_ZERO, SCORE_ZERO_TURNED, EPSILON)),
        Step("score_zero_bound", WHERE + r"$V_i \mid 0$, inequality", Inequality(SCORE_ZERO_TURNED, SIGMA_MIDDLE, at_most)),
        Step("sub_gaussian", WHERE + "after $V_i$",
            Inequality(log(share * exp(s * (1 - share)) + (1 - share) * exp(-s * share)), s**2 / 8,
                (Gt(share, 0), Lt(share, 1))),
            display=r"V_i \quad \text{is } \sigma\text{-sub-Gaussian}",
            form="reduction", because=r"The score of a sample has mean 0 and two values, at most $2 \sigma$ apart. A variable of mean 0 with two values "
            "at distance $w$ is sub-Gaussian with parameter $w/2$: this is $w = 1$, share is the probability of one value."),
        Step("quadratic_form", WHERE + "$M$",
            ByDefinition(x_1**2 / x_2, x_1 * (x_1 / x_2), (Gt(x_2, 0),)),
            display=GRADIENT + r"^2 = V^\top M V",
            because="Per coordinate in an eigenbasis of the ridge covariance: $x_1$ is that of $X' V/n$, $x_2$ the eigenvalue."),
        Step("hsu", WHERE + "after $M$",
            Cited(
                "the tail of a quadratic form in independent sub-Gaussian variables",
                "Hsu, Kakade and Zhang (2012), Theorem 2.1",
            )),
        Step("trace", WHERE + "second line of the quadratic form", Inequality(s / (s + lam), Int(1), (Ge(s, 0), Gt(lam, 0))),
            display=r"\operatorname{tr}(M) \le \frac{d}{n}",
            form="reduction", because=r"The nonzero eigenvalues of $n M$ are $s/(s + \lambda)$ over the at most $d$ eigenvalues $s$ "
            "of the covariance; their squares and the largest of them are at most 1 as well."),
        Step("quadratic_form_constant", WHERE + "second line of the quadratic form",
            Inequality(d + 2 * sqrt(d * t) + 2 * t, 3 * (d + t), (Ge(d, 1), Ge(t, 0))),
            because=r"Both sides times $\sigma^2/n$ are those of the page, with $t = \ln(1/\delta)$ and $C_1 = 3$."),
    )


def solution():
    return (
        Step("ridge", WHERE + "'This gives us'",
            Inequality(page_gamma * (s + lam * r), G * D + 4 * lam * page_gamma * radius**2,
                (Le(page_gamma * s, G * D), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0), Gt(page_gamma, 0))),
            display=rf"\gamma_A {DELTA_NORM}^2 \le {GRADIENT} {DELTA_NORM} + 4 \lambda \gamma_A B^2",
            form="translation", because=r"$s$ and $r$ are the squared norms of $\Delta$, in $\Sigma$ and Euclidean; $G$ and $D$ are the two norms on the right.", assumes=TRUTH_IN_BALL),
        Step("ridge_plugged", WHERE + "'This gives us', second line",
            Inequality(G * D + 4 * lam * page_gamma * radius**2, f * D + 4 * lam * page_gamma * radius**2, (Le(G, f), Ge(D, 0))),
            because=r"$G$ is the norm of the gradient, $f$ the root of $C_1 \sigma^2 (d + \ln(1/\delta))/n$."),
        Step("solve", WHERE + "'Solving'",
            Inequality(D, 2 * sqrt(2) * sqrt(f**2 / page_gamma**2 + lam * radius**2),
                (Le(page_gamma * D**2, f * D + 4 * page_gamma * lam * radius**2), Ge(D, 0), Ge(f, 0), Gt(page_gamma, 0),
                 Gt(lam, 0), Gt(radius, 0))),
            display=DELTA_NORM + r" \le C_2 \sqrt{\frac{\sigma^2}{\gamma_A^2} \cdot \frac{d + \log\left( \frac{1}{\delta} \right)}{n} + \lambda B^2}",
            form="strengthening", because=r"With $C_2 = 2 \sqrt{2}$; $D$ and $f$ as before."),
        Step("sigma_over_gamma", WHERE + r"$\sigma/\gamma$",
            Identity(Mul(SIGMA, 1 / LOWER, evaluate=False), DROPPED * FACTOR, (Gt(c, 0), Gt(epsilon, 2 * c)))),
        Step("root_splits", WHERE + "'Hence we get'",
            Inequality(sqrt(s**2 + lam * radius**2), s + sqrt(lam) * radius, (Ge(s, 0), Gt(lam, 0), Gt(radius, 0))),
            because="The two terms of the last display; $s$ is the first one, without $C_2$."),
        Step("absolute_constant", WHERE + "'Hence we get'", Inequality(DROPPED.subs(c, log(1 + C)), C, (Ge(C, 1),)),
            display=r"e^{4c} (1 + e^c) \frac{e^{\varepsilon + c} + 1}{e^{\varepsilon - 2c} - 1} \le C \frac{e^{\varepsilon + c} + 1}{e^{\varepsilon - 2c} - 1}",
            form="special case", because=r"The line compares the factor that the last display drops with any constant $C$, at $c = L B = \ln(1 + C)$.",
            repair=Repair(Inequality(exp(2 * c) * c_epsilon, FACTOR, (Gt(c, 0), Gt(epsilon, 2 * c))),
                "the chain gives the displayed factor times $e^{4c} (1 + e^c)$. Our other proof of Theorem 3.2 does not need this factor: it has "
                r"$c(\varepsilon)/(4 \gamma m^2)$, which is at most the displayed factor; here $c(\varepsilon) = (e^\varepsilon + 1)/(e^\varepsilon - 1)$, $1/m = 1/c(\varepsilon)^2 + \sigma'(\varepsilon)/\gamma$, and $\gamma$ is that of Theorem 4.4, not that of Appendix A",
                r"e^{2c} c(\varepsilon) \le C \frac{e^{\varepsilon + c} + 1}{e^{\varepsilon - 2c} - 1}, \quad C = 1"),
            fault=Fault("theorem_3_2_exponential", "constant that depends on something", words="the factor $e^{4c} (1 + e^c)$, $c = L B$, is dropped, and no constant bounds it; at $e^c = 2$ it is 48")),
        Step("no_constant", WHERE + "'Hence we get'",
            Inequality(C, DROPPED.subs(c, log(1 + C)), (Ge(C, 1),), strict=True),
            display=r"C < e^{4c} (1 + e^c) \quad (c = \ln(1 + C))",
            form="translation", because=r"Refutes `absolute_constant` for every $C \ge 1$ at once; and if a smaller $C$ did, $C = 1$ would."),
    )
