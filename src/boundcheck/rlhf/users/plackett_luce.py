"""Rankings of K actions by the Plackett-Luce model along one direction: draws, gradients, curvature, likelihood."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def ranked(rng: np.random.Generator, features: Floats, theta: float, repeats: int) -> Floats:
    """Features in the order of rankings drawn at ``theta``, best first.

    Parameters
    ----------
    features : ndarray of shape (N, K)
        Of the K actions of N questions, as multiples of one direction.
    theta : float
        The parameter along it; action k has the logit ``theta * features[:, k]``.

    Returns
    -------
    ordered : ndarray of shape (R, N, K)

    Source
    ------
    Sorting logits with Gumbel noise gives Plackett-Luce: Yellott 1977, Theorem 5.
    """
    noisy = theta * features + rng.gumbel(size=(repeats, *features.shape))
    order = np.argsort(-noisy, axis=-1)
    return np.take_along_axis(np.broadcast_to(features, noisy.shape), order, axis=-1)


def stages(ordered: Floats, theta: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of the features under the weights of the actions from place j on.

    Parameters
    ----------
    ordered : ndarray of shape (..., K)
    theta : ndarray that broadcasts against ``ordered``

    Returns
    -------
    mean, variance : ndarray of shape (..., K)
    """
    logits = theta * ordered
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))

    def below(values: Floats) -> Floats:
        return np.asarray(np.cumsum(values[..., ::-1], axis=-1)[..., ::-1])

    total = below(weights)
    mean = below(weights * ordered) / total
    return mean, np.maximum(below(weights * ordered**2) / total - mean**2, 0.0)


def derivatives(ordered: Floats, theta: Floats) -> tuple[Floats, Floats]:
    """Slope and curvature of the negative log-likelihood of each ranking."""
    mean, variance = stages(ordered, theta)
    return np.asarray((mean - ordered).sum(-1)), np.asarray(variance.sum(-1))


def likelihood_fit(ordered: Floats, *, radius: float, steps: int = 60) -> tuple[Floats, Floats]:
    """The minimiser on ``[-radius, radius]`` for each of R data sets, by Newton steps kept inside a bracket.

    Parameters
    ----------
    ordered : ndarray of shape (R, N, K)

    Returns
    -------
    theta, residual : ndarray of shape (R,)
        The residual is the slope of the mean loss, 0 where the end of the interval holds the estimate back.

    Raises
    ------
    ValueError
        There is no ranking to fit.
    """
    if not ordered.shape[1]:
        raise ValueError("a data set without rankings has no fit; give every method at least one")
    low, high = np.full(len(ordered), -radius), np.full(len(ordered), radius)
    theta, slope = np.zeros(len(ordered)), np.zeros(len(ordered))
    for _ in range(steps):
        slopes, curved = derivatives(ordered, theta[:, None, None])
        slope, bend = slopes.mean(-1), curved.mean(-1)
        low, high = np.where(slope < 0, theta, low), np.where(slope > 0, theta, high)
        held = ((theta >= radius) & (slope < 0)) | ((theta <= -radius) & (slope > 0))
        slope = np.where(held, 0.0, slope)
        if (np.abs(slope) <= 1e-11).all():
            break
        step = np.clip(theta - slope / np.maximum(bend, 1e-300), -radius, radius)
        middle = np.where((step < low) | (step > high), (low + high) / 2, step)
        theta = np.where(np.abs(slope) <= 1e-11, theta, middle)
    return theta, np.abs(slope)


def steepest(actions: int) -> float:
    """The largest gradient at 0 of any ranking of actions with features 1 or -1: all of them are looked at."""
    best = 0.0
    for ups in range(1, actions):
        for places in itertools.combinations(range(actions), ups):
            signs = np.full(actions, -1.0)
            signs[list(places)] = 1.0
            best = max(best, abs(float(derivatives(signs, np.zeros(1))[0])))
    return best


def curvature(actions: int) -> float:
    """The mean curvature at 0 over the mean square difference of two actions: signs at random, the ranking fixed."""
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=actions)))
    return float(derivatives(signs, np.zeros((1, 1)))[1].mean()) / 2.0


def orthogonal_features(actions: int) -> Floats:
    """Features 1 or -1 of up to 15 actions in 16 questions, of which any two actions differ in half: shape (16, actions)."""
    if not 2 <= actions <= 15:
        raise ValueError(f"actions: must be from 2 to 15, got {actions}")
    square = np.array([[1.0]])
    for _ in range(4):
        square = np.block([[square, square], [square, -square]])
    return square[:, 1 : actions + 1]
