"""Compiled projected gradient steps on a stream of finitely many distinct samples; loaded only when it is needed."""

from __future__ import annotations

import math

import numba
import numpy as np

#: Sums may be reordered into vector lanes; infinities and nans keep their meaning.
REORDER = {"reassoc", "contract", "nsz"}
GOLDEN, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S30, S27, S31, S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
UNIT = 2.0**-53


@numba.njit(cache=True, fastmath=REORDER, nogil=True, error_model="numpy")
def walk(state, edges, rows, labels, theta, truth, largest, counts, samples, eta, power, radius):
    r"""Run ``theta <- project(theta - eta * t**-power * (sigmoid(x @ theta) - label) * x)`` for t = 1, 2, ...

    Every replicate draws its own samples with a SplitMix64 generator, one number per step, whatever the step sizes
    are: two walks from equal states see the same samples.

    Parameters
    ----------
    state : ndarray of uint64, shape (R,), overwritten
        One generator per replicate.
    edges : ndarray of shape (K,)
        Cumulative probabilities of the distinct samples.
    rows : ndarray of shape (K, m)
    labels : ndarray of shape (K,)
        De-biased labels.
    theta : ndarray of shape (m, R), overwritten
    truth : ndarray of shape (m,)
    largest : ndarray of shape (R,), overwritten; of shape (0,) if nobody wants it
        Largest ``t * |theta_t - truth|**2`` before step t.
    counts : ndarray of int64, shape (K, R), added to; of shape (0, R) if nobody wants them
    samples : int
        Number of steps.
    eta, power, radius : float
    """
    kinds, m = rows.shape
    repeats = theta.shape[1]
    draw, label, logit, scale = np.empty(repeats), np.empty(repeats), np.empty(repeats), np.empty(repeats)
    bits = scale.view(np.int64)
    x = np.empty((m, repeats))
    inside = radius * radius * (1 - 1e-12)  # below it a square root is below the radius, and the projection changes nothing
    for t in range(1, samples + 1):
        rate = eta * t ** (-power)
        for r in range(repeats):
            z = state[r] + GOLDEN
            state[r] = z
            z = (z ^ (z >> S30)) * FIRST
            z = (z ^ (z >> S27)) * SECOND
            draw[r] = np.float64(np.int64((z ^ (z >> S31)) >> S11)) * UNIT
        change = labels[0]
        for r in range(repeats):
            label[r] = change
            logit[r] = 0.0
            scale[r] = 0.0
        for kind in range(1, kinds):
            edge, change = edges[kind - 1], labels[kind] - labels[kind - 1]
            for r in range(repeats):
                label[r] += change * (draw[r] >= edge)
        for i in range(m):
            xi, ti = x[i], theta[i]
            change = rows[0, i]
            for r in range(repeats):
                xi[r] = change
            for kind in range(1, kinds):
                edge, change = edges[kind - 1], rows[kind, i] - rows[kind - 1, i]
                if change != 0.0:
                    for r in range(repeats):
                        xi[r] += change * (draw[r] >= edge)
            for r in range(repeats):
                logit[r] += xi[r] * ti[r]
        if len(largest):
            for i in range(m):
                ti, centre = theta[i], truth[i]
                for r in range(repeats):
                    scale[r] += (ti[r] - centre) * (ti[r] - centre)
            for r in range(repeats):
                largest[r] = max(largest[r], t * scale[r])
        for kind in range(counts.shape[0]):
            low, high, count = edges[kind - 1] if kind else 0.0, edges[kind], counts[kind]
            for r in range(repeats):
                count[r] += (draw[r] >= low) & (draw[r] < high)
        for r in range(repeats):
            # exp(-z) = 2**whole * exp(rest), |rest| <= ln(2)/2, Taylor polynomial of degree 13
            whole = math.floor(0.5 - logit[r] * 1.4426950408889634)
            bits[r] = (1023 + np.int64(whole)) << 52
            rest = -logit[r] - whole * 0.6931471803691238 - whole * 1.9082149292705877e-10
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
            draw[r] = e * rest + 1.0
        for r in range(repeats):
            label[r] = rate * (1 / (1 + draw[r] * scale[r]) - label[r])
        for r in range(repeats):
            scale[r] = 0.0
        for i in range(m):
            xi, ti = x[i], theta[i]
            for r in range(repeats):
                moved = ti[r] - label[r] * xi[r]
                ti[r] = moved
                scale[r] += moved * moved
        outside = 0
        for r in range(repeats):
            outside += scale[r] > inside
        if outside:
            for r in range(repeats):
                scale[r] = radius / max(math.sqrt(scale[r]), radius)
            for i in range(m):
                ti = theta[i]
                for r in range(repeats):
                    ti[r] *= scale[r]
