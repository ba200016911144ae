"""The norm of the gradient at the truth under CTL, LTC and CLC: privacy, corruption and the labels' own noise apart."""

import sympy
from sympy import Ge, Integer, log, sqrt

from boundcheck.claims import Assumption, Identity, Inequality, Step
from boundcheck.symbolic import sigmoid

from ... import claim_e_2, lemma_h_2
from ...notation import c_epsilon, d
from ...orders import CLC, CTL, LTC, ORDERS
from ...quantities import debiased_label
from .. import logistic, vectors
from ..logistic import EPSILON, y_bar, y_tilde, z_i
from .chain import GRADIENT, WHERE

INDEPENDENT_COINS = Assumption("independent_coins", "samples are independent, and the coins of randomized response depend neither on them nor on the adversary")
LOGISTIC_LABELS = Assumption("logistic_labels", "labels follow the logistic model with the true parameter")
ADAPTIVE_CORRUPTION = Assumption("adaptive_corruption", r"at most $\alpha n$ labels change, after the adversary has seen all samples")

t = sympy.Symbol("t", real=True)

LINES = {order: f"{WHERE}{order.name}" for order in ORDERS}


def triangle(order, where, *parts):
    return vectors.triangle(f"{order}_triangle", where, rf"{GRADIENT} \le " + " + ".join(r"\mathcal{T}_{\mathrm{ORDER}}".replace("ORDER", part) for part in parts), len(parts))


def noise(order, where, parameter, least, of, bound, factor, because):
    """The noise that is left, times n and squared: Claim E.1 at t = ln(1/delta), for each of the order's sums."""
    lost = t + log(len(order.widths))
    given = (Ge(d, least), Ge(t, 0)) if order is CTL else (*EPSILON, Ge(d, least), Ge(t, 0))
    return Step(f"{order}_noise", where, Inequality(lemma_h_2.tail(parameter, d, d, 1, lost), bound * (d + t), given),
        display=rf"{of} \le {factor} c(\varepsilon) \sqrt{{\frac{{d + \ln(1/\delta)}}{{n}}}}", form="reduction", because=because, assumes=INDEPENDENT_COINS)


def corruption(order, where, because, display=""):
    return logistic.corruption(order, where, claim_e_2.bound, lambda cost, share: cost * sqrt(share), display, because).assuming(ADAPTIVE_CORRUPTION)


def gradient():
    """The norm of the gradient under CTL, LTC and CLC: privacy, corruption and the labels' own noise apart."""
    ctl, ltc, clc = LINES.values()
    shown, both = r"\mathcal{T}_{\mathrm{corruption}} \le ", r"\mathcal{T}_{\mathrm{privacy}} + \mathcal{T}_{\mathrm{standard}}"
    return (
        logistic.rewrite(CTL, ctl + ", first display"),
        triangle(CTL, "Eq. (23)", "privacy", "corruption", "standard"),
        logistic.coins(ctl + ", before the noise bound", "The coins of randomized response do not depend on what the adversary saw.").assuming(INDEPENDENT_COINS),
        logistic.labels(ctl + ", before the noise bound", r"\mathbb{E}[y_i - \sigma(\theta_{\mathrm{true}}^\top x_i) \mid x_i] = 0").assuming(LOGISTIC_LABELS),
        logistic.two_values("hoeffding", ctl + ", before the noise bound",
            r"A zero-mean variable with two values at distance $w$ is sub-Gaussian with parameter $w/2$, by scaling $s$; here $w$ is $c(\varepsilon)$ for private labels and 1 for plain ones."),
        Step("ctl_width", ctl + ", noise bound", Inequality((c_epsilon + 1) / 2, c_epsilon, EPSILON),
            display=r"\mathcal{O}(c(\varepsilon)) + 1\text{ is } \mathcal{O}(c(\varepsilon))", form="strengthening", because=r"The parameters of the two sums add up to $(c(\varepsilon) + 1)/2$."),
        noise(CTL, ctl + ", noise bound", 1, 2, both, 4, "C_1",
            r"Claim E.1 for each of the two with $\delta/2$: for the labels' noise given the features, for the coins' noise given "
            r"the corrupted labels as well; with $t = \ln(1/\delta)$, times $n$ and squared: $C_1 = 2$."),
        corruption(CTL, ctl + ", corruption bound", r"The bound of Claim E.2 with $\zeta = 1$.", shown + CTL.latex(r"\sqrt{SHARE}")),
        logistic.rewrite(LTC, ltc + ", first display"),
        triangle(LTC, "Eq. (24)", "corruption", "privacy"),
        logistic.coin_and_label(ltc + ", before the noise bound", "$p$ is the probability of the label 1; the mean is over the label and the coin.",
            r"\mathbb{E}[c(\varepsilon)(\tilde{y}_i + \sigma(\varepsilon) - 1) - \sigma(\theta_{\mathrm{true}}^\top x_i) \mid x_i] = 0").assuming(INDEPENDENT_COINS, LOGISTIC_LABELS),
        noise(LTC, ltc + ", noise bound", c_epsilon / 2, 1, r"\mathcal{T}_{\mathrm{privacy}}", c_epsilon**2, "C_1",
            r"Claim E.1 with the parameter $c(\varepsilon)/2$ and $t = \ln(1/\delta)$: $C_1 = 1$."),
        corruption(LTC, ltc + ", corruption bound", r"The bound of Claim E.2 with $\zeta = c(\varepsilon)$.", shown + LTC.latex(r"\sqrt{SHARE}")),
        logistic.rewrite(CLC, clc + ", first display", (debiased_label(z_i) - debiased_label(y_tilde), debiased_label(y_tilde) - y_bar, y_bar - sigmoid(logistic.theta_x))),
        Step("clc_collect", clc + ", second line of the first display",
            Identity(debiased_label(z_i) - debiased_label(y_tilde), c_epsilon * (z_i - y_tilde), EPSILON)),
        Step("c_at_least_one", clc + ", last display", Inequality(Integer(1), c_epsilon, EPSILON)),
        noise(CLC, clc + ", last display", (c_epsilon + 1) / 2, 2, both, 4 * c_epsilon**2, "C'",
            r"As under CTL: the coins' noise and the labels' own, each with $\delta/2$; $C' = 2$."),
        corruption(CLC, clc + ", last display", "The bounds of Claim E.2 for the two corruptions, added."),
    )
