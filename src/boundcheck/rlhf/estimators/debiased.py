"""Estimators that undo the bias of private labels: Algorithm 1, rDPO, and K-wise comparisons."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.losses import Fit, logistic_fit
from boundcheck.rlhf.preferences import Preferences, unbiased_ones

# The estimator of Algorithm 1: logistic likelihood with de-biased labels, over the ball and the subspace.


@dataclass(frozen=True)
class DebiasedMLE:
    r"""Minimiser of the loss over :math:`\Theta_{B'} = \{\langle 1,\theta\rangle = 0, \|\theta\| \le B'\}`.

    .. math:: -\frac1n\sum_i \ln(1 - \sigma(\theta^\top x_i))
              + (z_i + \sigma(\varepsilon) - 1)\,c(\varepsilon)\,\theta^\top x_i

    The default is the algorithm as printed. The options describe mistakes that a study must be able to see.

    Parameters
    ----------
    debias : bool
        Whether labels are shifted and scaled; without it they are taken at face value.
    scale : float
        Factor on the true :math:`c(\varepsilon)`.
    cap : float, optional
        Radius used in place of the point's; 1000, say, to ignore the ball. (Beyond 1e5 the rounding of the logits
        alone exceeds the tolerance, and replicates say that they did not converge.)

    Source
    ------
    Algorithm 1 and Eq. (14) (unified).
    """

    debias: bool = True
    scale: float = 1.0
    cap: float | None = None

    def __call__(self, data: Preferences, *, epsilon: float, radius: float, **_: Any) -> Fit:
        """Estimate from what the analyst received.

        Parameters
        ----------
        data : Preferences
            Private, perhaps corrupted, labels.
        epsilon : float, ``> 0``, or ``inf``
        radius : float, ``> 0``

        Returns
        -------
        fit : Fit
        """
        labels = unbiased_ones(data, epsilon=epsilon if self.debias else math.inf)
        if self.scale != 1.0:
            labels = 0.5 * data.total + self.scale * (labels - 0.5 * data.total)
        return logistic_fit(data, labels, radius=radius if self.cap is None else self.cap)


#: The algorithm as printed.
debiased_mle = DebiasedMLE()


# The loss of Chowdhury et al., in terms of the flip probability; Appendix C says it has the same minimiser.


def rdpo_mle(data: Preferences, *, epsilon: float, radius: float, **_: Any) -> Fit:
    r"""Minimiser of the rDPO loss of log-linear policies over the ball and the subspace.

    With flip probability :math:`p = 1/(1+e^\varepsilon)` and margin :math:`m_i = (2z_i - 1)\theta^\top x_i`
    the loss is

    .. math:: \frac1n \sum_i \frac{-(1-p)\ln\sigma(m_i) + p\ln\sigma(-m_i)}{1-2p}.

    Since :math:`\ln\sigma(-m) = \ln\sigma(m) - m`, a sample costs :math:`\ln(1+e^{\theta^\top x})` less a
    multiple of :math:`\theta^\top x` that is :math:`(1-p)/(1-2p)` for a label 1 and :math:`-p/(1-2p)` for a
    label 0.

    Parameters
    ----------
    data : Preferences
    epsilon : float, ``> 0``
    radius : float, ``> 0``

    Returns
    -------
    fit : Fit

    Source
    ------
    arXiv:2403.00409, Eq. (12); Appendix C, Eq. (16) (unified).
    """
    flip = 1 / (1 + math.exp(epsilon))
    kept = 1 - 2 * flip
    labels = data.ones * ((1 - flip) / kept) - (data.total - data.ones) * (flip / kept)
    return logistic_fit(data, labels, radius=radius)


# K-wise comparisons of the same K arms: shares of the labels with the bias of K-RR removed, and the rewards they give.


def debiased_shares(counts: np.ndarray, *, epsilon: float) -> np.ndarray:
    r"""Unbiased shares of the labels before K-RR, :math:`((e^\varepsilon + K - 1) f_l - 1)/(e^\varepsilon - 1)`.

    Parameters
    ----------
    counts : ndarray of int64, shape (R, K)
    epsilon : float, ``> 0``, or ``inf``

    Returns
    -------
    shares : ndarray of shape (R, K), rows of sum 1, perhaps with negative entries
    """
    k = counts.shape[1]
    shares = counts / counts.sum(axis=1, keepdims=True)
    if math.isinf(epsilon):
        return shares
    return 1 / k + (1 + k / math.expm1(epsilon)) * (shares - 1 / k)


def k_wise_mle(shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rewards of sum 0 that maximise the Plackett-Luce likelihood at the given shares, and where they exist.

    Parameters
    ----------
    shares : ndarray of shape (R, K), rows of sum 1

    Returns
    -------
    rewards : ndarray of shape (R, K)
    exists : ndarray of bool, shape (R,)
        A share that is not positive puts a reward at minus infinity.
    """
    exists = np.asarray((shares > 0).all(axis=1))
    logs = np.log(np.where(shares > 0, shares, 1.0))
    return logs - logs.mean(axis=1, keepdims=True), exists
