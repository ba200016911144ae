"""The displayed steps of Appendix A, and the proof that replaces them where they fail."""

import sympy
from sympy import Ge, Gt, Le, Lt, Rational, diff, exp, log, sqrt
from sympy import Integer as Int

from boundcheck.claims import Cited, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from .. import section_2
from ..notation import LOW_PRIVACY, c_epsilon, d, delta, domain, epsilon, feature_bound, gamma, lam, n, radius
from ..quantities import private_logit, private_probability, z

# The letters of Appendix A: c bounds the logits, lower is its gamma, sigma its sub-Gaussian parameter.
c, C, a, b, t = sympy.symbols("c C a b t", real=True)
z_0, z_1, w_0, w_1, mean, x, s, share = sympy.symbols("z_0 z_1 w_0 w_1 mean x s share", real=True)
D, f, G, r, sigma, lower, trace = sympy.symbols("D f G r sigma lower trace", real=True)
eta_1, eta_2, x_1, x_2, loss_0, loss_1, slope, sup = sympy.symbols(
    "eta_1 eta_2 x_1 x_2 loss_0 loss_1 slope sup", real=True
)

WHERE = "Appendix A, "
EPSILON = domain("epsilon")
BOUNDS = domain("feature_bound", "radius")
REACH = 2 * feature_bound * radius  # what bounds the logits: x is a difference of two features
LOGIT = (Ge(z, -c), Le(z, c), Gt(c, 0), Gt(epsilon, 2 * c))
TRUE_LOGIT = (*BOUNDS, Ge(z, -REACH), Le(z, REACH))
u, q = exp(-z), exp(-epsilon)

V_ONE = u / (1 + u) - q * u / (1 + q * u)
V_ZERO = u / (1 + u) - u / (q + u)
ALPHA_ONE = u / (1 + u) ** 2 - q * u / (1 + q * u) ** 2
ALPHA_ZERO = u / (1 + u) ** 2 - q * u / (q + u) ** 2
PRODUCT_ONE = u / (1 + u) ** 2 * (exp(epsilon) - 1) * (exp(epsilon) * exp(2 * z) - 1)
PRODUCT_ZERO = u / (1 + u) ** 2 * (exp(epsilon) - 1) * (exp(epsilon) * exp(-2 * z) - 1)
LOWER = (exp(epsilon) - 1) * (exp(epsilon) * exp(-2 * c) - 1) / (
    exp(c) * (1 + exp(c)) ** 2 * (exp(epsilon) * exp(c) + 1) ** 2
)
SIGMA = exp(3 * c) * (exp(epsilon) - 1) / ((1 + exp(c)) * (exp(epsilon) * exp(c) + 1))
SIGMA_MIDDLE = exp(c) * (exp(epsilon) - 1) / ((1 + exp(-c)) * (exp(epsilon) + exp(-c)))
SCORE_ONE = u * (exp(epsilon) - 1) / ((1 + u) * (exp(epsilon) + u))
SCORE_ZERO = u * (exp(epsilon) - 1) / ((1 + u) * (1 + exp(epsilon) * u))
SCORE_ZERO_TURNED = exp(z) * (exp(epsilon) - 1) / ((1 + exp(z)) * (exp(epsilon) + exp(z)))

FACTOR = (exp(epsilon) * exp(c) + 1) / (exp(epsilon) * exp(-2 * c) - 1)

DELTA_NORM = "norm(Delta)_(Sigma_cal(D) + lambda I)"
GRADIENT = "norm(nabla l_(cal(D), epsilon)(theta))_((Sigma_cal(D) + lambda I)^(-1))"

WAVES = "the mended proof, "


def steps(constant):
    """All steps, in the order of the page, then those of the proof that carries the theorem."""
    return (*_derivatives(), *_convexity(), *_noise(), *_solution(), *_mended(constant))


def _derivatives():
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


