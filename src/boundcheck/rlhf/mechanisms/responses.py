"""Randomized response: labels of two kinds, or of K, are changed at random, so that each says little about its owner."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from boundcheck.rlhf.preferences import Preferences

# Randomized response: labels are turned round at random, so that each says little about its owner.


def keep_probability(epsilon: float) -> float:
    r"""Probability :math:`\sigma(\varepsilon) = e^\varepsilon / (1 + e^\varepsilon)` that a label is kept.

    Parameters
    ----------
    epsilon : float, ``> 0``; ``inf`` keeps every label

    Source
    ------
    Algorithm 1, line 3 (unified).
    """
    if not epsilon > 0:
        raise ValueError(f"epsilon must be positive, got {epsilon!r}")
    return 0.5 + 0.5 * math.tanh(0.5 * epsilon)


def randomized_response(rng: np.random.Generator, data: Preferences, *, epsilon: float, **_: Any) -> Preferences:
    r"""Turn every label round, independently, with probability :math:`1/(1 + e^\varepsilon)`.

    On counts this is binomial thinning: ones that stay plus zeros that turn.

    Parameters
    ----------
    rng : numpy.random.Generator
    data : Preferences
    epsilon : float, ``> 0``
        Privacy of each label, in nats.

    Returns
    -------
    private : Preferences

    Source
    ------
    Algorithm 1 and Remark 3.2 (unified).
    """
    keep = keep_probability(epsilon)
    if data.row_by_row:
        turned = rng.random(data.ones.shape) >= keep
        return replace(data, ones=data.ones ^ turned)
    kept = rng.binomial(data.ones, keep)
    return replace(data, ones=kept + rng.binomial(data.total - data.ones, 1 - keep))


# K-ary randomized response: a label out of K is kept, or replaced by one of the others at random.


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
