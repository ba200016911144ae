"""Concentration inequalities: as sampled bounds, and as the scalar lines that they rest on."""

import numpy as np
from sympy import Integer, Rational, Symbol, exp, log, sqrt, symbols

from boundcheck.claims import (
    ExpectationBound,
    Inequality,
    Paths,
    ProbabilityLowerBound,
    Regime,
    Simulation,
    UniformBound,
    WidthBound,
    Widths,
)

from .letters import UNBOUNDED, delta, n, tail

d, u, s, p, e, t, k = symbols("d u s p e t k", real=True)
one_sided, two_sided = log(1 / delta), log(2 / delta)


def coins(rng, repeats, *, n, **point):
    return np.abs(rng.binomial(n, 0.5, size=repeats) / n - 0.5)


def rising(rng, repeats, *, n, p=0.5, **point):
    """How far the mean of n coins lies above p."""
    return np.maximum(rng.binomial(n, p, size=repeats) / n - p, 0)


def signs(rng, repeats, *, n, **point):
    return np.maximum(2 * rng.binomial(n, 0.5, size=repeats) / n - 1, 0)


def hoeffding(inside, *steps):
    return tail(sqrt(inside / (2 * n)), coins, Rational(1, 2), *steps, n=1000, delta=0.05)


def hoeffding_range(factor):
    return tail(sqrt(factor * one_sided / n), signs, 1, n=1000, delta=0.05)


def bernstein_constant(factor):
    return tail(
        sqrt(factor * one_sided / (4 * n)) + one_sided / (3 * n), rising, Rational(1, 2), n=100_000, delta=0.001
    )


def bernstein_linear_term(kept):
    rare = Rational(1, 1000)
    width = sqrt(2 * rare * (1 - rare) * one_sided / n) + kept * one_sided / (3 * n)
    return tail(width, rising, 1, n=1000, p=0.001, delta=0.001)


def bennett(denominator):
    return Inequality(u**2 / (2 * denominator), (1 + u) * log(1 + u) - u, (u >= 0,))


def chernoff_upper(most):
    return Inequality(d - (1 + d) * log(1 + d), -(d**2) / 3, (d > 0, d <= most))


def chernoff_lower(factor):
    return Inequality(-d - (1 - d) * log(1 - d), -factor * d**2, (d > 0, d < 1))


def furthest(rng, repeats, *, n, **point):
    """Sup of the distance between the empirical distribution function of n uniform values and the true one."""
    seen = np.sort(rng.random((repeats, n)), axis=1)
    steps = np.arange(n + 1) / n
    return np.maximum((steps[1:] - seen).max(axis=1), (seen - steps[:-1]).max(axis=1))


def dkw(inside):
    return tail(sqrt(inside / (2 * n)), furthest, 1, n=1000, delta=0.05)


def empty_bins(rng, repeats, *, n, **point):
    """How far the number of empty bins lies above its mean, n balls in n bins."""
    bins = np.sort(rng.integers(0, n, size=(repeats, n)), axis=1)
    filled = 1 + (np.diff(bins, axis=1) > 0).sum(axis=1)
    return np.maximum(n - filled - n * (1 - 1 / n) ** n, 0)


def mcdiarmid(coordinates):
    return tail(sqrt(coordinates * one_sided / 2), empty_bins, n, n=100, delta=0.05)


def largest(rng, repeats, *, N, **point):
    return np.abs(rng.standard_normal((repeats, N))).max(axis=1)


def maximum_of_normals(factor):
    size = Symbol("N", real=True)
    regime = Regime("regime", Simulation(largest), {"N": 100})
    return ExpectationBound(sqrt(factor * log(2 * size)), None, (regime,), second_moment=2 * log(size) + 2)


def bold_play(rng, repeats, *, n, **point):
    """A martingale with steps in [-1, 1]: small steps once it is far up."""
    here = np.zeros(repeats)
    for _ in range(n):
        step = np.where(here > 1.5 * np.sqrt(n), 0.1, 1.0)
        here += step * (2 * rng.integers(0, 2, size=repeats) - 1)
    return np.maximum(here, 0)


def azuma(factor):
    return tail(sqrt(factor * n * one_sided), bold_play, n, n=400, delta=0.05)


ROUNDS = tuple(range(1, 1001))


def walks(rng, repeats, **point):
    return np.maximum(np.cumsum(2 * rng.integers(0, 2, size=(repeats, 1000)) - 1, axis=1), 0).astype(float)


def every_round(tests):
    width = sqrt(2 * t * log(20 * tests))
    return UniformBound(width, t, Rational(1, 20), Integer(1000), (Regime("signs", Paths(walks, ROUNDS), {}),))


def observed(rng, repeats, *, n, linear, delta, p, **point):
    """Maurer and Pontil's interval from above, for coins."""
    seen = rng.binomial(n, p, size=repeats) / n
    level = np.log(2 / delta)
    variance = seen * (1 - seen) * n / (n - 1)
    return np.abs(p - seen), np.sqrt(2 * variance * level / n) + linear * level / (n - 1)


