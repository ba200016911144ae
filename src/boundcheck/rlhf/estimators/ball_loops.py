"""Compiled loops of `ball`, replicates innermost; loaded only for large batches. They round as NumPy's elementwise loops do."""

from __future__ import annotations

import math

import numba


@numba.njit(cache=True, nogil=True, error_model="numpy")
def factorise(factor, floor):
    """Overwrite matrices ``(m, m, R)`` by their lower factors, pivots at least `floor` ``(R,)``; above the diagonal they stay."""
    m, repeats = factor.shape[0], factor.shape[2]
    for j in range(m):
        pivot = factor[j, j]
        for r in range(repeats):
            kept = pivot[r] > floor[r] or math.isnan(pivot[r])
            pivot[r] = math.sqrt(pivot[r] if kept else floor[r])
        for i in range(j + 1, m):
            entry = factor[i, j]
            for r in range(repeats):
                entry[r] /= pivot[r]
        for i in range(j + 1, m):
            right = factor[i, j]
            for k in range(i, m):
                left, entry = factor[k, j], factor[k, i]
                for r in range(repeats):
                    entry[r] -= left[r] * right[r]


@numba.njit(cache=True, nogil=True, error_model="numpy")
def forward(factor, y):
    """Overwrite right sides ``(m, R)`` by the solutions of ``L y = right``."""
    m, repeats = y.shape
    for j in range(m):
        here, pivot = y[j], factor[j, j]
        for r in range(repeats):
            here[r] /= pivot[r]
        for i in range(j + 1, m):
            entry, left = y[i], factor[i, j]
            for r in range(repeats):
                entry[r] -= left[r] * here[r]


@numba.njit(cache=True, nogil=True, error_model="numpy")
def backward(factor, y):
    """Overwrite right sides ``(m, R)`` by the solutions of ``L.T y = right``."""
    m, repeats = y.shape
    for j in range(m - 1, -1, -1):
        here, pivot = y[j], factor[j, j]
        for r in range(repeats):
            here[r] /= pivot[r]
        for i in range(j):
            entry, left = y[i], factor[j, i]
            for r in range(repeats):
                entry[r] -= left[r] * here[r]
