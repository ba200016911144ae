"""Bandits, experts, regression and shrinkage."""

import numpy as np
from sympy import Integer, Min, Rational, exp, log, pi, sqrt, symbols

from boundcheck.claims import (
    Inequality,
    Letter,
    MinimaxLowerBound,
    Notation,
    Regime,
    Scaling,
    Simulation,
    WidthBound,
    Widths,
)

from .letters import UNBOUNDED, delta, mean, n, tail

m, gap, T, K, d, x, s, lam = symbols("m gap T K d x s lambda", real=True)


def commits(rng, repeats, *, n, m, gap, **point):
    """Regret of two arms with normal rewards, each pulled m times; then the better looking one."""
    wrong = rng.standard_normal(repeats) * np.sqrt(2 / m) > gap
    return gap * (m + (n - 2 * m) * wrong)


def explore_then_commit(factor):
    bound = m * gap + (n - 2 * m) * gap * exp(-factor * m * gap**2)
    return mean(bound, commits, n * gap, n=1000, m=8, gap=1.0)


def ucb_regret(rng, repeats, *, n, gap, **point):
    """UCB1 on two coins with means 1/2 + gap/2 and 1/2 - gap/2: gap times the pulls of the worse."""
    means = np.array([0.5 + gap / 2, 0.5 - gap / 2])
    pulls = np.ones((repeats, 2))
    wins = (rng.random((repeats, 2)) < means).astype(float)
    rows = np.arange(repeats)
    for t in range(2, n):
        arm = (wins / pulls + np.sqrt(2 * np.log(t) / pulls)).argmax(axis=1)
        wins[rows, arm] += rng.random(repeats) < means[arm]
        pulls[rows, arm] += 1
    return gap * pulls[:, 1]


def ucb(factor):
    return mean(factor * log(n) / gap + (1 + pi**2 / 3) * gap, ucb_regret, n * gap, n=2000, gap=0.2)


def hedge_regret(rng, repeats, *, T, K, **point):
    """Exponential weights against K experts with fair coins for losses."""
    rate = np.sqrt(8 * np.log(K) / T)
    total, paid = np.zeros((repeats, K)), np.zeros(repeats)
    for _ in range(T):
        weights = np.exp(-rate * (total - total.min(axis=1, keepdims=True)))
        losses = rng.integers(0, 2, size=(repeats, K))
        paid += (weights * losses).sum(axis=1) / weights.sum(axis=1)
        total += losses
    return np.maximum(paid - total.min(axis=1), 0)


def hedge(factor):
    return mean(sqrt(factor * T * log(K)), hedge_regret, T, T=200, K=10)


def likelier_arm(rng, repeats, *, n, gap, **point):
    """Two normal arms of which one is better by gap: play the one that is likelier to be it. Pulls of either tell the same."""
    evidence, regret = np.zeros(repeats), np.zeros(repeats)
    for _ in range(n):
        wrong = (evidence < 0) | ((evidence == 0) & (rng.random(repeats) < 0.5))
        regret += gap * wrong
        evidence += gap * rng.standard_normal(repeats) + gap**2 / 2
    return regret


def two_arms(factor):
    regime = Regime("the likelier arm", Simulation(likelier_arm), {"n": 100, "gap": 0.1})
    return MinimaxLowerBound(factor * n * gap / 2, (regime,), of="mean", ceiling=n * gap)


def elliptical_potential(factor):
    return Inequality(Min(1, x), factor * log(1 + x), (x >= 0,))


def residuals(rng, repeats, *, n, d, **point):
    """Mean squared distance of fitted from true values, fixed design, normal noise of variance 1."""
    return rng.chisquare(d, size=repeats) / n


def least_squares(size):
    level = log(1 / delta)
    bound = (size + 2 * sqrt(size * level) + 2 * level) / n
    regime = {"n": 200, "d": 10, "delta": 0.05}
    return tail(bound, residuals, UNBOUNDED, **regime)


def ridge_bias(parts):
    return Inequality(s * lam**2 / (s + lam) ** 2, lam / parts, (s >= 0, lam > 0))


def t_interval(rng, repeats, *, n, quantile, **point):
    values = rng.standard_normal((repeats, n))
    return np.abs(values.mean(axis=1)), quantile * values.std(axis=1, ddof=1) / np.sqrt(n)


def student(quantile):
    regime = Regime("five values", Widths(t_interval), {"n": 5, "quantile": quantile})
    return WidthBound(Rational(1, 20), UNBOUNDED, (regime,))


def shrunk(rng, repeats, *, d, **point):
    """Squared error of James and Stein's estimate of 0 from a normal vector."""
    values = rng.standard_normal((repeats, d))
    squared = (values**2).sum(axis=1)
    return squared * (1 - (d - 2) / squared) ** 2


def james_stein(saved):
    return mean(d - saved, shrunk, None, d=5)


def distance(rng, repeats, *, n, **point):
    return np.abs(rng.standard_normal(repeats)) / np.sqrt(n)


def fast_rate(rate):
    size = Notation((Letter(n, "sample size", n >= 1, (10, 10_000), integer=True),))
    return Scaling(rate, rate, Integer(9), delta, (size.sweep(n, Simulation(distance), {"delta": 0.2}),))


VERSIONS = {
    "explore_then_commit": (explore_then_commit(Rational(1, 4)), explore_then_commit(1)),
    "ucb": (ucb(8), ucb(Rational(1, 2))),
    "hedge": (hedge(Rational(1, 2)), hedge(Rational(1, 8))),
    "two_arms": (two_arms(exp(-n * gap**2 / 2) / 4), two_arms(1)),
    "elliptical_potential": (elliptical_potential(2), elliptical_potential(1)),
    "least_squares": (least_squares(d), least_squares(1)),
    "ridge_bias": (ridge_bias(4), ridge_bias(5)),
    "student": (student(2.777), student(1.96)),
    "james_stein": (james_stein(d - 2), james_stein(d - 1)),
    "fast_rate": (fast_rate(2 / sqrt(n)), fast_rate(2 / n)),
}
