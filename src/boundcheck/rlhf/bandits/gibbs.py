r"""Gibbs policies :math:`\pi_{\mathrm{ref}} e^{\beta r} / Z`, and how far a policy falls short, exactly on tables."""

from __future__ import annotations

import numpy as np

from .bandit import Bandit


def log_gibbs(bandit: Bandit, rewards: np.ndarray, beta: float) -> np.ndarray:
    """Logarithms of the Gibbs policies of tables ``(..., S, A)``; ``-inf`` where the reference never goes.

    Parameters
    ----------
    bandit : Bandit
    rewards : ndarray of shape (..., S, A)
    beta : float, ``> 0``
        Inverse temperature, in units of 1/reward.

    Source
    ------
    Eq. (5) (kl).
    """
    with np.errstate(divide="ignore"):
        weight = np.log(bandit.reference) + beta * np.asarray(rewards, dtype=float)
    top = weight.max(axis=-1, keepdims=True)
    return weight - top - np.log(np.exp(weight - top).sum(axis=-1, keepdims=True))


def gibbs(bandit: Bandit, rewards: np.ndarray, beta: float) -> np.ndarray:
    """The Gibbs policies, shape ``(..., S, A)``."""
    return np.exp(log_gibbs(bandit, rewards, beta))


def value(bandit: Bandit, truth: np.ndarray, policy: np.ndarray, beta: float) -> np.ndarray:
    r"""Objective :math:`J(\pi) = \mathbb{E}[r - \beta^{-1}\ln(\pi / \pi_{\mathrm{ref}})]` of policies ``(..., S, A)``.

    Source
    ------
    Eq. (1) (kl).
    """
    policy = np.asarray(policy, dtype=float)
    used = policy > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        cost = np.where(used, np.log(np.where(used, policy, 1.0)) - np.log(bandit.reference), 0.0)
    return bandit.mean(np.where(used, truth - cost / beta, 0.0), policy)


def suboptimality(bandit: Bandit, truth: np.ndarray, rewards: np.ndarray, beta: float) -> np.ndarray:
    r"""Shortfall :math:`\beta^{-1}\mathbb{E}_{d_0}\mathrm{KL}(\pi_r \| \pi_{r^*})` of the Gibbs policies of tables.

    The divergence is summed as one nonnegative term per action, so that nothing cancels between actions.

    Parameters
    ----------
    bandit : Bandit
    truth : ndarray of shape (S, A)
    rewards : ndarray of shape (..., S, A)
    beta : float, ``> 0``

    Returns
    -------
    shortfall : ndarray of shape (...), ``>= 0``

    Source
    ------
    Eq. (2) (kl) and the first display of its Theorem 4.5, Step 3.
    """
    own, best = log_gibbs(bandit, rewards, beta), log_gibbs(bandit, truth, beta)
    with np.errstate(invalid="ignore"):
        ratio = np.where(np.isfinite(own), best - own, 0.0)
    # With x = ln(p/q), E_q[e^x - 1] = 0, so that KL = E_q[e^x - 1 - x], a sum of nonnegative terms.
    near = np.abs(ratio) < 0.01
    x = np.where(near, ratio, 0.0)
    small = np.exp(own) * x * x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6))))
    large = np.exp(best) - np.exp(own) * (1 + ratio)
    return np.einsum("s,...sa->...", bandit.law, np.where(near, small, large)) / beta


def trivial(bandit: Bandit, truth: np.ndarray, beta: float) -> float:
    """Shortfall of the reference policy, which needs no data; at most the lesser of B and beta B**2/8."""
    return float(suboptimality(bandit, truth, np.zeros_like(truth), beta))