def _convexity():
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
            repair=Repair(
                Inequality(
                    Int(0), exp(epsilon) * exp(-2 * REACH) - 1, (*BOUNDS, Gt(epsilon, 2 * REACH)), strict=True
                ),
                "strong convexity from epsilon > 4LB on, with c = 2LB in gamma. Between 2LB and 4LB the loss is not "
                "convex, and the mended proof does without",
                "gamma <= alpha_(0,i) quad (epsilon > 4 L B)",
            )),
        Step("gradient_inequality", WHERE + "display after strong convexity",
            Inequality(
                lower * r, G * D, (Le(lower * r, loss_1 - slope), Le(loss_1, 0), Le(-slope, G * D))
            ),
            display=f"gamma norm(Delta)_(Sigma_cal(D))^2 <= {GRADIENT} {DELTA_NORM}",
            reduction="slope and loss_1 are the gradients' inner products with Delta at the truth and at the estimate: "
            "strong convexity bounds their difference from below, loss_1 is at most 0 since the estimate minimises over "
            "a convex set, and Cauchy-Schwarz bounds -slope. No constant is lost, though the line reads as an expansion."),
    )


def _noise():
    at_most = (Ge(z, -c), Le(z, c), Gt(c, 0), *EPSILON)
    return (
        Step("score_one_form", WHERE + "V_i | 1, equality", Identity(V_ONE, SCORE_ONE, EPSILON)),
        Step("score_one_bound", WHERE + "V_i | 1, inequality", Inequality(SCORE_ONE, SIGMA_MIDDLE, at_most)),
        Step("score_form", WHERE + "V_i | 1 and V_i | 0, last equality", Identity(SIGMA_MIDDLE, SIGMA, EPSILON)),
        Step("score_zero_sign", WHERE + "V_i | 0, first equality", Identity(-V_ZERO, SCORE_ZERO, EPSILON),
            note="Read as |V_i|, of which an opening bar may be lost in the text at hand: V_i is negative for the label 0."),
        Step("score_zero_form", WHERE + "V_i | 0, second equality", Identity(SCORE_ZERO, SCORE_ZERO_TURNED, EPSILON)),
        Step("score_zero_bound", WHERE + "V_i | 0, inequality", Inequality(SCORE_ZERO_TURNED, SIGMA_MIDDLE, at_most)),
        Step("sub_gaussian", WHERE + "after V_i",
            Inequality(log(share * exp(s * (1 - share)) + (1 - share) * exp(-s * share)), s**2 / 8,
                (Gt(share, 0), Lt(share, 1))),
            display='V_i quad "is" sigma"-sub-Gaussian"',
            reduction="V_i has mean 0 and two values, at most 2 sigma apart; a variable with two values at distance w "
            "is sub-Gaussian with parameter w/2, by scaling s."),
        Step("quadratic_form", WHERE + "M",
            Identity(((eta_1 * x_1 + eta_2 * x_2) / 2) ** 2 / ((x_1**2 + x_2**2) / 2 + lam),
                (eta_1 * x_1 + eta_2 * x_2) * (x_1 * eta_1 + x_2 * eta_2) / (4 * ((x_1**2 + x_2**2) / 2 + lam)),
                (Gt(lam, 0),)),
            display=f"{GRADIENT}^2 = V^top M V",
            reduction="Written out for n = 2 samples in d = 1, eta for V."),
        Step("hsu", WHERE + "after M",
            Cited(
                "the tail of a quadratic form in independent sub-Gaussian variables",
                "Hsu, Kakade and Zhang (2012), Theorem 2.1",
            )),
        Step("trace", WHERE + "second line of the quadratic form", Inequality(s / (s + lam), Int(1), (Ge(s, 0), Gt(lam, 0))),
            display='"tr"(M) <= d/n',
            reduction="The nonzero eigenvalues of n M are s/(s + lambda) over the at most d eigenvalues s of the "
            "covariance; their squares and the largest of them are at most 1 as well."),
        Step("quadratic_form_constant", WHERE + "second line of the quadratic form",
            Inequality(d + 2 * sqrt(d * t) + 2 * t, 3 * (d + t), (Ge(d, 1), Ge(t, 0))),
            reduction="Times sigma^2/n, with t = log(1/delta): C_1 = 3."),
    )


