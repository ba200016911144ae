"""The norm of the gradient under CTL, LTC and CLC: privacy, corruption and the labels' own noise apart."""

import sympy
from sympy import Eq, Ge, Gt, Lt, exp, log, sqrt

from boundcheck.claims import ByDefinition, Identity, Inequality, Step
from boundcheck.symbolic import sigmoid

from ... import claim_e_2, lemma_h_2
from ...notation import alpha, alpha_1, alpha_2, c_epsilon, d, domain
from ...quantities import debiased_label, private_mean
from .. import vectors
from .letters import EPSILON, GRADIENT, WHERE, as_written

y, y_bar, y_tilde, z_i, theta_x, p, s, t = sympy.symbols("y y_bar y_tilde z_i theta_x p s t", real=True)


def ctl():
    where = WHERE + "CTL"
    return (
        Step("ctl_rewrite", where + ", first display",
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(debiased_label(z_i) - y_bar, y_bar - y, y - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        vectors.triangle("ctl_triangle", "Eq. (23)", f'{GRADIENT} <= cal(T)_"privacy" + cal(T)_"corruption" + cal(T)_"standard"', 3),
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


def ltc():
    where = WHERE + "LTC"
    return (
        Step("ltc_rewrite", where + ", first display",
            Identity(debiased_label(z_i) - sigmoid(theta_x),
                as_written(c_epsilon * (z_i - y_tilde), debiased_label(y_tilde) - sigmoid(theta_x)),
                EPSILON),
            reduction="Per sample."),
        vectors.triangle("ltc_triangle", "Eq. (24)", f'{GRADIENT} <= cal(T)_"corruption" + cal(T)_"privacy"', 2),
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


def clc():
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
