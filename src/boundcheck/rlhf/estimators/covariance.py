"""How far the covariance of a sample is from that of the population: what needs no labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.logistic import Fit
from boundcheck.rlhf.preferences import Preferences


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
