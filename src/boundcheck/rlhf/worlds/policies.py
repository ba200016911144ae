"""Finite state-action worlds: policies, their feature means and second moments, relative condition numbers."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

TIE = 2.0**-36  # of a reward, for features and parameters of order 1: below it rounding errors decide


@dataclass(frozen=True)
class PolicyWorld:
    r"""States, actions, features :math:`\phi(s,a)`, the law of the states and the policy that drew the data.

    Parameters
    ----------
    features : tuple of shape (S, A, d)
        Vectors of norm at most 1.
    states : tuple of S floats, ``> 0``, of sum 1
        The law :math:`\rho`.
    sft : tuple of shape (S, A)
        The policy that draws both actions of a comparison, independently; the papers do not say who does.

    Source
    ------
    Section 3 and Assumption 4.1 (unified).
    """

    features: tuple
    states: tuple[float, ...]
    sft: tuple

    @property
    def phi(self) -> np.ndarray:
        """Features, shape ``(S, A, d)``."""
        return np.asarray(self.features, dtype=float)

    @property
    def rho(self) -> np.ndarray:
        """Law of the states, shape ``(S,)``."""
        return np.asarray(self.states, dtype=float)

    @property
    def behaviour(self) -> np.ndarray:
        """The policy that drew the data, shape ``(S, A)``."""
        return np.asarray(self.sft, dtype=float)

    def mean_features(self, policy: np.ndarray) -> np.ndarray:
        r"""Feature mean :math:`E_{s\sim\rho,a\sim\pi}\phi(s,a)`, shape ``(..., d)`` for policies ``(..., S, A)``."""
        return np.einsum("...sa,s,sad->...d", policy, self.rho, self.phi)

    def second_moment(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        r"""Second moment :math:`\Sigma^{\mathrm{diff}}_{\pi_1,\pi_2}` of :math:`\phi(s,a)-\phi(s,a')`, shape ``(d, d)``.

        Source
        ------
        Eq. (7) (unified).
        """
        gaps = self.phi[:, :, None, :] - self.phi[:, None, :, :]
        weights = self.rho[:, None, None] * first[:, :, None] * second[:, None, :]
        return np.einsum("sab,sabi,sabj->ij", weights, gaps, gaps)

    def deterministic(self) -> np.ndarray:
        """All deterministic policies, shape ``(A**S, S, A)``."""
        states, actions, _ = self.phi.shape
        choices = np.array(list(itertools.product(range(actions), repeat=states)))
        return np.eye(actions)[choices]

    def greedy(self, theta: np.ndarray, truth: np.ndarray | None = None) -> np.ndarray:
        """The greedy policies of parameters ``(..., d)``, shape ``(..., S, A)``.

        Actions whose rewards differ by rounding errors alone tie. The first of them is taken, or the one that earns
        least under `truth`, of shape ``(d,)`` or that of `theta`: what is said of a greedy policy is said of each.

        Source
        ------
        Algorithm 2 with eta = 0 (unified).
        """
        rewards = np.einsum("...d,sad->...sa", theta, self.phi)
        ties = rewards >= rewards.max(axis=-1, keepdims=True) - TIE * np.abs(self.phi).max()
        if truth is None:
            return np.eye(self.phi.shape[1])[ties.argmax(axis=-1)]
        earned = np.round(np.einsum("...d,sad->...sa", truth, self.phi) / TIE)  # equal where they differ by rounding alone
        return np.eye(self.phi.shape[1])[np.where(ties, earned, np.inf).argmin(axis=-1)]

    def log_linear(self, theta: np.ndarray) -> np.ndarray:
        r"""The policies :math:`\pi_\theta` of parameters ``(..., d)``, shape ``(..., S, A)``.

        Source
        ------
        Eq. (12) (unified).
        """
        scores = np.einsum("...d,sad->...sa", theta, self.phi)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return weights / weights.sum(axis=-1, keepdims=True)


def log_linear_world(features: tuple, states: tuple[float, ...], theta: tuple[float, ...]) -> PolicyWorld:
    r"""A world whose data come from the log-linear policy :math:`\pi_{\theta_{\mathrm{sft}}}`."""
    shape = np.asarray(features).shape[:2]
    blank = PolicyWorld(features, states, tuple(map(tuple, np.full(shape, 1 / shape[1]).tolist())))
    sft = blank.log_linear(np.asarray(theta, dtype=float))
    return PolicyWorld(features, states, tuple(map(tuple, sft.tolist())))


def condition_number(above: np.ndarray, below: np.ndarray) -> float:
    r"""Relative condition number :math:`\sup_w w^\top A w / w^\top B w` of two semidefinite matrices.

    Directions in which both forms vanish are left out; infinite where only the lower one vanishes.

    Source
    ------
    Eq. (8) (unified).
    """
    values, vectors = np.linalg.eigh(below)
    alive = values > 1e-12 * max(values.max(), 1e-300)
    dead = vectors[:, ~alive]
    if dead.size and np.abs(dead.T @ above @ dead).max() > 1e-12 * max(np.abs(above).max(), 1e-300):
        return float("inf")
    if not alive.any():
        return 0.0
    root = vectors[:, alive] / np.sqrt(values[alive])
    return float(np.linalg.eigvalsh(root.T @ above @ root)[-1])


def kappa(world: PolicyWorld, comparator: np.ndarray, reference: np.ndarray) -> float:
    r"""The relative condition number :math:`\kappa(\pi^\dagger, \pi_{\mathrm{ref}})` of Definition 4.3."""
    behaviour = world.second_moment(world.behaviour, world.behaviour)
    return condition_number(world.second_moment(comparator, reference), behaviour)
