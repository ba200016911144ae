"""Private stochastic gradient descent on users' average gradients: with removal of outliers, with clipping, and mended."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boundcheck.rlhf.users.labels import UserPreferences

# AboveThreshold as an algorithm: queries come one by one, and the first that does not pass ends it.


class Threshold:
    """One noisy threshold, and noise of its own for every query.

    The noisy threshold is ``threshold - Lap(2/epsilon)``, a query passes if it is at least that after ``Lap(4/epsilon)``;
    for queries that move by at most 1 between neighbours the answers are epsilon-private. The exact law of where it
    halts is `boundcheck.privacy.AboveThreshold` with the scales ``2/epsilon`` and ``4/epsilon``.

    Source
    ------
    Dwork and Roth 2014, Algorithm 1, with the sides exchanged.
    """

    def __init__(self, rng: np.random.Generator, threshold: float, *, epsilon: float):
        if not epsilon > 0:
            raise ValueError(f"epsilon: must be > 0, got {epsilon!r}")
        self._epsilon = epsilon
        self._noisy = threshold - rng.laplace(0, 2 / epsilon)
        self.halted = False

    def passes(self, rng: np.random.Generator, query: float) -> bool:
        """Whether the query passes; once one has not, asking again is an error."""
        if self.halted:
            raise RuntimeError("the threshold has halted; a new one needs a budget of its own")
        self.halted = not query + rng.laplace(0, 4 / self._epsilon) >= self._noisy
        return not self.halted


# Which users agree with enough others: concentration scores, and a removal of outliers by lot.

Floats = NDArray[np.float64]


def agreeing(gradients: Floats, radius: float) -> NDArray[np.int64]:
    """With how many of the batch each gradient agrees, itself included: those within `radius`.

    Parameters
    ----------
    gradients : ndarray of shape (b, d)
    radius : float, ``>= 0``

    Returns
    -------
    counts : ndarray of shape (b,)
    """
    squares = (gradients**2).sum(1)
    apart = squares[:, None] + squares[None, :] - 2 * gradients @ gradients.T
    return (np.round(apart, 12) <= radius**2 + 1e-12).sum(1)


def concentration(gradients: Floats, radius: float, size: int) -> float:
    """``(1/size) #{(i, i'): within radius}``, pairs ordered and each with itself; `size` is the batch that was meant."""
    return float(agreeing(gradients, radius).sum()) / size


def keeping_probabilities(gradients: Floats, radius: float, size: int) -> Floats:
    """0 for users who agree with fewer than size/2 others within twice the radius, 1 from 2 size/3 on, linear between."""
    counts = agreeing(gradients, 2 * radius)
    return np.clip((counts - size / 2) / (size / 6), 0.0, 1.0)


# Stochastic gradient descent on users' average gradients, private by outlier removal or by clipping.

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


# A descent with removal of outliers whose privacy is proved: batches of fixed size, and noise for the coins that turn.
#
# One user replaced moves the score by less than 2, so the threshold runs at :math:`\varepsilon/4` for
# :math:`\varepsilon/2`. In a batch of b users whose score is at least 7b/10, the mean of those kept moves by at most
# :math:`6\,(16 + \ln(4T/\delta))\,\tau/b`, but for a failure of probability :math:`\delta/4` in all steps.
#
# Source
# ------
# The derivation of Theorem 3 in ``derivations/aup/theorem_3.md``.


def least_batch(epsilon: float, delta: float, *, steps: int) -> int:
    """The smallest batch for which a score that passes is high but for a failure of probability ``delta / 4``."""
    return max(30, math.ceil(320 * math.log(8 * steps / delta) / epsilon))


def mended_noise(epsilon: float, delta: float, *, steps: int, radius: float, size: int) -> float:
    """Standard deviation per coordinate that makes T releases of the mean ``(epsilon/2, delta/2)``-private."""
    moves = 6 * (16 + math.log(4 * steps / delta)) * radius / size
    half = epsilon / 2
    return moves * math.sqrt(2 * steps * (math.log(2 / delta) + half)) / half


def onto_ball(theta: Floats, radius: float) -> Floats:
    """The nearest parameter with coordinates of sum 0 and norm at most `radius`."""
    centred = theta - theta.mean()
    return centred * min(1.0, radius / max(float(np.linalg.norm(centred)), 1e-300))


def mended_descent(
    rng: np.random.Generator,
    data: UserPreferences,
    start: Floats,
    *,
    steps: int,
    size: int,
    rate: float,
    radius: float,
    ball: float,
    epsilon: float,
    delta: float,
) -> Descent:
    """As private as it says for one user replaced, and within a ball; the average is of the iterates after each step.

    Parameters
    ----------
    size : int
        Users of every batch, at least `least_batch`.
    radius : float
        Of concentration, for users' average gradients.
    ball : float
        Norm of the parameters that are allowed.

    Raises
    ------
    ValueError
        The batch is smaller than its privacy needs.
    """
    least = least_batch(epsilon, delta, steps=steps)
    if not least <= size <= data.users:
        raise ValueError(f"size: must be from {least} to {data.users}, the users there are, got {size}")
    theta, visited = onto_ball(np.array(start, dtype=np.float64), ball), []
    threshold = Threshold(rng, 4 * size / 5, epsilon=epsilon / 4)
    noise = mended_noise(epsilon, delta, steps=steps, radius=radius, size=size)
    for _ in range(steps):
        gradients = data.mean_gradients(theta)[fixed_batch(rng, data.users, size)]
        if not threshold.passes(rng, concentration(gradients, radius, size)):
            break
        kept = gradients[rng.random(size) < keeping_probabilities(gradients, radius, size)]
        mean = kept.mean(0) if len(kept) else np.zeros_like(theta)
        theta = onto_ball(theta + rate * (mean + noise * rng.standard_normal(len(theta))), ball)
        visited.append(theta)
    return Descent(np.mean(visited, axis=0) if visited else theta, theta, len(visited))
