"""Convex losses of weighted rows for many data sets, logistic likelihoods among them, minimised on a ball by Newton's method."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from boundcheck.rlhf.estimators.ball import minimise_on_ball, norm
from boundcheck.rlhf.preferences import Preferences, in_blocks

# Convex losses of weighted rows for many data sets: mean of ``ln(1 + exp(a @ beta))`` less ``h @ beta``.


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


# Newton's method on a ball for a batch of convex losses, safeguarded so that every replicate converges.

#: Largest norm of the gradient of the Lagrangian at an accepted minimiser.
TOLERANCE = 1e-10


class Minimum(NamedTuple):
    """Minimisers ``(m, R)``, norms of the Lagrangian's gradient ``(R,)``, whether the ball binds ``(R,)``."""

    beta: np.ndarray
    residual: np.ndarray
    binds: np.ndarray


def stationarity(beta: np.ndarray, gradient: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    r"""Norm of :math:`g + \mu\beta`, :math:`\mu \ge 0` the multiplier of the ball, and whether it binds.

    Parameters
    ----------
    beta, gradient : ndarray of shape (m, R)
    radius : float

    Returns
    -------
    residual, binds : ndarray of shape (R,)
    """
    inward = np.einsum("mr,mr->r", beta, gradient)
    multiplier = np.where(norm(beta) >= radius * (1 - 1e-13), np.maximum(0.0, -inward / radius**2), 0.0)
    residual = norm(gradient + multiplier * beta)
    return residual, multiplier * radius > TOLERANCE


def minimise(loss: Loss, start: np.ndarray, radius: float, *, most: int = 300) -> Minimum:
    r"""Minimise every loss over :math:`\|\beta\| \le B`.

    Each step minimises the quadratic model over the ball exactly. A step whose slope at the end is above
    half of the slope at the start (in absolute value) went too far: it is halved until the loss falls by a
    fixed share of what the slope promises, and from then on the Hessian of this data set gets a ridge in
    proportion to its residual. For losses whose third derivative is bounded by the second, as here, that
    converges linearly from anywhere, and quadratically near the end, however flat the loss is. Close to the
    end the Hessian is not renewed as long as every step divides the residuals by twenty.

    Parameters
    ----------
    loss : Loss
    start : ndarray of shape (m, R)
    radius : float, ``> 0``; ``inf`` for no ball
    most : int
        Steps at most; whoever needs more is returned with its residual.

    Returns
    -------
    minimum : Minimum

    Source
    ------
    Doikov (2023), "Minimizing quasi-self-concordant functions by gradient regularization of Newton method".
    """
    m, repeats = start.shape
    final = Minimum(np.zeros((m, repeats)), np.full(repeats, np.inf), np.zeros(repeats, dtype=bool))
    if m == 0:
        return final._replace(residual=np.zeros(repeats))
    keep, diagonal = np.arange(repeats), np.arange(m)
    point = start * np.minimum(1.0, radius / np.maximum(norm(start), 1e-300))
    caution, last = np.zeros(repeats), np.full(repeats, np.inf)
    gradient, hessian = loss.derivatives(point, keep)
    for step in range(most):
        residual, binds = stationarity(point, gradient, radius)
        final.beta[:, keep], final.residual[keep], final.binds[keep] = point, residual, binds
        going = np.flatnonzero(~(residual <= (0.1 * TOLERANCE if step < 15 else TOLERANCE)))
        if not going.size:
            break
        if len(going) < len(keep):
            keep, point, caution, last = keep[going], point[:, going], caution[going], last[going]
            residual, gradient, hessian = residual[going], gradient[:, going], hessian[:, :, going]
        # The smaller ridges are of the size of rounding: directions without data must not divide by zero.
        hessian[diagonal, diagonal] += 1e-15 * m * np.einsum("iir->r", hessian) + (caution + 1e-12) * residual
        model = np.einsum("ijr,jr->ir", hessian, point) - gradient
        move = minimise_on_ball(hessian, model, radius) - point
        slope = np.einsum("mr,mr->r", gradient, move)
        new = point + move
        if ((residual > 1e-3) | (residual > 0.05 * last) | (caution > 0)).any():
            new_gradient, hessian = loss.derivatives(new, keep)
        else:
            new_gradient = loss.gradients(new, keep)
        too_far = np.einsum("mr,mr->r", new_gradient, move) > 0.5 * np.abs(slope)
        caution = np.where(too_far, np.maximum(1.0, 4 * caution), np.where(caution > 0.1, caution / 4, 0.0))
        if too_far.any():
            far = np.flatnonzero(too_far)
            new[:, far] = _shortened(loss, point[:, far], move[:, far], slope[far], keep[far])
            new_gradient[:, far], hessian[:, :, far] = loss.derivatives(new[:, far], keep[far])
        point, last, gradient = new, residual, new_gradient
    return final


def _shortened(loss: Loss, point: np.ndarray, move: np.ndarray, slope: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Halve the steps until the loss falls enough (Armijo)."""
    before = loss.values(point, keep)
    rounding = 1e-15 * (1 + np.abs(before))
    share = np.ones(len(keep))
    for _halving in range(40):
        after = loss.values(point + share * move, keep)
        short = ~(after <= before + 1e-4 * share * slope + rounding)
        if not short.any():
            break
        share[short] *= 0.5
    return point + share * move


# Logistic likelihoods with given label sums, minimised over the ball and the subspace of the papers.


class Fit(NamedTuple):
    """What an estimator returns for a batch.

    Parameters
    ----------
    theta : ndarray of shape (R, d)
        Estimates, of norm at most the radius and with coordinates that sum to zero.
    residual : ndarray of shape (R,)
        Norm of the gradient of the Lagrangian on the subspace; 0 at the exact minimiser.
    binds : ndarray of bool, shape (R,)
        Whether the ball holds the estimate back.
    converged : ndarray of bool, shape (R,)
        Whether the residual is at most 1e-10. A replicate that failed stays in the batch.
    """

    theta: np.ndarray
    residual: np.ndarray
    binds: np.ndarray
    converged: np.ndarray


def logistic_fit(data: Preferences, labels: np.ndarray, *, radius: float) -> Fit:
    r"""Minimiser over the ball and the subspace of the logistic loss with given label sums.

    .. math:: \frac1n\sum_j t_j\ln(1 + e^{\theta^\top x_j}) - s_j\,\theta^\top x_j

    Among several minimisers the one of least norm is returned.

    Parameters
    ----------
    data : Preferences
    labels : ndarray of shape (R, k)
        The sums `s` of (de-biased) labels per row.
    radius : float, ``> 0``

    Returns
    -------
    fit : Fit
    """
    d = data.x.shape[-1]
    weights = data.weights
    linear = data.sums(labels) / data.n
    basis = subspace_basis(d)
    loss: Loss
    if data.x.ndim == 2 and data.x.shape[0] < MANY:
        basis = basis @ seen(np.sqrt(weights.mean(axis=0))[:, None] * (data.x @ basis))
        loss = SharedRows(data.x @ basis, weights, in_blocks(linear, basis))
    else:
        coordinates = np.ascontiguousarray(np.swapaxes(np.atleast_3d(data.x.T).T, 1, 2))
        loss = ManyRows(coordinates, basis, weights, linear @ basis)
    # The truth is a legitimate start: least_norm below removes what the minimiser would owe to it.
    start = np.broadcast_to(
        (data.theta @ basis).T if data.theta.ndim == 2 else (data.theta @ basis)[:, None],
        (basis.shape[1], data.repeats),
    )
    beta, residual, binds = minimise(loss, start, radius)
    return Fit(in_blocks(least_norm(beta.T, data, basis), basis.T), residual, binds, residual <= TOLERANCE)


def seen(rows: np.ndarray) -> np.ndarray:
    """Orthonormal basis ``(m, rank)`` of the span of rows ``(k, m)``: the data say nothing about the rest."""
    if rows.shape[0] > rows.shape[1]:
        rows = np.asarray(np.linalg.qr(rows, mode="r"))
    _, values, vectors = np.linalg.svd(rows, full_matrices=False)
    return vectors[values > 1e-12 * values.max(initial=1e-300)].T


def least_norm(beta: np.ndarray, data: Preferences, basis: np.ndarray) -> np.ndarray:
    """Remove from ``beta`` ``(R, m)`` what lies outside the span of the rows that occur in each data set."""
    m = beta.shape[1]
    occurs = data.total > 0
    doubtful = np.flatnonzero((occurs.sum(axis=1) < m) | ~occurs.all(axis=1))
    spans: dict[bytes, np.ndarray] = {}  # by the rows that occur, where all data sets share them
    for index in doubtful:
        shared = data.x.ndim == 2
        rows, which = (data.x if shared else data.x[index]), occurs[index].tobytes()
        span = spans[which] if shared and which in spans else seen(rows[occurs[index]] @ basis)
        if shared:
            spans[which] = span
        if span.shape[1] < m:
            beta[index] = span @ (span.T @ beta[index])
    return beta


def subspace_basis(d: int) -> np.ndarray:
    """Orthonormal basis ``(d, d - 1)`` of the vectors of sum 0: a Householder reflector less one column."""
    normal = np.full(d, 1 / math.sqrt(d))
    normal[-1] += 1.0  # reflects 1/sqrt(d) to minus the last unit vector
    reflector = np.eye(d) - np.outer(normal, normal) / normal[-1]
    return reflector[:, :-1]
