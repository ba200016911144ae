r"""The loss of Chowdhury et al., in terms of the flip probability; Appendix C says it has the same minimiser."""

from __future__ import annotations

import math
from typing import Any

from boundcheck.rlhf.estimators.logistic import Fit, logistic_fit
from boundcheck.rlhf.preferences import Preferences


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
