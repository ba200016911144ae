"""Quantities that several results share. No formula of the paper stands in two places."""

from sympy import Expr, Ge, exp, log, sqrt

from boundcheck.claims import Inequality

from .notation import alpha, c_m, d, domain, eigenvalue, epsilon, feature_bound, gamma, kappa, m, n, radius

RANKED_GAMMA = exp(-4 * feature_bound * radius) / 2  # Lemma 5

DIAMETER = 2 * radius  # of the parameter ball: what holds without any data


# At the best coverage that bounded features allow, kappa = L^2/d, and L = 1: the private term of Theorem 4, both its terms, and Theorem 2.
PRIVATE = d * sqrt(d) / (sqrt(m) * n * epsilon)
BOTH = d / sqrt(m * n) + PRIVATE
LOWER = d / sqrt(n * m) + sqrt(d) / (sqrt(m) * n * epsilon)


def above_the_lower_bound(constant: Expr, upper: Expr, *given):
    """What an upper bound on the whole error has to be, whatever the constants are."""
    return Inequality(LOWER, constant * upper, (*domain(n, m, d, epsilon), Ge(constant, 1), *given))


def response_rate(labels=n * m, factor=c_m):
    """Theorem 1 without its constant; `factor` is what one private label costs."""
    return factor / (gamma * sqrt(eigenvalue)) * sqrt((d + log(1 / alpha)) / labels)


def response_bound():
    """The same with every constant: scores have range 1, so they are sub-Gaussian with parameter 1/2."""
    t = log(1 / alpha)
    return c_m / (2 * gamma * sqrt(eigenvalue)) * sqrt((d + 2 * sqrt(d * t) + 2 * t) / (n * m))


def coverage_rate(unit=1):
    """Corollary 1 without its constant; `unit` is what the page leaves out."""
    return unit * c_m / (gamma * kappa) * sqrt((1 + log(1 / alpha)) / (n * m))


def coverage_bound():
    """Corollary 1 with every constant, by the norm of the score's mean, whatever the size of the sample."""
    return 2 * feature_bound * c_m / (gamma * kappa) * (1 + sqrt(2 * log(2 / alpha))) / sqrt(n * m)
