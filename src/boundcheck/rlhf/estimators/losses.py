"""Convex losses of weighted rows for many data sets: mean of ``ln(1 + exp(a @ beta))`` less ``h @ beta``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from boundcheck.rlhf.preferences import in_blocks


@dataclass(frozen=True, eq=False)
class SharedRows:
    """One small set of rows for all data sets: every Hessian comes out of a single matrix product.

    Parameters
    ----------
    rows : ndarray of shape (k, m)
    weights : ndarray of shape (R, k), or (1, k) if all data sets share them
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

    def gradients(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Gradients ``(m, S)`` at `beta` ``(m, S)`` of the data sets numbered `keep` ``(S,)``."""
        return self._gradients(np.tanh(0.5 * in_blocks(beta.T, self.rows.T)), keep)

    def derivatives(self, beta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradients ``(m, S)`` and Hessians ``(m, m, S)``."""
        half = np.tanh(0.5 * in_blocks(beta.T, self.rows.T))
        packed = in_blocks(self._weights(keep) * (0.25 * (1 - half) * (1 + half)), self.products).T
        m = self.rows.shape[1]
        hessian = np.empty((m, m, len(keep)))
        first, second = np.triu_indices(m)
        hessian[first, second] = packed
        hessian[second, first] = packed
        return self._gradients(half, keep), hessian

    def _gradients(self, half: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Gradients from ``tanh(z / 2)``, which is twice the sigmoid less 1."""
        curved = in_blocks(self._weights(keep) * (0.5 + 0.5 * half), self.rows)
        return np.ascontiguousarray((curved - self.linear[keep]).T)

    def _weights(self, keep: np.ndarray) -> np.ndarray:
        return self.weights if len(self.weights) == 1 else self.weights[keep]

    def values(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Losses ``(S,)``."""
        logits = in_blocks(beta.T, self.rows.T)
        curved = (self._weights(keep) * np.logaddexp(0.0, logits)).sum(axis=1)
        return curved - (self.linear[keep] * beta.T).sum(axis=1)


@dataclass(frozen=True, eq=False)
class ManyRows:
    """Many rows, one data set after the other so that each stays in cache; compiled where that pays.

    Parameters
    ----------
    coordinates : ndarray of shape (R, d, k), or (1, d, k) for shared rows
        Rows in their own space, coordinates first.
    basis : ndarray of shape (d, m)
        The subspace in which `beta` lives.
    weights : ndarray of shape (R, k), or (1, k)
    linear : ndarray of shape (R, m)
    """

    coordinates: np.ndarray
    basis: np.ndarray
    weights: np.ndarray
    linear: np.ndarray

    def gradients(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Gradients ``(m, S)`` at `beta` ``(m, S)`` of the data sets numbered `keep` ``(S,)``."""
        gradient, _ = self._sums(beta, keep, fresh=False)
        return np.ascontiguousarray(self.basis.T @ gradient.T - self.linear[keep].T)

    def derivatives(self, beta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradients ``(m, S)`` and Hessians ``(m, m, S)``."""
        gradient, hessian = self._sums(beta, keep, fresh=True)
        hessian = np.ascontiguousarray(np.moveaxis(self.basis.T @ hessian @ self.basis, 0, -1))
        return np.ascontiguousarray(self.basis.T @ gradient.T - self.linear[keep].T), hessian

    def _sums(self, beta: np.ndarray, keep: np.ndarray, *, fresh: bool) -> tuple[np.ndarray, np.ndarray]:
        """Gradients ``(S, d)`` and, if `fresh`, Hessians ``(S, d, d)`` of the curved part."""
        theta = np.ascontiguousarray((self.basis @ beta).T)
        gradient, hessian = np.empty(theta.shape), np.empty((*theta.shape, theta.shape[1]))
        if self.coordinates.size >= COMPILED_FROM:
            from boundcheck.rlhf.estimators.kernels import derivatives

            derivatives(self.coordinates, self.weights, theta, keep, fresh, gradient, hessian)
            return gradient, hessian
        for place, index in enumerate(keep):
            rows = self.coordinates[index % len(self.coordinates)]
            weights = self.weights[index % len(self.weights)]
            half = np.tanh(0.5 * (theta[place] @ rows))
            gradient[place] = rows @ (weights * (0.5 + 0.5 * half))
            if fresh:
                hessian[place] = (rows * (weights * (0.25 * (1 - half) * (1 + half)))) @ rows.T
        return gradient, hessian

    def values(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Losses ``(S,)``."""
        theta = (self.basis @ beta).T
        losses = -(self.linear[keep] * beta.T).sum(axis=1)
        for place, index in enumerate(keep):
            logits = theta[place] @ self.coordinates[index % len(self.coordinates)]
            losses[place] += self.weights[index % len(self.weights)] @ np.logaddexp(0.0, logits)
        return losses


#: Numbers of a batch from which on loading the compiler pays.
COMPILED_FROM = 20_000
#: Rows from which on a shared design is treated like any other.
MANY = 500

Loss = SharedRows | ManyRows
