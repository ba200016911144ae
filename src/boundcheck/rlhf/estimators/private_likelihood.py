"""MLE-RR: the exact likelihood of private labels, maximised over the ball and the subspace."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.losses import TOLERANCE, Fit, minimise, subspace_basis
from boundcheck.rlhf.preferences import Preferences, in_blocks


@dataclass(frozen=True, eq=False)
class PrivateLoss:
    r"""Negative log-likelihood :math:`-\frac1n\sum_j o_j\ln\tilde p_j + (t_j - o_j)\ln(1 - \tilde p_j)` per data set.

    The second derivatives are replaced by the Fisher information, which is never negative; the loss itself is convex
    only where :math:`\varepsilon` is large against the logits.

    Parameters
    ----------
    rows : ndarray of shape (k, m)
    total, ones : ndarray of shape (R, k), divided by ``n`` and by any scale of the loss
    epsilon : float, ``> 0``, or ``inf``
    """

    rows: np.ndarray
    total: np.ndarray
    ones: np.ndarray
    epsilon: float

    def _parts(self, beta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, ...]:
        keepness = math.tanh(0.5 * self.epsilon)
        tilt = keepness * np.tanh(0.5 * (in_blocks(beta.T, self.rows.T)))  # 2 p - 1 for private labels
        slope = 0.25 * (keepness - tilt) * (keepness + tilt) / keepness  # derivative of the private probability
        return self.total[keep], self.ones[keep], tilt, slope

    def gradients(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Gradients ``(m, S)``."""
        total, ones, tilt, slope = self._parts(beta, keep)
        return _score(total, ones, tilt, slope, self.epsilon, self.rows)

    def derivatives(self, beta: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Gradients ``(m, S)`` and Fisher informations ``(m, m, S)``."""
        total, ones, tilt, slope = self._parts(beta, keep)
        weight = total * _fisher(tilt, slope, self.epsilon)
        m = self.rows.shape[1]
        products = (self.rows[:, :, None] * self.rows[:, None, :]).reshape(-1, m * m)
        hessian = np.ascontiguousarray(in_blocks(weight, products).T).reshape(m, m, -1)
        return _score(total, ones, tilt, slope, self.epsilon, self.rows), hessian

    def values(self, beta: np.ndarray, keep: np.ndarray) -> np.ndarray:
        """Losses ``(S,)``."""
        total, ones, tilt, _ = self._parts(beta, keep)
        with np.errstate(divide="ignore", invalid="ignore"):
            each = np.where(ones > 0, ones * np.log1p(tilt), 0.0)
            each += np.where(total > ones, (total - ones) * np.log1p(-tilt), 0.0)
        return -each.sum(axis=1)


def _score(total, ones, tilt, slope, epsilon, rows):
    residual = ones - total * (0.5 + 0.5 * tilt)
    return -np.ascontiguousarray(in_blocks(residual * _per_variance(tilt, slope, epsilon), rows).T)


def _per_variance(tilt, slope, epsilon):
    """Derivative of the private logit, ``slope / (p (1 - p))``; at most ``tanh(epsilon/2)``."""
    return 4 * slope / ((1 - tilt) * (1 + tilt))


def _fisher(tilt, slope, epsilon):
    return slope * _per_variance(tilt, slope, epsilon)


@dataclass(frozen=True)
class PrivateMLE:
    r"""Maximiser of the likelihood of the labels after randomized response over :math:`\Theta_B`.

    Fisher scoring, from several starts where the loss need not be convex; the best end is returned. A replicate whose
    loss exceeds that of the truth has not converged, whatever its gradient says.

    Parameters
    ----------
    assumed : float
        Factor on the true epsilon in the likelihood; ``inf`` takes labels at face value.
    cap : float
        Factor on the radius of the ball.
    reversed : bool
        Turn every label round first.

    Source
    ------
    Section 3 (reward).
    """

    assumed: float = 1.0
    cap: float = 1.0
    reversed: bool = False

    def __call__(self, data: Preferences, *, epsilon: float, radius: float, **_: Any) -> Fit:
        """Estimate from private labels of finitely many distinct rows shared by all data sets.

        Parameters
        ----------
        data : Preferences
        epsilon : float, ``> 0``
        radius : float, ``> 0``

        Returns
        -------
        fit : Fit
        """
        repeats, n = data.repeats, data.n
        basis = subspace_basis(data.x.shape[-1])
        # Divided by the square of tanh(epsilon/2) the loss is as curved as that of plain labels.
        scale = n * math.tanh(0.5 * epsilon * self.assumed) ** 2
        total = np.broadcast_to(data.total, data.ones.shape) / scale
        ones = (data.total - data.ones if self.reversed else data.ones) / scale
        rows = data.x @ basis
        loss: Any = PrivateLoss(rows, total, ones, epsilon * self.assumed)
        ball = radius * self.cap
        everyone = np.arange(repeats)
        longest = ball * float(np.sqrt((rows**2).sum(axis=1)).max(initial=0.0))
        convex = epsilon * self.assumed >= 2 * longest
        first, *others = starts(rows, total, ones, ball)[: 1 if convex else 3]
        best = minimise(loss, first, ball)
        least = np.where(best.residual <= TOLERANCE, loss.values(best.beta, everyone), np.inf)
        for start in others:
            found = minimise(loss, start, ball)
            value = np.where(found.residual <= TOLERANCE, loss.values(found.beta, everyone), np.inf)
            better = value < least
            best.beta[:, better] = found.beta[:, better]
            best.residual[better], best.binds[better] = found.residual[better], found.binds[better]
            least = np.minimum(least, value)
        truth = np.broadcast_to((np.atleast_2d(data.theta) @ basis).T, best.beta.shape)
        reached = least <= loss.values(truth, everyone) + 1e-12
        if self.assumed != 1.0 or self.cap != 1.0 or self.reversed:
            reached = np.isfinite(least)  # a mistaken likelihood owes the truth nothing
        return Fit(in_blocks(best.beta.T, basis.T), best.residual, best.binds, (best.residual <= TOLERANCE) & reached)


#: The estimator as printed.
mle_rr = PrivateMLE()


def starts(rows: np.ndarray, total: np.ndarray, ones: np.ndarray, radius: float) -> tuple[np.ndarray, ...]:
    """Zero, and the ends of the ball along and against the empirical score at zero; each of shape (m, R)."""
    score = ((ones - 0.5 * total) @ rows).T
    length = np.maximum(np.sqrt((score**2).sum(axis=0)), 1e-300)
    far = 0.9 * min(radius, 1e6) * score / length
    return np.zeros_like(score), far, -far
