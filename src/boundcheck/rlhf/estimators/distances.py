"""Distances between estimates and the truth, and of a sample's covariance from that of the population."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.losses import Fit
from boundcheck.rlhf.preferences import Preferences, gradient_at_truth, unbiased_ones

# How far the covariance of a sample is from that of the population: what needs no labels.


def no_estimate(data: Preferences, **_: Any) -> Fit:
    """A fit of nothing, for statements about the features alone."""
    repeats = data.repeats
    return Fit(
        np.zeros((repeats, data.x.shape[-1])), np.zeros(repeats), np.zeros(repeats, bool), np.ones(repeats, bool)
    )


def population_covariance(features: Any, *, n: int, d: int, **point: Any) -> np.ndarray:
    """Second moment ``(d, d)`` of finitely many rows with their weights."""
    rows, weights = features.atoms(n=n, d=d, **point)
    return (rows * weights[:, None]).T @ rows


@dataclass(frozen=True)
class RelativeDeviation:
    r"""Operator norm of :math:`(\Sigma+\lambda I)^{-1/2}(\hat\Sigma - \Sigma)(\Sigma+\lambda I)^{-1/2}`.

    Parameters
    ----------
    features : FiniteFeatures
        Where the rows come from; it knows the population.

    Source
    ------
    Lemma H.1 (unified): at most 2/3 means the two-sided sandwich.
    """

    features: Any

    def __call__(self, fit: Fit, data: Preferences, *, n: int, d: int, lam: float, **point: Any) -> np.ndarray:
        """Deviation per data set, shape ``(R,)``."""
        population = population_covariance(self.features, n=n, d=d, lam=lam, **point)
        values, vectors = np.linalg.eigh(population)
        root = vectors / np.sqrt(values + lam)
        gap = root.T @ (data.covariance() - population) @ root
        return np.abs(np.linalg.eigvalsh(gap)).max(axis=-1)


@dataclass(frozen=True)
class EigenvalueShortfall:
    r"""Relative shortfall :math:`1 - \lambda_{\min}(\hat\Sigma)/\lambda_{\min}(\Sigma)`, 0 if there is none.

    Parameters
    ----------
    features : FiniteFeatures

    Source
    ------
    Lemma H.3 (unified), with the fraction of the least eigenvalue as the unknown.
    """

    features: Any

    def __call__(self, fit: Fit, data: Preferences, *, n: int, d: int, **point: Any) -> np.ndarray:
        """Shortfall per data set, shape ``(R,)``, in ``[0, 1]``."""
        population = population_covariance(self.features, n=n, d=d, **point)
        least = np.linalg.eigvalsh(data.covariance())[..., 0]
        return np.broadcast_to(np.maximum(0.0, 1 - least / np.linalg.eigvalsh(population)[0]), (data.repeats,))


# Distances between estimates and the truth, and the gradient norm that bounds them.


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
