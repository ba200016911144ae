"""Adversaries that look for the worst labels of the sample at hand."""

from __future__ import annotations

import math
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boundcheck.rlhf.mechanisms.adversaries import Adversary
from boundcheck.rlhf.mechanisms.flips import changed, steepest_flips
from boundcheck.rlhf.preferences import Preferences, allowance, gradient_at_truth
from boundcheck.stats.digits import comparable

ZERO = 1e-12  # a gradient of this length is one of length 0, up to the rounding of its sum
MANY = 2  # distinct rows a dimension, up to which each is a start
GAIN = 1e-9  # by which a norm must grow, relatively, to have grown on every processor


@dataclass(frozen=True)
class LeverageGreedy:
    r"""Changes the labels with the largest leverage along the error direction.

    The error that the labels already cause, to first order :math:`e = -H^{-1}\nabla
    L(\theta_{\mathrm{true}})` with :math:`H = \hat\Sigma + \lambda I`, is enlarged in Euclidean norm: label
    `i` moves it along :math:`H^{-1}x_i`, so its score is :math:`\langle e, H^{-1}x_i\rangle`. Where the
    error is zero, the weakest direction of `H` serves.
    """

    def __call__(
        self,
        rng: np.random.Generator,
        data: Preferences,
        *,
        alpha: float,
        epsilon: float,
        lam: float,
        **_: Any,
    ) -> Preferences:
        """Return the corrupted data."""
        values, vectors, principal = spectrum(data)
        error = -solve_spectral(values + lam, vectors, gradient_at_truth(data, epsilon=epsilon))
        weakest = principal[..., :, 0]
        error = np.where(np.abs(error).max(axis=1, keepdims=True) > ZERO, error, weakest)
        scores = data.logits(solve_spectral(values + lam, vectors, error))
        return changed(data, steepest_flips(data, scores, allowance(alpha, data.n)))


