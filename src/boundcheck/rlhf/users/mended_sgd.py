r"""A descent with removal of outliers whose privacy is proved: batches of fixed size, and noise for the coins that turn.

One user replaced moves the score by less than 2, so the threshold runs at :math:`\varepsilon/4` for
:math:`\varepsilon/2`. In a batch of b users whose score is at least 7b/10, the mean of those kept moves by at most
:math:`6\,(16 + \ln(4T/\delta))\,\tau/b`, but for a failure of probability :math:`\delta/4` in all steps.

Source
------
The derivation of Theorem 3 in ``derivations/aup/theorem_3.md``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from boundcheck.rlhf.users.halting import Threshold
from boundcheck.rlhf.users.outliers import concentration, keeping_probabilities
from boundcheck.rlhf.users.user_counts import UserPreferences
from boundcheck.rlhf.users.user_sgd import Descent, fixed_batch

Floats = NDArray[np.float64]


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
