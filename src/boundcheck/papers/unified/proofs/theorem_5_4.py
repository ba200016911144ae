"""The displayed steps of Appendix E.4, for CTL, LTC and CLC."""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, diff, exp, log, sqrt

from boundcheck.claims import ByDefinition, Cited, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from .. import claim_e_2, lemma_h_2
from ..notation import alpha, alpha_1, alpha_2, c_epsilon, d, domain, gamma, lam, radius
from ..quantities import debiased_label, private_mean
from .faults import CONVEXITY

z, z_0, z_1, s, label, share = sympy.symbols("z z_0 z_1 s label share", real=True)
D, f, G, r, loss_0, loss_1, slope = sympy.symbols("D f G r loss_0 loss_1 slope", real=True)
y, y_bar, y_tilde, z_i, theta_x, p, t = sympy.symbols("y y_bar y_tilde z_i theta_x p t", real=True)

WHERE = "Appendix E.4, "
EPSILON = domain("epsilon")
IN_BALL = (Gt(radius, 0), Le(z_0, radius), Ge(z_0, -radius), Le(z_1, radius), Ge(z_1, -radius))
GRADIENT = 'norm(nabla tilde(L)(theta_"true"))_((hat(Sigma) + lambda I)^(-1))'
LETTERS = {
    "theta_x": "theta^top x_i", "share": "q", "loss_0": "tilde(L)_0", "loss_1": "tilde(L)_1",
    "slope": "chevron.l nabla tilde(L)_0, Delta chevron.r",
}
TRIANGLE = Cited("the triangle inequality of a norm", "textbook")
DELTA_NORM = "norm(Delta)_(hat(Sigma) + lambda I)"


def bregman(loss):
    """Loss at z_1 minus loss at z_0 minus its linear part; the label's term is linear and drops out."""
    return loss(z_1) - loss(z_0) - diff(loss(z), z).subs(z, z_0) * (z_1 - z_0)


def as_written(*terms):
    """The sum as it stands on the page: SymPy would cancel the terms that the step adds and subtracts."""
    return sympy.Add(*terms, evaluate=False)


def _log_partition(logit):
    return -log(1 - sigmoid(logit))


def steps(printed, explicit, constant, sharper, sharper_corruption):
    """All steps, in the order of the page; the last ones go beyond it."""
    return (
        *_common(),
        *_ctl(),
        *_ltc(),
        *_clc(),
        *_combined(printed, explicit, constant),
        *_beyond(sharper_corruption),
        Step("constant_sharper", "not in the paper",
            Inequality(sharper("ltc"), constant * printed("ltc"),
                (*domain("n", "epsilon", "delta", "lam", "radius", "alpha"), Ge(d, 2))),
            settles=("coverage_ltc@sharper",),
            reduction="The explicit version with the sharper corruption term, against the printed rate."),
    )


