"""K-wise comparisons of the same K arms: shares of the labels with the bias of K-RR removed, and the rewards they give."""

from __future__ import annotations

import math

import numpy as np


def debiased_shares(counts: np.ndarray, *, epsilon: float) -> np.ndarray:
    r"""Unbiased shares of the labels before K-RR, :math:`((e^\varepsilon + K - 1) f_l - 1)/(e^\varepsilon - 1)`.

    Parameters
    ----------
    counts : ndarray of int64, shape (R, K)
    epsilon : float, ``> 0``, or ``inf``

    Returns
    -------
    shares : ndarray of shape (R, K), rows of sum 1, perhaps with negative entries
    """
    k = counts.shape[1]
    shares = counts / counts.sum(axis=1, keepdims=True)
    if math.isinf(epsilon):
        return shares
    return 1 / k + (1 + k / math.expm1(epsilon)) * (shares - 1 / k)


def k_wise_mle(shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rewards of sum 0 that maximise the Plackett-Luce likelihood at the given shares, and where they exist.

    Parameters
    ----------
    shares : ndarray of shape (R, K), rows of sum 1

    Returns
    -------
    rewards : ndarray of shape (R, K)
    exists : ndarray of bool, shape (R,)
        A share that is not positive puts a reward at minus infinity.
    """
    exists = np.asarray((shares > 0).all(axis=1))
    logs = np.log(np.where(shares > 0, shares, 1.0))
    return logs - logs.mean(axis=1, keepdims=True), exists
