"""Rewards from private labels over a listed class: by least squares and by likelihood."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .bandit import Counts

# Least squares over a listed class of functions, from labels that randomized response and Huber corruption changed.
#
# A label is +1 or -1 here, and a function ``h`` of the row is its mean: ``h(u) = E[y | u]``, within [-1, 1].

ORDERS = ("ctl", "ltc", "central")


def c(epsilon: float) -> float:
    r"""The factor :math:`c(\varepsilon) = (e^\varepsilon + 1)/(e^\varepsilon - 1)` that undoes randomized response.

    Source
    ------
    Algorithm 1, line 3 (square).
    """
    return 1 / math.tanh(0.5 * epsilon)


def label_mean(order: str, truth: np.ndarray, bad: np.ndarray, *, alpha: float, epsilon: float) -> np.ndarray:
    r"""Mean of an observed label of each row, where the bad labels have the mean `bad`.

    .. math:: \text{ctl: } \frac{(1-\alpha)h^* + \alpha B}{c(\varepsilon)}, \qquad
              \text{ltc: } \frac{(1-\alpha)h^*}{c(\varepsilon)} + \alpha B, \qquad
              \text{central: } (1-\alpha)h^* + \alpha B

    Parameters
    ----------
    order : {"ctl", "ltc", "central"}
    truth, bad : ndarray of shape (k,), within [-1, 1]
    alpha : float in [0, 1/2]
        Probability that a label comes from the bad law.
    epsilon : float, ``> 0``
        Not used in the central order, where the learner adds its own privacy.

    Source
    ------
    Definitions 2.1 to 2.3 and 2.6 (square).
    """
    if order not in ORDERS:
        raise ValueError(f"order must be one of {', '.join(ORDERS)}, got {order!r}")
    if not 0 <= alpha <= 0.5:
        raise ValueError(f"alpha must lie in [0, 1/2], got {alpha!r}")
    seen = 1.0 if order == "central" else 1 / c(epsilon)
    if order == "ltc":
        return (1 - alpha) * truth * seen + alpha * bad
    return ((1 - alpha) * truth + alpha * bad) * seen


def towards(functions: np.ndarray, law: np.ndarray) -> np.ndarray:
    """Bad labels that pull towards the member farthest from the truth: the sign of ``h - h*``, shape ``(k,)``.

    No law of bad labels moves the losses of that member and of the truth further apart; it knows the class and
    not the sample.
    """
    gaps = functions - functions[0]
    return np.sign(gaps[int(np.argmax((gaps**2) @ law))])


def error(functions: np.ndarray, law: np.ndarray) -> np.ndarray:
    r"""Generalization error :math:`\mathbb{E}_u[(h(u) - h^*(u))^2]` of every member ``(N, k)``, exactly.

    Source
    ------
    Lemma 5.1 (square).
    """
    return ((functions - functions[0]) ** 2) @ law


@dataclass(frozen=True)
class ClassLeastSquares:
    r"""The member with the least :math:`\sum_i (h(u_i) - c(\varepsilon) z_i)^2`; ties go to the worst member.

    Losses are compared as differences to the loss of the truth, member 0, which keeps their digits for any ``n``.

    Parameters
    ----------
    debias : bool
        Without it the factor c(epsilon) is left out and labels are taken at face value.

    Source
    ------
    Lemma B.1 and line 3 of Algorithm 1 (square).
    """

    debias: bool = True

    def __call__(self, counts: Counts, functions: np.ndarray, worst: np.ndarray, *, epsilon: float) -> np.ndarray:
        """Number of the chosen member per data set.

        Parameters
        ----------
        counts : Counts
            ``k`` rows.
        functions : ndarray of shape (N, k), within [-1, 1]
        worst : ndarray of shape (N,)
            How bad every member is; among members of equal loss the worst is chosen.
        epsilon : float, ``> 0``; ``inf`` for labels that no mechanism has touched

        Returns
        -------
        chosen : ndarray of int, shape (R,)
        """
        order = np.argsort(-np.asarray(worst), kind="stable")
        excess = self.excess(counts, functions, epsilon=epsilon)[:, order]
        return order[excess.argmin(axis=1)]

    def excess(self, counts: Counts, functions: np.ndarray, *, epsilon: float) -> np.ndarray:
        """Loss of every member minus that of the truth, shape ``(R, N)``."""
        scale = c(epsilon) if self.debias else 1.0
        gap = functions - functions[0]
        noise = scale * (2.0 * counts.ones - counts.total) - counts.total * functions[0]
        return np.einsum("rk,nk->rn", counts.total, gap**2) - 2 * np.einsum("rk,nk->rn", noise, gap)


# Maximum likelihood from private labels over a listed class, or state by state over a product of classes.


def private_probability(differences: np.ndarray, epsilon: float) -> np.ndarray:
    r"""Probability of the label 1 after randomized response.

    .. math:: \alpha\,\sigma(\Delta) + (1 - \alpha)\,\sigma(-\Delta)
              = \tfrac12 + \tfrac12\tanh\tfrac\varepsilon2\,\tanh\tfrac\Delta2

    Parameters
    ----------
    differences : ndarray
        Reward differences.
    epsilon : float, ``> 0``; ``inf`` for labels as they were given

    Source
    ------
    Eq. (9) (kl).
    """
    return 0.5 + 0.5 * math.tanh(0.5 * epsilon) * np.tanh(0.5 * np.asarray(differences, dtype=float))


@dataclass(frozen=True)
class ClassMLE:
    r"""The member of a finite class whose private log-likelihood is largest; ties go to the worst member.

    Likelihoods are compared as logarithms of ratios to the truth, which keeps their digits for any ``n``.

    Parameters
    ----------
    assumed : float
        Factor on the true privacy level in the likelihood; ``inf`` takes private labels at face value.

    Source
    ------
    Algorithm 1, line 2 (kl).
    """

    assumed: float = 1.0

    def __call__(self, counts: Counts, differences: np.ndarray, worst: np.ndarray, *, epsilon: float) -> np.ndarray:
        """Number of the chosen member per data set.

        Parameters
        ----------
        counts : Counts
            ``k`` rows.
        differences : ndarray of shape (N, k)
            Reward differences of the members; member 0 is the truth.
        worst : ndarray of shape (N,)
            Distance of every member from the truth; among equals the largest is chosen.
        epsilon : float, ``> 0``
            True privacy level of the labels.

        Returns
        -------
        chosen : ndarray of int, shape (R,)
        """
        order = np.argsort(-np.asarray(worst), kind="stable")
        gains = self.gains(counts, differences[order], differences[0], epsilon=epsilon)
        return order[gains.argmax(axis=1)]

    def gains(self, counts: Counts, differences: np.ndarray, truth: np.ndarray, *, epsilon: float) -> np.ndarray:
        """Log-likelihood of every member minus that of the truth, shape ``(R, N)``."""
        level = epsilon * self.assumed
        own, other = private_probability(truth, level), private_probability(differences, level)
        up = np.log1p((other - own) / own)
        down = np.log1p((own - other) / (1 - own))
        return np.einsum("rk,nk->rn", counts.ones, up) + np.einsum("rk,nk->rn", counts.total - counts.ones, down)

    def by_state(self, counts: Counts, differences: np.ndarray, worst: np.ndarray, *, epsilon: float) -> np.ndarray:
        """The same for a product of classes that have one row a state.

        Parameters
        ----------
        counts : Counts
            ``S`` rows.
        differences : ndarray of shape (S, M)
        worst : ndarray of shape (M,)

        Returns
        -------
        chosen : ndarray of int, shape (R, S)
        """
        order = np.argsort(-np.asarray(worst), kind="stable")
        level = epsilon * self.assumed
        own = private_probability(differences[:, :1], level)
        other = private_probability(differences[:, order], level)
        up, down = np.log1p((other - own) / own), np.log1p((own - other) / (1 - own))
        gains = counts.ones[:, :, None] * up + (counts.total - counts.ones)[:, :, None] * down
        return order[gains.argmax(axis=2)]
