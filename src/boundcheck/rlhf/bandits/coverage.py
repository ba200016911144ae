r"""How well the reference policy covers what a class can disagree about, under each order of the quantifiers.

All functions take floats, or Fractions in arrays of objects, in which they are exact. A pair of members whose difference
does not vary under the reference policy has the denominator 0: it is left out where the numerator is 0 too, and makes
the quantity infinite otherwise.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np


def mean(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Means over actions, shape ``(S, 1)``, of tables ``(S, A)`` under a policy ``(S, A)``."""
    return (weights * values).sum(axis=-1, keepdims=True)


def variance(law: np.ndarray, policy: np.ndarray, values: np.ndarray) -> Any:
    r""":math:`\mathbb{E}_{s \sim d_0}\mathrm{Var}_{a \sim \pi}` of a table ``(S, A)``."""
    spread = (values - mean(policy, values)) ** 2
    return (law[:, None] * policy * spread).sum()


def _ratio(upper: Any, lower: Any) -> Any:
    if lower == 0:
        return 0 * upper if upper == 0 else math.inf
    return upper / lower


def _pairs(tables: np.ndarray) -> Iterator[np.ndarray]:
    for g, h in itertools.combinations(range(len(tables)), 2):
        yield tables[g] - tables[h]


def offset_per_action(law: np.ndarray, policy: np.ndarray, tables: np.ndarray, bound: Any) -> np.ndarray:
    r"""The quantity as its letters say: the offset is chosen for each ``(s, a)`` by itself.

    .. math:: \sup_{g,h}\inf_b \frac{(g(s,a) - h(s,a) - b(s))^2}{\mathbb{E}\,\mathrm{Var}_\pi[g - h]}

    For each state and action some ``b`` in ``[-bound, bound]`` equals the difference, so every numerator is its
    distance from that interval, which is 0 for rewards in ``[0, bound]``.

    Parameters
    ----------
    law : ndarray of shape (S,)
    policy : ndarray of shape (S, A)
    tables : ndarray of shape (N, S, A)
    bound : number

    Returns
    -------
    quantity : ndarray of shape (S, A)

    Source
    ------
    Definition 3.2 (kl).
    """
    worst = 0 * tables[0]
    for difference in _pairs(tables):
        lower = variance(law, policy, difference)
        for place in np.ndindex(*difference.shape):
            distance = max(abs(difference[place]) - bound, 0 * difference[place])
            worst[place] = max(worst[place], _ratio(distance**2, lower))
    return worst


def offset_of_policy(law: np.ndarray, policy: np.ndarray, tables: np.ndarray) -> np.ndarray:
    r"""The quantity with the offset :math:`b(s) = \mathbb{E}_{a \sim \pi}[g - h]`, one for all actions; shape ``(S, A)``.

    Source
    ------
    Definition 3.2 with the offset of Lemma B.1 (kl).
    """
    worst = 0 * tables[0]
    for difference in _pairs(tables):
        lower = variance(law, policy, difference)
        upper = (difference - mean(policy, difference)) ** 2
        for place in np.ndindex(*difference.shape):
            worst[place] = max(worst[place], _ratio(upper[place], lower))
    return worst


def single_policy(law: np.ndarray, target: np.ndarray, quantity: np.ndarray) -> Any:
    r""":math:`\mathbb{E}_{s \sim d_0, a \sim \pi^*}` of a quantity ``(S, A)``.

    Source
    ------
    Definition 3.3 (kl).
    """
    return (law[:, None] * target * quantity).sum()


def offset_outside(law: np.ndarray, target: np.ndarray, policy: np.ndarray, tables: np.ndarray) -> Any:
    r"""The smallest quantity of its kind: members outside, then the offset, then the mean over the target policy.

    .. math:: \sup_{g,h}\inf_b \frac{\mathbb{E}_{\pi^*}(g - h - b)^2}{\mathbb{E}\,\mathrm{Var}_\pi[g - h]}
              = \sup_{g,h}\frac{\mathbb{E}\,\mathrm{Var}_{\pi^*}[g - h]}{\mathbb{E}\,\mathrm{Var}_\pi[g - h]}
    """
    return max((_ratio(variance(law, target, d), variance(law, policy, d)) for d in _pairs(tables)), default=0 * law[0])


def density_ratio(target: np.ndarray, policy: np.ndarray) -> Any:
    r""":math:`\sup_{s,a}\pi^*(a \mid s)/\pi_{\mathrm{ref}}(a \mid s)`.

    Source
    ------
    Definition 3.4 (kl).
    """
    return max(_ratio(target[place], policy[place]) for place in np.ndindex(*target.shape))
