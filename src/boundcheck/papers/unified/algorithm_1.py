"""Algorithm 1: randomized response and the de-biased loss."""

import sympy
from sympy import Mul, diff, exp, log

from boundcheck.claims import Claim, Identity, PrivacyGuarantee, Source, Step
from boundcheck.privacy import LABEL_REPLACED
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import C_EPSILON, LETTERS, domain, epsilon
from .quantities import debiased_label, debiased_loss, log_loss, private_mean

z, label, flip = sympy.symbols("z label flip", real=True)
KEEP = exp(epsilon) / (exp(epsilon) + 1)  # Algorithm 1, the coin of randomized response
POSITIVE = domain(epsilon)
BINARY = (sympy.Eq(label * (1 - label), 0),)


def robust_dpo_loss(label, z, flip):
    """Log-likelihood of rDPO with the probability `flip` of a flip: Chowdhury et al. (2024), Eq. (12)."""
    return ((1 - flip) * log_loss(label, z) - flip * log_loss(1 - label, z)) / (1 - 2 * flip)


CLAIM = Claim(
    source=Source(PAPER, "Algorithm 1", "Section 5.1; Appendix C", kind="algorithm"),
    words=r"Labels pass randomized response with parameter $\varepsilon$; from the private and possibly corrupted labels $z_i$ "
    r"and the features $x_i$, the analyzer minimises over $\theta$ minus the mean of",
    displays={"": debiased_loss(label, z)},
    letters=LETTERS | {"label": "z_i", "z": r"\theta^\top x_i", "flip": "f"},
    parts={
        "label_privacy": PrivacyGuarantee(
            law={0: (KEEP, 1 - KEEP), 1: (1 - KEEP, KEEP)},
            neighbours=((0, 1), (1, 0)),
            epsilon=epsilon,
            delta=sympy.Integer(0),
            given=POSITIVE,
            adjacency=str(LABEL_REPLACED),
        ),
        "unbiased": Identity(
            sigmoid(epsilon) * debiased_loss(label, z) + (1 - sigmoid(epsilon)) * debiased_loss(1 - label, z), log_loss(label, z), (*POSITIVE, *BINARY)
        ),
    },
    steps=(
        Step("coin", "Section 5.1", Identity(KEEP, sigmoid(epsilon), POSITIVE)),
        Step("scale", "Algorithm 1", Identity(1 / (2 * sigmoid(epsilon) - 1), C_EPSILON, POSITIVE)),
        Step("log_loss_form", "Section 5.1", Identity(log_loss(label, z), log(1 - sigmoid(z)) + label * z)),
        Step("unbiased", "Section 5.1, after (14)",
            Identity(private_mean(label), label, (*POSITIVE, *BINARY)),
            display=r"\mathbb{E}[(z_i + \sigma(\varepsilon) - 1) c(\varepsilon) \mid y_i] = y_i",
            form="translation", because="The mean over the coin of randomized response, for $y_i$ in {0, 1}."),
        Step("sigmoid_derivative", "Appendix E.4", Identity(diff(1 / (1 + exp(-z)), z), sigmoid(z) * (1 - sigmoid(z)))),
        Step("gradient", "Eq. (18)",
            Identity(diff(-debiased_loss(label, z), z), Mul(-1, debiased_label(label) - sigmoid(z), evaluate=False), POSITIVE),
            because="Per sample, differentiated with respect to the logit; the chain rule multiplies by the feature vector."),
        Step("hessian", "Eq. (19)",
            Identity(diff(-debiased_loss(label, z), z, 2), sigmoid(z) * (1 - sigmoid(z)), POSITIVE),
            because="Per sample, as before; the chain rule multiplies by the feature vector and its transpose."),
        Step("robust_dpo", "Appendix C, after (16)",
            Identity(debiased_loss(label, z), robust_dpo_loss(label, z, flip), (*POSITIVE, *BINARY, sympy.Eq(flip, 1 - KEEP))),
            display=r"\text{(14)} = \frac{1}{1 - 2 f} [(1 - f) \ell(z_i) - f \ell(1 - z_i)], \quad f = 1 - \frac{e^\varepsilon}{e^\varepsilon + 1}",
            form="translation", because="The bracket has the log-likelihood of the label and that of its opposite, $f$ is the probability of a flip. The two losses are equal, not only up to a scale, when the flip probability is that of randomized response."),
        Step("no_privacy_limit", "Appendix C, first check",
            Identity(C_EPSILON - 1, 2 / (exp(epsilon) - 1), POSITIVE),
            display=r"\lim_{\varepsilon \to \infty} c(\varepsilon) = \lim_{\varepsilon \to \infty} \sigma(\varepsilon) = 1", form="reduction",
            because=r"The right side tends to 0, and so does $1 - \sigma(\varepsilon)$, which is at most half of it."),
    ),
)
