r"""Convex losses :math:`\frac1n\sum_j t_j \ln(1 + e^{a_j^\top\beta}) - h^\top\beta` of weighted rows, for many data sets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from boundcheck.data import in_blocks


@dataclass(frozen=True, eq=False)
class SharedRows:
    """One set of rows for all data sets: every Hessian comes out of a single matrix product.

    Parameters
    ----------
    rows : ndarray of shape (k, m)
    weights : ndarray of shape (R, k)
        ``total / n``.
    linear : ndarray of shape (R, m)
        The vectors `h`.
    """

    rows: np.ndarray
    weights: np.ndarray
    linear: np.ndarray

    @cached_property
    def products(self) -> np.ndarray:
        """Products of two coordinates of each row, the upper triangle only, shape ``(k, m (m + 1) / 2)``."""
        first, second = np.triu_indices(self.rows.shape[1])
        return self.rows[:, first] * self.rows[:, second]

    def derivatives(self, beta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradients ``(m, S)`` and Hessians ``(m, m, S)`` of the data sets numbered `keep` ``(S,)`` at `beta` ``(m, S)``."""
        half = np.tanh(0.5 * in_blocks(beta.T, self.rows.T))
        weights = self.weights[keep]
        gradient = in_blocks(weights * (0.5 + 0.5 * half), self.rows) - self.linear[keep]
        packed = in_blocks(weights * (0.25 * (1 - half) * (1 + half)), self.products)
        m = self.rows.shape[1]
        hessian = np.empty((m, m, len(keep)))
        first, second = np.triu_indices(m)
        hessian[first, second] = packed.T
        hessian[second, first] = packed.T
        return np.ascontiguousarray(gradient.T), hessian

    def values(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Losses ``(S,)``."""
        logits = in_blocks(beta.T, self.rows.T)
        return (self.weights[keep] * np.logaddexp(0.0, logits)).sum(axis=1) - (
            self.linear[keep] * beta.T
        ).sum(axis=1)


@dataclass(frozen=True, eq=False)
class OwnRows:
    """Rows of their own for every data set.

    Parameters
    ----------
    rows : ndarray of shape (R, k, m)
    weights : ndarray of shape (R, k)
    linear : ndarray of shape (R, m)
    """

    rows: np.ndarray
    weights: np.ndarray
    linear: np.ndarray

    def derivatives(self, beta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradients ``(m, S)`` and Hessians ``(m, m, S)``, one data set after the other to stay in cache."""
        m = self.rows.shape[2]
        gradient, hessian = np.empty((m, len(keep))), np.empty((m, m, len(keep)))
        for place, index in enumerate(keep):
            rows, weights = self.rows[index], self.weights[index]
            half = np.tanh(0.5 * (rows @ beta[:, place]))
            gradient[:, place] = (weights * (0.5 + 0.5 * half)) @ rows - self.linear[index]
            hessian[:, :, place] = (rows * (weights * (0.25 * (1 - half) * (1 + half)))[:, None]).T @ rows
        return gradient, hessian

    def values(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Losses ``(S,)``."""
        logits = (self.rows[keep] @ beta.T[:, :, None])[:, :, 0]
        return (self.weights[keep] * np.logaddexp(0.0, logits)).sum(axis=1) - (
            self.linear[keep] * beta.T
        ).sum(axis=1)


Loss = SharedRows | OwnRows