def _solution():
    return (
        Step("ridge", WHERE + "'This gives us'",
            Inequality(lower * (s + lam * r), G * D + 4 * lam * lower * radius**2,
                (Le(lower * s, G * D), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0), Gt(lower, 0))),
            display=f"gamma {DELTA_NORM}^2 <= {GRADIENT} {DELTA_NORM} + 4 lambda gamma B^2",
            reduction="s and r are the squares of Delta in the norm of the covariance and in the Euclidean norm."),
        Step("solve", WHERE + "'Solving'",
            Inequality(D, 2 * sqrt(2) * sqrt(f**2 / lower**2 + lam * radius**2),
                (Le(lower * D**2, f * D + 4 * lower * lam * radius**2), Ge(D, 0), Ge(f, 0), Gt(lower, 0),
                 Gt(lam, 0), Gt(radius, 0))),
            display=f"{DELTA_NORM} <= C_2 sqrt(sigma^2/gamma^2 dot (d + log(1/delta))/n + lambda B^2)",
            reduction="C_2 = 2 sqrt(2)."),
        Step("sigma_over_gamma", WHERE + "sigma/gamma",
            Identity(SIGMA / LOWER, exp(4 * c) * (1 + exp(c)) * (exp(epsilon) * exp(c) + 1) / (exp(epsilon) * exp(-2 * c) - 1),
                (Gt(c, 0), Gt(epsilon, 2 * c)))),
        Step("absolute_constant", WHERE + "'Hence we get'", Inequality(exp(4 * log(C)) * (1 + exp(log(C))), C, (Ge(C, 2),)),
            display="e^(4c) (1 + e^c) <= C quad (c > 0)",
            reduction="The factor that the last display drops, at c = ln C: it exceeds every C.",
            repair=Repair(Inequality(exp(2 * c) * c_epsilon, FACTOR, (Gt(c, 0), Gt(epsilon, 2 * c))),
                "the chain only gives e^(4c)(1 + e^c) times the display; the mended proof has c(epsilon)/gamma "
                "instead, at most 4 times the factor displayed")),
    )


