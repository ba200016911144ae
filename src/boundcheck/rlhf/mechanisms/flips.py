"""Which labels to change so that a linear functional of them grows most, and uniformly random choices."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from boundcheck.rlhf.preferences import Preferences
from boundcheck.stats.digits import comparable

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
