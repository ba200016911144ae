"""Algorithm 2: greedy and pessimistic policies, and how far their value is from a comparator's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.least_values import most_pessimistic
from boundcheck.rlhf.estimators.logistic import Fit
from boundcheck.rlhf.preferences import Preferences


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
