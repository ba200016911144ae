"""The displayed steps of Appendix E.5, for CTL, LTC and CLC."""

import sympy
from sympy import Ge, Gt, Le, Rational, diff, log, sqrt

from boundcheck.claims import Cited, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from .. import claim_e_3, claim_e_4
from ..notation import alpha, alpha_1, alpha_2, c_epsilon, d, domain, gamma, n, radius, xi
from ..quantities import NOISE_WIDTHS, debiased_label

z, z_0, z_1, t, delta = sympy.symbols("z z_0 z_1 t delta", real=True)
D, g, s, least, loss_0, loss_1, slope = sympy.symbols("D g s least loss_0 loss_1 slope", real=True)
y, y_bar, y_tilde, z_i, theta_x = sympy.symbols("y y_bar y_tilde z_i theta_x", real=True)

WHERE = "Appendix E.5, "
EPSILON = domain("epsilon")
IN_BALL = (Gt(radius, 0), Le(z_0, radius), Ge(z_0, -radius), Le(z_1, radius), Ge(z_1, -radius))
GRADIENT = 'norm(nabla tilde(L)(theta_"true"))_2'


def _bregman():
    loss = -log(1 - sigmoid(z))
    return loss.subs(z, z_1) - loss.subs(z, z_0) - diff(loss, z).subs(z, z_0) * (z_1 - z_0)


def steps(printed, explicit, constant):
    """All steps, in the order of the page."""
    return (*_common(), *_gradients(), *_combined(printed, explicit, constant), *_sharper())


def _common():
    return (
        Step("strong_convexity", WHERE + "first display, first inequality",
            Inequality(gamma * (z_1 - z_0) ** 2, _bregman(), IN_BALL),
            display='gamma norm(Delta)_(hat(Sigma))^2 <= tilde(L)(theta_"true" + Delta) - tilde(L)(theta_"true") '
            '- chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r',
            reduction="As in (20): all features equal to one unit vector, z_0 and z_1 the logits of the truth and the estimate.",
            repair=Repair(Inequality(gamma * (z_1 - z_0) ** 2, (sigmoid(z_1) - sigmoid(z_0)) * (z_1 - z_0), IN_BALL),
                "the inner product of the gradients' difference with Delta is at least gamma norm(Delta)^2, and at most the right "
                "end of the display, since the estimate minimises over a convex set; no constant is lost"),
            note="A second-order expansion gives gamma/2, not gamma."),
        Step("minimality", WHERE + "first display, second inequality",
            Inequality(loss_1 - loss_0 - slope, -slope, (Le(loss_1, loss_0),))),
        Step("cauchy_schwarz", WHERE + "first display, third inequality",
            Cited("the Cauchy-Schwarz inequality", "textbook"),
            display=f'- chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r <= {GRADIENT} norm(Delta)_2'),
        Step("chernoff_as_printed", WHERE + "after (25)",
            Inequality(
                log(d) - n * xi / 8, log(delta), (*domain("delta", "xi"), Ge(d, 1), Ge(n, 8 * log(d / delta) / xi))
            ),
            display="PP{lambda_min (hat(Sigma)) <= xi/2} <= d e^(-n xi slash 8) <= delta",
            reduction="Lemma H.3 with H = 1, mu = n xi and the fraction 1/2, as logarithms. All of delta is spent here, and the bound "
            "(25) may fail with delta as well; the next step finds room for both."),
        Step("chernoff", WHERE + "after (25)",
            Inequality(d * (delta / d) ** Rational(9, 4), delta / 2, (*domain("delta"), Ge(d, 2))),
            reduction="Lemma H.3 at the fraction 1/4 of xi: d exp(-(9/32) n xi) at the least n is at most delta/2."),
        Step("least_eigenvalue", WHERE + "before (26)",
            Inequality(
                gamma * least * D**2, g * D, (Ge(least, 0), Ge(s, least * D**2), Le(gamma * s, g * D), Gt(radius, 0))
            ),
            display="(gamma xi)/2 norm(Delta)_2^2 <= g norm(Delta)_2",
            reduction="s is the square of Delta in the norm of the sample covariance, whose least eigenvalue is at least `least`."),
        Step("divide", "Eq. (26)",
            Inequality(D, g / (gamma * least),
                (Gt(radius, 0), Gt(least, 0), Ge(D, 0), Ge(g, 0), Le(gamma * least * D**2, g * D))),
            display="norm(Delta)_2 <= 2/(gamma xi) g",
            reduction="With xi/4 in place of xi/2 the factor is 4."),
    )


