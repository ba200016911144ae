"""Greedy and pessimistic policies from reward estimates, and how far they stay behind a comparator or the best one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.least_values import least_value, most_pessimistic
from boundcheck.rlhf.estimators.losses import Fit, subspace_basis
from boundcheck.rlhf.preferences import Preferences

# Policies chosen from reward estimates alone, greedy and pessimistic, and how far they stay behind the best one.


def greedy_gap(world: Any, estimate: np.ndarray, truth: np.ndarray, *, feature_bound: float) -> np.ndarray:
    r"""Value of the best policy minus that of the worst one that is greedy for `estimate`, features :math:`L\phi`.

    Parameters
    ----------
    world : PolicyWorld
    estimate : ndarray of shape (R, d)
    truth : ndarray of shape (d,) or (R, d)

    Returns
    -------
    gap : ndarray of shape (R,)

    Source
    ------
    Section 4, after Theorem 4.4 (reward).
    """
    best, chosen = world.mean_features(world.greedy(truth)), world.mean_features(world.greedy(estimate, truth))
    return feature_bound * (truth * (best - chosen)).sum(axis=-1)


def sphere_gap(estimate: np.ndarray, truth: np.ndarray, *, feature_bound: float) -> np.ndarray:
    """The same in one state whose actions are all vectors of length L; an estimate 0 earns nothing.

    Parameters
    ----------
    estimate : ndarray of shape (R, d)
    truth : ndarray of shape (d,) or (R, d)

    Returns
    -------
    gap : ndarray of shape (R,)
    """
    length = np.maximum(np.sqrt((estimate**2).sum(axis=-1)), 1e-300)
    return feature_bound * (np.sqrt((truth**2).sum(axis=-1)) - (truth * estimate).sum(axis=-1) / length)


@dataclass(frozen=True)
class PessimisticGap:
    r"""Value of the best policy minus that of :math:`\operatorname{argmax}_\pi\inf_{\theta\in\Theta} J_\theta(\pi)`.

    The set is :math:`\Theta = \{\theta\in\Theta_B : \|\hat\theta-\theta\|_{\Sigma_D+\lambda I} \le w\}`. Features are half
    those of the world, L = 1/2, so that their differences are the rows of ``Comparisons``.

    Parameters
    ----------
    world : PolicyWorld
    stochastic : bool
        Take the argmax over all stochastic policies, in closed form; ``d = 2`` only. The paper's policies are maps.
    comparator : bool
        In which of its sizes the gap is given, see ``__call__``.

    Source
    ------
    Eq. (6) (reward).
    """

    world: Any
    stochastic: bool = False
    comparator: bool = False

    def __call__(
        self, fit: Fit, data: Preferences, *, lam: float, radius: float, width: float, scale: float, **_: Any
    ) -> np.ndarray:
        r"""Gap per data set, shape ``(R,)``, divided by its own factor of the bound and multiplied by `scale`.

        The factor is :math:`\|(\Sigma_D+\lambda I)^{-1/2}\|`, or the norm of the best policy's mean feature in the
        inverse of :math:`\Sigma_D+\lambda I` on the subspace (`comparator`). It depends on the rows that were drawn;
        so scaled, the gap is held against one number. A `width` of 0 makes the policy greedy.
        """
        means = self.world.mean_features(self.world.deterministic()) / 2
        d = means.shape[1]
        matrix = data.covariance() + lam * np.eye(d)
        truth = np.broadcast_to(data.theta, fit.theta.shape)
        values = truth @ means.T
        best = values.argmax(axis=1)
        if width == 0:
            chosen = np.take_along_axis(values, (fit.theta @ means.T).argmax(axis=1)[:, None], axis=1)[:, 0]
        elif self.stochastic:
            chosen = self._mixed(fit.theta, truth, matrix, means, width, radius)
        else:
            shape = np.broadcast_to(matrix, (data.repeats, d, d))
            least = least_value(means, fit.theta, shape, width, radius)
            chosen = np.take_along_axis(values, least.argmax(axis=1)[:, None], axis=1)[:, 0]
        gap = np.take_along_axis(values, best[:, None], axis=1)[:, 0] - chosen
        return gap * scale / self._factor(matrix, means[best])

    def _factor(self, matrix: np.ndarray, best: np.ndarray) -> np.ndarray:
        if not self.comparator:
            return 1 / np.sqrt(np.linalg.eigvalsh(matrix)[:, 0])
        basis = subspace_basis(matrix.shape[-1])
        v = best @ basis
        return np.sqrt((v * np.linalg.solve(basis.T @ matrix @ basis, v[:, :, None])[:, :, 0]).sum(axis=1))

    def _mixed(self, estimate, truth, matrix, means, width: float, radius: float) -> np.ndarray:
        """True values of the stochastic maximisers: the set is an interval of multiples of one unit vector."""
        if means.shape[1] != 2:
            raise ValueError(f"stochastic policies are solved for d = 2, not for d = {means.shape[1]}")
        unit = subspace_basis(2).T
        shape = np.broadcast_to(matrix, (len(estimate), 2, 2))
        low = least_value(unit, estimate, shape, width, radius)[:, 0]
        high = -least_value(-unit, estimate, shape, width, radius)[:, 0]
        along = means @ unit[0]
        hedge = np.clip(0.0, along.min(), along.max())  # mixtures reach every mean feature in between
        mean = np.where(low >= 0, along.max(), np.where(high <= 0, along.min(), hedge))
        return mean * (truth @ unit[0])


# Algorithm 2: greedy and pessimistic policies, and how far their value is from a comparator's.


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
