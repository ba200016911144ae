"""Stochastic gradient descent on users' average gradients, private by outlier removal or by clipping."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boundcheck.rlhf.users.halting import Threshold
from boundcheck.rlhf.users.outliers import concentration, keeping_probabilities
from boundcheck.rlhf.users.user_counts import UserPreferences

Floats = NDArray[np.float64]
Batch = Callable[[np.random.Generator, int, int], NDArray[np.int64]]


def poisson_batch(rng: np.random.Generator, users: int, size: int) -> NDArray[np.int64]:
    """Each user with probability ``size / users``, independently."""
    return np.flatnonzero(rng.random(users) < size / users)


def fixed_batch(rng: np.random.Generator, users: int, size: int) -> NDArray[np.int64]:
    """Exactly `size` users, without replacement."""
    return rng.choice(users, size, replace=False)


@dataclass(frozen=True, eq=False)
class Descent:
    """Where a descent went.

    Attributes
    ----------
    average : ndarray of shape (d,)
        Of the iterates from which a step was taken; the start where none was.
    last : ndarray of shape (d,)
    steps : int
        Steps taken; fewer than asked for where the threshold halted it.
    """

    average: Floats
    last: Floats
    steps: int


def removal_noise(epsilon: float, delta: float, *, steps: int, radius: float, size: int, multiplier: float) -> float:
    """Standard deviation per coordinate of the released mean: ``sqrt(8 log(e^epsilon T / delta)) radius multiplier / size``."""
    return math.sqrt(8 * (epsilon + math.log(steps / delta))) * radius * multiplier / size


def descent_with_removal(
    rng: np.random.Generator,
    data: UserPreferences,
    start: Floats,
    *,
    steps: int,
    size: int,
    rate: float,
    radius: float,
    epsilon: float,
    delta: float,
    multiplier: float,
    batch: Batch = poisson_batch,
    sign: int = 1,
) -> Descent:
    """Outliers are removed by lot, the mean of the rest is released with noise; a batch that is not concentrated ends it.

    Parameters
    ----------
    size : int
        The batch that is meant, in every formula, whatever its drawn size.
    radius : float
        Of concentration, for users' average gradients.
    epsilon, delta : float
        Half of epsilon goes to the threshold; noise as in `removal_noise`.
    sign : int, 1 or -1
        1 climbs the likelihood; -1 descends it, which is what a loss without its minus does.
    """
    theta, visited = np.array(start, dtype=np.float64), []
    threshold = Threshold(rng, 4 * size / 5, epsilon=epsilon / 2)
    noise = removal_noise(epsilon, delta, steps=steps, radius=radius, size=size, multiplier=multiplier)
    for _ in range(steps):
        gradients = data.mean_gradients(theta)[batch(rng, data.users, size)]
        if not threshold.passes(rng, concentration(gradients, radius, size)):
            break
        kept = gradients[rng.random(len(gradients)) < keeping_probabilities(gradients, radius, size)]
        mean = kept.mean(0) if len(kept) else np.zeros_like(theta)
        visited.append(theta)
        theta = theta + sign * rate * (mean + noise * rng.standard_normal(len(theta)))
    return _descent(theta, visited)


def descent_with_clipping(
    rng: np.random.Generator,
    data: UserPreferences,
    start: Floats,
    *,
    steps: int,
    size: int,
    rate: float,
    bound: float,
    multiplier: float,
    batch: Batch = poisson_batch,
    divided: bool = True,
) -> Descent:
    """Users' average gradients are clipped to norm `bound` and their sum over `size` is released with noise.

    Parameters
    ----------
    divided : bool
        The noise is divided by `size` like the sum; without, it has standard deviation ``multiplier * bound`` on the mean.
    """
    theta, visited = np.array(start, dtype=np.float64), []
    for _ in range(steps):
        gradients = data.mean_gradients(theta)[batch(rng, data.users, size)]
        norms = np.sqrt((gradients**2).sum(1, keepdims=True))
        clipped = gradients / np.maximum(1.0, norms / bound)
        noise = multiplier * bound / (size if divided else 1)
        visited.append(theta)
        theta = theta + rate * (clipped.sum(0) / size + noise * rng.standard_normal(len(theta)))
    return _descent(theta, visited)


def _descent(last: Floats, visited: list[Floats]) -> Descent:
    return Descent(np.mean(visited, axis=0) if visited else last, last, len(visited))
