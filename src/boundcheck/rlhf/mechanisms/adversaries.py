"""Adversaries that see rows, labels and truth, and change the labels that hurt most."""

from __future__ import annotations

import math
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boundcheck.rlhf.preferences import Preferences, allowance, gradient_at_truth
from boundcheck.stats.digits import comparable

# Which labels to change so that a linear functional of them grows most, and uniformly random choices.

#: Counts of a batch from which on loading the compiler pays; the changes are the same.
COMPILED_FROM = 1_000


def steepest_flips(data: Preferences, scores: np.ndarray, budget: int) -> np.ndarray:
    r"""Change :math:`b_j` of the ones that maximises :math:`\sum_j s_j b_j`, at most `budget` labels changed.

    Zeros of rows with a positive score become ones, ones of rows with a negative score become zeros, the
    largest scores first. This is the exact solution over all ways to change labels, and it is integral.

    Parameters
    ----------
    data : Preferences
    scores : ndarray of shape (R, k), or (1, k) for all data sets
    budget : int, ``>= 0``

    Returns
    -------
    change : ndarray of int64, shape (R, k); ``abs(change).sum(axis=1) <= budget``
    """
    if data.row_by_row:
        return _steepest_rows(data, scores, budget)
    if data.ones.size >= COMPILED_FROM:
        from boundcheck.rlhf.mechanisms.flip_loops import steepest

        change = np.empty(data.ones.shape, dtype=np.int64)
        total, ones = np.ascontiguousarray(data.total), np.ascontiguousarray(data.ones)
        steepest(np.ascontiguousarray(scores, dtype=float), total, ones, budget, change)
        return change
    scores = comparable(np.broadcast_to(scores, data.ones.shape), axis=1)
    useful = np.where(scores > 0, data.total - data.ones, np.where(scores < 0, data.ones, 0))
    order = np.argsort(-np.abs(scores), axis=1, kind="stable")
    available = np.take_along_axis(useful, order, axis=1)
    before = np.cumsum(available, axis=1) - available
    taken = np.clip(budget - before, 0, available)
    change = np.empty_like(taken)
    np.put_along_axis(change, order, taken, axis=1)
    return np.where(scores > 0, change, -change)


def _steepest_rows(data: Preferences, scores: np.ndarray, budget: int) -> np.ndarray:
    """The same where every row is one sample: a partition is enough, no sort."""
    change = np.zeros(data.ones.shape, dtype=np.int64)
    if budget:
        side = 1 - 2 * data.ones
        loss = -scores * side
        chosen = np.argpartition(loss, budget - 1, axis=1)[:, :budget]
        gains = np.take_along_axis(loss, chosen, axis=1) < 0
        np.put_along_axis(change, chosen, np.take_along_axis(side, chosen, axis=1) * gains, axis=1)
    return change


def changed(data: Preferences, change: np.ndarray) -> Preferences:
    """The data with `change` (R, k) added to the ones."""
    return replace(data, ones=data.ones + change)


def random_flips(rng: np.random.Generator, data: Preferences, budget: int) -> np.ndarray:
    """Change of the ones when a uniformly random set of exactly `budget` samples has its labels turned round.

    Every label is first marked by a coin that marks too many in all but one case in ten million, too few
    being drawn again; a uniformly random part of the surplus is then released. Given its size the marked
    set is uniform, so the final set is, and no hypergeometric law over more than a billion samples is
    needed.

    Parameters
    ----------
    rng : numpy.random.Generator
    data : Preferences
    budget : int, ``0 <= budget < n / 2``

    Returns
    -------
    change : ndarray of int64, shape (R, k)
    """
    if data.row_by_row:
        order = np.argpartition(rng.random(data.ones.shape), max(budget - 1, 0), axis=1)[:, :budget]
        change = np.zeros(data.ones.shape, dtype=np.int64)
        np.put_along_axis(change, order, 1 - 2 * np.take_along_axis(data.ones, order, axis=1), axis=1)
        return change
    groups = np.concatenate([data.total - data.ones, data.ones], axis=1)  # zeros, which rise, and ones, which fall
    n, k = data.n, data.ones.shape[1]
    rate = min(1.0, (budget + 6 * np.sqrt(budget + 1.0) + 10) / n)
    marked = rng.binomial(groups, rate)
    while (short := marked.sum(axis=1) < budget).any():
        marked[short] = rng.binomial(groups[short], rate)
    surplus = marked.sum(axis=1) - budget
    rest = marked.sum(axis=1)
    for group in range(2 * k):
        rest = rest - marked[:, group]
        released = rng.hypergeometric(marked[:, group], rest, surplus)
        surplus = surplus - released
        marked[:, group] -= released
    return marked[:, :k] - marked[:, k:]


# Adversaries that see rows, labels and truth, and change at most :math:`\lfloor\alpha n\rfloor` labels.
#
# All are called ``(rng, data, *, alpha, epsilon, lam, **_)``. `epsilon` is the privacy that the labels at
# hand already have: ``inf`` before randomized response. The gradient meant is then that of the loss which
# de-biases these labels.

Adversary = Callable[..., Preferences]


@dataclass(frozen=True)
class NoCorruption:
    """Leaves every label alone."""

    def __call__(self, rng: np.random.Generator, data: Preferences, **_: Any) -> Preferences:
        """Return `data`."""
        return data


@dataclass(frozen=True)
class RandomFlips:
    """Turns round the labels of a uniformly random set of samples: what carelessness does."""

    def __call__(self, rng: np.random.Generator, data: Preferences, *, alpha: float, **_: Any) -> Preferences:
        """Return the corrupted data."""
        return changed(data, random_flips(rng, data, allowance(alpha, data.n)))


@dataclass(frozen=True)
class Directional:
    """Pushes the labels along one fixed direction, whatever the sample says.

    Parameters
    ----------
    direction : tuple of float, optional
        Direction in feature space; against the truth if absent (where the truth is 0, the first coordinate).
    """

    direction: tuple[float, ...] | None = None

    def __call__(self, rng: np.random.Generator, data: Preferences, *, alpha: float, **_: Any) -> Preferences:
        """Return the corrupted data."""
        if self.direction is not None:
            direction = np.asarray(self.direction, dtype=float)
        else:
            first = np.eye(1, data.x.shape[-1])[0]
            direction = np.where(np.any(data.theta != 0, axis=-1, keepdims=True), -data.theta, first)
        return changed(data, steepest_flips(data, data.logits(direction), allowance(alpha, data.n)))


# Adversaries that look for the worst labels of the sample at hand.

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
