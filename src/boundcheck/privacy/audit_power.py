"""How likely an audit is to refute, as exact sums over both counts."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

POWER = 0.95


def detection_probability(
    hit_rate: float,
    base_rate: float,
    runs: int,
    epsilon: Fraction | float,
    delta: Fraction | float,
    error_probability: float,
) -> float:
    """With which probability so many runs on each side refute (epsilon, delta), for an event with these true rates.

    At ``hit_rate = e^epsilon base_rate + delta`` it is the probability of a false alarm.

    Parameters
    ----------
    hit_rate, base_rate : float in [0, 1]
    runs : int
        Of the confirming half, on each data set.
    """
    from scipy.special import betaincinv
    from scipy.stats import binom

    # counts outside this range have less than 2e-15 together
    counts = np.arange(int(max(0, binom.ppf(1e-15, runs, base_rate))), int(binom.isf(1e-15, runs, base_rate)) + 1)
    upper = np.where(
        counts < runs, betaincinv(counts + 1, np.maximum(runs - counts, 1), 1 - error_probability / 2), 1.0
    )
    allowed = math.exp(float(epsilon)) * upper + float(delta)
    within = allowed < 1
    # the exact lower end exceeds `allowed` from the first k on with P(Bin(runs, allowed) >= k) < error / 2
    fewest = binom.isf(error_probability / 2, runs, np.where(within, allowed, 0.5)) + 1
    fewest = np.where(within, fewest, runs + 1)
    chances = binom.pmf(counts, runs, base_rate) * binom.sf(fewest - 1, runs, hit_rate)
    return float(math.fsum(chances))


def epsilon_seen(
    base_rate: float, runs: int, epsilon: Fraction | float, delta: Fraction | float, error_probability: float
) -> float:
    """The least epsilon that is refuted with probability .95 through an event of this base rate; inf if none."""

    def power(level: float) -> float:
        hit = math.exp(level) * base_rate + float(delta)
        return detection_probability(min(hit, 1.0), base_rate, runs, epsilon, delta, error_probability)

    low = float(epsilon)
    if delta >= 1:
        return math.inf
    high = math.log((1 - float(delta)) / base_rate) if base_rate > 0 else 0.0
    if high <= low or power(high) < POWER:
        return math.inf
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle) >= POWER else (middle, high)
    return high


def runs_needed(
    hit_rate: float, base_rate: float, epsilon: Fraction | float, delta: Fraction | float, error_probability: float
) -> int:
    """About the fewest runs of the confirming half, on each data set, that refute with probability .95."""
    runs = 8
    while detection_probability(hit_rate, base_rate, runs, epsilon, delta, error_probability) < POWER:
        runs *= 2
        if runs > 2**24:
            raise ValueError("the event is not rarer than the claim allows, or hardly: no number of runs will do")
    low = runs // 2
    while runs - low > max(1, runs // 100):
        middle = (low + runs) // 2
        seen = detection_probability(hit_rate, base_rate, middle, epsilon, delta, error_probability) >= POWER
        low, runs = (low, middle) if seen else (middle, runs)
    return runs
