"""Labels of users: counts per user and row, and randomized response for all labels of one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from boundcheck.rlhf.mechanisms.responses import keep_probability
from boundcheck.rlhf.preferences import Preferences

# Users with several labels each: one data set as counts per user and distinct row.


@dataclass(frozen=True, eq=False)
class UserPreferences:
    """The labels of n users, stored by the distinct rows of features.

    Parameters
    ----------
    x : ndarray of shape (k, d)
        Feature differences.
    total, ones : ndarray of int64, shape (n, k)
        How often a user was asked about each row, and how many of these labels are 1.
    theta : ndarray of shape (d,)
        The true parameter.
    """

    x: NDArray[np.float64]
    total: NDArray[np.int64]
    ones: NDArray[np.int64]
    theta: NDArray[np.float64]

    @property
    def users(self) -> int:
        """How many users there are."""
        return self.total.shape[0]

    @property
    def labels(self) -> int:
        """How many labels each user gave; all gave the same number."""
        return int(self.total[0].sum())

    def pooled(self) -> Preferences:
        """All labels in one data set, whoever gave them."""
        return Preferences(self.x, self.total.sum(0)[None], self.ones.sum(0)[None], self.theta)

    def mean_gradients(self, theta: NDArray[np.float64]) -> NDArray[np.float64]:
        """Each user's average gradient of the log-likelihood of her labels, shape (n, d).

        ``(1/m) sum_j (y_j - sigma(x_j . theta)) x_j``; a descent on the negative log-likelihood goes along it.
        """
        chance = 0.5 + 0.5 * np.tanh(0.5 * (self.x @ theta))
        return (self.ones - self.total * chance) @ self.x / self.labels


def users_drawn(
    rng: np.random.Generator, x: NDArray[np.float64], theta: NDArray[np.float64], *, users: int, labels: int
) -> UserPreferences:
    """Users who are each asked about `labels` rows, drawn evenly and independently, and answer by the logistic model."""
    x, theta = np.asarray(x, dtype=np.float64), np.asarray(theta, dtype=np.float64)
    total = rng.multinomial(labels, np.full(len(x), 1 / len(x)), size=users)
    ones = rng.binomial(total, 0.5 + 0.5 * np.tanh(0.5 * (x @ theta)))
    return UserPreferences(x, total, ones, theta)


# Randomized response that protects all labels of a user: a little on each, or more on a few of them.


def every_label_response(rng: np.random.Generator, data: UserPreferences, *, epsilon: float) -> UserPreferences:
    """Every label by randomized response at ``epsilon / m``: all labels of a user replaced is epsilon-private.

    The m losses add up to epsilon where all labels are turned round.
    """
    keep = keep_probability(epsilon / data.labels)
    kept = rng.binomial(data.ones, keep)
    return replace(data, ones=kept + rng.binomial(data.total - data.ones, 1 - keep))


def some_labels_response(
    rng: np.random.Generator, data: UserPreferences, *, epsilon: float, answered: int
) -> UserPreferences:
    """`answered` labels of each user, chosen evenly and without looking, at ``epsilon / answered``; the rest is not used."""
    if not 1 <= answered <= data.labels:
        raise ValueError(f"answered: must be from 1 to {data.labels}, the labels of a user, got {answered}")
    cells = np.concatenate([data.ones, data.total - data.ones], axis=1)
    chosen = rng.multivariate_hypergeometric
    picked = np.array([chosen(row, answered) for row in cells]).reshape(len(cells), 2, -1)
    few = replace(data, total=picked.sum(1), ones=picked[:, 0])
    return every_label_response(rng, few, epsilon=epsilon)
