r"""The exponential mechanism with the square loss over a listed class: its law exactly, its privacy, and draws from it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from .counts import Counts
from .least_squares import ClassLeastSquares

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
