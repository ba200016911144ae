"""Appendix A, first part: derivatives of the likelihood of private labels, and its curvature."""

from sympy import Ge, Gt, Le, diff, exp, log, symbols
from sympy import Integer as Int

from boundcheck.claims import Identity, Inequality, Repair, Step

from ... import section_2
from ...notation import LOW_PRIVACY, epsilon, feature_bound, radius
from ...quantities import private_probability, z
from .letters import BOUNDS, DELTA_NORM, EPSILON, GRADIENT, LOWER, REACH, V_ONE, V_ZERO, WHERE, c, q, u

a, b, t, D, G, r, lower = symbols("a b t D G r lower", real=True)
loss_0, loss_1, slope = symbols("loss_0 loss_1 slope", real=True)

LOGIT = (Ge(z, -c), Le(z, c), Gt(c, 0), Gt(epsilon, 2 * c))
TRUE_LOGIT = (*BOUNDS, Ge(z, -REACH), Le(z, REACH))
ALPHA_ONE = u / (1 + u) ** 2 - q * u / (1 + q * u) ** 2
ALPHA_ZERO = u / (1 + u) ** 2 - q * u / (q + u) ** 2
PRODUCT_ONE = u / (1 + u) ** 2 * (exp(epsilon) - 1) * (exp(epsilon) * exp(2 * z) - 1)
PRODUCT_ZERO = u / (1 + u) ** 2 * (exp(epsilon) - 1) * (exp(epsilon) * exp(-2 * z) - 1)


def derivatives():
    return (
        Step("score_one", WHERE + "V_i", Identity(diff(log(private_probability(1)), z), V_ONE, EPSILON),
            reduction="Per sample, in the logit; the chain rule multiplies by x_i."),
        Step("score_zero", WHERE + "V_i", Identity(diff(log(private_probability(0)), z), V_ZERO, EPSILON),
            reduction="Per sample, in the logit."),
        Step("score_mean", WHERE + "E[V_i | x_i], first equality",
            Identity(private_probability(1) * V_ONE + private_probability(0) * V_ZERO,
                u / (1 + u)
                - (q * u / (1 + q * u) * private_probability(1) + u / (q + u) * private_probability(0)),
                EPSILON)),
        Step("score_mean_zero", WHERE + "E[V_i | x_i], second line",
            Identity(section_2.mixture(1) * V_ONE + section_2.mixture(0) * V_ZERO, Int(0), EPSILON)),
        Step("alpha_one", WHERE + "alpha_1, first equality", Identity(-diff(V_ONE, z), ALPHA_ONE, EPSILON)),
        Step("alpha_one_product", WHERE + "alpha_1, second equality",
            Identity(ALPHA_ONE, PRODUCT_ONE / (1 + exp(epsilon) * exp(z)) ** 2, EPSILON),
            note="The text at hand has exp(-z) in the denominator; it is read as exp(z), one sign that conversion may have "
            "lost. On [-c, c] both forms exceed the printed gamma."),
        Step("alpha_zero", WHERE + "alpha_0, first equality", Identity(-diff(V_ZERO, z), ALPHA_ZERO, EPSILON),
            note="The text at hand lacks the factor exp(-epsilon) in the second numerator, which alpha_1 beside it and the product "
            "form after it have; read with it."),
        Step("alpha_zero_product", WHERE + "alpha_0, last form",
            Identity(-diff(V_ZERO, z), PRODUCT_ZERO / (1 + exp(epsilon) * exp(-z)) ** 2, EPSILON)),
    )


