"""Algorithm 2: greedy and pessimistic policies, and how far their value is from a comparator's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.logistic import Fit, subspace_basis
from boundcheck.rlhf.preferences import Preferences


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


@dataclass(frozen=True)
class Suboptimality:
    r"""Value of the comparator minus that of the policy that Algorithm 2 returns.

    The data carry :math:`\tfrac12(\phi - \phi')` and doubled parameters (``Comparisons``); everything here is
    expressed in those.

    Parameters
    ----------
    world : PolicyWorld
    pessimistic : bool
        Whether the policy maximises the pessimistic value over all policies, or is greedy; the greedy value is
        linear, so that a deterministic policy maximises it.
    comparator : int, optional
        Number of a deterministic policy; the best one if absent.
    reference : str
        ``"sft"`` or ``"first"``, the first deterministic policy.

    Source
    ------
    Algorithm 2 and Eq. (2) (unified).
    """

    world: Any
    pessimistic: bool = False
    comparator: int | None = None
    reference: str = "sft"

    def __call__(
        self, fit: Fit, data: Preferences, *, lam: float, radius: float, width: float = 0.0, **_: Any
    ) -> np.ndarray:
        """Suboptimality per data set, shape ``(R,)``."""
        theta = np.broadcast_to(data.theta, fit.theta.shape) / 2
        best = (theta * self._compared(theta)).sum(axis=1)
        if not self.pessimistic:
            return best - (theta * self.world.mean_features(self.world.greedy(fit.theta))).sum(axis=1)
        policies = self.world.deterministic()
        other = self.world.mean_features(self.world.behaviour if self.reference == "sft" else policies[0])
        d = theta.shape[1]
        covariance = np.broadcast_to(data.covariance(), (data.repeats, d, d))
        shape = covariance + lam / 4 * np.eye(d)
        # The norm of doubled parameters in halved features is the norm of the page at lam.
        gap = most_pessimistic(self.world.mean_features(policies) - other, fit.theta, shape, width, radius)
        return best - (theta * (other + gap)).sum(axis=1)

    def _compared(self, theta: np.ndarray) -> np.ndarray:
        """Feature means of the comparator, or of the best policy under each parameter."""
        if self.comparator is None:
            return self.world.mean_features(self.world.greedy(theta))
        return self.world.mean_features(self.world.deterministic()[self.comparator])


@dataclass(frozen=True)
class LogLinearSuboptimality:
    r"""Value of :math:`\pi^\star` minus that of :math:`\pi_{\hat\theta/\beta + \theta_{\mathrm{sft}}}`, without the regulariser.

    Parameters
    ----------
    world : PolicyWorld
        Its behaviour policy is the log-linear one of `sft`.
    sft : tuple of d floats

    Source
    ------
    Proposition 4.6 (unified); parameters are doubled as in ``Comparisons``.
    """

    world: Any
    sft: tuple[float, ...]

    def __call__(self, fit: Fit, data: Preferences, *, beta: float, **_: Any) -> np.ndarray:
        """Suboptimality per data set, shape ``(R,)``."""
        truth = np.broadcast_to(data.theta, fit.theta.shape) / 2
        base = np.asarray(self.sft)
        best = self.world.mean_features(self.world.log_linear(truth / beta + base))
        mine = self.world.mean_features(self.world.log_linear(fit.theta / (2 * beta) + base))
        return (truth * (best - mine)).sum(axis=1)
