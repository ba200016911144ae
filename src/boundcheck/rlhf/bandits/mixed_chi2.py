r"""Policies that are best for a reward less :math:`\beta` times chi-square and KL divergence, exactly on tables.

With :math:`\phi(u) = u + \ln u` the best policy is :math:`\pi_{\mathrm{ref}} u`, where :math:`\beta\phi(u) = r - Z` and
``Z`` is the one number per state that makes it a policy; ``u = omega((r - Z)/beta)`` with Wright's omega.
"""

from __future__ import annotations

import numpy as np
from scipy.special import wrightomega

from .bandit import Bandit

STEPS = 100  # Newton's method stops by itself after some six


def phi(ratio: np.ndarray) -> np.ndarray:
    """The link function ``u + ln u``.

    Source
    ------
    Eq. (4) (square).
    """
    return ratio + np.log(ratio)


def normaliser(weights: np.ndarray, behaviour: np.ndarray) -> np.ndarray:
    r"""The numbers ``Z`` with :math:`\sum_a \pi_{\mathrm{ref}}(a)\,\omega(w_a - Z) = 1`, by Newton's method.

    omega is convex, so the sum is convex and falls in ``Z``: from the left the iterates rise to the root. They start
    at the mean weight less 1, where the sum is at least 1 by Jensen's inequality.

    Parameters
    ----------
    weights : ndarray of shape (..., A)
        Rewards over beta.
    behaviour : ndarray of shape (..., A)
        Positive, of sum 1.

    Returns
    -------
    Z : ndarray of shape (..., 1)
        Between ``min w - 1`` and ``max w - 1``, since omega(1) = 1.
    """
    found = (behaviour * weights).sum(axis=-1, keepdims=True) - 1
    for _ in range(STEPS):
        ratio = wrightomega(weights - found)
        excess = (behaviour * ratio).sum(axis=-1, keepdims=True) - 1
        move = excess / (behaviour * ratio / (1 + ratio)).sum(axis=-1, keepdims=True)
        found = found + np.maximum(move, 0.0)
        if (move <= 4e-16 * np.maximum(1.0, np.abs(found))).all():
            break
    return found


def ratios(weights: np.ndarray, behaviour: np.ndarray) -> np.ndarray:
    r"""Ratios :math:`u = \pi / \pi_{\mathrm{ref}}` with :math:`\phi(u_a) - \phi(u_b) = w_a - w_b`, of the shape of `weights`."""
    found = wrightomega(weights - normaliser(weights, behaviour))
    return found / (behaviour * found).sum(axis=-1, keepdims=True)


def mixed_policy(bandit: Bandit, rewards: np.ndarray, beta: float) -> np.ndarray:
    r"""The maximisers of :math:`\mathbb{E}_\pi[r] - \beta(D_{\chi^2} + D_{\mathrm{KL}})` of tables ``(..., S, A)``.

    Source
    ------
    Assumption 3.2 (square).
    """
    return bandit.reference * ratios(np.asarray(rewards, dtype=float) / beta, bandit.reference)


def implicit_reward(bandit: Bandit, policy: np.ndarray, beta: float) -> np.ndarray:
    r"""The reward :math:`\beta\phi(\pi/\pi_{\mathrm{ref}})` of which a policy is the best one.

    Source
    ------
    Theorem C.1 (square).
    """
    return beta * phi(policy / bandit.reference)


def concentrability(bandit: Bandit, policy: np.ndarray) -> np.ndarray:
    r""":math:`\mathcal{C}^\pi = \mathbb{E}_\pi[\pi/\pi_{\mathrm{ref}}]`, at least 1.

    Source
    ------
    Definition 3.4 (square).
    """
    return bandit.mean(policy / bandit.reference, policy)


def chi_square(bandit: Bandit, policy: np.ndarray) -> np.ndarray:
    r""":math:`\frac12 \mathbb{E}_{\pi_{\mathrm{ref}}}[(\pi/\pi_{\mathrm{ref}} - 1)^2]`, with its half."""
    return bandit.mean((policy / bandit.reference - 1) ** 2) / 2


def kl(bandit: Bandit, policy: np.ndarray) -> np.ndarray:
    """KL divergence from the reference policy, state by state and then in the mean."""
    return bandit.mean(np.log(policy / bandit.reference), policy)


def shortfall(bandit: Bandit, truth: np.ndarray, policy: np.ndarray, comparator: np.ndarray) -> np.ndarray:
    r"""Suboptimality gap :math:`J(\pi^*) - J(\pi)` against a comparator, of either sign.

    Source
    ------
    Eq. (1) (square).
    """
    return bandit.mean(np.broadcast_to(truth, np.shape(policy)), comparator - policy)
