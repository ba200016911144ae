"""Bins of outcomes whose losses lie close to a grid, found in floats: any bins are valid, these lose little."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .pairs import Floats, LinePair

_ROUNDS = 8  # of Newton steps on the edges of bins
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


def bin_edges(pair: LinePair, h: float, places: Sequence[int], low: float, high: float) -> tuple[Floats, float]:
    """Outcomes in [low, high] such that the bins' own losses ``log P(bin)/Q(bin)`` lie close to a shifted grid.

    Found in floats by damped Newton steps on all edges and the shift at once; any edges are valid, these lose little.

    Parameters
    ----------
    places : increasing integers
        Multiples of h between which the bins' losses lie to begin with: in the middle of each gap, a gap being an odd
        number of h wide.

    Returns
    -------
    edges : ndarray
    shift : float
        The bins' losses are near ``shift + k h``.
    """
    between = h * np.asarray(places, dtype=float)
    points = (between[1:] + between[:-1]) / 2
    edges = _inverse(pair, between, low, high)
    there = np.diff(edges) > 0
    edges, points = np.append(edges[:-1][there], edges[-1]), points[there]
    shift = 0.0
    for _ in range(_ROUNDS if len(points) > 1 else 0):
        step, move = _newton(pair, edges, points + shift)
        edges, shift = edges + step, shift + float(np.clip(move, -h / 4, h / 4))
    return edges, shift + h / 2


def _newton(pair: LinePair, edges: Floats, points: Floats) -> tuple[Floats, float]:
    """A step towards bins with the losses `points` and a move of all points, the steps shortest in bins' widths."""
    from scipy.linalg import solveh_banded

    width = np.diff(edges)
    total, miss = _bin_losses(pair, edges, points)
    density, loss = pair.density(edges), pair.loss(edges)
    room = np.minimum(np.append(width, np.inf), np.append(np.inf, width))
    room[[0, -1]] = 0.0  # the ends stay
    with np.errstate(all="ignore"):
        right = room[1:] * density[1:] / total * -np.expm1(points + miss - loss[1:])
        left = room[:-1] * density[:-1] / total * np.expm1(points + miss - loss[:-1])
    left[-1] = right[-1] = miss[-1] = 0.0  # cut off by the end
    left, right, miss = (np.where(np.isfinite(a), a, 0.0) for a in (left, right, miss))
    diagonal = left**2 + right**2
    bands = np.array([np.append(0.0, right[:-1] * left[1:]), diagonal * (1 + 1e-9) + 1e-300])
    counted = np.where(diagonal > 0, 1.0, 0.0)
    of_miss, of_one = solveh_banded(bands, np.stack([miss * counted, counted], axis=1)).T
    move = float(np.sum(counted * of_miss)) / max(float(np.sum(counted * of_one)), 1e-300)
    force = move * of_one - of_miss
    step = np.append(left * force, 0.0) + np.append(0.0, right * force)
    return room * np.clip(step, -0.3, 0.3), move


def _inverse(pair: LinePair, losses: Floats, low: float, high: float) -> Floats:
    """Outcomes with the given losses, clipped to [low, high]; by bisection on all at once."""
    a, b = np.full_like(losses, low), np.full_like(losses, high)
    for _ in range(60):
        middle = (a + b) / 2
        right = pair.loss(middle) < losses
        a, b = np.where(right, middle, a), np.where(right, b, middle)
    return b


def _bin_losses(pair: LinePair, edges: Floats, points: Floats) -> tuple[Floats, Floats]:
    """The bins' masses, and by how much ``log P(bin)/Q(bin)`` exceeds the bin's point, by Gauss's rule."""
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    x = middle[:, None] + half[:, None] * _NODES
    weights = half[:, None] * pair.density(x) * _WEIGHTS
    total = weights.sum(1)
    with np.errstate(all="ignore"):
        return total, -np.log1p((weights * np.expm1(points[:, None] - pair.loss(x))).sum(1) / total)
