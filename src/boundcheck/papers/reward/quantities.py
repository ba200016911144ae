"""Quantities that several results share. No formula of the paper stands in two places."""

import sympy
from sympy import exp, log

from boundcheck.claims import Letter

from .notation import c_epsilon, epsilon, feature_bound, gamma, radius

z = sympy.Symbol("z", real=True)  # the logit of a sample at a parameter

# The least eigenvalue of Sigma_D on all of R^d; the norm of the best policy's mean feature.
least, size = sympy.symbols("least size", real=True)
SMALLEST = Letter(least, "least eigenvalue of the sample covariance", least >= 0, (1e-4, 0.5), r"\lambda_{\mathrm{min}}(\Sigma_{\mathcal{D}})", swept=(0.1, 1e-4))


# Below epsilon = 2LB the private logit is flatter: its slope is at least this share of 1/c, 1/(1/c^2 + sigma'(epsilon)/gamma).
FLATTEST = gamma / (exp(epsilon) / (1 + exp(epsilon)) ** 2 + gamma / c_epsilon**2)
EVERY_EPSILON = c_epsilon / (4 * gamma * FLATTEST**2)  # what stands in the place of the printed factor, for every epsilon

PRIVACY_FACTOR = (exp(epsilon + feature_bound * radius) + 1) / (exp(epsilon - 2 * feature_bound * radius) - 1)

KEEP = exp(epsilon) / (1 + exp(epsilon))  # Eq. (2)
FLIP = 1 / (1 + exp(epsilon))


def private_probability(label: int, logit: sympy.Expr = z) -> sympy.Expr:
    """Eq. (3) for the label 1, Eq. (4) for the label 0."""
    below = (1 + exp(-logit)) * (1 + exp(-epsilon))
    return (1 + exp(-epsilon) * exp(-logit)) / below if label else (exp(-epsilon) + exp(-logit)) / below


def private_logit(logit: sympy.Expr = z) -> sympy.Expr:
    """Logarithm of the odds of a private label 1."""
    return log(private_probability(1, logit) / private_probability(0, logit))
