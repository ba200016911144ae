"""Differential privacy: finite mechanisms, composed and sampled ones, and what they cost."""

import numpy as np
from sympy import Integer, Rational, coth, exp, log, sqrt, symbols

from boundcheck.claims import AccountedGuarantee, PrivacyGuarantee, SameUpToConstant
from boundcheck.privacy import RECORD_REPLACED, USER_ADDED_OR_REMOVED, Composition, Gaussian, RandomizedResponse

from .letters import UNBOUNDED, delta, n, tail

RECORD = "one record replaced"
epsilon, sigma, k = symbols("epsilon sigma k", real=True)
HALF = Rational(1, 2)


def randomized_response(keep):
    law = {0: (keep, 1 - keep), 1: (1 - keep, keep)}
    return PrivacyGuarantee(law, ((0, 1), (1, 0)), epsilon, Integer(0), (epsilon > 0, epsilon < 2), adjacency=RECORD)


def k_randomized_response(less):
    keep = exp(epsilon) / (exp(epsilon) + 4 - less)
    law = {x: tuple(keep if y == x else (1 - keep) / 3 for y in range(4)) for x in range(4)}
    pairs = tuple((x, y) for x in range(4) for y in range(4) if x != y)
    return PrivacyGuarantee(law, pairs, epsilon, Integer(0), (epsilon > 0,), adjacency=RECORD)


def loudest(rng, repeats, *, k, epsilon, **point):
    return np.abs(rng.laplace(0, 1 / epsilon, size=(repeats, k))).max(axis=1)


def laplace_tail(inside):
    return tail(log(inside / delta) / epsilon, loudest, UNBOUNDED, k=20, epsilon=0.5, delta=0.05)


def one_sum(sigma, **point):
    return Composition(((Gaussian(sigma), 1),)), USER_ADDED_OR_REMOVED


def gaussian_mechanism(points):
    return AccountedGuarantee(sqrt(2 * log(Rational(5, 4) / delta)) / sigma, delta, one_sum, points)


INSIDE = {"epsilon about 1/2": {"sigma": 10, "delta": Rational(1, 10**5)}}
OUTSIDE = {"epsilon about 20": {"sigma": Rational(9, 80), "delta": Rational(1, 10)}}


def responses(epsilon, k, **point):
    return Composition(((RandomizedResponse(epsilon), int(k)),)), RECORD_REPLACED


def composition(size):
    return AccountedGuarantee(size, delta, responses, {"responses": MANY})


MANY = {"epsilon": Rational(1, 10), "k": 100, "delta": Rational(1, 10**6)}
ADVANCED = sqrt(2 * k * log(1 / delta)) * epsilon + k * epsilon * (exp(epsilon) - 1)


def pure_composition(factor):
    """Four responses, as one mechanism with sixteen outputs."""
    keep = exp(epsilon) / (1 + exp(epsilon))
    law = {
        x: tuple(
            keep ** (4 - bin(y ^ (15 * x)).count("1")) * (1 - keep) ** bin(y ^ (15 * x)).count("1") for y in range(16)
        )
        for x in (0, 1)
    }
    return PrivacyGuarantee(law, ((0, 1), (1, 0)), factor * epsilon, Integer(0), (epsilon > 0,), adjacency=RECORD)


def concentrated(factor):
    rho = 1 / (2 * sigma**2)
    points = {"one sum": {"sigma": 1, "delta": Rational(1, 10**5)}}
    return AccountedGuarantee(rho + factor * sqrt(rho * log(1 / delta)), delta, one_sum, points)


def amplification(size):
    """Randomized response on a bit that is 0 unless the record is drawn, which it is with probability 1/4."""
    keep = exp(epsilon) / (1 + exp(epsilon))
    absent = (keep, 1 - keep)
    drawn = tuple(Rational(3, 4) * a + Rational(1, 4) * b for a, b in zip(absent, (1 - keep, keep), strict=True))
    return PrivacyGuarantee({0: absent, 1: drawn}, ((0, 1), (1, 0)), size, Integer(0), (epsilon > 0,), adjacency=RECORD)


def exponential_mechanism(factor):
    """Scores of three options on three data sets, of which neighbours differ by at most 1 in each score."""
    scores = {"a": (0, 1, 1), "b": (1, 0, 0), "c": (0, 0, 1)}
    law = {}
    for name, row in scores.items():
        weights = [exp(factor * epsilon * score) for score in row]
        law[name] = tuple(w / sum(weights) for w in weights)
    pairs = tuple((x, y) for x in scores for y in scores if x != y)
    return PrivacyGuarantee(law, pairs, epsilon, Integer(0), (epsilon > 0,), adjacency=RECORD)


def shortfalls(rng, repeats, *, k, epsilon, short, **point):
    """One best option; the others fall short by `short`."""
    others = (k - 1) * np.exp(-epsilon * short / 2)
    return short * (rng.random(repeats) < others / (1 + others))


def exponential_utility(inside):
    return tail(2 * log(inside / delta) / epsilon, shortfalls, UNBOUNDED, k=1000, epsilon=1.0, short=6.1, delta=0.05)


def debiased(rng, repeats, *, n, epsilon, **point):
    """The mean of n fair bits, each kept private by randomized response, against 1/2."""
    keep = np.exp(epsilon) / (1 + np.exp(epsilon))
    return np.abs(rng.binomial(n, 0.5, size=repeats) / n - 0.5) / (2 * keep - 1)


def private_mean(price):
    return tail(price * sqrt(log(2 / delta) / (2 * n)), debiased, UNBOUNDED, n=1000, epsilon=1.0, delta=0.05)


def rate_of_privacy(*given):
    return SameUpToConstant(exp(epsilon) - 1, epsilon, (epsilon > 0, *given))


VERSIONS = {
    "randomized_response": (
        randomized_response(exp(epsilon) / (1 + exp(epsilon))),
        randomized_response(HALF + epsilon / 4),
    ),
    "k_randomized_response": (k_randomized_response(1), k_randomized_response(2)),
    "laplace_tail": (laplace_tail(k), laplace_tail(1)),
    "gaussian_mechanism": (gaussian_mechanism(INSIDE), gaussian_mechanism(OUTSIDE)),
    "advanced_composition": (composition(ADVANCED), composition(sqrt(k) * epsilon)),
    "basic_composition": (pure_composition(4), pure_composition(2)),
    "concentrated": (concentrated(2), concentrated(1)),
    "amplification": (amplification(log(1 + (exp(epsilon) - 1) / 4)), amplification(epsilon / 4)),
    "exponential_mechanism": (exponential_mechanism(HALF), exponential_mechanism(1)),
    "exponential_utility": (exponential_utility(k), exponential_utility(1)),
    "private_mean": (private_mean(coth(epsilon / 2)), private_mean(1)),
    "rate_of_privacy": (rate_of_privacy(epsilon <= 1), rate_of_privacy()),
}
