"""Equation (16), Appendix C: the loss for general policies."""

import sympy
from sympy import Eq, Gt, exp, log

from boundcheck.claims import Claim, Identity, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, beta, c_epsilon, domain, epsilon
from .quantities import debiased_label, debiased_loss, log_loss

z, label, f, Z = sympy.symbols("z label f Z", real=True)
a_0, a_1, b_0, b_1, Z_b = sympy.symbols("a_0 a_1 b_0 b_1 Z_b", real=True)
POSITIVE = domain(epsilon)


def general_loss(label, z):
    """The summand of (16) at the difference z of implicit rewards."""
    return log(1 - sigmoid(z)) + debiased_label(label) * log(sigmoid(z) / (1 - sigmoid(z)))


def mean_of_flips(label, z):
    """The rDPO loss of Chowdhury et al. (2024) at the flip rate f, with the sign of a log-likelihood."""
    return ((1 - f) * log_loss(label, z) - f * log_loss(1 - label, z)) / (1 - 2 * f)


CLAIM = Claim(
    source=Source(PAPER, "Equation (16)", "Appendix C, 'Practical implementations'", kind="equation"),
    words=r"With $z$ the difference of the implicit rewards $\beta \ln(\pi/\pi_{\mathrm{sft}})$ of the two actions, the summand of (16) is "
    "the display; it reduces to (14), to the loss of DPO, and to that of rDPO",
    displays={"": general_loss(label, z)},
    letters=LETTERS | {"label": "z_i", "z": r"r_{\beta, i}^{\pi, \pi_{\mathrm{sft}}}"},
    parts={"log_linear": Identity(general_loss(label, z), debiased_loss(label, z), POSITIVE)},
    steps=(
        Step("log_odds", "Eq. (16)", Identity(log(sigmoid(z) / (1 - sigmoid(z))), z),
            because="The second logarithm of (16) is $z$ itself."),
        Step("implicit_reward", "Eq. (16), log-linear policies",
            Identity(beta * log((exp(a_1) / Z) / (exp(b_1) / Z_b)) - beta * log((exp(a_0) / Z) / (exp(b_0) / Z_b)),
                beta * ((a_1 - b_1) - (a_0 - b_0)), (Gt(Z, 0), Gt(Z_b, 0), Gt(beta, 0))),
            because=r"$a$ and $b$ are the scores of the two actions under $\theta$ and $\theta_{\mathrm{sft}}$: "
            r"$z = \langle \beta (\theta - \theta_{\mathrm{sft}}), x\rangle$, so that (16) is (14) with "
            r"$\beta (\theta - \theta_{\mathrm{sft}})$ in place of $\theta$, as the page says up to the scaling by $\beta$."),
        Step("no_privacy_label", "Appendix C, 'the standard case'",
            Identity(debiased_label(label) - label, (2 * label - 1) / (exp(epsilon) - 1), POSITIVE),
            because=r"As $\varepsilon$ grows the right side tends to 0: the de-biased label becomes the label."),
        Step("no_privacy_loss", "Appendix C, 'the standard case'",
            Identity(log(1 - sigmoid(z)) + label * log(sigmoid(z) / (1 - sigmoid(z))), log_loss(label, z)),
            display=r"\ln(1 - \sigma(z)) + y \ln\left( \frac{\sigma(z)}{1 - \sigma(z)} \right) = y \ln \sigma(z) + (1 - y) \ln(1 - \sigma(z))",
            form="translation", because="The right side, summed with a minus, is the loss of DPO."),
        Step("symmetry", "Eq. (11)", Identity(1 - sigmoid(z), sigmoid(-z)),
            because=r"$1 - \sigma$ at the difference of the two rewards is $\sigma$ at the difference in the other order, which (11) prints."),
        Step("rdpo", "Appendix C, 'only privacy'",
            Identity(general_loss(label, z), mean_of_flips(label, z), (*POSITIVE, Eq(f, 1 - sigmoid(epsilon)))),
            because=r"The loss of rDPO at the flip rate $f = 1/(e^\varepsilon + 1)$: equal, without any rescaling."),
        Step("flip_rate", "Appendix C, 'known flipping rate'",
            Identity(c_epsilon, 1 / (1 - 2 * f), (*POSITIVE, Eq(f, 1 - sigmoid(epsilon))))),
    ),
    not_covered=("Eq. (12) of Chowdhury et al. (2024) is taken as rDPO is usually printed",),
)
