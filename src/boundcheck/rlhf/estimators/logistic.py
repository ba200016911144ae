"""Logistic likelihoods with given label sums, minimised over the ball and the subspace of the papers."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from boundcheck.rlhf.estimators.losses import MANY, Loss, ManyRows, SharedRows
from boundcheck.rlhf.estimators.newton import TOLERANCE, minimise
from boundcheck.rlhf.preferences import Preferences, in_blocks


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
