"""Quantities that several results share. No formula of the paper stands in two places."""

import sympy
from sympy import Rational, exp, log, sqrt

from boundcheck.symbolic.functions import sigmoid

from .notation import alpha, alpha_1, alpha_2, c_epsilon, confidence, d, delta, epsilon, gamma, lam, n, radius

C_EPSILON = (exp(epsilon) + 1) / (exp(epsilon) - 1)  # Section 5.1, Algorithm 1
GAMMA = 1 / (2 + exp(-radius) + exp(radius))  # Theorem 5.4

DEFINITIONS = {gamma: GAMMA, c_epsilon: C_EPSILON}

# The only difference between the variants of a bound: what a corrupted label costs.
CORRUPTION_COST = {"ctl": sympy.Integer(1), "ltc": c_epsilon}


def contaminated(variant: str, power: sympy.Expr) -> sympy.Expr:
    """The corruption term of the CTL, LTC or CLC bound: cost times share to the `power`."""
    if variant == "clc":  # Appendix E.4: the sum of the two
        return CORRUPTION_COST["ctl"] * alpha_1**power + CORRUPTION_COST["ltc"] * alpha_2**power
    return CORRUPTION_COST[variant] * alpha**power


def log_loss(y: sympy.Expr, z: sympy.Expr) -> sympy.Expr:
    """Log-likelihood of a label `y` at the logit `z`, as Section 5.1 first writes it."""
    return y * log(sigmoid(z)) + (1 - y) * log(1 - sigmoid(z))


def debiased_label(label: sympy.Expr) -> sympy.Expr:
    """Shifted and scaled label of Eq. (14)."""
    return (label + sigmoid(epsilon) - 1) * c_epsilon


def debiased_loss(label: sympy.Expr, z: sympy.Expr) -> sympy.Expr:
    """Eq. (14), the per-sample objective of Algorithm 1 at the logit `z`."""
    return log(1 - sigmoid(z)) + debiased_label(label) * z


def tail_factor(dimension: sympy.Expr, t: sympy.Expr) -> sympy.Expr:
    """What Lemma H.2 gives for trace <= d, trace of the square <= d and norm <= 1, all times 1/n."""
    return dimension + 2 * sqrt(dimension * t) + 2 * t


# Hoeffding's lemma: a zero-mean variable in an interval of length w is sub-Gaussian with parameter w/2.
PRIVATE_LABEL_WIDTH = c_epsilon
PLAIN_LABEL_WIDTH = sympy.Integer(1)
SUBGAUSSIAN = {
    "ctl": (PRIVATE_LABEL_WIDTH + PLAIN_LABEL_WIDTH) / 2,  # two sums, each with half of delta
    "ltc": PRIVATE_LABEL_WIDTH / 2,  # one sum
    "clc": (PRIVATE_LABEL_WIDTH + PLAIN_LABEL_WIDTH) / 2,
}
FAILURES = {"ctl": 2, "ltc": 1, "clc": 2}

__all__ = [
    "CORRUPTION_COST",
    "C_EPSILON",
    "DEFINITIONS",
    "FAILURES",
    "GAMMA",
    "SUBGAUSSIAN",
    "Rational",
    "confidence",
    "contaminated",
    "debiased_label",
    "debiased_loss",
    "delta",
    "lam",
    "log_loss",
    "n",
    "tail_factor",
]
