"""Quantities that several results share. No formula of the paper stands in two places."""

from sympy import cosh, exp, log, sinh, tanh

from boundcheck.symbolic import sigmoid

from .notation import bound, delta, epsilon, keep, n, size, tau

# Randomized response keeps this share of every difference of probabilities; it equals tanh(epsilon/2).
SHRINKS = 2 * keep - 1

# Where privacy meets saturated preferences: one over the least information of a private label about a difference
# of rewards in [-B, B]. The second term is what randomized response adds.
CURVATURE = 4 * cosh(bound / 2) ** 2
PRICE = CURVATURE + CURVATURE**2 / (4 * sinh(epsilon / 2) ** 2)

PRINTED_PRICE = exp(bound) / SHRINKS**2  # Eq. (10), (11) and (14)
STATISTICAL = log(size / delta) / n
NET = STATISTICAL + tau


def private(x):
    """Probability of the label 1 after randomized response, at the difference `x`; Eq. (9)."""
    return keep * sigmoid(x) + (1 - keep) * sigmoid(-x)


def information(x):
    """Fisher information of one private label about the difference at `x`."""
    shrinks = tanh(epsilon / 2)
    t = tanh(x / 2)
    return shrinks**2 * (1 - t**2) ** 2 / (4 * (1 - shrinks**2 * t**2))
