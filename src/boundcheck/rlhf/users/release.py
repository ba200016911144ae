"""Private likelihoods without a descent, and a descent in stages on disjoint sets of users."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from boundcheck.rlhf.estimators.losses import Fit, logistic_fit, subspace_basis
from boundcheck.rlhf.preferences import Preferences
from boundcheck.rlhf.users.labels import UserPreferences
from boundcheck.rlhf.users.user_sgd import Descent

# Private likelihoods without a descent: where features are public, one vector of the labels is all that is released.

Floats = NDArray[np.float64]


def gaussian_scale(epsilon: float, delta: float, *, steps: int = 1) -> float:
    r"""Noise over sensitivity with which so many Gaussian releases are together (epsilon, delta)-private.

    .. math:: \sqrt{T}\,(\sqrt{\ln(1/\delta) + \varepsilon} + \sqrt{\ln(1/\delta)})/(\sqrt2\,\varepsilon)

    Source
    ------
    Bun and Steinke 2016, Propositions 1.3 and 1.6; for every epsilon, and somewhat more than the exact multiplier.
    """
    t = math.log(1 / delta)
    return math.sqrt(steps / 2) * (math.sqrt(t + epsilon) + math.sqrt(t)) / epsilon


@dataclass(frozen=True, eq=False)
class UserBatch:
    """R data sets of n users who are all asked the same about k rows.

    Parameters
    ----------
    x : ndarray of shape (k, d)
    total : ndarray of int64, shape (k,)
        How often every user is asked about each row.
    ones : ndarray of int64, shape (R, n, k)
    theta : ndarray of shape (d,)
        The true parameter.
    """

    x: Floats
    total: NDArray[np.int64]
    ones: NDArray[np.int64]
    theta: Floats

    @property
    def users(self) -> int:
        """How many users a data set has."""
        return self.ones.shape[1]

    def pooled(self) -> Preferences:
        """All labels of each data set, whoever gave them."""
        ones = self.ones.sum(1)
        return Preferences(self.x, np.broadcast_to(self.total * self.users, ones.shape), ones, self.theta)


def user_batch(rng: np.random.Generator, repeats: int, x: Floats, theta: Floats, *, users: int, labels: int) -> UserBatch:
    """Users who answer by the logistic model, each `labels / k` times about every row; a rest goes to the first rows."""
    total = np.full(len(x), labels // len(x)) + (np.arange(len(x)) < labels % len(x))
    chance = 0.5 + 0.5 * np.tanh(0.5 * (x @ theta))
    return UserBatch(x, total, rng.binomial(total, chance, size=(repeats, users, len(x))), theta)


def one_shot(rng: np.random.Generator, data: Preferences, *, users: int, scale: float, reach: float, radius: float) -> Fit:
    """The mean of ``y x`` with noise of standard deviation ``scale * reach / users``, and the likelihood that has it.

    Parameters
    ----------
    data : Preferences
        All labels, rows shared.
    scale : float
        As `gaussian_scale` gives it.
    reach : float
        By how much one user's mean of ``y x`` can move when all her labels are replaced: the largest norm of a row does.
    radius : float
        Of the ball in which the estimate lies.
    """
    noise = scale * reach / users * _in_subspace(rng, data)
    return logistic_fit(data, data.ones + _as_labels(data, noise), radius=radius)


def two_rounds(
    rng: np.random.Generator, batch: UserBatch, *, scale: float, reach: float, clip: float, radius: float
) -> tuple[Fit, NDArray[np.bool_]]:
    """After a first release, users' mean residuals at its estimate are clipped to norm `clip` and their mean is released.

    Residuals of m labels are of order ``1/sqrt(m)`` where the first estimate is good, and so is the noise of the second
    round. Both rounds have noise ``sqrt(2) scale`` times what a user can move: `reach` and ``2 clip``.

    Returns
    -------
    fit : Fit
    clipped : ndarray of bool, shape (R,)
        Whether a user was clipped.
    """
    data, both = batch.pooled(), math.sqrt(2) * scale
    first = one_shot(rng, data, users=batch.users, scale=both, reach=reach, radius=radius)
    chance = _chances(data, first.theta)
    means = (batch.ones - (batch.total * chance)[:, None, :]) @ batch.x / batch.total.sum()
    norms = np.sqrt((means**2).sum(-1))
    kept = (means * np.minimum(1.0, clip / np.maximum(norms, 1e-300))[..., None]).mean(1)
    noise = both * 2 * clip / batch.users * _in_subspace(rng, data)
    return logistic_fit(data, data.total * chance + _as_labels(data, kept + noise), radius=radius), (norms > clip).any(1)


def two_rounds_unclipped(
    rng: np.random.Generator, data: Preferences, *, users: int, scale: float, reach: float, clip: float, radius: float
) -> Fit:
    """`two_rounds` where no user is clipped, at any size; it differs from it with at most the probability that one is."""
    both = math.sqrt(2) * scale
    # The first estimate drops out: residuals at it, and the likelihood that starts from it, add up to the labels.
    noise = both * 2 * clip / users * _in_subspace(rng, data)
    return logistic_fit(data, data.ones + _as_labels(data, noise), radius=radius)


def noisy_descent(
    rng: np.random.Generator, data: Preferences, *, noise: float, rate: float, steps: int, radius: float, sign: int = 1
) -> Fit:
    """Full gradient steps with noise, projected on the ball and the subspace; the mean of the iterates.

    Parameters
    ----------
    noise : float
        Standard deviation per coordinate and step.
    sign : int, 1 or -1
        -1 descends on the likelihood, which is what a loss without its minus does.
    """
    basis = subspace_basis(data.x.shape[1])
    rows, weights = data.x @ basis, data.total / data.n
    target = data.ones / data.n @ rows
    theta = np.zeros((data.repeats, basis.shape[1]))
    mean = np.zeros_like(theta)
    for _ in range(steps):
        mean += theta / steps
        gradient = target - (weights * (0.5 + 0.5 * np.tanh(0.5 * (theta @ rows.T)))) @ rows
        theta = theta + rate * (sign * gradient + noise * rng.standard_normal(theta.shape))
        theta *= np.minimum(1.0, radius / np.maximum(np.sqrt((theta**2).sum(1, keepdims=True)), 1e-300))
    nothing = np.zeros(data.repeats)
    return Fit(mean @ basis.T, nothing, nothing.astype(bool), np.ones(data.repeats, dtype=bool))


def _chances(data: Preferences, theta: Floats) -> Floats:
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * (theta @ data.x.T)))


def _in_subspace(rng: np.random.Generator, data: Preferences) -> Floats:
    """Standard normal vectors of sum 0, shape (R, d)."""
    basis = subspace_basis(data.x.shape[1])
    return np.asarray(rng.standard_normal((data.repeats, basis.shape[1])) @ basis.T)


def _as_labels(data: Preferences, vectors: Floats) -> Floats:
    """Sums per row, shape (R, k), of which the mean of ``y x`` is `vectors`, which the rows must span."""
    return np.asarray(data.n * vectors @ np.linalg.pinv(data.x))


# A descent in stages: disjoint sets of users, each twice as large as the one before, each stage starting where the last ended.

Stage = Callable[[np.random.Generator, UserPreferences, NDArray[np.float64]], Descent]


def stage_sizes(users: int, stages: int) -> tuple[int, ...]:
    """Users of stage i of k: ``users / 2^(k + 1 - i)``, rounded down; a part ``2^-k`` of them is left over.

    Raises
    ------
    ValueError
        The first stage would have no user.
    """
    if stages < 1 or users < 2**stages:
        raise ValueError(f"stages: must be from 1 to log2 of the users, got {stages} for {users} users")
    return tuple(users // 2 ** (stages + 1 - i) for i in range(1, stages + 1))


def descent_in_stages(
    rng: np.random.Generator, data: UserPreferences, start: NDArray[np.float64], *, stages: int, stage: Stage
) -> Descent:
    """Run `stage` on one set after the other, each from the average of the one before; the steps add up.

    No user is in two sets, so the whole is as private for one user as the worst stage.
    """
    sizes = stage_sizes(data.users, stages)
    order = rng.permutation(data.users)
    theta, steps = np.array(start, dtype=np.float64), 0
    found = Descent(theta, theta, 0)
    for size in sizes:
        mine, order = order[:size], order[size:]
        found = stage(rng, replace(data, total=data.total[mine], ones=data.ones[mine]), theta)
        theta, steps = found.average, steps + found.steps
    return Descent(theta, found.last, steps)