def empirical_bernstein(linear):
    point = {"n": 100, "linear": linear, "delta": 0.05, "p": 0.01}
    return WidthBound(delta, Integer(1), (Regime("rare coins", Widths(observed), point),))


def squares(rng, repeats, *, d, **point):
    return rng.chisquare(d, size=repeats)


def chi_squared(kept):
    return tail(d + 2 * sqrt(d * one_sided) + 2 * kept * one_sided, squares, UNBOUNDED, d=1, delta=0.001)


def three_points(rng, repeats, *, n, p, **point):
    """The mean of n values of variance 1: plus or minus 1/sqrt(p) with probability p, else 0."""
    hit = rng.random((repeats, n)) < p
    return np.abs((hit * (2 * rng.integers(0, 2, size=(repeats, n)) - 1)).mean(axis=1)) / np.sqrt(p)


def chebyshev(less):
    return tail(sqrt((1 / delta - less) / n), three_points, UNBOUNDED, n=1, p=0.42, delta=0.3)


def rare_hits(rng, repeats, *, n, k, p, **point):
    """The mean of n values that are plus or minus k with probability p, else 0."""
    hits = rng.binomial(n, p, size=repeats)
    return np.abs(k * (2 * rng.binomial(hits, 0.5) - hits)) / n


def heavy_tails(linear):
    width = sqrt(2 * k**2 * p * two_sided / n) + linear * k * two_sided / (3 * n)
    return tail(width, rare_hits, k, n=1000, k=100, p=3e-5, delta=0.01)


def medians(rng, repeats, *, n, delta, **point):
    blocks = min(int(np.ceil(8 * np.log(1 / delta))), n)
    values = rng.standard_normal((repeats, blocks, n // blocks)).mean(axis=2)
    return np.abs(np.median(values, axis=1))


def median_of_means(factor):
    return tail(sqrt(factor * one_sided / n), medians, UNBOUNDED, n=1000, delta=0.05)


def johnson_lindenstrauss(kept):
    return Inequality(log(1 + e), e - e**2 / 2 + kept * e**3 / 3, (e >= 0,))


def hoeffding_lemma(constant):
    return Inequality(p * exp(s * (1 - p)) + (1 - p) * exp(-s * p), exp(s**2 / constant), (p >= 0, p <= 1))


def collecting(rng, repeats, *, n, **point):
    """Draws until each of n coupons has been seen."""
    chances = 1 - np.arange(n) / n
    return rng.geometric(chances, size=(repeats, n)).sum(axis=1).astype(float)


def coupon_collector(bound):
    """P(T > k) <= n exp(-k/n) for whole k, hence 1 more where k is not whole."""
    return tail(bound, collecting, UNBOUNDED, n=50, delta=0.05)


def shared(rng, repeats, *, k, n, **point):
    """1 where two of k people share one of n days."""
    days = np.sort(rng.integers(0, n, size=(repeats, k)), axis=1)
    return (np.diff(days, axis=1) == 0).any(axis=1).astype(float)


def birthday(pairs):
    probability = 1 - exp(-pairs / (2 * n))
    regimes = (
        Regime("a year", Simulation(shared), {"k": 23, "n": 365}),
        Regime("two days", Simulation(shared), {"k": 2, "n": 2}),
    )
    return ProbabilityLowerBound(Integer(1), probability, regimes)


VERSIONS = {
    "hoeffding_two_sided": (hoeffding(two_sided), hoeffding(one_sided)),
    "hoeffding_range": (hoeffding_range(2), hoeffding_range(Rational(1, 2))),
    "bernstein_constant": (bernstein_constant(2), bernstein_constant(1)),
    "bernstein_linear_term": (bernstein_linear_term(1), bernstein_linear_term(0)),
    "bennett": (bennett(1 + u / 3), bennett(1)),
    "chernoff_upper": (chernoff_upper(1), chernoff_upper(2)),
    "chernoff_lower": (chernoff_lower(Rational(1, 2)), chernoff_lower(1)),
    "dkw": (dkw(two_sided), dkw(one_sided)),
    "mcdiarmid": (mcdiarmid(n), mcdiarmid(1)),
    "maximum_of_normals": (maximum_of_normals(2), maximum_of_normals(1)),
    "azuma": (azuma(2), azuma(Rational(1, 2))),
    "every_round": (every_round(1000), every_round(1)),
    "empirical_bernstein": (empirical_bernstein(7 / 3), empirical_bernstein(0.0)),
    "chi_squared": (chi_squared(1), chi_squared(0)),
    "chebyshev": (chebyshev(0), chebyshev(1)),
    "heavy_tails": (heavy_tails(1), heavy_tails(0)),
    "median_of_means": (median_of_means(32), median_of_means(Rational(1, 2))),
    "johnson_lindenstrauss": (johnson_lindenstrauss(1), johnson_lindenstrauss(0)),
    "hoeffding_lemma": (hoeffding_lemma(8), hoeffding_lemma(9)),
    "coupon_collector": (coupon_collector(n * log(n / delta) + 1), coupon_collector(n * one_sided + n)),
    "birthday": (birthday(k * (k - 1)), birthday(k**2)),
}
