"""Least values of a linear form over an ellipsoid within a ball, and the policy whose least value is largest."""

from __future__ import annotations

import numpy as np

from boundcheck.rlhf.estimators.losses import subspace_basis


def least_value(v: np.ndarray, centre: np.ndarray, shape: np.ndarray, width: float, radius: float) -> np.ndarray:
    r"""Minimum of :math:`\langle\theta, v\rangle` over an ellipsoid, a ball and ``<1, theta> = 0``.

    Parameters
    ----------
    v : ndarray of shape (P, d) or (R, P, d)
    centre : ndarray of shape (R, d)
    shape : ndarray of shape (R, d, d)
        The matrix `M`, positive definite.
    width, radius : float, ``> 0``

    Returns
    -------
    least : ndarray of shape (R, P); where the set is empty, the value at the centre pulled into the ball

    Source
    ------
    Algorithm 2, the confidence set and the pessimistic value (unified).
    """
    return (least_point(v, centre, shape, width, radius) * v).sum(-1)


def least_point(v: np.ndarray, centre: np.ndarray, shape: np.ndarray, width: float, radius: float) -> np.ndarray:
    """Where `least_value` is attained, shape ``(R, P, d)``: the worst parameter of the confidence set for each `v`.

    Every convex combination, with weight `t`, of the two quadratic constraints is an ellipsoid that contains their
    intersection; the minimum over it has a closed form, and by strong duality the largest of these minima over `t` is
    the answer. The violation of the ball changes sign there, so bisection finds it.
    """
    basis = subspace_basis(centre.shape[1])
    values, vectors = np.linalg.eigh(basis.T @ shape @ basis)
    along = (v @ basis) @ vectors  # coordinates in the eigenbasis, (R, P, m)
    start = np.einsum("rmi,rm->ri", vectors, centre @ basis)[:, None, :]
    values = values[:, None, :]

    def solve(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Minimiser over the ellipsoid of weight t, and whether that ellipsoid is empty."""
        t = t[..., None]
        weight = (1 - t) * values / width**2
        total = weight + t / radius**2
        middle = weight * start / total
        room = 1 - (weight * start**2).sum(-1, keepdims=True) + (total * middle**2).sum(-1, keepdims=True)
        size = np.sqrt(np.maximum((along**2 / total).sum(-1, keepdims=True), 1e-300))
        return middle - np.sqrt(np.maximum(room, 0.0)) * along / total / size, room[..., 0] < 0

    low, high = np.zeros(along.shape[:2]), np.ones(along.shape[:2])
    best, empty = solve(low)
    done = (best**2).sum(-1) <= radius**2
    if not done.all():
        for _step in range(50):
            half = (low + high) / 2
            point, nothing = solve(half)
            empty = empty | nothing
            outside = (point**2).sum(-1) > radius**2
            low, high = np.where(outside, half, low), np.where(outside, high, half)
        bent, nothing = solve(high)
        best = np.where(done[..., None], best, bent)
        empty = (empty | nothing) & ~done
    inside = start * np.minimum(1.0, radius / np.maximum(np.sqrt((start**2).sum(-1, keepdims=True)), 1e-300))
    best = np.where(empty[..., None], inside, best)
    return best @ np.swapaxes(vectors, 1, 2) @ basis.T


def most_pessimistic(
    gaps: np.ndarray, centre: np.ndarray, shape: np.ndarray, width: float, radius: float
) -> np.ndarray:
    r"""The feature gap of the policy with the largest pessimistic value, among all policies, stochastic ones included.

    The pessimistic value :math:`g(v) = \min_\theta\langle\theta, v\rangle` of a feature gap to the reference is concave
    and positively homogeneous, and gaps fill the convex hull of those of deterministic policies, 0 included. So the
    maximum is that of the reference, 0, or it lies on the boundary: at a deterministic policy or, in the plane, on an
    edge between two, where bisection on the supergradient finds it.

    Parameters
    ----------
    gaps : ndarray of shape (P, d)
        Of all deterministic policies; ``d`` is at most 3, so that the parameters form a plane at most.
    centre, shape, width, radius
        As for `least_value`.

    Returns
    -------
    gap : ndarray of shape (R, d)
    """
    count, d = centre.shape
    if d > 3:
        raise ValueError(
            f"the best mixture of policies is found in the plane only, got {d} coordinates; d must be at most 3"
        )
    worst = least_point(gaps, centre, shape, width, radius)
    values = (worst * gaps).sum(-1)
    chosen = values.argmax(axis=1)
    best, gap = values[np.arange(count), chosen], gaps[chosen]
    best, gap = np.maximum(best, 0.0), np.where((best >= 0)[:, None], gap, 0.0)
    for i, j in _edges(gaps):
        edge = gaps[j] - gaps[i]
        # The value rises from both ends of an edge that has its maximum inside; the two tangents bound that.
        rise, fall = worst[:, i] @ edge, worst[:, j] @ edge
        inside = (rise > 0) & (fall < 0)
        meet = (values[:, j] - values[:, i] - fall) / np.where(inside, rise - fall, 1.0)
        inner = np.flatnonzero(inside & (values[:, i] + meet * rise > best))
        if not inner.size:
            continue
        low, high = np.zeros(inner.size), np.ones(inner.size)
        for _step in range(32):
            half = (low + high) / 2
            point = gaps[i] + half[:, None] * edge
            rising = least_point(point[:, None], centre[inner], shape[inner], width, radius)[:, 0] @ edge > 0
            low, high = np.where(rising, half, low), np.where(rising, high, half)
        point = gaps[i] + ((low + high) / 2)[:, None] * edge
        value = least_value(point[:, None], centre[inner], shape[inner], width, radius)[:, 0]
        better = value > best[inner]
        best[inner[better]], gap[inner[better]] = value[better], point[better]
    return gap


def _edges(gaps: np.ndarray) -> list[tuple[int, int]]:
    """Pairs of rows that span the edges of the rows' convex hull in the plane of parameters; none on a line."""
    from scipy.spatial import ConvexHull

    plane = gaps @ subspace_basis(gaps.shape[1])
    if plane.shape[1] < 2 or np.linalg.matrix_rank(plane - plane[0]) < 2:
        return []
    return [(int(i), int(j)) for i, j in ConvexHull(plane).simplices]
