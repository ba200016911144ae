"""Theorems at which ties, corners of a domain, rounding errors and whole numbers might mislead."""

import math

import numpy as np
from sympy import Integer, Max, Rational, Sum, Symbol, exp, log, sqrt, symbols

from boundcheck.claims import (
    Claim,
    ExpectationLowerBound,
    HighProbabilityBound,
    Inequality,
    InstanceInequality,
    Letter,
    Paths,
    PrivacyGuarantee,
    ProbabilityLowerBound,
    Regime,
    Simulation,
    Step,
    UniformBound,
)

from .concentration import coins, collecting, one_sided, two_sided
from .letters import DELTA, UNBOUNDED, N, delta, n, tail

RECORD = "one record replaced"
p, t, m, gap, d, epsilon, theta, total = symbols("p t m gap d epsilon theta total", real=True)


def coupon_ceiling(extra):
    return tail(n * log(n / delta) + extra, collecting, UNBOUNDED, n=50, delta=0.05)


def off_center(rng, repeats, *, n, p, **point):
    return np.abs(rng.binomial(n, p, size=repeats) / n - p)


def range_of_mean(part):
    return tail(part * Max(p, 1 - p), off_center, 1, n=1, p=0.1, delta=0.05)


def plug_in_variance(rng, repeats, *, n, **point):
    share = rng.binomial(n, 0.5, size=repeats) / n
    return share * (1 - share)


def variance_of_coins(bound):
    regime = Regime("five coins", Simulation(plug_in_variance), {"n": 5})
    return ExpectationLowerBound(bound, (regime,), Rational(1, 4))


def rarely_large(rng, repeats, *, p, **point):
    """Mean 1: the value 1/p with probability p, else 0."""
    return (rng.random(repeats) < p) / p


def markov(part):
    return tail(part / delta, rarely_large, UNBOUNDED, p=0.15, delta=0.1)


ROUNDS = tuple(range(1, 301))


def likelihood_ratios(rng, repeats, **point):
    """Of a coin of .6 against a fair one, at fair tosses."""
    heads = rng.random((repeats, 300)) < 0.5
    return np.exp(np.cumsum(np.where(heads, math.log(1.2), math.log(0.8)), axis=1))


def ville(bound):
    regime = Regime("fair coins", Paths(likelihood_ratios, ROUNDS), {})
    return UniformBound(bound + 0 * t, t, Rational(1, 20), Integer(UNBOUNDED), (regime,))


def leaky_response(allowed):
    """With probability 1/10 the bit itself, in clear; else randomized response."""
    keep, leak = exp(epsilon) / (1 + exp(epsilon)), Rational(1, 10)
    hidden = ((1 - leak) * keep, (1 - leak) * (1 - keep))
    law = {0: (*hidden, leak, Integer(0)), 1: (*hidden[::-1], Integer(0), leak)}
    return PrivacyGuarantee(law, ((0, 1), (1, 0)), epsilon, allowed, (epsilon > 0,), adjacency=RECORD)


def geometric(law):
    return PrivacyGuarantee(law, ((0, 1), (1, 0), (1, 2), (2, 1)), epsilon, Integer(0), (epsilon > 0,), adjacency=RECORD)


RATIO = exp(-epsilon)
TRUNCATED = {
    i: tuple(RATIO ** abs(i - j) * (1 if j in (0, 2) else 1 - RATIO) / (1 + RATIO) for j in range(3)) for i in range(3)
}
BY_ROW = {
    i: tuple(RATIO ** abs(i - j) / sum(RATIO ** abs(i - k) for k in range(3)) for j in range(3)) for i in range(3)
}


def two_vectors(vector):
    return {"u": vector[:3], "v": vector[3:]}


def norm(row):
    return math.sqrt(sum(x * x for x in row))


def of_sum(case):
    return norm([x + y for x, y in zip(case["u"], case["v"], strict=True)])


def sum_of_norms(case):
    return norm(case["u"]) + norm(case["v"])


def squared_of_sum(case):
    return sum((x + y) ** 2 for x, y in zip(case["u"], case["v"], strict=True))


def sum_of_squared(case):
    return sum(x * x for x in case["u"]) + sum(x * x for x in case["v"])


def symmetric(vector):
    a, b, c, d, e, f = vector
    return {"rows": ((a, b, c), (b, d, e), (c, e, f))}


def squared_trace(case):
    return sum(case["rows"][i][i] for i in range(3)) ** 2


def trace_of_square(case):
    return sum(x * x for row in case["rows"] for x in row)


def three_times(case):
    return 3 * trace_of_square(case)


def two_times(case):
    return 2 * trace_of_square(case)


def in_unit_interval(vector):
    return {"values": [x * x / (1 + x * x) for x in vector]}


def squares_about_mean(case):
    values = case["values"]
    return sum((4 * x - sum(values)) ** 2 for x in values) / 16


def population_variance(case):
    return squares_about_mean(case) / 4


def sample_variance(case):
    return squares_about_mean(case) / 3


def quarter(case):
    return (1 + 0 * case["values"][0]) / 4


def noise(rng, repeats, **point):
    return np.abs(np.cumsum(rng.standard_normal((repeats, 1000)), axis=1))


def self_normalised(determinant):
    bound = sqrt(2 * (1 + t) * log(20 * sqrt(determinant)))
    regime = Regime("normal noise", Paths(noise, tuple(range(1, 1001))), {})
    return UniformBound(bound, t, Rational(1, 20), Integer(UNBOUNDED), (regime,))


