"""Algorithm 1: the de-biased gradient."""

import sympy
from sympy import Eq, diff, exp, log

from boundcheck.claims import Claim, Fault, Identity, Inequality, Repair, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import C_EPSILON, LETTERS, domain, epsilon, radius
from .quantities import FLIP, KEEP, z

label, private_label = sympy.symbols("label private_label", real=True)
POSITIVE = domain(epsilon)
BINARY = (Eq(label * (1 - label), 0),)


def log_loss(label):
    """Loss of a label at the logit z: the summand of (5)."""
    return -label * log(sigmoid(z)) - (1 - label) * log(1 - sigmoid(z))


def plain_gradient(label):
    """Derivative of the log loss in the logit; the chain rule multiplies by x."""
    return sigmoid(z) - label


def private_gradient(label):
    """Line 6: shifted and scaled."""
    return C_EPSILON * (plain_gradient(label) - (plain_gradient(0) + plain_gradient(1)) / (exp(epsilon) + 1))


def mean_over_coin(value):
    """Expectation over the coin of randomized response on `label`."""
    return KEEP * value(label) + FLIP * value(1 - label)


MIDDLE = C_EPSILON * (
    KEEP * plain_gradient(label) + FLIP * plain_gradient(1 - label) - FLIP * (plain_gradient(0) + plain_gradient(1))
)

UNBIASED = Identity(mean_over_coin(private_gradient), plain_gradient(label), (*POSITIVE, *BINARY))
DEBIASED = Identity(private_gradient(private_label), sigmoid(z) - (C_EPSILON * private_label - 1 / (exp(epsilon) - 1)), POSITIVE)

CLAIM = Claim(
    source=Source(PAPER, "Algorithm 1", "Section 4; Appendix B, after (9)", kind="algorithm"),
    words=r"For $\varepsilon > 0$, with the private label of sample $t$, line 6 is an unbiased estimate of the gradient: it multiplies $x_t$ by",
    displays={"": private_gradient(private_label)},
    letters=LETTERS | {"label": "y_t", "private_label": r"\tilde{y}_t", "z": r"x_t^\top \theta_t"},
    parts={"debiased_label": DEBIASED, "unbiased": UNBIASED},
    steps=(
        Step("start", "Algorithm 1, line 2", Inequality(sympy.Integer(0), radius, domain(radius)),
            display=r"\|0\| \le B",
            form="translation", because="The first iterate lies in the ball, and its coordinates sum to 0."),
        Step("log_loss_gradient", "Eq. (9), line (b)",
            Identity(diff(log_loss(label), z), plain_gradient(label)),
            because="Per sample, by the logit; the chain rule multiplies by $x$."),
        Step("mean_first_line", "Appendix B, after (9), first equality",
            Identity(mean_over_coin(private_gradient), mean_over_coin(plain_gradient), (*POSITIVE, *BINARY)),
            display=r"\mathbb{E}[\hat{g}_t \mid \mathcal{F}_{t - 1}] = \mathbb{E}_{\tilde{y}_t}[\tilde{g}_t \mid \mathcal{F}_{t - 1}]",
            form="translation", because="Given the sample; both sides are multiples of its $x$, which is left out.",
            repair=Repair(Identity(mean_over_coin(private_gradient), MIDDLE, (*POSITIVE, *BINARY)),
                "a hat in place of the tilde on the right",
                r"\mathbb{E}[\hat{g}_t \mid \mathcal{F}_{t - 1}] = \mathbb{E}_{\tilde{y}_t}[\hat{g}_t \mid \mathcal{F}_{t - 1}]"),
            misprint="the next line of the same display, which is the mean of hat $g$",
            fault=Fault("debiased_mean_accent", "misprint", words="a tilde stands for a hat")),
        Step("mean_last_line", "Appendix B, after (9), last equality",
            Identity(MIDDLE, plain_gradient(label), (*POSITIVE, *BINARY))),
        Step("unbiased", "Eq. (9), line (a)",
            UNBIASED,
            display=r"\mathbb{E}[\hat{g}_t \mid x_t, y_t] = \nabla \ell(\theta_t, (x_t, y_t))", form="translation", because="The two lines before, one after the other."),
        Step("debiased_label", "Algorithm 1, line 6",
            DEBIASED,
            because="Line 6 is the plain gradient at a transformed label, whose mean over the coin is the true label."),
    ),
)