def _gradients():
    ctl, ltc, clc = WHERE + "CTL", WHERE + "LTC", WHERE + "CLC"
    return (
        Step("ctl_rewrite", ctl,
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                (debiased_label(z_i) - y_bar) + (y_bar - y) + (y - sigmoid(theta_x)),
                EPSILON)),
        Step("ctl_noise", ctl,
            Inequality(claim_e_3.explicit(c_epsilon / 2, delta / 4) + claim_e_3.explicit(sympy.Rational(1, 2), delta / 4),
                4 * claim_e_3.printed(c_epsilon, delta),
                (*EPSILON, *domain("n", "delta"))),
            display='cal(T)_"privacy" + cal(T)_"standard" <= C_1 c(epsilon) sqrt((1 + ln(1/delta))/n)',
            reduction="Claim E.3 for each of the two with delta/4: C_1 = 4."),
        Step("ctl_corruption", ctl,
            Inequality(claim_e_4.bound(1, alpha), alpha, domain("alpha")),
            reduction="Claim E.4 with zeta = 1."),
        Step("ltc_rewrite", ltc,
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                c_epsilon * (z_i - y_tilde) + (debiased_label(y_tilde) - sigmoid(theta_x)),
                EPSILON)),
        Step("ltc_noise", ltc,
            Inequality(claim_e_3.explicit(c_epsilon / 2, delta / 2), 2 * claim_e_3.printed(c_epsilon, delta),
                (*EPSILON, *domain("n", "delta"))),
            reduction="Claim E.3 with the parameter c(epsilon)/2 and delta/2."),
        Step("ltc_corruption", ltc,
            Inequality(claim_e_4.bound(c_epsilon, alpha), c_epsilon * alpha, (*EPSILON, *domain("alpha"))),
            reduction="Claim E.4 with zeta = c(epsilon)."),
        Step("clc_rewrite", clc,
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                c_epsilon * (z_i - y_tilde) + (debiased_label(y_tilde) - y_bar) + (y_bar - y) + (y - sigmoid(theta_x)),
                EPSILON)),
        Step("clc_corruption", clc,
            Inequality(claim_e_4.bound(1, alpha_1) + claim_e_4.bound(c_epsilon, alpha_2), alpha_1 + c_epsilon * alpha_2,
                (*EPSILON, *domain("alpha_1", "alpha_2")))),
    )


def _combined(printed, explicit, constant):
    rows = []
    for variant in NOISE_WIDTHS:
        names = ("alpha_1", "alpha_2") if variant == "clc" else ("alpha",)
        rows.append(
            Step(f"constant_{variant}", f"{WHERE}last line",
                Inequality(explicit(variant), constant * printed(variant, 1 + log(1 / delta)),
                    domain("n", "epsilon", "delta", "radius", "xi", *names)),
                reduction=f"The explicit version against C = {constant} times the rate with 1 + ln(1/delta).")
        )
    return tuple(rows)


def _sharper():
    return (
        Step("noise_by_theorem_5_4", "improvement of the noise term",
            Inequality(sqrt((d + t) / xi), sqrt(1 + t) / xi, (Ge(t, 0), Ge(d, 1), Gt(xi, 0), Le(d * xi, 1))),
            display="1/sqrt(xi) sqrt((d + ln(1/delta))/n) <= 1/xi sqrt((1 + ln(1/delta))/n)",
            reduction="norm(Delta)_2 <= norm(Delta)_hat(Sigma) / sqrt(least eigenvalue), so Theorem 5.4's noise term over sqrt(xi) "
            "serves as well; since d xi <= trace <= 1 it is never larger, and smaller by sqrt(d xi) where d dominates."),
    )