def convexity():
    return (
        Step("logit_range", WHERE + "'c = LB in our setting'",
            Inequality((a - b) * t, feature_bound * radius,
                (*BOUNDS, Le(a, feature_bound), Ge(a, -feature_bound), Le(b, feature_bound), Ge(b, -feature_bound),
                 Le(t, radius), Ge(t, 0))),
            display="theta^top x_i <= L B",
            reduction="a and b are the components along theta of the two features, of norm at most L by Assumption 2.1, "
            "and t is the norm of theta; a = L, b = -L is allowed.",
            repair=Repair(
                Inequality((a - b) * t, REACH,
                    (*BOUNDS, Le(a, feature_bound), Ge(a, -feature_bound), Le(b, feature_bound),
                     Ge(b, -feature_bound), Le(t, radius), Ge(t, 0))),
                "c = 2LB, as Theorem 4.4 has it for the same features",
                "theta^top x_i <= 2 L B",
            )),
        Step("curvature_slope", WHERE + "gamma", Inequality(1 / (exp(c) * (1 + exp(c)) ** 2), u / (1 + u) ** 2, LOGIT[:3]),
            reduction="First factor of alpha_1, and of alpha_0 at -z."),
        Step("curvature_excess", WHERE + "gamma",
            Inequality(exp(epsilon) * exp(-2 * c) - 1, exp(epsilon) * exp(2 * z) - 1, LOGIT),
            reduction="Second factor of alpha_1, and of alpha_0 at -z."),
        Step("curvature_denominator", WHERE + "gamma", Inequality(exp(epsilon) * exp(z) + 1, exp(epsilon) * exp(c) + 1, LOGIT),
            reduction="Root of the denominator of alpha_1, and of alpha_0 at -z."),
        Step("curvature", WHERE + "gamma",
            Inequality(a * b / r**2, loss_0 * loss_1 / slope**2,
                (Ge(a, 0), Le(a, loss_0), Ge(b, 0), Le(b, loss_1), Gt(slope, 0), Le(slope, r))),
            display="gamma <= alpha_(1,i), quad gamma <= alpha_(0,i)",
            reduction="The three factors together, for c an honest bound of the logits and epsilon > 2c."),
        Step("gamma_positive", WHERE + "gamma", Inequality(Int(0), LOWER, (Gt(c, 0), Gt(epsilon, 2 * c)), strict=True)),
        Step("strong_convexity", WHERE + "after gamma; Section 3, cost of privacy",
            Inequality(
                LOWER.subs(c, feature_bound * radius), ALPHA_ZERO, (*TRUE_LOGIT, *LOW_PRIVACY)
            ),
            display="gamma <= alpha_(0,i) quad (epsilon > 2 L B)",
            reduction="Per sample, at the logits that Assumption 2.1 allows, up to 2LB.",
            repair=Repair(Inequality(Int(0), LOWER.subs(c, REACH), (*BOUNDS, Gt(epsilon, 2 * REACH)), strict=True),
                "with c = 2LB and epsilon > 4LB gamma is positive, and by the step curvature no alpha is below it. Between 2LB "
                "and 4LB the loss need not be convex (step only_if), and the mended proof does without",
                "0 < gamma quad (c = 2 L B, epsilon > 4 L B)")),
        Step("only_if", "Section 3, cost of privacy, 'only if'",
            Inequality(ALPHA_ZERO.subs(z, REACH), Int(0), (*BOUNDS, *EPSILON, Le(epsilon, 2 * REACH))),
            display="alpha_(0,i) <= 0 quad (theta^top x_i = 2 L B, epsilon <= 4 L B)",
            reduction="A label 0 at the longest logit has no positive curvature: below 4LB, and so below 2LB, nothing "
            "guarantees strong convexity."),
        Step("gradient_inequality", WHERE + "display after strong convexity",
            Inequality(
                lower * r, G * D, (Le(lower * r, loss_1 - slope), Le(loss_1, 0), Le(-slope, G * D))
            ),
            display=f"gamma norm(Delta)_(Sigma_cal(D))^2 <= {GRADIENT} {DELTA_NORM}",
            reduction="slope and loss_1 are the gradients' inner products with Delta at the truth and at the estimate: "
            "strong convexity bounds their difference from below, loss_1 is at most 0 since the estimate minimises over "
            "a convex set, and Cauchy-Schwarz bounds -slope. No constant is lost, though the line reads as an expansion."),
    )
