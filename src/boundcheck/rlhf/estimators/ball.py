"""Quadratic models on a ball, for many replicates at once; arrays carry the replicate as their last axis."""

from __future__ import annotations

import numpy as np

#: Numbers in a batch of matrices from which on loading the compiler pays; the results are the same, bit for bit.
COMPILED_FROM = 2_000


def cholesky(matrix: np.ndarray) -> np.ndarray:
    """Lower factor of positive definite matrices, shape ``(m, m, R)``; pivots are kept above rounding.

    What stands above the diagonal is no part of it.
    """
    m, _, repeats = matrix.shape
    if repeats < 8 * m:  # too few for loops over coordinates to pay
        try:
            return np.ascontiguousarray(np.moveaxis(np.linalg.cholesky(np.moveaxis(matrix, -1, 0)), 0, -1))
        except np.linalg.LinAlgError:
            pass
    factor = matrix.copy()
    floor = 1e-16 * np.einsum("iir->r", matrix) + 1e-300
    if factor.size >= COMPILED_FROM:
        from boundcheck.rlhf.estimators.ball_loops import factorise as compiled

        compiled(factor, floor)
        return factor
    for j in range(m):
        factor[j, j] = np.sqrt(np.maximum(factor[j, j], floor))
        factor[j + 1 :, j] /= factor[j, j]
        for i in range(j + 1, m):
            factor[i:, i] -= factor[i:, j] * factor[i, j]
    return factor


def forward(factor: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Solve ``L y = right``, shape ``(m, R)``."""
    y = right.copy()
    if factor.size >= COMPILED_FROM:
        from boundcheck.rlhf.estimators.ball_loops import forward as compiled

        compiled(np.ascontiguousarray(factor), y)
        return y
    for j in range(len(y)):
        y[j] /= factor[j, j]
        y[j + 1 :] -= factor[j + 1 :, j] * y[j]
    return y


def backward(factor: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Solve ``L.T y = right``, shape ``(m, R)``."""
    y = right.copy()
    if factor.size >= COMPILED_FROM:
        from boundcheck.rlhf.estimators.ball_loops import backward as compiled

        compiled(np.ascontiguousarray(factor), y)
        return y
    for j in reversed(range(len(y))):
        y[j] /= factor[j, j]
        y[:j] -= factor[j, :j] * y[j]
    return y


def norm(vectors: np.ndarray) -> np.ndarray:
    """Euclidean norms over the first axis."""
    return np.sqrt(np.einsum("mr,mr->r", vectors, vectors))


def minimise_on_ball(hessian: np.ndarray, linear: np.ndarray, radius: float) -> np.ndarray:
    r"""Minimiser of :math:`\tfrac12 v^\top H v - q^\top v` over :math:`\|v\| \le B`.

    Inside the ball it is :math:`H^{-1}q`; else :math:`(H + \mu I)^{-1}q` with the one :math:`\mu > 0` that
    puts it on the sphere, found by Newton's method on :math:`1/\|v(\mu)\| - 1/B`, which is concave in
    :math:`\mu`: from the left it never overshoots.

    Parameters
    ----------
    hessian : ndarray of shape (m, m, R), positive semidefinite
    linear : ndarray of shape (m, R)
    radius : float, ``> 0``

    Returns
    -------
    minimiser : ndarray of shape (m, R)

    Source
    ------
    Moré and Sorensen (1983), "Computing a trust region step".
    """
    factor = cholesky(hessian)
    minimiser = backward(factor, forward(factor, linear))
    outside = np.flatnonzero(~(norm(minimiser) <= radius))
    if not outside.size:
        return minimiser
    parts = (hessian[:, :, outside], linear[:, outside], minimiser[:, outside], factor[:, :, outside])
    minimiser[:, outside] = on_sphere(*parts, radius)
    return minimiser


def on_sphere(
    hessian: np.ndarray, linear: np.ndarray, point: np.ndarray, factor: np.ndarray, radius: float
) -> np.ndarray:
    """Minimisers on the sphere, from unconstrained solutions `point` outside it and the factors they came with."""
    shift = np.zeros(point.shape[1])
    diagonal = np.arange(len(point))
    length = norm(point)
    for _step in range(60):
        bent = forward(factor, point)
        shift = shift + (length / norm(bent)) ** 2 * (length / radius - 1)
        shifted = hessian.copy()
        shifted[diagonal, diagonal] += shift
        factor = cholesky(shifted)
        point = backward(factor, forward(factor, linear))
        length = norm(point)
        if (np.abs(length - radius) <= 1e-13 * radius).all():
            break
    return point * (radius / length)
