"""Lemma C.1: means of private labels."""

import sympy
from sympy import Abs, Add, Eq, Ge, Le, Mul, exp, tanh

from boundcheck.claims import Claim, Identity, Inequality, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import ANY_KEEP, HALF, domain, epsilon, keep

x, h, p = sympy.symbols("x h p", real=True)
PLAIN = Add(sigmoid(x), Mul(-1, 1 - sigmoid(x), evaluate=False), evaluate=False)  # 1 with probability sigma(x), else -1


def private_mean(p):
    """Mean of z where y = 1 has probability p, over the coin of randomized response."""
    return keep * p + (1 - keep) * (1 - p) - keep * (1 - p) - (1 - keep) * p


NOISE = sympy.Integer(1)  # sub-Gaussian parameter of the noise of a label in {-1, 1}

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.1", "Appendix C", kind="lemma"),
    words="With $x$ the difference of rewards, and $z$ the label $y$ after randomized response, the means of $y$ and of $z$ over their laws,",
    displays={
        "E[y]": (r"{} = 2 \sigma(x) - 1", PLAIN),
        "E[z]": (r"{} = (2 \alpha - 1)(2 \sigma(x) - 1)", private_mean(sigmoid(x))),
    },
    letters=ANY_KEEP,
    parts={
        "plain": Identity(PLAIN, 2 * sigmoid(x) - 1),
        "private": Identity(private_mean(sigmoid(x)), (2 * keep - 1) * (2 * sigmoid(x) - 1), domain(keep)),
    },
    steps=(
        Step("plain", "proof, first line", Identity(PLAIN, 2 * sigmoid(x) - 1)),
        Step("private", "proof, second line", Identity(private_mean(p), (2 * keep - 1) * (2 * p - 1), domain(keep))),
        Step("half_angle", "Lemma C.1", Identity(2 * sigmoid(x) - 1, tanh(x / 2))),
        Step("shrinks", "Eq. (7)", Identity(2 * keep - 1, tanh(epsilon / 2), (*domain(epsilon), Eq(keep, exp(epsilon) / (exp(epsilon) + 1))))),
        Step("noise_is_bounded", "Lemma C.1, as used", Inequality(Abs(1 - h) + Abs(-1 - h), sympy.Integer(2), (Ge(h, -1), Le(h, 1))),
            because="$h$ is the mean of the label: the noise lies in an interval of length 2, whatever the mean: by Hoeffding's lemma it is sub-Gaussian with parameter 1."),
        Step("variance", "Lemma C.1, as used", Inequality(1 - h**2, sympy.Integer(1), (Ge(h, -1), Le(h, 1)))),
        Step("inside", "Eq. (7)", Inequality(HALF, keep, (*domain(epsilon), Eq(keep, exp(epsilon) / (exp(epsilon) + 1))), strict=True)),
        Step("below_one", "Eq. (7)", Inequality(exp(epsilon) / (exp(epsilon) + 1), sympy.Integer(1), domain(epsilon), strict=True)),
    ),
)
