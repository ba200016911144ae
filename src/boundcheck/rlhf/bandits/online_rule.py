"""What the online loop is told, and what a batch of its runs ends with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Rule:
    r"""What Algorithm 2 leaves open or a mutant changes.

    Parameters
    ----------
    width : float
        :math:`\Gamma_T`, the radius of the confidence set and the factor of the bonus.
    lam : float, ``> 0``
    cap : float
        Largest bonus; 1 as printed.
    explore : bool
        False leaves out the bonus.
    turned : bool
        Labels are turned round.
    update : bool
        False keeps the first estimate for ever.

    Source
    ------
    Eq. (13) and Algorithm 2 (kl).
    """

    width: float
    lam: float
    cap: float = 1.0
    explore: bool = True
    turned: bool = False
    update: bool = True


@dataclass(frozen=True, eq=False)
class Run:
    """What a batch of runs ends with, one number each.

    Parameters
    ----------
    regret : ndarray of shape (R,)
        Sum over rounds of the exact shortfall of the exploring policy.
    squares : ndarray of shape (R,)
        Sum over rounds of the exact mean of the squared bonus under that policy.
    unsure : ndarray of shape (R,)
        Sum over rounds of the exact mean of min(1, U**2) under that policy.
    pessimistic : ndarray of bool, shape (R,)
        Whether optimism failed in some round.
    in_sample : ndarray of shape (R,)
        Largest in-sample squared error of reward differences over the rounds.
    excess : ndarray of shape (R,)
        Largest in-sample squared error of the estimator's own predictions, :math:`\\sum(\\hat h_t - h^*)^2`.
    """

    regret: np.ndarray
    squares: np.ndarray
    unsure: np.ndarray
    pessimistic: np.ndarray
    in_sample: np.ndarray
    excess: np.ndarray
