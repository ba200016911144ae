"""Policies on a bandit, exactly on tables: Gibbs, mixed chi-square, the exponential mechanism, and how they are covered."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import wrightomega

from .bandit import Bandit, Counts
from .estimates import ClassLeastSquares

# Gibbs policies :math:`\pi_{\mathrm{ref}} e^{\beta r} / Z`, and how far a policy falls short, exactly on tables.


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
    return divergence(bandit, log_gibbs(bandit, rewards, beta), log_gibbs(bandit, truth, beta), beta)


def divergence(bandit: Bandit, own: np.ndarray, best: np.ndarray, beta: float) -> np.ndarray:
    """The same of logarithms of Gibbs policies ``(..., S, A)``, as `log_gibbs` returns them."""
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


# Policies that are best for a reward less :math:`\beta` times chi-square and KL divergence, exactly on tables.
#
# With :math:`\phi(u) = u + \ln u` the best policy is :math:`\pi_{\mathrm{ref}} u`, where :math:`\beta\phi(u) = r - Z` and
# ``Z`` is the one number per state that makes it a policy; ``u = omega((r - Z)/beta)`` with Wright's omega.

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


# The exponential mechanism with the square loss over a listed class: its law exactly, its privacy, and draws from it.

RATE = 8  # the loss of a sample lies in [0, 4], so exp(-epsilon L / 8) is epsilon-DP when a sample is replaced


@dataclass(frozen=True)
class ExponentialMechanism:
    r"""Draws member ``h`` with probability proportional to :math:`\exp(-\frac{\varepsilon}{8} L(h))`.

    Parameters
    ----------
    rate : float
        The 8 of the page; a smaller number is less private and closer to the minimiser.

    Source
    ------
    Algorithm 2, line 3 (square).
    """

    rate: float = RATE

    def law(self, counts: Counts, functions: np.ndarray, *, epsilon: float) -> np.ndarray:
        """Probability of every member, shape ``(R, N)``."""
        weight = -epsilon / self.rate * ClassLeastSquares().excess(counts, functions, epsilon=np.inf)
        weight -= weight.max(axis=1, keepdims=True)
        mass = np.exp(weight)
        return mass / mass.sum(axis=1, keepdims=True)

    def __call__(
        self, rng: np.random.Generator, counts: Counts, functions: np.ndarray, *, epsilon: float
    ) -> np.ndarray:
        """Number of the drawn member per data set, shape ``(R,)``."""
        below = np.cumsum(self.law(counts, functions, epsilon=epsilon), axis=1)
        return (rng.random((counts.repeats, 1)) * below[:, -1:] > below).sum(axis=1)


def largest_ratio(functions: np.ndarray, *, n: int, epsilon: float, rate: float = RATE) -> float:
    """Largest factor between probabilities of one member on data sets of `n` samples that differ in one, by enumeration.

    Parameters
    ----------
    functions : ndarray of shape (N, k)
        A sample is one of the ``k`` rows with a label: ``2 k`` possibilities, both row and label are protected.
    n : int
        Small: all multisets of samples are listed.
    epsilon : float, ``> 0``

    Returns
    -------
    factor : float
        At most ``exp(epsilon)`` if the mechanism is epsilon-DP.
    """
    rows = functions.shape[1]
    single = np.concatenate([(functions - 1) ** 2, (functions + 1) ** 2], axis=1)
    worst = 1.0
    for rest in itertools.combinations_with_replacement(range(2 * rows), n - 1):
        shared = single[:, list(rest)].sum(axis=1)
        weight = -epsilon / rate * (shared[:, None] + single)
        mass = np.exp(weight - weight.max(axis=0))
        law = mass / mass.sum(axis=0)
        worst = max(worst, float((law.max(axis=1) / law.min(axis=1)).max()))
    return worst


# How well the reference policy covers what a class can disagree about, under each order of the quantifiers.
#
# All functions take floats, or Fractions in arrays of objects, in which they are exact. A pair of members whose difference
# does not vary under the reference policy has the denominator 0: it is left out where the numerator is 0 too, and makes
# the quantity infinite otherwise.


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
