"""The lines that Appendices E.4 and E.5 share: convexity of the logistic loss, and the gradient at the truth, order by order."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, diff, exp, log

from boundcheck.claims import ByDefinition, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ..notation import c_epsilon, domain, epsilon, gamma, radius
from ..orders import CLC, CTL, LTC
from ..quantities import debiased_label, private_mean
from . import vectors
from .faults import CONVEXITY

z, z_0, z_1, loss_0, loss_1, slope, p, s = sympy.symbols("z z_0 z_1 loss_0 loss_1 slope p s", real=True)
y, y_bar, y_tilde, z_i, theta_x = sympy.symbols("y y_bar y_tilde z_i theta_x", real=True)

EPSILON = domain(epsilon)
IN_BALL = (Gt(radius, 0), Le(z_0, radius), Ge(z_0, -radius), Le(z_1, radius), Ge(z_1, -radius))
LETTERS = vectors.LETTERS | {
    "theta_x": r"\theta^\top x_i", "share": "q", "least": r"\mu", "loss_0": r"\tilde{L}_0", "loss_1": r"\tilde{L}_1",
    "slope": r"\langle\nabla \tilde{L}_0, \Delta\rangle",
}
SLOPE = r"\langle \nabla \tilde{L}(\theta_{\mathrm{true}}), \Delta\rangle"
EXCESS = r"\tilde{L}(\theta_{\mathrm{true}} + \Delta) - \tilde{L}(\theta_{\mathrm{true}}) - " + SLOPE  # the middle of (20)
CURVED = r"\gamma \|\Delta\|_{\hat{\Sigma}}^2"

# The de-biased private label less its mean, per sample.
SPLIT = {
    CTL: (debiased_label(z_i) - y_bar, y_bar - y, y - sigmoid(theta_x)),
    LTC: (c_epsilon * (z_i - y_tilde), debiased_label(y_tilde) - sigmoid(theta_x)),
    CLC: (c_epsilon * (z_i - y_tilde), debiased_label(y_tilde) - y_bar, y_bar - y, y - sigmoid(theta_x)),
}


def as_written(*terms):
    """The sum as it stands on the page: SymPy would cancel the terms that the step adds and subtracts."""
    return sympy.Add(*terms, evaluate=False)


def log_partition(logit):
    return -log(1 - sigmoid(logit))


def bregman(loss):
    """Loss at z_1 minus loss at z_0 minus its linear part; the label's term is linear and drops out."""
    return loss(z_1) - loss(z_0) - diff(loss(z), z).subs(z, z_0) * (z_1 - z_0)


def strong_convexity(where, because, words, display=""):
    """False with gamma; mended by the slope at the estimate."""
    return Step("strong_convexity", where,
        Inequality(gamma * (z_1 - z_0) ** 2, bregman(log_partition), IN_BALL),
        display=rf"{CURVED} \le {EXCESS}", form="special case",
        because=because,
        repair=Repair(Inequality(gamma * (z_1 - z_0) ** 2, (sigmoid(z_1) - sigmoid(z_0)) * (z_1 - z_0), IN_BALL), words, display),
        fault=CONVEXITY)


def minimality(where, because, display=""):
    """The estimate's loss is at most the truth's."""
    return Step("minimality", where, Inequality(loss_1 - loss_0 - slope, -slope, (Le(loss_1, loss_0),)), display=display, form="translation" if display else "", because=because)


PARTS = {
    CTL: "Per sample: the coins' noise, what the adversary changed, and the label's own noise.",
    LTC: "Per sample: what the adversary changed, and the noise of label and coin together.",
    CLC: "Per sample: what the adversary changed after the coin and before it, and the noise of label and coin.",
}


def rewrite(order, where, terms=None):
    """The de-biased label less its mean, in the parts that are bounded one by one."""
    return Step(f"{order}_rewrite", where,
        Identity(debiased_label(z_i) - sigmoid(theta_x), as_written(*(terms or SPLIT[order])), EPSILON), because=PARTS[order])


def coins(where, because):
    """Under CTL: the coins are fair to the label that reaches them, corrupted or not."""
    return Step("ctl_privacy_mean", where,
        Identity(private_mean(y_bar), y_bar, (*EPSILON, Eq(y_bar * (1 - y_bar), 0))),
        display=r"\mathbb{E}[c(\varepsilon)(z_i + \sigma(\varepsilon) - 1) - \bar{y}_i \mid \bar{y}] = 0", form="translation", because=because)


def coin_and_label(where, because, display=""):
    """Under LTC: coin and label together."""
    return Step("ltc_privacy_mean", where,
        Identity(p * private_mean(Integer(1)) + (1 - p) * private_mean(Integer(0)), p, EPSILON), display=display, form="translation" if display else "", because=because)


def labels(where, display=""):
    """The labels' own noise has mean zero."""
    return Step("ctl_label_mean", where,
        Identity(as_written(p * (1 - p), (1 - p) * (0 - p)), Integer(0)), display=display, form="translation" if display else "", because="$p$ is the probability of the label 1.")


def two_values(label, where, because):
    """Hoeffding's lemma for two values at distance one."""
    return Step(label, where, Inequality(log(p * exp(s * (1 - p)) + (1 - p) * exp(-s * p)), s**2 / 8, (Gt(p, 0), Lt(p, 1))), because=because)


def corruption(order, where, bound, each, display, because):
    """The bound of the corrupted part, a term for each place where corruption strikes."""
    given = domain(*order.shares) if order is CTL else (*EPSILON, *domain(*order.shares))
    return Step(f"{order}_corruption", where, ByDefinition(order.corruption(bound), order.corruption(each), given), display=display, because=because)
