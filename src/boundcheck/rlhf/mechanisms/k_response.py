"""K-ary randomized response: a label out of K is kept, or replaced by one of the others at random."""

from __future__ import annotations

import math

import numpy as np


def keep_probability_of(k: int, *, epsilon: float) -> float:
    r"""Probability :math:`e^\varepsilon/(e^\varepsilon + K - 1)` that a label is kept.

    Parameters
    ----------
    k : int, ``>= 2``
    epsilon : float, ``> 0``

    Source
    ------
    Section 4, extension to K-wise comparisons (reward).
    """
    if not epsilon > 0:
        raise ValueError(f"epsilon must be positive, got {epsilon!r}")
    return 1 / (1 + (k - 1) * math.exp(-epsilon))


def k_randomized_response(rng: np.random.Generator, counts: np.ndarray, *, epsilon: float) -> np.ndarray:
    r"""Pass every label through the mechanism; each wrong label has probability :math:`1/(e^\varepsilon + K - 1)`.

    Parameters
    ----------
    rng : numpy.random.Generator
    counts : ndarray of int64, shape (R, K)
        How often each label occurs.
    epsilon : float, ``> 0``

    Returns
    -------
    private : ndarray of int64, shape (R, K), of the same row sums
    """
    k = counts.shape[1]
    keep = keep_probability_of(k, epsilon=epsilon)
    private = np.zeros_like(counts)
    for label in range(k):
        law = np.full(k, (1 - keep) / (k - 1))
        law[label] = keep
        private += rng.multinomial(counts[:, label], law / law.sum())
    return private
