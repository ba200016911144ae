"""Two-player games of preferences on tables: the gap of a policy, and self-play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from boundcheck.rlhf.bandits.policies import phi, ratios

# Preference tables :math:`\ell(s, a, b) = 2P(a \succ b \mid s) - 1` and how far a policy is from being unbeatable.


def antisymmetric(*upper: Sequence[float], actions: int) -> np.ndarray:
    """Tables ``(S, A, A)`` with ``l(a, b) = -l(b, a)`` from their entries above the diagonal, one sequence a state."""
    table = np.zeros((len(upper), actions, actions))
    first, second = np.triu_indices(actions, 1)
    table[:, first, second] = np.asarray(upper, dtype=float)
    if np.abs(table).max() > 1:
        raise ValueError(f"entries lie in [-1, 1], got {np.abs(table).max():g}")
    return table - np.swapaxes(table, 1, 2)


def cyclic(actions: int, strength: float = 1.0, tilt: float = 0.0) -> np.ndarray:
    """One state in which every action beats the next half of the circle; `tilt` weakens all wins of action 0."""
    step = (np.arange(actions)[None, :] - np.arange(actions)[:, None]) % actions
    table = strength * np.where(
        step == 0, 0.0, np.where(2 * step < actions, 1.0, np.where(2 * step > actions, -1.0, 0.0))
    )
    table[0], table[:, 0] = (1 - tilt) * table[0], (1 - tilt) * table[:, 0]
    return table[None]


def against(table: np.ndarray, policy: np.ndarray) -> np.ndarray:
    r""":math:`\ell(s, a, \pi)` for every action, shape ``(..., S, A)``."""
    return np.einsum("...sab,...sb->...sa", table, policy)


def duality_gap(states: np.ndarray, table: np.ndarray, policy: np.ndarray) -> np.ndarray:
    r""":math:`\max_\pi \ell(\pi, \hat\pi) - \min_\pi \ell(\hat\pi, \pi)` over all policies, a maximum over vertices.

    Parameters
    ----------
    states : ndarray of shape (S,)
    table : ndarray of shape (S, A, A)
    policy : ndarray of shape (..., S, A)

    Returns
    -------
    gap : ndarray of shape (...), ``>= 0``

    Source
    ------
    Section 2.1 (square).
    """
    best = np.einsum("sab,...sb->...sa", table, policy).max(axis=-1)
    least = np.einsum("sab,...sa->...sb", table, policy).min(axis=-1)
    return (best - least) @ states


# Self-play by mirror descent with the mixed chi-square regulariser, every step exact.
#
# The step maximises :math:`\langle g, p\rangle - \beta F(p) - \frac{\beta}{\eta} B(p, \pi^t)` with
# :math:`F = D_{\chi^2} + D_{\mathrm{KL}}` to the reference policy and its Bregman divergence ``B``; with
# :math:`\phi(u) = u + \ln u` its solution is :math:`\beta(1 + \frac1\eta)\phi(u^{t+1}) = g + \frac{\beta}{\eta}\phi(u^t) - Z`.


@dataclass(frozen=True)
class SelfPlay:
    r"""The iteration against the current policy itself, from the reference policy on.

    Parameters
    ----------
    beta, eta : float, ``> 0``
    momentum : bool
        Without it the step forgets the current policy, as if the last term of ``B`` did not contribute.
    sampled : bool
        Whether the opponent is one action drawn from the current policy, a state at a time, instead of the whole
        policy.

    Source
    ------
    Algorithm 3, lines 9 to 13, and Eq. (8) (square).
    """

    beta: float
    eta: float
    momentum: bool = True
    sampled: bool = False

    def step(self, policy: np.ndarray, behaviour: np.ndarray, gain: np.ndarray) -> np.ndarray:
        """The next policy, of shape ``(..., S, A)``, where playing action a gains ``gain[..., s, a]``."""
        past = self.beta / self.eta * phi(policy / behaviour) if self.momentum else 0.0
        weight = (gain + past) / (self.beta * (1 + 1 / self.eta))
        return behaviour * ratios(weight, behaviour)

    def policies(
        self, table: np.ndarray, behaviour: np.ndarray, rounds: int, rng: np.random.Generator | None = None
    ) -> Iterator[np.ndarray]:
        r""":math:`\pi^1, \dots, \pi^T`, each of shape ``(..., S, A)`` for tables ``(..., S, A, A)``."""
        policy = np.broadcast_to(behaviour, table.shape[:-1]).copy()
        for _ in range(rounds):
            yield policy
            gain = against(table, policy) if rng is None or not self.sampled else _one(rng, table, policy)
            policy = self.step(policy, behaviour, gain)

    def average(
        self, table: np.ndarray, behaviour: np.ndarray, rounds: int, rng: np.random.Generator | None = None
    ) -> np.ndarray:
        """The output: one of the policies at random, which plays as their mean."""
        total = np.zeros(table.shape[:-1])
        for policy in self.policies(table, behaviour, rounds, rng):
            total += policy
        return total / rounds


def _one(rng: np.random.Generator, table: np.ndarray, policy: np.ndarray) -> np.ndarray:
    """Gains against one action per state, drawn from the policy."""
    below = np.cumsum(policy, axis=-1)
    drawn = (rng.random((*policy.shape[:-1], 1)) * below[..., -1:] > below).sum(axis=-1)
    return np.take_along_axis(table, drawn[..., None, None], axis=-1)[..., 0]
