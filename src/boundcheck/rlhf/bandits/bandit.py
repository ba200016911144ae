"""Contextual bandits with finitely many states and actions, the comparisons that they can show, and these as counts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

# A contextual bandit with finitely many states and actions, and the comparisons that it can show.


@dataclass(frozen=True)
class Bandit:
    r"""Law of the states, number of actions, and the policy that the compared actions are drawn from.

    Parameters
    ----------
    states : tuple of S floats
        :math:`d_0(s)`, positive, of sum 1.
    actions : int, ``>= 2``
    behaviour : tuple of S tuples of A floats
        :math:`\pi_{\mathrm{ref}}(a \mid s)`, ``>= 0``, every row of sum 1.

    Source
    ------
    Section 3.1 (kl); Section 2 (square).
    """

    states: tuple[float, ...]
    actions: int
    behaviour: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "states", tuple(map(float, self.states)))
        object.__setattr__(self, "behaviour", tuple(tuple(map(float, row)) for row in self.behaviour))
        if self.actions < 2:
            raise ValueError(f"a comparison takes two actions, got {self.actions}; give 2 or more")
        if len(self.behaviour) != len(self.states) or any(len(row) != self.actions for row in self.behaviour):
            raise ValueError(
                f"behaviour must have a row of {self.actions} numbers for each of {len(self.states)} states"
            )
        for name, law in (("states", self.states), *(("behaviour", row) for row in self.behaviour)):
            if min(law) < 0 or abs(sum(law) - 1) > 1e-12:
                raise ValueError(f"{name} must be probabilities of sum 1, got {law}")

    @property
    def law(self) -> np.ndarray:
        """State law as an array, shape ``(S,)``."""
        return np.asarray(self.states)

    @property
    def reference(self) -> np.ndarray:
        """Reference policy as an array, shape ``(S, A)``."""
        return np.asarray(self.behaviour)

    @cached_property
    def pairs(self) -> np.ndarray:
        """The distinct rows of data: ``(s, a, b)`` with ``a < b``, shape ``(k, 3)``; ties show nothing and are no row."""
        first, second = np.triu_indices(self.actions, 1)
        state = np.repeat(np.arange(len(self.states)), len(first))
        return np.stack([state, np.tile(first, len(self.states)), np.tile(second, len(self.states))], axis=1)

    def pair_law(self, other: np.ndarray | None = None) -> np.ndarray:
        """Probability of every row of `pairs` where one action is drawn from each of two policies, in either order.

        Parameters
        ----------
        other : ndarray of shape (S, A), optional
            Policy of the second action; the reference if absent, which is the law of offline data.

        Returns
        -------
        law : ndarray of shape (k,), of sum at most 1
            What is missing to 1 is the probability that both actions are the same.
        """
        return pair_law(self, self.reference, self.reference if other is None else other)

    def differences(self, rewards: np.ndarray) -> np.ndarray:
        r"""Differences :math:`r(s, a) - r(s, b)` on the rows of `pairs`, shape ``(..., k)``, of tables ``(..., S, A)``."""
        state, first, second = self.pairs.T
        return rewards[..., state, first] - rewards[..., state, second]

    def mean(self, values: np.ndarray, policy: np.ndarray | None = None) -> np.ndarray:
        r""":math:`\mathbb{E}_{s \sim d_0, a \sim \pi}` of tables ``(..., S, A)``; the reference policy if none is given."""
        policy = self.reference if policy is None else policy
        return np.einsum("s,...sa->...", self.law, policy * values)


def pair_law(bandit: Bandit, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Probability of every row of ``bandit.pairs`` where the actions come from policies `one` and `two` ``(S, A)``."""
    state, first, second = bandit.pairs.T
    crossed = one[state, first] * two[state, second] + one[state, second] * two[state, first]
    return bandit.law[state] * crossed


def one_state(*behaviour: float) -> Bandit:
    """A bandit with a single state and these probabilities of its actions."""
    return Bandit((1.0,), len(behaviour), (behaviour,))


def equal_states(count: int, behaviour: tuple[float, ...]) -> Bandit:
    """`count` equally likely states with one reference policy."""
    return Bandit((1 / count,) * count, len(behaviour), (tuple(behaviour),) * count)


# Comparisons as counts: how often each row came, and how often its first action won. Cost does not depend on ``n``.


@dataclass(frozen=True, eq=False)
class Counts:
    """A batch of ``R`` data sets over ``k`` distinct rows.

    Parameters
    ----------
    total : ndarray of int64, shape (R, k)
    ones : ndarray of int64, shape (R, k)
        Labels in favour of the first action of the row; ``0 <= ones <= total``.
    n : int
        Samples in each data set, ties included: ``total.sum(axis=1) <= n``.
    """

    total: np.ndarray
    ones: np.ndarray
    n: int

    @property
    def repeats(self) -> int:
        """Number of data sets."""
        return self.ones.shape[0]


def sigmoid(x: np.ndarray | float) -> np.ndarray:
    """The logistic function, exactly symmetric about 0."""
    return 0.5 + 0.5 * np.tanh(0.5 * np.asarray(x, dtype=float))


def draw(rng: np.random.Generator, repeats: int, *, n: int, law: np.ndarray, first_wins: np.ndarray) -> Counts:
    """Draw rows from `law` and labels from `first_wins`.

    Parameters
    ----------
    rng : numpy.random.Generator
    repeats : int
    n : int
        Samples in each data set; up to 10**15.
    law : ndarray of shape (k,), of sum at most 1
        What is missing to 1 are samples that show nothing.
    first_wins : ndarray of shape (k,)
        Probability that the first action of each row is preferred.

    Returns
    -------
    counts : Counts
    """
    rest = max(0.0, 1.0 - float(law.sum()))
    total = rng.multinomial(n, np.r_[law, rest] / (law.sum() + rest), size=repeats)[:, :-1]
    return Counts(total, rng.binomial(total, first_wins), n)


def thinned(rng: np.random.Generator, counts: Counts, *, epsilon: float) -> Counts:
    r"""The same after randomized response: every label is turned with probability :math:`1/(1 + e^\varepsilon)`.

    Parameters
    ----------
    rng : numpy.random.Generator
    counts : Counts
    epsilon : float, ``> 0``; ``inf`` turns none

    Source
    ------
    Eq. (7) (kl).
    """
    keep = 0.5 + 0.5 * math.tanh(0.5 * epsilon)
    kept = rng.binomial(counts.ones, keep)
    return Counts(counts.total, kept + rng.binomial(counts.total - counts.ones, 1 - keep), counts.n)


def turned(counts: Counts) -> Counts:
    """The same with every label turned round."""
    return Counts(counts.total, counts.total - counts.ones, counts.n)
