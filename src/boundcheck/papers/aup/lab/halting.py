"""How long Algorithm 2 runs on users who all agree: the noise of its threshold, and batches of random size."""

from __future__ import annotations

import math

import numpy as np

from boundcheck.privacy import AboveThreshold


def runs_through(batch, epsilon, steps):
    """Probability that all scores pass where every batch has its size and all users agree, exactly; three digits.

    AboveThreshold at epsilon/2 has Laplace noise of scales 4/epsilon and 8/epsilon; the score is `batch`, the threshold
    four fifths of it.
    """
    at = AboveThreshold(f"{4 * batch}/5", f"4/{epsilon}", f"8/{epsilon}")
    return round(float(at.probability([True] * steps, [batch] * steps)), 3)


def runs_through_poisson(batch, epsilon, steps):
    """The same where batches are Poisson samples of a large number of users, three digits rounded up: k users who agree score ``k^2 / batch``."""
    k = np.arange(0, 4 * batch)
    weights = np.exp(k * math.log(batch) - batch - np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, 4 * batch)))]))
    low, high = 4 / epsilon, 8 / epsilon
    noise = np.linspace(-25 * low, 25 * low, 4001)
    density = np.exp(-np.abs(noise) / low)
    gap = k[:, None] ** 2 / batch - (0.8 * batch + noise[None, :])
    passes = np.where(gap >= 0, 1 - np.exp(-np.abs(gap) / high) / 2, np.exp(-np.abs(gap) / high) / 2)
    return math.ceil(1000 * float((density * (weights @ passes) ** steps).sum() / density.sum())) / 1000


def far_groups_kept(batch, epsilon, meant):
    """Probability that a Poisson sample of two equal groups, far apart, passes one test and keeps users of both; five digits.

    Counts are compared with parts of `batch` as printed where `meant`, else with the same parts of the drawn size.
    """
    k = np.arange(0, 2 * batch)
    log_factorials = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, 2 * batch)))])
    weights = np.exp(k * math.log(batch / 2) - batch / 2 - log_factorials)
    one, other = k[:, None], k[None, :]
    size = np.full((len(k), len(k)), float(batch)) if meant else np.maximum(one + other, 1).astype(float)
    chance = [1 - (1 - np.clip((count - size / 2) / (size / 6), 0, 1)) ** count for count in (one, other)]
    passed = _passes((one**2 + other**2) / size - 0.8 * size, 4 / epsilon, 8 / epsilon)
    return round(float((weights[:, None] * weights[None, :] * chance[0] * chance[1] * passed).sum()), 5)


def _passes(gap, threshold_scale, query_scale):
    """P(gap + Lap(query_scale) + Lap(threshold_scale) >= 0), two independent noises of different scale."""
    a, b, distance = threshold_scale, query_scale, np.abs(gap)
    tail = (b**2 * np.exp(-distance / b) - a**2 * np.exp(-distance / a)) / (2 * (b**2 - a**2))
    return np.where(gap >= 0, 1 - tail, tail)
