"""Compiled `steepest_flips` of data in counts; loaded only for large batches. It rounds and breaks ties as NumPy's version does."""

from __future__ import annotations

import numba
import numpy as np

from boundcheck.stats.digits import AGREED

_UNIT = 10.0**AGREED


@numba.njit(cache=True, nogil=True, error_model="numpy")
def steepest(scores, total, ones, budget, change):
    """Spend `budget` on the largest scores of each data set, in size, equal ones in their order.

    Parameters
    ----------
    scores : ndarray of shape (R, k), or (1, k) for all data sets
    total, ones : ndarray of int64, shape (R, k)
    budget : int
    change : ndarray of int64, shape (R, k), overwritten
    """
    repeats, k = ones.shape
    size, rest = np.empty(k), np.empty(k)
    for r in range(repeats):
        mine = scores[r if len(scores) > 1 else 0]
        if r == 0 or len(scores) > 1:
            largest = 0.0
            for j in range(k):
                largest = max(largest, abs(mine[j]))
            if not largest > 0:
                largest = 1.0
            for j in range(k):
                size[j] = abs(np.rint(mine[j] / largest * _UNIT) / _UNIT)
        for j in range(k):
            rest[j] = size[j]
            change[r, j] = 0
        left = budget
        while left > 0:  # seldom more than a few rounds: the budget is spent
            best = 0
            for j in range(1, k):
                if rest[j] > rest[best]:
                    best = j
            if not rest[best] > 0:
                break
            rest[best] = 0.0
            rises = mine[best] > 0
            taken = min(left, total[r, best] - ones[r, best] if rises else ones[r, best])
            change[r, best] = taken if rises else -taken
            left -= taken
