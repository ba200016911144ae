"""What worlds produce, mechanisms change and estimators consume: preference data sets with their truth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np


@dataclass(frozen=True, eq=False)
class Preferences:
    r"""A batch of ``R`` data sets :math:`\{(x_i, y_i)\}_{i \le n}`, each stored by its distinct rows.

    A row that occurs ``total`` times with ``ones`` labels equal to 1 stands for that many samples; data
    that come row by row have ``total`` equal to 1 throughout. Nothing in the papers' losses depends on more
    than this.

    Parameters
    ----------
    x : ndarray of shape (k, d), shared by all data sets, or (R, k, d)
        Feature differences, rows of Euclidean norm at most 1.
    total : ndarray of int64, shape (R, k)
        How often each row occurs; every data set has the same sum, `n`.
    ones : ndarray of int64, shape (R, k)
        How many of these labels are 1; ``0 <= ones <= total``.
    theta : ndarray of shape (d,), shared, or (R, d)
        The true parameter.

    Source
    ------
    Definition 5.1 (unified).
    """

    x: np.ndarray
    total: np.ndarray
    ones: np.ndarray
    theta: np.ndarray

    @property
    def repeats(self) -> int:
        """Number of data sets, ``R``."""
        return self.ones.shape[0]

    @cached_property
    def n(self) -> int:
        """Number of samples in each data set."""
        return int(self.total[0].sum())

    @property
    def counts(self) -> np.ndarray:
        """The totals, shape ``(R, k)``, or ``(1, k)`` where all data sets share one array of them."""
        return self.total[:1] if self.total.strides[0] == 0 else self.total

    @property
    def weights(self) -> np.ndarray:
        """Shares ``total / n`` of the rows, of the shape of ``counts``."""
        return self.counts / self.n

    @property
    def row_by_row(self) -> bool:
        """Whether every row stands for exactly one sample."""
        return self.total.shape[1] == self.n and bool((self.counts == 1).all())

    def covariance(self) -> np.ndarray:
        r"""Empirical second moment :math:`\hat\Sigma = \frac1n \sum_i x_i x_i^\top`.

        Returns
        -------
        covariance : ndarray of shape (R, d, d), or (1, d, d) where all data sets share rows and counts

        Source
        ------
        Proposition 4.2 (unified).
        """
        if self.x.ndim == 2:
            k, d = self.x.shape
            products = (self.x[:, :, None] * self.x[:, None, :]).reshape(k, d * d)
            return in_blocks(self.weights, products).reshape(-1, d, d)
        return np.swapaxes(self.x * self.weights[:, :, None], 1, 2) @ self.x

    def logits(self, theta: np.ndarray) -> np.ndarray:
        r"""Inner products :math:`\langle\theta, x_j\rangle`, shape ``(R, k)``, or ``(1, k)`` if all is shared."""
        if self.x.ndim == 2:
            return in_blocks(np.atleast_2d(theta), self.x.T)
        theta = np.broadcast_to(theta, (self.x.shape[0], self.x.shape[2]))
        return np.einsum("rkd,rd->rk", self.x, theta)

    def sums(self, values: np.ndarray) -> np.ndarray:
        r"""Sums :math:`\sum_j v_j x_j` of the rows with weights `values` ``(R, k)``; shape ``(R, d)``."""
        values = np.asarray(values, dtype=float)  # a mixed product would take the slow road
        if self.x.ndim == 2:
            return in_blocks(values, self.x)
        return np.einsum("rk,rkd->rd", values, self.x)


def in_blocks(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Matrix product whose every BLAS call stays below the size at which OpenBLAS takes a second thread.

    The sum over the inner index is then taken in the same order whatever the number of threads, so the
    bytes are the same.

    Parameters
    ----------
    left : ndarray of shape (R, k)
    right : ndarray of shape (k, q)

    Returns
    -------
    product : ndarray of shape (R, q)
    """
    repeats, k = left.shape
    q = right.shape[1]
    # OpenBLAS starts a second thread at 9216 numbers in a matrix times a vector, at 262144 products otherwise.
    width = min(q, 512)
    inner = max(1, min(k, 8192 // max(width, 1)))
    height = max(1, 131072 // (inner * max(width, 1)))
    if repeats <= height and k <= inner and q <= width:
        return np.asarray(left @ right + 0.0)  # one block; as a sum that begins with 0, which is never -0
    product = np.zeros((repeats, q))
    for top in range(0, repeats, height):
        for side in range(0, q, width):
            block = product[top : top + height, side : side + width]
            for start in range(0, k, inner):
                stop = start + inner
                block += left[top : top + height, start:stop] @ right[start:stop, side : side + width]
    return product


@lru_cache(maxsize=1024)
def allowance(alpha: float, n: int) -> int:
    r"""How many labels an adversary may change, :math:`\lfloor\alpha n\rfloor`, `alpha` read as the decimal it prints.

    In floating point ``0.29 * 100`` is 28.999999999999996; the paper means 29.

    Parameters
    ----------
    alpha : float in ``[0, 1/2)``
    n : int, ``>= 0``

    Source
    ------
    Definition 3.3 (unified).
    """
    if not 0 <= alpha < 0.5:
        raise ValueError(f"alpha must lie in [0, 1/2), got {alpha!r}")
    return math.floor(Fraction(repr(float(alpha))) * n)


def unbiased_ones(data: Preferences, *, epsilon: float) -> np.ndarray:
    r"""Per row, the sum of unbiased estimates of the labels before randomized response.

    .. math:: \sum_i c(\varepsilon)\,(z_i + \sigma(\varepsilon) - 1), \qquad
              c(\varepsilon) = \frac{e^\varepsilon + 1}{e^\varepsilon - 1} = \coth\frac\varepsilon2

    Parameters
    ----------
    data : Preferences
    epsilon : float, ``> 0``
        Privacy of the labels; ``inf`` for labels that no mechanism has touched.

    Returns
    -------
    sums : ndarray of shape (R, k)

    Source
    ------
    Eq. (14) (unified); symmetric form ``t/2 + c (z - t/2)``, which loses no digits at small epsilon.
    """
    half = 0.5 * data.counts
    sums = data.ones - half
    sums /= math.tanh(0.5 * epsilon)
    sums += half
    return sums


def gradient_at_truth(data: Preferences, *, epsilon: float) -> np.ndarray:
    r"""Gradient of the de-biased loss at the true parameter.

    .. math:: -\frac1n \sum_i [c(\varepsilon)(z_i + \sigma(\varepsilon) - 1) - \sigma(\theta^\top x_i)]\, x_i

    Parameters
    ----------
    data : Preferences
    epsilon : float, ``> 0``, or ``inf``

    Returns
    -------
    gradient : ndarray of shape (R, d)

    Source
    ------
    Eq. (18) (unified).
    """
    expected = data.total * (0.5 + 0.5 * np.tanh(0.5 * data.logits(data.theta)))
    return data.sums(expected - unbiased_ones(data, epsilon=epsilon)) / data.n
