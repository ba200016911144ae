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
    """The same where batches are Poisson samples of a large number of users: k users who agree score ``k^2 / batch``."""
    k = np.arange(0, 4 * batch)
    weights = np.exp(k * math.log(batch) - batch - np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, 4 * batch)))]))
    low, high = 4 / epsilon, 8 / epsilon
    noise = np.linspace(-25 * low, 25 * low, 4001)
    density = np.exp(-np.abs(noise) / low)
    gap = k[:, None] ** 2 / batch - (0.8 * batch + noise[None, :])
    passes = np.where(gap >= 0, 1 - np.exp(-np.abs(gap) / high) / 2, np.exp(-np.abs(gap) / high) / 2)
    return round(float((density * (weights @ passes) ** steps).sum() / density.sum()), 3)
