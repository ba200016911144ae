"""Distances between estimates and the truth, and the gradient norm that bounds them."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.logistic import Fit
from boundcheck.rlhf.preferences import Preferences, gradient_at_truth, unbiased_ones


def weighted_norm_error(fit: Fit, data: Preferences, *, lam: float, **_: Any) -> np.ndarray:
    r"""Distance of the estimate from the truth, in the data's own norm.

    .. math:: \|\hat\theta - \theta_{\mathrm{true}}\|_{\hat\Sigma + \lambda I}

    Parameters
    ----------
    fit : Fit
    data : Preferences
    lam : float, ``> 0``
        Ridge weight, in the unit of the eigenvalues of the empirical covariance.

    Returns
    -------
    error : ndarray of shape (R,), ``>= 0``

    Source
    ------
    Left side of Theorem 5.4 (unified).
    """
    gap = fit.theta - data.theta
    logits = data.logits(gap)
    seen = np.einsum("rk,rk,rk->r", np.broadcast_to(data.weights, logits.shape), logits, logits)
    return np.sqrt(seen + lam * (gap**2).sum(axis=1))


def l2_error(fit: Fit, data: Preferences, **_: Any) -> np.ndarray:
    r"""Euclidean distance :math:`\|\hat\theta - \theta_{\mathrm{true}}\|_2`.

    Parameters
    ----------
    fit : Fit
    data : Preferences

    Returns
    -------
    error : ndarray of shape (R,), ``>= 0``

    Source
    ------
    Left side of Theorem 5.7 (unified).
    """
    return np.sqrt(((fit.theta - data.theta) ** 2).sum(axis=1))


def dual_norm(vectors: np.ndarray, data: Preferences, *, lam: float) -> np.ndarray:
    r"""Norms :math:`\|g\|_{(\hat\Sigma+\lambda I)^{-1}}`.

    Parameters
    ----------
    vectors : ndarray of shape (R, d)
    data : Preferences
    lam : float, ``> 0``

    Returns
    -------
    norm : ndarray of shape (R,)
    """
    matrix = data.covariance() + lam * np.eye(vectors.shape[1])
    return np.sqrt((vectors * np.linalg.solve(matrix, vectors[:, :, None])[:, :, 0]).sum(axis=1))


def gradient_norm(data: Preferences, *, epsilon: float, lam: float, **_: Any) -> np.ndarray:
    r"""The quantity :math:`\|\nabla L(\theta_{\mathrm{true}})\|_{(\hat\Sigma+\lambda I)^{-1}}` of the proof.

    Parameters
    ----------
    data : Preferences
        What the analyst receives.
    epsilon : float, ``> 0``, or ``inf``
    lam : float, ``> 0``

    Returns
    -------
    norm : ndarray of shape (R,)

    Source
    ------
    Eq. (21) (unified).
    """
    return dual_norm(gradient_at_truth(data, epsilon=epsilon), data, lam=lam)


def gradient_parts(
    stages: tuple[Preferences, ...], *, privacies: tuple[float, ...], lam: float
) -> tuple[np.ndarray, ...]:
    r"""Norms of the parts into which the proof splits the gradient, one per stage of the labels.

    The first is :math:`\|\frac1n\sum_i (y_i - \sigma(\theta^\top x_i))x_i\|`, each further one what a
    mechanism added to the de-biased labels. Their sum bounds ``gradient_norm``.

    Parameters
    ----------
    stages : tuple of Preferences
        What ``pipeline.stages`` returns, raw data first.
    privacies : tuple of float
        For every stage the epsilon with which its labels are to be de-biased: ``inf`` before randomized
        response.
    lam : float, ``> 0``

    Returns
    -------
    norms : tuple of ndarray of shape (R,)

    Source
    ------
    Eq. (23) and (24) (unified).
    """
    raw = stages[0]
    parts = [dual_norm(gradient_at_truth(raw, epsilon=math.inf), raw, lam=lam)]
    labels = [unbiased_ones(stage, epsilon=epsilon) for stage, epsilon in zip(stages, privacies, strict=True)]
    for before, after in itertools.pairwise(labels):
        parts.append(dual_norm(raw.sums((after - before) / raw.n), raw, lam=lam))
    return tuple(parts)
