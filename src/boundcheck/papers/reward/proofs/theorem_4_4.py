"""The displayed steps of Appendix B, with the induction that it leaves to its source."""

import sympy
from sympy import Eq, Ge, Gt, Le, Rational, diff, exp, log, sqrt
from sympy import Integer as Int

from boundcheck.claims import Cited, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from .. import algorithm_1
from ..notation import domain, epsilon, feature_bound, gamma, kappa, n, radius
from ..quantities import C_EPSILON

t, eta, lam, G, C = sympy.symbols("t eta lam G C", real=True)
now, then, inner, noise, square, mean, true = sympy.symbols("now then inner noise square mean true", real=True)
z, z_0, z_1, label, s, x, a_1, a_2, a_3, a_4 = sympy.symbols("z z_0 z_1 label s x a_1 a_2 a_3 a_4", real=True)
Z_2, Z_3, A, X, price, v, b, u_1, u_2, p_1, p_2 = sympy.symbols("Z_2 Z_3 A X price v b u_1 u_2 p_1 p_2", real=True)

WHERE = "Appendix B, "
EPSILON = domain("epsilon")
BOUNDS = domain("feature_bound", "radius")
REACH = 2 * feature_bound * radius
RATE = (Gt(lam, 0), Gt(G, 0))
NOW, THEN = "norm(theta_t - theta^*)^2", "norm(theta_(t+1) - theta^*)^2"


def shrink(value, steps, martingale):
    """Right side of (7)."""
    return (1 - 2 / steps) * value + 2 / (lam * steps) * martingale + (G / (lam * steps)) ** 2


def steps(constant):
    """All steps, in the order of the page, then what the explicit version adds."""
    return (*_recursion(), *_unrolled(), *_martingale(), *_induction(), *_explicit(constant))


def _recursion():
    return (
        Step("step_size", "Theorem 4.4 against Appendix B, line (b)",
            Identity(1 / (lam * t), 1 / (gamma * kappa * t), (*BOUNDS, *domain("kappa"), Ge(t, 1), Eq(lam, gamma * kappa))),
            display="eta_t = 1/(gamma kappa t) = 1/(lambda t), quad lambda = gamma kappa",
            reduction="The theorem's step size against that of its proof.",
            note="The text at hand has eta_t = 1/(gamma kappa) in the theorem, without the t of line (b) of its proof: one symbol, "
            "which conversion may have lost. The part coverage, read literally, says what the constant step would give."),
        Step("projection", "Eq. (8), second line",
            Cited("projection on a closed convex set brings no point of it farther away", "textbook"),
            display='norm(Pi_Theta (theta_t - eta_t hat(g)_t) - theta^*)^2 <= norm(theta_t - eta_t hat(g)_t - theta^*)^2'),
        Step("expansion", "Eq. (8), third line", Identity((x - eta * u_1) ** 2, x**2 - 2 * eta * u_1 * x + eta**2 * u_1**2),
            reduction="Per coordinate: x of theta_t - theta*, u_1 of the gradient."),
        Step("centring", "Eq. (8), line (a)",
            Identity(now - 2 * eta * (mean - noise) + eta**2 * square, now - 2 * eta * mean + 2 * eta * noise + eta**2 * square)),
        Step("label_mean", "Eq. (9), line (c)",
            Identity(
                sigmoid(true) * (sigmoid(z) - 1) + (1 - sigmoid(true)) * sigmoid(z), sigmoid(z) - sigmoid(true)
            ),
            reduction="The mean over the label of a sample with logits z at theta_t and `true` at theta*."),
        Step("curvature", "Eq. (9), line (d)", Inequality(gamma, diff(sigmoid(z), z), (*BOUNDS, Ge(z, -REACH), Le(z, REACH)))),
        Step("mean_value", "Eq. (9), line (d)",
            Inequality(gamma * (z_1 - z_0) ** 2, (sigmoid(z_1) - sigmoid(z_0)) * (z_1 - z_0),
                (*BOUNDS, Ge(z_0, -REACH), Le(z_0, REACH), Ge(z_1, -REACH), Le(z_1, REACH)))),
        Step("coverage", "Eq. (9), line (e)",
            Inequality(gamma * kappa * (x**2 + u_1**2), gamma * (p_1 * x**2 + p_2 * u_1**2),
                (*BOUNDS, Ge(p_1, kappa), Ge(p_2, kappa), Gt(kappa, 0))),
            reduction="In the eigenbasis of E[x x'], in two dimensions; Sigma is read so."),
        Step("gradient_bound", WHERE + "G",
            Inequality(C_EPSILON * (2 * feature_bound + 4 * feature_bound / (exp(epsilon) + 1)),
                6 * feature_bound * C_EPSILON, (*EPSILON, *BOUNDS[:1])),
            display="norm(hat(g)_t)^2 <= G^2 = 36 L^2 c(epsilon)^2",
            reduction="The triangle inequality on line 6, each plain gradient being at most 2L long."),
        Step("gradient_bound_sharp", "the explicit version",
            Inequality(algorithm_1.private_gradient(label) ** 2, C_EPSILON**2, (*EPSILON, Eq(label * (1 - label), 0))),
            display="norm(hat(g)_t) <= 2 L c(epsilon)",
            reduction="The de-biased gradient is x times the left root, and norm(x) <= 2L."),
        Step("plugged_in", WHERE + "after (9), first two lines",
            Inequality(now - 2 * eta * mean + 2 * eta * noise + eta**2 * square,
                now * (1 - 2 * eta * lam) + 2 * eta * noise + eta**2 * G**2,
                (*RATE, Ge(mean, lam * now), Le(square, G**2), Gt(eta, 0), Ge(now, 0)))),
        Step("eq_7", "Eq. (7)",
            Identity((now * (1 - 2 * eta * lam) + 2 * eta * noise + eta**2 * G**2).subs(eta, 1 / (lam * t)),
                shrink(now, t, noise), (*RATE, Ge(t, 1))),
            reduction="With eta_t = 1/(lambda t)."),
    )


