r"""Preference tables :math:`\ell(s, a, b) = 2P(a \succ b \mid s) - 1` and how far a policy is from being unbeatable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


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