def mistaken(rng, repeats, *, m, gap, **point):
    """1 where the worse of two arms looks better after m normal rewards each."""
    return (rng.standard_normal(repeats) * np.sqrt(2 / m) > gap).astype(float)


def best_arm(factor):
    regime = Regime("two arms", Simulation(mistaken), {"m": 8, "gap": 1.0})
    return HighProbabilityBound.of(Rational(1, 2), failure=exp(-factor * m * gap**2), trivial=1, regimes=(regime,))


def without_replacement(rng, repeats, *, n, total, **point):
    """How far the share of n draws without replacement lies above 1/2, half of `total` being ones."""
    return np.maximum(rng.hypergeometric(total // 2, total // 2, n, size=repeats) / n - 0.5, 0)


def serfling(factor):
    return tail(sqrt(factor * one_sided / (2 * n)), without_replacement, Rational(1, 2), n=900, total=1000, delta=0.05)


def diagonal(rng, repeats, *, n, d, **point):
    """Norm of a diagonal matrix, each entry of which is a sum of n signs."""
    return np.abs(2.0 * rng.binomial(n, 0.5, size=(repeats, d)) - n).max(axis=1)


def matrix_hoeffding(dimension):
    return tail(sqrt(2 * n * log(2 * dimension / delta)), diagonal, n, n=200, d=50, delta=0.05)


def seldom(rng, repeats, *, p, **point):
    return (rng.random(repeats) < p).astype(float)


def paley_zygmund(ratio):
    regime = Regime("seldom", Simulation(seldom), {"p": 0.1, "theta": 0.5})
    return ProbabilityLowerBound(theta * p, (1 - theta) ** 2 * ratio, (regime,))


K, WHOLE = Symbol("k", integer=True), Symbol("n", integer=True)


def harmonic(more):
    return Inequality(Sum(1 / K, (K, 1, WHOLE)), log(WHOLE) + more, (WHOLE >= 1,))


def roots(less):
    return Inequality(Sum(1 / sqrt(K), (K, 1, WHOLE)), 2 * sqrt(WHOLE) - less, (WHOLE >= 1,))


def hidden_from_corners(inside):
    """On delta <= 1/2 the smallest n and the largest delta show nothing; n = 2 and delta = .45 do."""
    half = Letter(delta, "failure", (delta > 0, delta <= Rational(1, 2)), (1e-3, 0.5))
    regime = Regime("coins", Simulation(coins), {"n": 1000, "delta": 0.05}, biting=True)
    bound = HighProbabilityBound.of(sqrt(inside / (2 * n)), failure=delta, trivial=Rational(1, 2), regimes=(regime,))
    step = Step("line", "line 1", Inequality(log(1 / delta), 1 / delta, (delta > 0,)))
    return Claim(title="A bound", parts={"bound": bound}, letters=(N, half), steps=(step,))


def three_signs(rng, repeats, *, n, **point):
    return np.abs(2 * rng.binomial(n, 0.5, size=repeats) / n - 1)


def vacuous(errors, largest):
    regime = Regime("three", Simulation(errors), {"n": 3, "delta": 0.2})
    bound = HighProbabilityBound.of(sqrt(two_sided / (2 * n)), failure=delta, trivial=largest, regimes=(regime,))
    return Claim(title="A bound", parts={"bound": bound}, letters=(DELTA,))


VERSIONS = {
    "coupon_ceiling": (coupon_ceiling(1), coupon_ceiling(0)),
    "range_of_mean": (range_of_mean(1), range_of_mean(Rational(99, 100))),
    "variance_of_coins": (variance_of_coins((n - 1) / (4 * n)), variance_of_coins(Rational(1, 4))),
    "markov": (markov(1), markov(Rational(1, 2))),
    "ville": (ville(Integer(20)), ville(Integer(10))),
    "leaky_response": (leaky_response(Rational(1, 10)), leaky_response(Rational(1, 20))),
    "geometric": (geometric(TRUNCATED), geometric(BY_ROW)),
    "triangle": (
        InstanceInequality("norms of sums", 6, two_vectors, of_sum, sum_of_norms),
        InstanceInequality("squared norms of sums", 6, two_vectors, squared_of_sum, sum_of_squared),
    ),
    "trace": (
        InstanceInequality("trace and norm", 6, symmetric, squared_trace, three_times),
        InstanceInequality("trace and norm", 6, symmetric, squared_trace, two_times),
    ),
    "popoviciu": (
        InstanceInequality("variance in [0, 1]", 4, in_unit_interval, population_variance, quarter),
        InstanceInequality("variance in [0, 1]", 4, in_unit_interval, sample_variance, quarter),
    ),
    "self_normalised": (self_normalised(1 + t), self_normalised(1)),
    "best_arm": (best_arm(Rational(1, 4)), best_arm(1)),
    "serfling": (serfling(1 - (n - 1) / total), serfling((1 - (n - 1) / total) ** 2)),
    "matrix_hoeffding": (matrix_hoeffding(d), matrix_hoeffding(1)),
    "paley_zygmund": (paley_zygmund(p), paley_zygmund(1)),
    "harmonic": (harmonic(1), harmonic(Rational(3, 5))),
    "roots": (roots(0), roots(Rational(7, 5))),
    "hidden_from_corners": (hidden_from_corners(two_sided), hidden_from_corners(one_sided)),
    "vacuous": (vacuous(coins, Rational(1, 2)), vacuous(three_signs, 1)),
}
