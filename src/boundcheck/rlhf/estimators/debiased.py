"""The estimator of Algorithm 1: logistic likelihood with de-biased labels, over the ball and the subspace."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from boundcheck.rlhf.estimators.logistic import Fit, logistic_fit
from boundcheck.rlhf.preferences import Preferences, unbiased_ones


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