def _common():
    return (
        Step("curvature", WHERE + "before (20)",
            Inequality(gamma, diff(sigmoid(z), z), (Gt(radius, 0), Le(z, radius), Ge(z, -radius))),
            display="gamma hat(Sigma) prec.eq nabla^2 tilde(L)(theta)",
            reduction="Per sample, as a function of the logit z, which stays in [-B', B']."),
        Step("strong_convexity", "Eq. (20), first inequality",
            Inequality(gamma * (z_1 - z_0) ** 2, bregman(_log_partition), IN_BALL),
            display='gamma norm(Delta)_(hat(Sigma))^2 <= tilde(L)(theta_"true" + Delta) - tilde(L)(theta_"true") '
            '- chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r',
            reduction="All features equal to one unit vector of the subspace, z_0 and z_1 the logits of the truth and "
            "the estimate. Any z_1 inside the ball is a minimiser for suitable labels; the step strong_convexity_data "
            "shows one.",
            repair=Repair(Inequality(gamma * (z_1 - z_0) ** 2, (sigmoid(z_1) - sigmoid(z_0)) * (z_1 - z_0), IN_BALL),
                "γ ‖Δ‖² is at most the inner product of the gradients' difference with Delta, which the step "
                "first_order bounds by the right end of (20). Both ends of (20) stand, and no constant is lost",
                'gamma norm(Delta)_(hat(Sigma))^2 <= chevron.l nabla tilde(L)(hat(theta)) - '
                'nabla tilde(L)(theta_"true"), Delta chevron.r'),
            note="A second-order expansion gives gamma/2, not gamma.",
            fault=CONVEXITY,),
        Step("strong_convexity_data", "Eq. (20), first inequality, at an estimate that Algorithm 1 returns",
            _on_data(),
            display='gamma norm(Delta)_(hat(Sigma))^2 <= tilde(L)(theta_"true" + Delta) - tilde(L)(theta_"true") '
            '- chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r',
            reduction="The same, with the minimiser z_1 = ln(w/(1 - w)), w = c(ε)(q + σ(ε) - 1), where a share q of the private labels is 1; "
            "z_1 is inside the ball.",
            repair=Repair(Inequality(gamma / 2 * (z_1 - z_0) ** 2, bregman(_log_partition), IN_BALL),
                "with gamma/2 in place of gamma the displayed chain holds as well, at twice the constant"),
            fault=CONVEXITY,),
        Step("first_order", "used by the mended (20)",
            Cited(
                "a minimiser of a differentiable convex function over a convex set has no descent direction into it",
                "Boyd and Vandenberghe, Convex Optimization (2004), Section 4.2.3",
            ),
            display='chevron.l nabla tilde(L)(hat(theta)), Delta chevron.r <= 0'),
        Step("minimality", "Eq. (20), second inequality",
            Inequality(loss_1 - loss_0 - slope, -slope, (Le(loss_1, loss_0),)),
            display='tilde(L)(theta_"true" + Delta) - tilde(L)(theta_"true") - chevron.l nabla tilde(L)(theta_"true"), '
            'Delta chevron.r <= - chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r',
            reduction="The estimate minimises, so its loss is at most that of the truth; the last term is the inner product on the page."),
        Step("cauchy_schwarz", "Eq. (20), third inequality",
            Cited("the Cauchy-Schwarz inequality in the norm of a positive definite matrix and its dual", "textbook"),
            display=f'- chevron.l nabla tilde(L)(theta_"true"), Delta chevron.r <= {GRADIENT} {DELTA_NORM}'),
        Step("ridge", "display after (21)",
            Inequality(gamma * (s + lam * r), G * D + 4 * gamma * lam * radius**2,
                (Le(gamma * s, G * D), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0))),
            display=f"gamma {DELTA_NORM}^2 <= {GRADIENT} {DELTA_NORM} + 4 gamma lambda B'^2",
            reduction="D and G are the two norms on the right; s and r are the squares of Delta in the norm of the covariance and in "
            "the Euclidean norm; Definition 5.1 gives r <= 4 B'²."),
        Step("solve", "Eq. (22)",
            Inequality(D, f / gamma + 2 * radius * sqrt(lam),
                (
                    Le(gamma * D**2, f * D + 4 * gamma * lam * radius**2),
                    Ge(D, 0),
                    Ge(f, 0),
                    Gt(lam, 0),
                    Gt(radius, 0),
                )),
            display=f"{DELTA_NORM} <= C (1/gamma f(n, d, delta, lambda) + B' sqrt(lambda))",
            reduction="D is the norm of Delta, f bounds that of the gradient. With the constants 1 and 2 on the two terms, so C = 2."),
    )


def _on_data():
    """The first inequality of (20) where z_1 is the minimiser for a share of private labels equal to 1."""
    w = debiased_label(share)
    logit = log(w / (1 - w))
    beyond = -log(1 - w) - _log_partition(z_0) - sigmoid(z_0) * (logit - z_0)  # as in bregman; w is sigma of the logit
    return Inequality(gamma * (logit - z_0) ** 2, beyond,
        (
            *EPSILON,
            *IN_BALL[:3],
            Ge(share, 0),
            Le(share, 1),
            Ge(w, sigmoid(-radius)),
            Le(w, sigmoid(radius)),
        ))


