"""Algorithm 2: greedy and pessimistic policies, and how far their value is from a comparator's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.data import Preferences
from boundcheck.estimators.logistic import Fit, subspace_basis


def least_value(v: np.ndarray, centre: np.ndarray, shape: np.ndarray, width: float, radius: float) -> np.ndarray:
    r"""Minimum of :math:`\langle\theta, v\rangle` over an ellipsoid, a ball and ``<1, theta> = 0``.

    Every convex combination, with weight `t`, of the two quadratic constraints is an ellipsoid that contains their
    intersection; the minimum over it has a closed form, and by strong duality the largest of these minima over `t` is
    the answer. The violation of the ball changes sign there, so bisection finds it.

    Parameters
    ----------
    v : ndarray of shape (P, d)
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
    basis = subspace_basis(centre.shape[1])
    values, vectors = np.linalg.eigh(basis.T @ shape @ basis)
    along = np.einsum("rmi,pm->rpi", vectors, v @ basis)  # coordinates in the eigenbasis
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
    return (best * along).sum(-1)


@dataclass(frozen=True)
class Suboptimality:
    r"""Value of the comparator minus that of the policy that Algorithm 2 returns.

    The data carry :math:`\tfrac12(\phi - \phi')` and doubled parameters (``Comparisons``); everything here is
    expressed in those.

    Parameters
    ----------
    world : PolicyWorld
    pessimistic : bool
        Whether the policy maximises the pessimistic value over all deterministic policies, or is greedy.
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
        policies = self.world.deterministic()
        means = self.world.mean_features(policies)
        theta = np.broadcast_to(data.theta, fit.theta.shape) / 2
        values = theta @ means.T
        best = values.max(axis=1) if self.comparator is None else values[:, self.comparator]
        if not self.pessimistic:
            chosen = self.world.mean_features(self.world.greedy(fit.theta))
            return best - (theta * chosen).sum(axis=1)
        other = self.world.behaviour if self.reference == "sft" else policies[0]
        gaps = means - self.world.mean_features(other)
        covariance = np.broadcast_to(data.covariance(), (data.repeats, *means.shape[1:], means.shape[1]))
        shape = covariance + lam / 4 * np.eye(means.shape[1])
        # The norm of doubled parameters in halved features is the norm of the page at lam.
        chosen = least_value(gaps, fit.theta, shape, width, radius).argmax(axis=1)
        return best - np.take_along_axis(values, chosen[:, None], axis=1)[:, 0]


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
