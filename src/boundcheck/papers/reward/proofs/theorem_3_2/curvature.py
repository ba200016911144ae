"""Appendix A, first part: derivatives of the likelihood of private labels, and its curvature."""

from sympy import Ge, Gt, Le, diff, exp, log, symbols
from sympy import Integer as Int

from boundcheck.claims import Assumption, Fault, Identity, Inequality, Repair, Step

from ... import section_2
from ...assumptions import LOGISTIC_LABELS
from ...notation import LOW_PRIVACY, epsilon, feature_bound, radius
from ...quantities import private_probability, z
from .letters import BOUNDS, DELTA_NORM, EPSILON, GRADIENT, LOWER, REACH, V_ONE, V_ZERO, WHERE, c, q, u

BOUNDED_FEATURES = Assumption("bounded_features", r"$\|\phi(s, a)\| \le L$, so $\|x\| \le 2L$ and logits are at most $2L B$")

a, b, t, D, G, r, page_gamma = symbols("a b t D G r gamma_A", real=True)
a_1, a_2, a_3, f_1, f_2, f_3, g_0, g_1 = symbols("a_1 a_2 a_3 f_1 f_2 f_3 g_0 g_1", real=True)

LOGIT = (Ge(z, -c), Le(z, c), Gt(c, 0), Gt(epsilon, 2 * c))
TRUE_LOGIT = (*BOUNDS, Ge(z, -REACH), Le(z, REACH))
ALPHA_ONE = u / (1 + u) ** 2 - q * u / (1 + q * u) ** 2
ALPHA_ZERO = u / (1 + u) ** 2 - q * u / (q + u) ** 2
PRODUCT_ONE = u / (1 + u) ** 2 * (exp(epsilon) - 1) * (exp(epsilon) * exp(2 * z) - 1)
PRODUCT_ZERO = u / (1 + u) ** 2 * (exp(epsilon) - 1) * (exp(epsilon) * exp(-2 * z) - 1)


def derivatives():
    return (
        Step("score_one", WHERE + "$V_i$", Identity(diff(log(private_probability(1)), z), V_ONE, EPSILON),
            because=r"The left side is the derivative of the logarithm of (3) by the logit $z = \theta' x$ of a sample; the "
            "chain rule multiplies it by $x$."),
        Step("score_zero", WHERE + "$V_i$", Identity(diff(log(private_probability(0)), z), V_ZERO, EPSILON),
            because="The same for (4)."),
        Step("score_mean", WHERE + r"$\mathbb{E}[V_i \mid x_i]$, first equality",
            Identity(private_probability(1) * V_ONE + private_probability(0) * V_ZERO,
                u / (1 + u)
                - (q * u / (1 + q * u) * private_probability(1) + u / (q + u) * private_probability(0)),
                EPSILON)),
        Step("score_mean_zero", WHERE + r"$\mathbb{E}[V_i \mid x_i]$, second line",
            Identity(section_2.mixture(1) * V_ONE + section_2.mixture(0) * V_ZERO, Int(0), EPSILON), assumes=LOGISTIC_LABELS),
        Step("alpha_one", WHERE + r"$\alpha_1$, first equality", Identity(-diff(V_ONE, z), ALPHA_ONE, EPSILON)),
        Step("alpha_one_product", WHERE + r"$\alpha_1$, second equality",
            Identity(ALPHA_ONE, PRODUCT_ONE / (1 + exp(epsilon) * exp(-z)) ** 2, EPSILON),
            repair=Repair(Identity(ALPHA_ONE, PRODUCT_ONE / (1 + exp(epsilon) * exp(z)) ** 2, EPSILON),
                r"$\exp(z)$ in place of $\exp(-z)$ in the denominator; both forms are at least the $\gamma$ of Appendix A for logits in $[-c, c]$"),
            misprint=r"the first equality of the same line, from which it follows by algebra, with $\exp(\theta' x_i)$ in the denominator",
            fault=Fault("alpha_one_sign", "misprint", words="in the denominator $e^{-z}$ stands for $e^z$, $z$ the logit")),
        Step("alpha_zero", WHERE + r"$\alpha_0$, first equality",
            Identity(-diff(V_ZERO, z), u / (1 + u) ** 2 - u / (q + u) ** 2, EPSILON),
            repair=Repair(Identity(-diff(V_ZERO, z), ALPHA_ZERO, EPSILON), r"with the factor $\exp(-\varepsilon)$ in the second numerator"),
            misprint=r"the last form of the same line, and $\alpha_1$ beside it, which have the factor $\exp(-\varepsilon)$",
            fault=Fault("alpha_zero_factor", "misprint", words=r"the factor $\exp(-\varepsilon)$ of the second numerator is missing")),
        Step("alpha_zero_product", WHERE + r"$\alpha_0$, last form",
            Identity(-diff(V_ZERO, z), PRODUCT_ZERO / (1 + exp(epsilon) * exp(-z)) ** 2, EPSILON)),
    )


