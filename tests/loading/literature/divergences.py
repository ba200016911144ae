"""Divergences between two coins, and lower bounds that rest on them."""

import numpy as np
from sympy import Abs, Integer, Rational, exp, log, sqrt, symbols

from boundcheck.claims import FamilyLowerBound, Inequality, MinimaxLowerBound, Regime, Simulation
from boundcheck.minimax import Family, absolute, randomized_response

n, p, q, epsilon = symbols("n p q epsilon", real=True)
INSIDE = (p > 0, p < 1, q > 0, q < 1)
KL = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
AFFINITY = sqrt(p * q) + sqrt((1 - p) * (1 - q))
OUT, IN = p / 2 + Rational(1, 4), q / 2 + Rational(1, 4)
KL_AFTER = OUT * log(OUT / IN) + (1 - OUT) * log((1 - OUT) / (1 - IN))
PARABOLA = 4 * p * (1 - p) * log(2)
ENTROPY = -p * log(p) - (1 - p) * log(1 - p)


def pinsker(constant):
    return Inequality(constant * (p - q) ** 2, KL, INSIDE)


def chi_squared_bound(below):
    return Inequality(KL, (p - q) ** 2 / (below * (1 - below)), INSIDE)


def bretagnolle_huber(factor):
    return Inequality(factor * exp(-KL), 1 - Abs(p - q), INSIDE)


def hellinger(factor):
    return Inequality(Abs(p - q), sqrt(factor * (1 - AFFINITY)), INSIDE)


def data_processing(contraction):
    return Inequality(KL_AFTER, contraction * KL, INSIDE)


def entropy(lower, upper):
    return Inequality(lower, upper, (p > 0, p < 1))


H = Rational(1, 10)
MEANS = (Rational(1, 2) - H, Rational(1, 2) + H)


def two_coins(n, **point):
    return Family.bits(MEANS, int(n)), absolute(MEANS)


def le_cam(factor):
    """Half the distance of the means times 1 - TV, with TV from Pinsker's inequality."""
    kl = 2 * H * log((1 + 2 * H) / (1 - 2 * H))
    return FamilyLowerBound(factor * H * (1 - sqrt(n * kl / 2)), two_coins, {"four": {"n": 4}})


def private_coins(n, epsilon, **point):
    return Family.bits(MEANS, int(n)).through(randomized_response(epsilon)), absolute(MEANS)


def private_le_cam(distance):
    bound = H * (1 - distance * sqrt(n))
    return FamilyLowerBound(bound, private_coins, {"a hundred": {"n": 100, "epsilon": Rational(1, 4)}})


def steinhaus(rng, repeats, *, n, p, **point):
    """Squared error of (successes + sqrt(n)/2) / (n + sqrt(n))."""
    return ((rng.binomial(n, p, size=repeats) + np.sqrt(n) / 2) / (n + np.sqrt(n)) - p) ** 2


def bernoulli_mean(bound):
    regimes = tuple(Regime(f"p = {p}", Simulation(steinhaus), {"n": 4, "p": p}) for p in (0.5, 0.2))
    methods = {"minimax estimator": tuple(regime.name for regime in regimes)}
    return MinimaxLowerBound(bound, regimes, methods, of="mean", ceiling=Integer(1))


VERSIONS = {
    "pinsker": (pinsker(2), pinsker(Rational(5, 2))),
    "chi_squared_bound": (chi_squared_bound(q), chi_squared_bound(p)),
    "bretagnolle_huber": (bretagnolle_huber(Rational(1, 2)), bretagnolle_huber(1)),
    "hellinger": (hellinger(2), hellinger(1)),
    "data_processing": (data_processing(Rational(1, 4)), data_processing(Rational(1, 5))),
    "entropy": (entropy(PARABOLA, ENTROPY), entropy(ENTROPY, PARABOLA)),
    "le_cam": (le_cam(1), le_cam(2)),
    "private_le_cam": (private_le_cam(2 * H * (exp(epsilon) - 1)), private_le_cam(H * (exp(epsilon) - 1) ** 2)),
    "bernoulli_mean": (bernoulli_mean(1 / (4 * (1 + sqrt(n)) ** 2)), bernoulli_mean(1 / (4 * n))),
}