def _ctl():
    where = WHERE + "CTL"
    return (
        Step("ctl_rewrite", where + ", first display",
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(debiased_label(z_i) - y_bar, y_bar - y, y - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        Step("ctl_triangle", "Eq. (23)", TRIANGLE, display=f'{GRADIENT} <= cal(T)_"privacy" + cal(T)_"corruption" + cal(T)_"standard"'),
        Step("ctl_privacy_mean", where + ", before the noise bound",
            Identity(private_mean(y_bar), y_bar, (*EPSILON, Eq(y_bar * (1 - y_bar), 0))),
            display='EE[c(epsilon)(z_i + sigma(epsilon) - 1) - overline(y)_i | overline(y)] = 0',
            reduction="The coins of randomized response do not depend on what the adversary saw."),
        Step("ctl_label_mean", where + ", before the noise bound",
            Identity(as_written(p * (1 - p), (1 - p) * (0 - p)), sympy.Integer(0)),
            display='EE[y_i - sigma(theta_"true"^top x_i) | x_i] = 0',
            reduction="p is the probability of the label 1."),
        Step("hoeffding", where + ", before the noise bound",
            Inequality(log(p * exp(s * (1 - p)) + (1 - p) * exp(-s * p)), s**2 / 8, (Gt(p, 0), Lt(p, 1))),
            reduction="A zero-mean variable with two values at distance w is sub-Gaussian with parameter w/2, by scaling "
            "s; here w is c(epsilon) for private labels and 1 for plain ones."),
        Step("ctl_width", where + ", noise bound",
            Inequality((c_epsilon + 1) / 2, c_epsilon, EPSILON),
            display='cal(O)(c(epsilon)) + 1 "is" cal(O)(c(epsilon))',
            reduction="The parameters of the two sums add up to (c(epsilon) + 1)/2."),
        Step("ctl_noise", where + ", noise bound",
            Inequality(
                lemma_h_2.tail(1, d, d, 1, t + log(2)), 4 * (d + t), (Ge(d, 2), Ge(t, 0))
            ),
            display='cal(T)_"privacy" + cal(T)_"standard" <= C_1 c(epsilon) sqrt((d + ln(1/delta))/n)',
            reduction="Claim E.1 for each of the two with delta/2: for the labels' noise given the features, for the coins' noise given "
            "the corrupted labels as well; with t = ln(1/delta), times n and squared: C_1 = 2."),
        Step("ctl_corruption", where + ", corruption bound",
            ByDefinition(claim_e_2.bound(1, alpha), sqrt(alpha), domain("alpha")),
            display='cal(T)_"corruption" <= sqrt(alpha)',
            reduction="The bound of Claim E.2 with zeta = 1."),
    )


def _ltc():
    where = WHERE + "LTC"
    return (
        Step("ltc_rewrite", where + ", first display",
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(c_epsilon * (z_i - y_tilde), debiased_label(y_tilde) - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        Step("ltc_triangle", "Eq. (24)", TRIANGLE, display=f'{GRADIENT} <= cal(T)_"corruption" + cal(T)_"privacy"'),
        Step("ltc_privacy_mean", where + ", before the noise bound",
            Identity(p * private_mean(sympy.Integer(1)) + (1 - p) * private_mean(sympy.Integer(0)), p, EPSILON),
            display='EE[c(epsilon)(tilde(y)_i + sigma(epsilon) - 1) - sigma(theta_"true"^top x_i) | x_i] = 0',
            reduction="p is the probability of the label 1; the mean is over the label and the coin."),
        Step("ltc_noise", where + ", noise bound",
            Inequality(lemma_h_2.tail(c_epsilon / 2, d, d, 1, t), c_epsilon**2 * (d + t), (*EPSILON, Ge(d, 1), Ge(t, 0))),
            display='cal(T)_"privacy" <= C_1 c(epsilon) sqrt((d + ln(1/delta))/n)',
            reduction="Claim E.1 with the parameter c(epsilon)/2 and t = ln(1/delta): C_1 = 1."),
        Step("ltc_corruption", where + ", corruption bound",
            ByDefinition(claim_e_2.bound(c_epsilon, alpha), c_epsilon * sqrt(alpha), (*EPSILON, *domain("alpha"))),
            display='cal(T)_"corruption" <= c(epsilon) sqrt(alpha)',
            reduction="The bound of Claim E.2 with zeta = c(epsilon)."),
    )


def _clc():
    where = WHERE + "CLC"
    return (
        Step("clc_rewrite", where + ", first display",
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(debiased_label(z_i) - debiased_label(y_tilde), debiased_label(y_tilde) - y_bar, y_bar - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        Step("clc_collect", where + ", second line of the first display",
            Identity(debiased_label(z_i) - debiased_label(y_tilde), c_epsilon * (z_i - y_tilde), EPSILON)),
        Step("c_at_least_one", where + ", last display", Inequality(sympy.Integer(1), c_epsilon, EPSILON)),
        Step("clc_noise", where + ", last display",
            Inequality(lemma_h_2.tail((c_epsilon + 1) / 2, d, d, 1, t + log(2)), 4 * c_epsilon**2 * (d + t),
                (*EPSILON, Ge(d, 2), Ge(t, 0))),
            display='cal(T)_"privacy" + cal(T)_"standard" <= C\' c(epsilon) sqrt((d + ln(1/delta))/n)',
            reduction="As under CTL: the coins' noise and the labels' own, each with delta/2; C' = 2."),
        Step("clc_corruption", where + ", last display",
            ByDefinition(claim_e_2.bound(1, alpha_1) + claim_e_2.bound(c_epsilon, alpha_2),
                c_epsilon * sqrt(alpha_2) + sqrt(alpha_1),
                (*EPSILON, *domain("alpha_1", "alpha_2"))),
            reduction="The bounds of Claim E.2 for the two corruptions, added."),
    )


_CORRUPTED = {"ctl": "sqrt(alpha)", "ltc": "c(epsilon) sqrt(alpha)", "clc": "sqrt(alpha_1) + c(epsilon) sqrt(alpha_2)"}
_RATES = {
    variant: f"({corrupted})/gamma + c(epsilon)/gamma sqrt((d + ln(1/delta))/n) + B' sqrt(lambda)"
    for variant, corrupted in _CORRUPTED.items()
}


def _combined(printed, explicit, constant):
    """What the three cases end with: the explicit version is at most the constant times the printed rate."""
    rows = []
    for variant, words in (("ctl", "CTL"), ("ltc", "LTC"), ("clc", "CLC")):
        names = ("alpha_1", "alpha_2") if variant == "clc" else ("alpha",)
        rows.append(
            Step(f"constant_{variant}", f"{WHERE}{words}, last line",
                Inequality(explicit(variant), constant * printed(variant),
                    (*domain("n", "epsilon", "delta", "lam", "radius", *names), Ge(d, 2))),
                settles=(f"coverage_{variant}",),
                display=f'1/gamma ({_CORRUPTED[variant]} + N) + 2 B\' sqrt(lambda) <= {constant} ({{}})'.format(_RATES[variant]),
                reduction=f"N is the sum of Claim E.1's bounds for the noise; C = {constant} times the printed rate.")
        )
    return tuple(rows)


def _beyond(corruption):
    """Not in the paper: corrupted samples bounded by the ball, which improves the dependence on c and on gamma."""
    noise, worth = sympy.symbols("N w", real=True)
    positive = (Ge(D, 0), Ge(noise, 0), Ge(worth, 0), Gt(lam, 0), Gt(radius, 0))
    return (
        Step("sharper_corruption", "not in the paper",
            Inequality(D, noise / gamma + corruption(worth) + 2 * radius * sqrt(lam),
                (Le(gamma * D**2, noise * D + 2 * radius * worth + 4 * gamma * lam * radius**2), *positive)),
            display="norm(Delta)_(hat(Sigma) + lambda I) <= N/gamma + sqrt((2 B' w)/gamma) + 2 B' sqrt(lambda)",
            reduction="In the mended (20) the corrupted samples contribute at most 2 B' w, w being cost times share, since "
            "|⟨xᵢ, Δ⟩| is at most 2 B'; N is the norm of the noise alone, D that of Delta."),
        Step("sharper_than_printed", "not in the paper",
            Inequality(corruption(c_epsilon * alpha), sqrt(c_epsilon * alpha) / gamma,
                (*EPSILON, *domain("alpha"), Gt(radius, 0))),
            reduction="So the root of c(ε) suffices under LTC, and the factor 1/γ improves to the root of 2 B'/γ."),
    )