def _unrolled():
    return (
        Step("eq_10", "Eq. (10)",
            Inequality(a_4, 2 / (lam * 2 * 3) * (Z_2 + 2 * Z_3) + G**2 / (lam**2 * 9),
                (*RATE, Ge(a_2, 0), Eq(a_3, shrink(a_2, Int(2), Z_2)), Ge(a_3, 0), Eq(a_4, shrink(a_3, Int(3), Z_3)), Ge(a_4, 0))),
            display=f"{THEN} <= 2/(lambda (t-1) t) sum_(i=2)^t (i-1) chevron.l hat(z)_i, theta_i - theta^* chevron.r "
            "+ G^2/(lambda^2 t^2)",
            reduction="At t = 3, for numbers that satisfy (7) with equality: the last term adds up to 7/36, not to 1/9.",
            repair=Repair(
                Inequality(a_4, 2 / (lam * 2 * 3) * (Z_2 + 2 * Z_3) + G**2 / (lam**2 * 3),
                    (*RATE, Le(a_3, shrink(a_2, Int(2), Z_2)), Le(a_4, shrink(a_3, Int(3), Z_3)))),
                "the last term is G^2/(lambda^2 t), as in Rakhlin et al. (2011); the steps unroll and unroll_sum give "
                "it for every t",
            ),
            note="One exponent, and nothing after it uses 1/t^2. Runs of the algorithm violate it as well, from about t = 75 on; the "
            "derivation has one."),
        Step("unroll", "the mended (10)",
            Inequality(t * (t - 1) * then, (t - 1) * (t - 2) * now + 2 * (t - 1) * noise / lam + (t - 1) * G**2 / (lam**2 * t),
                (*RATE, Ge(t, 2), Le(then, shrink(now, t, noise)))),
            reduction="Both sides of (7) times t (t-1); adding these up from 2 to t telescopes."),
        Step("unroll_sum", "the mended (10)", Inequality((t - 1) / (t * (t - 1)), 1 / t, (Ge(t, 2),)),
            reduction="The t - 1 summands (i-1)/i are at most 1 each."),
    )


