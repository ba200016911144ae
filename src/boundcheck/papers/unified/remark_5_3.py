"""Remark 5.3: shifting and scaling, for every order of privacy and corruption."""

import sympy
from sympy import Eq

from boundcheck.claims import Claim, Identity, KeyFinding, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, c_epsilon, domain, epsilon
from .quantities import debiased_label, debiased_loss, log_loss, private_mean

z, y, y_bar, y_tilde, z_i, p = sympy.symbols("z y y_bar y_tilde z_i p", real=True)
POSITIVE = domain(epsilon)
FLIP = 1 - sigmoid(epsilon)


def as_written(*terms):
    """The sum as it stands on the page."""
    return sympy.Add(*terms, evaluate=False)


EARLIER = Identity(debiased_loss(z_i, z), ((1 - FLIP) * log_loss(z_i, z) - FLIP * log_loss(1 - z_i, z)) / (1 - 2 * FLIP), POSITIVE)

CLAIM = Claim(
    source=Source(PAPER, "Remark 5.3", "Section 5.1", kind="remark"),
    words="The mean of the new loss over the coins is the standard log-loss; up to scaling it has been used before; and one algorithm serves all "
    r"settings, since its loss depends on the labels that arrive and on $\varepsilon$ alone",
    displays={"the new loss": debiased_loss(z_i, z)},
    letters=LETTERS | {"z": r"\theta^\top x_i"},
    parts={
        "unbiased": Identity(
            sigmoid(epsilon) * debiased_loss(y, z) + FLIP * debiased_loss(1 - y, z), log_loss(y, z), (*POSITIVE, Eq(y * (1 - y), 0))
        ),
        "earlier_loss": EARLIER,
    },
    steps=(
        Step("shift_and_scale", "Remark 5.3, 'mean estimation'",
            Identity(private_mean(y), y, (*POSITIVE, Eq(y * (1 - y), 0))),
            because="The shifted and scaled label is an unbiased estimate of the label, as in mean estimation."),
        Step("earlier_loss", "Remark 5.3, 'up to some scaling'",
            EARLIER,
            because=r"The loss of rDPO (Chowdhury et al., 2024) at the flip rate $1/(e^\varepsilon + 1)$: the same, with the scale $1/(1 - 2 f) = c(\varepsilon)$."),
        Step("ctl_error", "Remark 5.3, 'adaptive'",
            Identity(debiased_label(z_i) - y, as_written(debiased_label(z_i) - y_bar, y_bar - y), POSITIVE),
            because="Under CTL the error of the de-biased label is noise of mean 0 and one change of size at most 1."),
        Step("ltc_error", "Remark 5.3, 'adaptive'",
            Identity(debiased_label(z_i) - p, as_written(c_epsilon * (z_i - y_tilde), debiased_label(y_tilde) - p), POSITIVE),
            because=r"Under LTC it is a change of size at most $c(\varepsilon)$ and noise of mean 0: the same loss, of which no letter names "
            r"the setting. The radius $B'$ of the ball is all that has to be known beside $\varepsilon$."),
    ),
    findings=(
        KeyFinding(r"Algorithm 2 takes the width $\Gamma$, which depends on $\alpha$ and on the order of privacy and corruption. Is the adaptivity of Remark 5.3 meant for Algorithm 1 only?",
            ("ctl_error", "ltc_error"), weight="question"),
    ),
    not_covered=(r"Algorithm 2 takes the width of the confidence set, and that depends on $\alpha$ and on the setting",),
)
