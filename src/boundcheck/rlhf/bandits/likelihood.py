"""Maximum likelihood from private labels over a listed class, or state by state over a product of classes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .counts import Counts


def private_probability(differences: np.ndarray, epsilon: float) -> np.ndarray:
    r"""Probability of the label 1 after randomized response.

    .. math:: \alpha\,\sigma(\Delta) + (1 - \alpha)\,\sigma(-\Delta)
              = \tfrac12 + \tfrac12\tanh\tfrac\varepsilon2\,\tanh\tfrac\Delta2

    Parameters
    ----------
    differences : ndarray
        Reward differences.
    epsilon : float, ``> 0``; ``inf`` for labels as they were given

    Source
    ------
    Eq. (9) (kl).
    """
    return 0.5 + 0.5 * math.tanh(0.5 * epsilon) * np.tanh(0.5 * np.asarray(differences, dtype=float))


@dataclass(frozen=True)
class ClassMLE:
    r"""The member of a finite class whose private log-likelihood is largest; ties go to the worst member.

    Likelihoods are compared as logarithms of ratios to the truth, which keeps their digits for any ``n``.

    Parameters
    ----------
    assumed : float
        Factor on the true privacy level in the likelihood; ``inf`` takes private labels at face value.

    Source
    ------
    Algorithm 1, line 2 (kl).
    """

    assumed: float = 1.0

    def __call__(self, counts: Counts, differences: np.ndarray, worst: np.ndarray, *, epsilon: float) -> np.ndarray:
        """Number of the chosen member per data set.

        Parameters
        ----------
        counts : Counts
            ``k`` rows.
        differences : ndarray of shape (N, k)
            Reward differences of the members; member 0 is the truth.
        worst : ndarray of shape (N,)
            Distance of every member from the truth; among equals the largest is chosen.
        epsilon : float, ``> 0``
            True privacy level of the labels.

        Returns
        -------
        chosen : ndarray of int, shape (R,)
        """
        order = np.argsort(-np.asarray(worst), kind="stable")
        gains = self.gains(counts, differences[order], differences[0], epsilon=epsilon)
        return order[gains.argmax(axis=1)]

    def gains(self, counts: Counts, differences: np.ndarray, truth: np.ndarray, *, epsilon: float) -> np.ndarray:
        """Log-likelihood of every member minus that of the truth, shape ``(R, N)``."""
        level = epsilon * self.assumed
        own, other = private_probability(truth, level), private_probability(differences, level)
        up = np.log1p((other - own) / own)
        down = np.log1p((own - other) / (1 - own))
        return np.einsum("rk,nk->rn", counts.ones, up) + np.einsum("rk,nk->rn", counts.total - counts.ones, down)

    def by_state(self, counts: Counts, differences: np.ndarray, worst: np.ndarray, *, epsilon: float) -> np.ndarray:
        """The same for a product of classes that have one row a state.

        Parameters
        ----------
        counts : Counts
            ``S`` rows.
        differences : ndarray of shape (S, M)
        worst : ndarray of shape (M,)

        Returns
        -------
        chosen : ndarray of int, shape (R, S)
        """
        order = np.argsort(-np.asarray(worst), kind="stable")
        level = epsilon * self.assumed
        own = private_probability(differences[:, :1], level)
        other = private_probability(differences[:, order], level)
        up, down = np.log1p((other - own) / own), np.log1p((own - other) / (1 - own))
        gains = counts.ones[:, :, None] * up + (counts.total - counts.ones)[:, :, None] * down
        return order[gains.argmax(axis=2)]
