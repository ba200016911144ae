"""Comparisons as counts: how often each row came, and how often its first action won. Cost does not depend on ``n``."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


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