@dataclass(frozen=True)
class GradientGreedy:
    r"""Maximises :math:`\|\nabla L(\theta_{\mathrm{true}})\|_{(\hat\Sigma+\lambda I)^{-1}}` over the label changes.

    A convex function is maximised over the label changes by repeated linearisation, each of which is solved
    exactly, so that the norm never falls. The starts are the present gradient, the direction of ``LeverageGreedy``,
    the truth, every eigenvector of the covariance and, where they are few, every distinct row, with both signs; the best ones after
    one step are pursued until none gains.

    Parameters
    ----------
    pursued : int, ``>= 1``
        How many starts are pursued. More find a higher local maximum now and then.
    rounds : int, ``>= 1``
        Linearisations at most.

    Source
    ------
    The quantity bounded in Eq. (21) (unified).
    """

    pursued: int = 3
    rounds: int = 20

    def __call__(
        self, rng: np.random.Generator, data: Preferences, *, alpha: float, epsilon: float, lam: float, **_: Any
    ) -> Preferences:
        """Return the corrupted data."""
        budget = allowance(alpha, data.n)
        if budget == 0:
            return data
        values, vectors, axes = spectrum(data)
        start = gradient_at_truth(data, epsilon=epsilon)
        scale = 1 / (data.n * math.tanh(0.5 * epsilon))

        def step(direction: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            """The best change along a direction, and the gradient and squared norm that it leaves."""
            change = steepest_flips(data, -data.logits(direction), budget)
            gradient = start - scale * data.sums(change)
            return change, gradient, squared(values + lam, vectors, gradient)

        eigenvectors = [sign * axes[..., :, i] for i in range(axes.shape[-1]) for sign in (1.0, -1.0)]
        steep = solve_spectral(values + lam, vectors, start)
        directions = [steep, solve_spectral(values + lam, vectors, steep), data.theta, -data.theta, *eigenvectors]
        if data.x.shape[-2] <= MANY * data.x.shape[-1]:
            directions += [sign * data.x[..., row, :] for row in range(data.x.shape[-2]) for sign in (1.0, -1.0)]
        tried = [(direction, *step(direction)[1:]) for direction in directions]
        sizes = np.stack([size for _, _, size in tried])
        best, best_size = np.zeros(data.ones.shape, dtype=np.int64), squared(values + lam, vectors, start)
        for place in np.argsort(-comparable(sizes, axis=0), axis=0, kind="stable")[: self.pursued]:
            gradient = np.stack([gradient for _, gradient, _ in tried])[place, np.arange(data.repeats)]
            size = sizes[place, np.arange(data.repeats)]
            for _round in range(self.rounds):
                change, gradient, new_size = step(solve_spectral(values + lam, vectors, gradient))
                better = new_size > best_size * (1 + GAIN)
                best = np.where(better[:, None], change, best)
                best_size = np.where(better, new_size, best_size)
                if not (new_size > size * (1 + GAIN)).any():
                    break
                size = new_size
        return changed(data, best)


@dataclass(frozen=True)
class WorstOf:
    """For every data set, the one of several adversaries that leaves the largest gradient norm at the truth.

    Parameters
    ----------
    adversaries : tuple of adversaries, at least one
    """

    adversaries: tuple[Adversary, ...]

    def __call__(
        self, rng: np.random.Generator, data: Preferences, *, epsilon: float, lam: float, **point: Any
    ) -> Preferences:
        """Return the corrupted data."""
        values, vectors, _ = spectrum(data)
        results = [adversary(rng, data, epsilon=epsilon, lam=lam, **point) for adversary in self.adversaries]
        sizes = [squared(values + lam, vectors, gradient_at_truth(r, epsilon=epsilon)) for r in results]
        worst = np.argmax(comparable(sizes, axis=0), axis=0)
        return replace(data, ones=np.stack([r.ones for r in results])[worst, np.arange(data.repeats)])


class _Latest(threading.local):
    """The spectrum of the rows and counts that this thread saw last, as long as they are there."""

    rows: Callable[[], Any] = staticmethod(lambda: None)
    counts: Callable[[], Any] = staticmethod(lambda: None)
    found: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None


_latest = _Latest()


def spectrum(data: Preferences) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    r"""Eigenvalues ``(R, d)`` and eigenvectors of the covariance, and its principal directions; ``R`` may be 1.

    Adversaries that are tried on one sample change its labels alone, so they share one decomposition.
    """
    if _latest.found is None or _latest.rows() is not data.x or _latest.counts() is not data.total:
        covariance = data.covariance()
        _latest.found = (*np.linalg.eigh(covariance), principal_directions(covariance))
        _latest.rows, _latest.counts = weakref.ref(data.x), weakref.ref(data.total)
    return _latest.found


def principal_directions(covariance: np.ndarray) -> np.ndarray:
    r"""Eigenvectors ``(R, d, d)`` in columns, smallest eigenvalue first, that do not depend on who computes them.

    Of a double eigenvalue every basis is one of eigenvectors, and which one comes out is up to the processor. A fixed
    perturbation, a millionth of the trace, takes the eigenvalues apart; signs are such that the first entries lead.
    """
    d = covariance.shape[-1]
    places = np.arange(1.0, d + 1)
    apart = np.diag(np.sqrt(places)) + np.cos(np.add.outer(places, places) + np.multiply.outer(places, places))
    trace = np.trace(covariance, axis1=-2, axis2=-1)[..., None, None]
    vectors = np.linalg.eigh(covariance + 1e-6 * trace * apart / d)[1]
    lead = (vectors * (1 / places)[:, None]).sum(axis=-2, keepdims=True)
    return np.where(np.round(lead, 9) < 0, -vectors, vectors)


def solve_spectral(values: np.ndarray, vectors: np.ndarray, right: np.ndarray) -> np.ndarray:
    r"""Solve with the matrices of these eigenvalues ``(R, d)`` and vectors ``(R, d, d)``; ``R`` may be 1."""
    along = np.swapaxes(vectors, -1, -2) @ right[..., None]
    return (vectors @ (along / values[..., None]))[..., 0]


def squared(values: np.ndarray, vectors: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    r"""Squared norm :math:`g^\top H^{-1} g` of gradients ``(R, d)``; shape ``(R,)``."""
    along = np.swapaxes(vectors, -1, -2) @ gradient[..., None]
    return (along**2 / values[..., None])[..., 0].sum(axis=-1)
