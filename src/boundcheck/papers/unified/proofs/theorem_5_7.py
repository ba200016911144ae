"""The displayed steps of Appendix E.5, for CTL, LTC and CLC."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Rational, diff, exp, log, sqrt

from boundcheck.claims import ByDefinition, Cited, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from .. import claim_e_3, claim_e_4
from ..notation import HALF, alpha, alpha_1, alpha_2, c_epsilon, d, delta, domain, epsilon, gamma, n, radius, xi
from ..quantities import C_EPSILON, NOISE_WIDTHS, debiased_label, private_mean
from . import vectors
from .faults import CONVEXITY

z, z_0, z_1, t, p, q, m, u = sympy.symbols("z z_0 z_1 t p q m u", real=True)
D, N, g, r, s, w, least, loss_0, loss_1, slope = sympy.symbols("D N g r s w least loss_0 loss_1 slope", real=True)
y, y_bar, y_tilde, z_i, theta_x = sympy.symbols("y y_bar y_tilde z_i theta_x", real=True)

WHERE = "Appendix E.5, "
EPSILON = domain("epsilon")
IN_BALL = (Gt(radius, 0), Le(z_0, radius), Ge(z_0, -radius), Le(z_1, radius), Ge(z_1, -radius))
GRADIENT = 'norm(nabla tilde(L)(theta_"true"))_2'


LETTERS = vectors.LETTERS | {
    "theta_x": "theta^top x_i", "least": "mu", "loss_0": "tilde(L)_0", "loss_1": "tilde(L)_1",
    "slope": "chevron.l nabla tilde(L)_0, Delta chevron.r",
}


def as_written(*terms):
    """The sum as it stands on the page."""
    return sympy.Add(*terms, evaluate=False)


def _bregman():
    loss = -log(1 - sigmoid(z))
    return loss.subs(z, z_1) - loss.subs(z, z_0) - diff(loss, z).subs(z, z_0) * (z_1 - z_0)


def steps(printed, explicit, constant, moderate):
    """All steps, in the order of the page; the last ones refute the literal reading and go beyond the page."""
    return (
        *_common(),
        *_gradients(),
        *_combined(printed, explicit, constant),
        *_moderate(printed, explicit, moderate),
        *_collapse(),
        *_sharper(),
    )


def _common():
    return (
        Step("strong_convexity", WHERE + "first display, first inequality",
            Inequality(gamma * (z_1 - z_0) ** 2, _bregman(), IN_BALL),
            display='gamma norm(Delta)_(hat(Sigma))^2 <= tilde(L)(theta_"true" + Delta) - tilde(L)(theta_"true") '
            '- chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r',
            reduction="As in (20): all features equal to one unit vector, z_0 and z_1 the logits of the truth and the estimate.",
            repair=Repair(Inequality(gamma * (z_1 - z_0) ** 2, (sigmoid(z_1) - sigmoid(z_0)) * (z_1 - z_0), IN_BALL),
                "the inner product of the gradients' difference with Delta is at least γ ‖Δ‖², and at most the right "
                "end of the display, since the estimate minimises over a convex set; no constant is lost"),
            note="A second-order expansion gives gamma/2, not gamma.",
            fault=CONVEXITY,),
        *vectors.minimiser(WHERE + "used by the mended first display"),
        Step("minimality", WHERE + "first display, second inequality",
            Inequality(loss_1 - loss_0 - slope, -slope, (Le(loss_1, loss_0),)),
            reduction="The estimate minimises, so its loss is at most that of the truth."),
        vectors.cauchy_schwarz("cauchy_schwarz", WHERE + "first display, third inequality",
            f'- chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r <= {GRADIENT} norm(Delta)_2', "a is the negative of the gradient, b is Delta."),
        Step("chernoff_as_printed", WHERE + "after (25)",
            Inequality(
                log(d) - n * xi / 8, log(delta), (*domain("delta", "xi"), Ge(d, 1), Ge(n, 8 * log(d / delta) / xi))
            ),
            display="PP{lambda_min (hat(Sigma)) <= xi/2} <= d e^(-n xi slash 8) <= delta",
            reduction="Lemma H.3 with H = 1, μ_min = n ξ and the fraction 1/2, as logarithms. All of delta is spent here, and the bound "
            "(25) may fail with delta as well; the next step finds room for both."),
        Step("chernoff", WHERE + "after (25)",
            Inequality(d * (delta / d) ** Rational(9, 4), delta / 2, (*domain("delta"), Ge(d, 2))),
            reduction="Lemma H.3 at the fraction 1/4 of xi: d exp(-(9/32) n xi) at the least n is at most delta/2. For d = 1 the parameter is 0."),
        Step("two_events", WHERE + "after (25)", Cited("the probability that one of several events fails is at most the sum of theirs", "the union bound"),
            display='PP("least eigenvalue and (25)") >= 1 - delta',
            reduction="Half of delta for the eigenvalue; under CTL and CLC a quarter for each of the two sums of noise, under LTC a half for "
            "its one."),
        Step("least_eigenvalue", WHERE + "before (26)",
            Inequality(
                gamma * least * D**2, g * D, (Ge(least, 0), Ge(s, least * D**2), Le(gamma * s, g * D), Gt(radius, 0))
            ),
            display="(gamma xi)/2 norm(Delta)_2^2 <= g norm(Delta)_2",
            reduction="s is the square of Delta in the norm of the sample covariance, whose least eigenvalue is at least μ."),
        Step("divide", "Eq. (26)",
            Inequality(D, g / (gamma * least),
                (Gt(radius, 0), Gt(least, 0), Ge(D, 0), Ge(g, 0), Le(gamma * least * D**2, g * D))),
            display="norm(Delta)_2 <= 2/(gamma xi) g",
            reduction="For any μ; μ = xi/2 on the page, and with xi/4 in its place the factor is 4."),
    )


def _gradients():
    ctl, ltc, clc = WHERE + "CTL", WHERE + "LTC", WHERE + "CLC"
    return (
        Step("ctl_rewrite", ctl,
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(debiased_label(z_i) - y_bar, y_bar - y, y - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        Step("ctl_privacy_mean", ctl,
            Identity(private_mean(y_bar), y_bar, (*EPSILON, Eq(y_bar * (1 - y_bar), 0))),
            display='EE[c(epsilon)(z_i + sigma(epsilon) - 1) - overline(y)_i | overline(y)] = 0',
            reduction="'The same process as before': the coins depend on nothing that the adversary saw."),
        Step("ctl_label_mean", ctl,
            Identity(sympy.Add(p * (1 - p), (1 - p) * (0 - p), evaluate=False), Integer(0)),
            reduction="p is the probability of the label 1."),
        Step("sub_gaussian", ctl,
            Inequality(log(p * exp(u * (1 - p)) + (1 - p) * exp(-u * p)), u**2 / 8, (Gt(p, 0), Lt(p, 1))),
            reduction="A zero-mean variable with two values at distance w is sub-Gaussian with parameter w/2; w is c(epsilon) for private "
            "labels and 1 for plain ones."),
        Step("ctl_noise", ctl,
            Inequality(claim_e_3.explicit(c_epsilon / 2, delta / 4) + claim_e_3.explicit(sympy.Rational(1, 2), delta / 4),
                4 * claim_e_3.printed(c_epsilon, delta),
                (*EPSILON, *domain("n", "delta"))),
            display='cal(T)_"privacy" + cal(T)_"standard" <= C_1 c(epsilon) sqrt((1 + ln(1/delta))/n)',
            reduction="Claim E.3 for each of the two sums, with delta/4, under CTL and CLC: C_1 = 4."),
        Step("ctl_corruption", ctl,
            ByDefinition(claim_e_4.bound(1, alpha), alpha, domain("alpha")),
            display='cal(T)_"corruption" <= alpha',
            reduction="The bound of Claim E.4 with zeta = 1."),
        Step("ltc_rewrite", ltc,
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(c_epsilon * (z_i - y_tilde), debiased_label(y_tilde) - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        Step("ltc_privacy_mean", ltc,
            Identity(p * private_mean(Integer(1)) + (1 - p) * private_mean(Integer(0)), p, EPSILON),
            reduction="The mean over the label and the coin."),
        Step("ltc_noise", ltc,
            Inequality(claim_e_3.explicit(c_epsilon / 2, delta / 2), 2 * claim_e_3.printed(c_epsilon, delta),
                (*EPSILON, *domain("n", "delta"))),
            reduction="Claim E.3 with the parameter c(epsilon)/2 and delta/2."),
        Step("ltc_corruption", ltc,
            ByDefinition(claim_e_4.bound(c_epsilon, alpha), c_epsilon * alpha, (*EPSILON, *domain("alpha"))),
            display='cal(T)_"corruption" <= c(epsilon) alpha',
            reduction="The bound of Claim E.4 with zeta = c(epsilon)."),
        Step("clc_rewrite", clc,
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(c_epsilon * (z_i - y_tilde), debiased_label(y_tilde) - y_bar, y_bar - y, y - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        Step("clc_corruption", clc,
            ByDefinition(claim_e_4.bound(1, alpha_1) + claim_e_4.bound(c_epsilon, alpha_2), alpha_1 + c_epsilon * alpha_2,
                (*EPSILON, *domain("alpha_1", "alpha_2"))),
            display='cal(T)_"corruption" <= alpha_1 + c(epsilon) alpha_2',
            reduction="The bounds of Claim E.4 for the two corruptions, added."),
    )


_CORRUPTED = {"ctl": "alpha", "ltc": "c(epsilon) alpha", "clc": "alpha_1 + c(epsilon) alpha_2"}


def against(variant, constant, confidence):
    """The explicit version against `constant` times the displayed rate, in Typst; N is the noise."""
    corrupted = _CORRUPTED[variant]
    rate = f"({corrupted})/(gamma xi) + c(epsilon)/(gamma xi) sqrt(({confidence})/n)"
    return f"4/(gamma xi) ({corrupted} + N) <= {constant} ({rate})"


def _combined(printed, explicit, constant):
    rows = []
    for variant in NOISE_WIDTHS:
        names = ("alpha_1", "alpha_2") if variant == "clc" else ("alpha",)
        rows.append(
            Step(f"constant_{variant}", f"{WHERE}last line",
                Inequality(explicit(variant), constant[variant] * printed(variant, 1 + log(1 / delta)),
                    domain("n", "epsilon", "delta", "radius", "xi", *names)),
                display=against(variant, constant[variant], "1 + ln(1/delta)"),
                settles=(f"coverage_{variant}" if variant == "clc" else f"coverage_{variant}@mended",),
                reduction=f"N is the sum of Claim E.3's bounds for the noise; C = {constant[variant]} times the rate with 1 + ln(1/delta).")
        )
    return tuple(rows)


def _moderate(printed, explicit, constant):
    return tuple(
        Step(f"moderate_{variant}", "Theorem 5.7, for δ at most 1/2",
            Inequality(explicit(variant), constant[variant] * printed(variant, log(1 / delta)),
                (*domain("n", "epsilon", "alpha", "delta", "radius", "xi"), Le(delta, HALF))),
            display=against(variant, constant[variant], "ln(1/delta)"),
            settles=(f"coverage_{variant}@moderate",),
            reduction=f"N as before; the printed rate holds with C = {constant[variant]}. Since ln(1/delta) is at least ln 2, 1 + ln(1/delta) is at most "
            "(1 + 1/ln 2) ln(1/delta).")
        for variant in ("ctl", "ltc")
    )


def _collapse():
    where = "Theorem 5.7, literal"
    return (
        Step("collapse_fold", where,
            Identity(debiased_label(1 - y), 1 - debiased_label(y), EPSILON),
            reduction="Parameters of sum 0 give the rows e_1 and e_2 opposite logits: a label y at e_2 is a label 1 - y at e_1, before and "
            "after de-biasing, so all 23 labels are labels of one logit."),
        Step("collapse_odd", where,
            Inequality(Rational(1, 23**2), (C_EPSILON.subs(epsilon, log(3)) * (m / 23 + Rational(3, 4) - 1) - HALF) ** 2,
                (Ge((m - 11) * (m - 12), 0),)),
            display='abs(1/23 sum_i c(epsilon)(z_i + sigma(epsilon) - 1) - 1/2) >= 1/23',
            reduction="m of the 23 private labels are ones: an integer is not strictly between 11 and 12."),
        Step("collapse_logit", where,
            Inequality(16 * (q - HALF) ** 2, log(q / (1 - q)) ** 2, (Gt(q, 0), Lt(q, 1))),
            display='abs("logit" q) >= 4 abs(q - 1/2)',
            reduction="The logit has a derivative of 4 at least. Where the de-biased share leaves the range of the ball the estimate is at "
            "its boundary, at the distance 1 from the truth."),
        Step("collapse_size", where,
            Inequality(8 * log(2 / delta) / HALF, Integer(23), (Ge(delta, exp(-Rational(1, 400))), Lt(delta, 1))),
            display='8/xi ln(d/delta) <= n quad "at" d = 2, xi = 1/2, n = 23',
            reduction="The printed condition on n, where both rows have probability 1/2; δ is exp(-1/(400 C²)), C at least 1."),
    )


def _sharper():
    where = "improvement of the noise term"
    return (
        Step("corruption_apart", where,
            Inequality(r, 2 * N / (gamma * sqrt(xi)) + 4 * w / (gamma * xi),
                (Le(gamma * D**2, N * D + w * r), Le(sqrt(s) * r, D), Ge(s, xi / 4), Ge(D, 0), Ge(N, 0), Ge(w, 0), Ge(r, 0),
                 Gt(xi, 0), Gt(radius, 0))),
            display='norm(Delta)_2 <= (2 N)/(gamma sqrt(xi)) + (4 zeta alpha)/(gamma xi)',
            reduction="D is the norm of Δ in the sample covariance, r its Euclidean norm, s the least eigenvalue of that covariance. "
            "Claim E.4 bounds the inner product of Δ with the corrupted part of the gradient by w r, w = zeta alpha, and Claim E.1 as lambda "
            "tends to 0 that with the noise by N D: γ D² <= N D + w r <= (N + w/sqrt(s)) D. The corruption term stays what it was."),
        Step("noise_by_theorem_5_4", where,
            Inequality(sqrt((d + t) / xi), sqrt(1 + t) / xi, (Ge(t, 0), Ge(d, 1), Gt(xi, 0), Le(d * xi, 1))),
            display="1/sqrt(xi) sqrt((d + ln(1/delta))/n) <= 1/xi sqrt((1 + ln(1/delta))/n)",
            reduction="N is of the order of Theorem 5.4's noise term, c(epsilon) sqrt((d + ln(1/delta))/n). Since d xi <= trace <= 1 it is, "
            "over sqrt(xi), never larger than the mended term, and smaller by sqrt(d xi) where d dominates."),
    )
