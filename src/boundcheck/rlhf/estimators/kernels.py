"""Compiled sums over rows. Imported only when large data ask for it, because numba takes its time to load."""

from __future__ import annotations

import math

import numba
import numpy as np

#: Sums may be reordered into vector lanes; infinities and nans keep their meaning.
REORDER = {"reassoc", "contract", "nsz"}
#: Columns per block: what a pass needs stays in the first cache.
BLOCK = 128


@numba.njit(cache=True, fastmath=REORDER, nogil=True, error_model="numpy")
def derivatives(x, weights, theta, which, fresh, gradient, hessian):
    r"""Sums :math:`\sum_j w_j\sigma(z_j)x_j` and :math:`\sum_j w_j\sigma'(z_j)x_jx_j^\top`, :math:`z = x^\top\theta`.

    One pass over the data; the exponential is a polynomial so that the loop vectorises (relative error
    below 3e-16).

    Parameters
    ----------
    x : ndarray of shape (R, d, k), coordinates before rows; ``R`` may be 1 for shared rows
    weights : ndarray of shape (R, k), or (1, k) if all data sets share them
    theta : ndarray of shape (S, d)
    which : ndarray of int, shape (S,)
        The data sets meant.
    fresh : bool
        Whether the second sums are wanted.
    gradient : ndarray of shape (S, d), overwritten
    hessian : ndarray of shape (S, d, d), overwritten if `fresh`
    """
    d, k = x.shape[1], x.shape[2]
    logit, scale = np.empty(BLOCK), np.empty(BLOCK)
    bits = scale.view(np.int64)
    first = np.empty(BLOCK)
    scaled = np.empty((d, BLOCK))
    for s in range(len(which)):
        rows = x[which[s] if x.shape[0] > 1 else 0]
        mass = weights[which[s] if weights.shape[0] > 1 else 0]
        for i in range(d):
            gradient[s, i] = 0.0
            if fresh:
                for j in range(d):
                    hessian[s, i, j] = 0.0
        for start in range(0, k, BLOCK):
            size = min(BLOCK, k - start)
            w = mass[start : start + size]
            for t in range(size):
                logit[t] = 0.0
            for i in range(d):
                factor, row = theta[s, i], rows[i, start : start + size]
                for t in range(size):
                    logit[t] += factor * row[t]
            for t in range(size):
                # exp(-|z|) = 2**-whole * exp(rest), |rest| <= ln(2) / 2, Taylor polynomial of degree 13
                z = min(abs(logit[t]), 700.0)
                whole = math.floor(z * 1.4426950408889634 + 0.5)
                bits[t] = (1023 - np.int64(whole)) << 52
                rest = whole * 0.6931471803691238 - z + whole * 1.9082149292705877e-10
                e = 1 / 6227020800.0
                e = e * rest + 1 / 479001600.0
                e = e * rest + 1 / 39916800.0
                e = e * rest + 1 / 3628800.0
                e = e * rest + 1 / 362880.0
                e = e * rest + 1 / 40320.0
                e = e * rest + 1 / 5040.0
                e = e * rest + 1 / 720.0
                e = e * rest + 1 / 120.0
                e = e * rest + 1 / 24.0
                e = e * rest + 1 / 6.0
                e = e * rest + 0.5
                e = e * rest + 1.0
                first[t] = e * rest + 1.0
            for t in range(size):
                e = first[t] * scale[t]
                small = 1 / (1 + e)
                first[t] = w[t] * (small if logit[t] >= 0 else e * small)
                logit[t] = w[t] * (e * small * small)
            for i in range(d):
                row = rows[i, start : start + size]
                total = 0.0
                for t in range(size):
                    total += first[t] * row[t]
                gradient[s, i] += total
            if fresh:
                _second_sums(rows, start, size, logit, scaled, hessian[s])
        if fresh:
            for i in range(d):
                for j in range(i):
                    hessian[s, j, i] = hessian[s, i, j]


@numba.njit(cache=True, fastmath=REORDER, nogil=True, error_model="numpy", inline="always")
def _second_sums(rows, start, size, weight, scaled, hessian):
    """Add a block's second sums to the lower triangle, two by two so that each number loaded serves twice."""
    d = rows.shape[0]
    for i in range(d):
        row, out = rows[i, start : start + size], scaled[i]
        for t in range(size):
            out[t] = weight[t] * row[t]
    for i in range(0, d - 1, 2):
        one, two = scaled[i], scaled[i + 1]
        for j in range(0, i + 1, 2):
            left, right = rows[j, start : start + size], rows[j + 1, start : start + size]
            a = 0.0
            b = 0.0
            c = 0.0
            e = 0.0
            for t in range(size):
                a += one[t] * left[t]
                b += one[t] * right[t]
                c += two[t] * left[t]
                e += two[t] * right[t]
            hessian[i, j] += a
            hessian[i + 1, j] += c
            hessian[i + 1, j + 1] += e
            if j < i:
                hessian[i, j + 1] += b
    if d % 2:
        last = scaled[d - 1]
        for j in range(d):
            row = rows[j, start : start + size]
            a = 0.0
            for t in range(size):
                a += last[t] * row[t]
            hessian[d - 1, j] += a