def _martingale():
    return (
        Step("conditional_mean", WHERE + "step 3",
            Identity(p_1 * (p_1 * u_1 + (1 - p_1) * u_2 - u_1) + (1 - p_1) * (p_1 * u_1 + (1 - p_1) * u_2 - u_2), Int(0)),
            display="EE[Z_i | cal(F)_(i-1)] = 0",
            reduction="For a gradient with two values u_1 and u_2."),
        Step("noise_bound", WHERE + "step 3",
            Inequality((mean - x) ** 2, 4 * G**2, (Ge(mean, -G), Le(mean, G), Ge(x, -G), Le(x, G), Gt(G, 0))),
            display="norm(hat(z)_i) <= 2 G",
            reduction="Along one direction."),
        Step("variance", WHERE + "step 3, condition (i)",
            Inequality((t - 1) ** 2 * v, 4 * G**2 * (t - 1) ** 2 * now, (Le(v, 4 * G**2 * now), Ge(now, 0))),
            reduction="Summand i = t; the sum over i is that of both sides."),
        Step("distance", WHERE + "step 3, (a)",
            Inequality(x, G / lam, (*RATE, Le(lam * x**2, mean), Le(mean, G * x), Gt(x, 0))),
            display="norm(theta_t - theta^*) <= G/lambda",
            reduction="x is the distance, mean the inner product that (9) bounds from below, Cauchy-Schwarz from above."),
        Step("uniform_bound", WHERE + "step 3, condition (ii)",
            Inequality(2 * G * (s - 1) * x, 2 * G**2 * (t - 1) / lam, (*RATE, Le(x, G / lam), Ge(x, 0), Le(s, t), Ge(s, 1))),
            reduction="s stands for i."),
        Step("freedman", WHERE + "before (11)",
            Cited(
                "Freedman's inequality: a martingale with differences at most b exceeds r while its conditional variance "
                "is at most v with probability at most exp(-r^2/(2 v + 2 b r/3))",
                "Freedman (1975); Lemma 3 of Rakhlin et al. (2011) is its union over dyadic variances",
            )),
        Step("freedman_exponent", "the lemma that (11) applies",
            Inequality(price, (2 * s * sqrt(price)) ** 2 / (2 * s**2 + 2 * b * (2 * s * sqrt(price)) / 3),
                       (Ge(price, 1), Gt(b, 0), Ge(s, b * sqrt(price)))),
            reduction="At r = 2 s sqrt(price), where s^2 bounds the variance and s >= b sqrt(price): at most exp(-price)."),
        Step("eq_11", "Eq. (11)",
            Inequality(2 * sympy.Max(2 * 2 * G * sqrt(v), 2 * G**2 * (t - 1) / lam * sqrt(price)) * sqrt(price),
                8 * G * sympy.Max(sqrt(v), G * (t - 1) / lam * sqrt(price)) * sqrt(price),
                (*RATE, Ge(v, 0), Ge(t, 2), Ge(price, 1))),
            reduction="Lemma 3 of Rakhlin et al. at the variance and the bound of (i) and (ii), price = log(log n/delta). The "
            "lemma wants one bound for all t up to n, while (ii) grows with t: for a bound that holds for all t it is "
            "applied to every dyadic range of t, at twice the bound, which the explicit version does."),
    )


def _induction():
    return (
        Step("induction_start", WHERE + "step 4",
            Inequality(G**2 / lam**2, (624 * X + 1) * G**2 / (lam**2 * 2), (*RATE, Ge(X, 1))),
            reduction="t = 1 and t = 2, by the bound G/lambda of the distance."),
        Step("induction_sum", WHERE + "step 4", Inequality((t - 1) ** 2 / t, t - 1, (Ge(t, 2),)),
            display="sum_(i=2)^t (i-1)^2/i <= (t-1) t/2",
            reduction="Summand by summand."),
        Step("induction_variance", WHERE + "step 4",
            Inequality(16 * sqrt(A * X / (2 * t * (t - 1))) + 1 / t, A / (t + 1), (Eq(A, 624 * X + 1), Ge(X, 1), Ge(t, 2))),
            reduction="The first entry of the maximum, both sides times lambda^2/G^2."),
        Step("induction_bound", WHERE + "step 4", Inequality((16 * X + 1) / t, (624 * X + 1) / (t + 1), (Ge(X, 1), Ge(t, 2))),
            reduction="The second entry of the maximum."),
        Step("last_equality", WHERE + "last display, equality",
            Inequality(624 * (x + price) + 1, 625 * (x + price), (Ge(price, 1), Ge(x, 0))),
            display="(624 log(log n \\/ delta) + 1) <= C (log(log(n)\\/delta))",
            reduction="x stands for log log n, at least 0 from n = 3 on; price for log(1/delta).",
            note="The text at hand closes the inner parenthesis after delta instead of after n; read as log(log(n)/delta), as the "
            "line above it and the theorem have it."),
    )


def _explicit(constant):
    return (
        Step("scales", "the explicit version",
            Inequality(1 + log(n) / (2 * log(2)) + 1, 2 + log(2 * n) / (2 * log(2)), (Ge(n, 1),)),
            reduction="Dyadic variances needed for a horizon of 2n, at most; the dyadic ranges of t are at most log2(2n)."),
        Step("explicit_induction", "the explicit version",
            Inequality(12 * sqrt(A * X) + Rational(3, 2), A, (Eq(A, 148 * X), Ge(X, 1))),
            reduction="The first entry, with G^2 in place of 4 G^2 as conditional variance, at its worst t = 2."),
        Step("explicit_bound", "the explicit version", Inequality((16 * X + 1) * Rational(3, 2), 148 * X, (Ge(X, 1),)),
            reduction="The second entry, with the bound at the end of the dyadic range."),
        Step("worst_t", "the explicit version", Inequality((t + 1) ** 2 / (t * (t - 1)), Rational(9, 2), (Ge(t, 2),)),
            reduction="8/sqrt(2) (t+1)/sqrt(t (t-1)) <= 12 and (t+1)/t <= 3/2."),
        Step("constant", "Theorem 4.4",
            Inequality(
                592 * (log(2 + s / 2) + log(s) + price), constant**2 * (log((s - 1) * log(2)) + price), (Ge(s, 3), Ge(price, 1)),
            ),
            reduction="Squares of both sides times n (gamma kappa)^2/(L c)^2, s = log2(2n), price = log(1/delta); n >= 4."),
    )
