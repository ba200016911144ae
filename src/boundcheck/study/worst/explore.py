"""How a search spends what it is granted: an eighth on corners, half spread out, the rest on climbs from the tops seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boundcheck.study.worst.climb import COARSE, climb
from boundcheck.study.worst.visits import Visits

STARTS = 3  # climbs, from the highest tops


def explore(visits: Visits, rng: np.random.Generator) -> None:
    """Visit corners, spread out over half of what is granted, then climb: from each top with half of what is left."""
    corners = _corners(len(visits.space), visits.granted // 8, rng)
    units = np.vstack([corners, _spread(len(visits.space), visits.granted, rng)])
    values = visits.values(units)
    starts = _summits(units, np.array(values))[:STARTS]
    tops = [climb(visits, units[at], values[at], rng, visits.left // 2, COARSE) for at in starts]
    climb(visits, *max(tops, key=lambda top: top[1]), rng)


def _corners(dimensions: int, count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Corners of the cube, all of them if there are no more than `count`, else some, no two alike; shape (m, d)."""
    if 2**dimensions <= count:
        chosen = np.arange(2**dimensions)
    else:
        chosen = np.unique(rng.integers(2 ** min(dimensions, 62), size=count))
    return (chosen[:, None] >> np.arange(dimensions) & 1).astype(float)


def _summits(units: NDArray[np.float64], values: NDArray[np.float64]) -> list[int]:
    """Indices of the points that no near one exceeds, the highest first: one start for each hill."""
    near = min(len(units), 2 * units.shape[1] + 1)
    distances = np.abs(units[:, None] - units).sum(axis=2)
    neighbours = np.argsort(distances, axis=1, kind="stable")[:, :near]
    tops = np.flatnonzero(values >= values[neighbours].max(axis=1))
    return sorted(tops.tolist(), key=lambda at: -values[at])


def _spread(dimensions: int, evaluations: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """The largest power of two that is at most half of the evaluations, shape (m, d)."""
    from scipy.stats import qmc

    exponent = max(0, (evaluations // 2).bit_length() - 1)
    return qmc.Sobol(dimensions, scramble=True, rng=rng).random_base2(exponent)
