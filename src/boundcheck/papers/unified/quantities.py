"""Quantities that several results share. No formula of the paper stands in two places."""

import sympy
from sympy import log, sqrt

from boundcheck.symbolic import sigmoid

from .notation import c_epsilon, epsilon, gamma, radius


def log_loss(label: sympy.Expr, z: sympy.Expr) -> sympy.Expr:
    """Log-likelihood of a label at the logit `z`, as Section 5.1 first writes it."""
    return label * log(sigmoid(z)) + (1 - label) * log(1 - sigmoid(z))


def debiased_label(label: sympy.Expr) -> sympy.Expr:
    """Shifted and scaled label of Eq. (14)."""
    return (label + sigmoid(epsilon) - 1) * c_epsilon


def debiased_loss(label: sympy.Expr, z: sympy.Expr) -> sympy.Expr:
    """Eq. (14), the per-sample objective of Algorithm 1 at the logit `z`."""
    return log(1 - sigmoid(z)) + debiased_label(label) * z


def private_mean(label: sympy.Expr) -> sympy.Expr:
    """Expectation of the de-biased label when `label` went through randomized response, over its two coins."""
    flipped = 1 - sigmoid(epsilon)
    return sigmoid(epsilon) * debiased_label(label) + flipped * debiased_label(1 - label)


def through_the_ball(worth: sympy.Expr) -> sympy.Expr:
    """What corruption worth `worth`, cost times share, adds at most where each sample is bounded by the ball."""
    return sqrt(2 * radius * worth / gamma)