def convexity():
    return (
        Step("logit_range", WHERE + "'$c = L B$ in our setting'",
            Inequality((a - b) * t, feature_bound * radius,
                (*BOUNDS, Le(a, feature_bound), Ge(a, -feature_bound), Le(b, feature_bound), Ge(b, -feature_bound),
                 Le(t, radius), Ge(t, 0))),
            display=r"\theta^\top x_i \le L B",
            form="reduction", because=r"Two features of norm at most $L$ (Assumption 2.1) may point along $\theta$ and against it: their components along $\theta$ are $a$ and "
            r"$b$, and $t$ is the norm of $\theta$.",
            repair=Repair(
                Inequality((a - b) * t, REACH,
                    (*BOUNDS, Le(a, feature_bound), Ge(a, -feature_bound), Le(b, feature_bound),
                     Ge(b, -feature_bound), Le(t, radius), Ge(t, 0))),
                "$c = 2L B$, as Theorem 4.4 has it for the same features",
                r"\theta^\top x_i \le 2 L B",
            ),
            fault=Fault("theorem_3_2_logits", "missing factor", words="differences of features have norm up to $2L$, so that logits reach $2L B$"), assumes=BOUNDED_FEATURES),
        Step("curvature_slope", WHERE + r"$\gamma$", Inequality(1 / (exp(c) * (1 + exp(c)) ** 2), u / (1 + u) ** 2, LOGIT[:3]),
            because=r"The first factor of $\alpha_1$, and of $\alpha_0$ at $-z$; $c$ bounds the logits, as on the page."),
        Step("curvature_excess", WHERE + r"$\gamma$",
            Inequality(exp(epsilon) * exp(-2 * c) - 1, exp(epsilon) * exp(2 * z) - 1, LOGIT),
            because=r"The second factor of $\alpha_1$, and of $\alpha_0$ at $-z$."),
        Step("curvature_denominator", WHERE + r"$\gamma$", Inequality(exp(epsilon) * exp(z) + 1, exp(epsilon) * exp(c) + 1, LOGIT),
            because=r"The root of the denominator of $\alpha_1$, and of $\alpha_0$ at $-z$."),
        Step("curvature", WHERE + r"$\gamma$",
            Inequality(a_1 * a_2 / a_3**2, f_1 * f_2 / f_3**2,
                (Ge(a_1, 0), Le(a_1, f_1), Ge(a_2, 0), Le(a_2, f_2), Gt(f_3, 0), Le(f_3, a_3))),
            display=r"\gamma_A \le \alpha_{1, i}, \quad \gamma_A \le \alpha_{0, i}",
            form="reduction", because=r"The last three steps together, where $c$ does bound the logits and $\varepsilon > 2c$: $f_1$, $f_2$ and $f_3$ "
            r"are the factors of an $\alpha$, $a_1$, $a_2$ and $a_3$ their bounds. With the index A it is the $\gamma$ of "
            "Appendix A, without one that of Theorem 4.4."),
        Step("gamma_positive", WHERE + r"$\gamma$", Inequality(Int(0), LOWER, (Gt(c, 0), Gt(epsilon, 2 * c)), strict=True)),
        Step("strong_convexity", WHERE + r"after $\gamma$; Section 3, cost of privacy",
            Inequality(
                LOWER.subs(c, feature_bound * radius), ALPHA_ZERO, (*TRUE_LOGIT, *LOW_PRIVACY)
            ),
            display=r"\gamma_A \le \alpha_{0, i} \quad (\varepsilon > 2 L B)",
            form="translation", because=r"The line compares the $\gamma$ of Appendix A at $c = L B$ with the $\alpha_0$ of a sample whose logit $z$ is at most $2L B$, as Assumption 2.1 allows.",
            repair=Repair(Inequality(Int(0), LOWER.subs(c, REACH), (*BOUNDS, Gt(epsilon, 2 * REACH)), strict=True),
                r"with $c = 2L B$ and $\varepsilon > 4L B$ the $\gamma$ of Appendix A is positive, and no "
                r"$\alpha$ is below it. For $\varepsilon$ between $2L B$ and $4L B$ the loss need not be convex, "
                "and the other proof does without",
                r"0 < \gamma_A \quad (c = 2 L B, \varepsilon > 4 L B)"),
            fault=Fault("theorem_3_2_low_privacy", "missing factor", words=r"logits reach $2L B$, so that the proof's strong convexity needs $\varepsilon > 4L B$, and $\varepsilon > 2L B$ is assumed: between the two the printed proof fails, and the theorem holds by another one, on its page")),
        Step("only_if", "Section 3, cost of privacy, 'only if'",
            Inequality(ALPHA_ZERO.subs(z, REACH), Int(0), (*BOUNDS, *EPSILON, Le(epsilon, 2 * REACH))),
            display=r"\alpha_{0, i} \le 0 \quad (\theta^\top x_i = 2 L B, \varepsilon \le 4 L B)",
            form="translation", because=r"A label 0 at the largest logit has no positive curvature: for $\varepsilon$ at most $4L B$, and so for "
            r"$\varepsilon$ at most $2L B$, nothing guarantees strong convexity."),
        Step("gradient_inequality", WHERE + "display after strong convexity",
            Inequality(
                page_gamma * r, G * D, (Le(page_gamma * r, g_1 - g_0), Le(g_1, 0), Le(-g_0, G * D))
            ),
            display=r"\gamma_A \|\Delta\|_{\Sigma_{\mathcal{D}}}^2 \le " + f"{GRADIENT} {DELTA_NORM}",
            form="translation", because="$r$, $G$ and $D$ are the three norms in order, the first squared; $g_0$ and $g_1$ are the inner products of "
            r"$\Delta$ with the gradients at the truth and at the estimate. Strong convexity bounds their difference from below, "
            "$g_1$ is at most 0 since the estimate minimises over a convex set, and Cauchy-Schwarz bounds $-g_0$."),
    )