def _mended(constant):
    p = private_probability(1)
    variance = private_probability(1) * private_probability(0)
    derivative = diff(sigmoid(z), z)
    loss = log(1 + exp(x))
    return (
        Step("private_variance", WAVES + "1",
            Identity(
                variance, exp(epsilon) / (1 + exp(epsilon)) ** 2 + derivative / c_epsilon**2, EPSILON
            ),
            reduction="The variance of a private label: that of the coin, plus the shrunk one of the label."),
        Step("private_slope", WAVES + "2", Identity(diff(p, z), derivative / c_epsilon, EPSILON),
            reduction="The derivative of the private logit w is this over the private variance."),
        Step("slope_above", WAVES + "3", Inequality(derivative / c_epsilon, variance / c_epsilon, EPSILON),
            reduction="w' <= 1/c(epsilon)."),
        Step("slope_below", WAVES + "3",
            Inequality(variance / (2 * c_epsilon), derivative / c_epsilon, (*EPSILON, Ge(z, -epsilon), Le(z, epsilon))),
            reduction="w' >= 1/(2 c(epsilon)) wherever the logit is at most epsilon: this is where epsilon >= 2LB enters."),
        Step("slope_everywhere", WAVES + "3, for the reading every_epsilon",
            Inequality(lower / (share + lower * t), s / (share + s * t), (Gt(lower, 0), Le(lower, s), Gt(share, 0), Ge(t, 0))),
            reduction="s is the curvature at z, lower is gamma, share the variance of the coin, t = 1/c(epsilon)^2: for every "
            "epsilon the slope is at least this share of 1/c(epsilon), and takes the place of 1/2 below."),
        Step("logit_shrinks", WAVES + "4", Inequality(private_logit(z), z, (*EPSILON, Ge(z, 0))),
            reduction="Private logits stay in [-2LB, 2LB] too."),
        Step("log_partition", WAVES + "5",
            Inequality(gamma / 2 * (w_1 - w_0) ** 2,
                loss.subs(x, w_1) - loss.subs(x, w_0) - diff(loss, x).subs(x, w_0) * (w_1 - w_0),
                (*BOUNDS, Ge(w_0, -REACH), Le(w_0, REACH), Ge(w_1, -REACH), Le(w_1, REACH))),
            reduction="In the private logits w the loss is that of logistic regression, convex for every epsilon."),
        Step("basic_inequality", WAVES + "5",
            Inequality(gamma / 2 * r, slope, (Le(gamma / 2 * r, loss_1 - loss_0 - mean), Le(loss_1 - loss_0, mean + slope))),
            reduction="r is the mean square of the difference of private logits, slope the mean of (private label minus "
            "its probability) times that difference; the loss of the estimate is at most that of the truth."),
        Step("basic_in_theta", WAVES + "5",
            Inequality(lower / (8 * C**2) * r, slope,
                (Le(lower / 2 * share, slope), Ge(share, r / (4 * C**2)), Gt(lower, 0), Ge(r, 0), Ge(C, 1))),
            reduction="r is the square of Delta in the norm of the covariance, lower is gamma, C is c(epsilon), by slope_below."),
        Step("symmetrisation", WAVES + "6",
            Cited(
                "the mean of the supremum of sums of centred independent terms is at most twice that of the sums with "
                "random signs; labels shifted to +-1/2 turn the 2 into a 1",
                "Boucheron, Lugosi and Massart (2013), Lemma 11.4",
            )),
        Step("contraction", WAVES + "6",
            Cited(
                "random signs on Lipschitz images have a supremum no larger in the mean than the Lipschitz constant "
                "times that on the arguments",
                "Ledoux and Talagrand (1991), Theorem 4.12; Boucheron, Lugosi and Massart (2013), Theorem 11.6",
            )),
        Step("mean_supremum", WAVES + "6", Inequality(trace / n, d / n, (Le(trace, d), Ge(n, 1))),
            display="EE norm(1/n sum_i epsilon_i x_i)_(Sigma_cal(D)^+)^2 <= d/n",
            reduction="The left side is the rank of the covariance over n."),
        Step("concentration", WAVES + "7",
            Cited(
                "a convex 1-Lipschitz function of independent variables in [0, 1] exceeds its mean by t with "
                "probability at most exp(-t^2/2)",
                "Boucheron, Lugosi and Massart (2013), Theorem 6.10",
            )),
        Step("shell", WAVES + "8",
            Inequality(r, 16 * C / lower * sup,
                (Le(lower / (8 * C**2) * r**2, 2 * r * sup / C), Gt(r, 0), Ge(sup, 0), Gt(lower, 0), Ge(C, 1))),
            reduction="A Delta of norm between r and 2r, with sup = (sqrt(d) + sqrt(2 t))/sqrt(n) bounding the noise "
            "over the ball of radius 2r."),
        Step("shells_grow", WAVES + "8",
            Inequality(sqrt(d) + sqrt(2 * s**2 * t), s * (sqrt(d) + sqrt(2 * t)), (Ge(s, 1), Ge(d, 0), Ge(t, 0))),
            reduction="s = 2^(k-1): in shell k the exponent t may be 4^(k-1) times as large."),
        Step("shells_sum", WAVES + "8", Inequality(1 / (exp(log(2 / delta)) - 1), delta, domain("delta")),
            reduction="The sum of exp(-4^(k-1) t) over k >= 1 is at most that of exp(-k t), at t = ln(2/delta)."),
        Step("norms", WAVES + "9",
            Inequality(sqrt(s + lam * r), sqrt(s) + 2 * sqrt(lam) * radius,
                (Ge(s, 0), Ge(r, 0), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0))),
            display=f"{DELTA_NORM} <= norm(Delta)_(Sigma_cal(D)) + 2 sqrt(lambda) B"),
        Step("curvature_against_exponential", WAVES + "10",
            Inequality((2 + exp(-2 * c) + exp(2 * c)) / 4, exp(2 * c), (Gt(c, 0),)),
            reduction="1/gamma is at most 4 exp(2c), for c = LB."),
        Step("rate", WAVES + "10", Inequality(exp(2 * c) * c_epsilon, FACTOR, (Gt(c, 0), Gt(epsilon, 2 * c))),
            reduction="So c(epsilon)/gamma is at most 4 times the printed factor, for c = LB."),
        Step("confidence", WAVES + "10",
            Inequality(sqrt(d) + sqrt(2 * log(2) + 2 * t), Rational(9, 4) * sqrt(d + t) + Rational(1, 100) * sqrt(d + t),
                (Ge(d, 1), Ge(t, 0))),
            reduction="t = ln(1/delta)."),
        Step("constant", "Theorem 3.2",
            Inequality(16 * a * f / n + 2 * r, constant * (b * D / n + r),
                (Le(a, 4 * b), Le(f, Rational(226, 100) * D), Gt(a, 0), Gt(f, 0), Gt(D, 0), Gt(n, 0), Ge(r, 0))),
            reduction="a is c(epsilon)/gamma and b the printed factor, f and D the two sides of the step confidence, n the "
            "root of the sample size, r the ridge term sqrt(lambda) B."),
    )
