"""Pattern search in the unit cube, in batches that any number of workers can share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boundcheck.study.worst.space import Choice, Space
from boundcheck.study.worst.visits import Visits

Units = NDArray[np.float64]
FIRST_STEP = 0.25
COARSE, FINE = 1e-2, 1e-6  # where a climb ends: among several, and at the last
REACH = 3.0  # a leap goes no further than so many steps along an axis


def climb(
    visits: Visits,
    centre: Units,
    value: float,
    rng: np.random.Generator,
    reserve: int = 0,
    last_step: float = FINE,
) -> tuple[Units, float]:
    """Look along every axis, leap to where those looks point, and go on from the best; else halve the step.

    Parameters
    ----------
    visits : Visits
        Evaluates, and keeps what was found.
    centre : ndarray of shape (d,)
        Where to start, in the unit cube.
    value : float
        What was found there.
    rng : Generator
        Draws the sideways part of the leaps.
    reserve : int
        Evaluations to leave for others.
    last_step : float
        Smallest step, as a share of an axis.

    Returns
    -------
    centre : ndarray of shape (d,)
    value : float
        The best found by this climb.
    """
    step = FIRST_STEP
    while visits.left > reserve and step >= last_step:
        looks = _looks(visits.space, centre, step)
        values = np.array(visits.values(looks))
        leaps = _leaps(centre, value, looks, values, step, rng)
        tried = np.vstack([looks, leaps])
        values = np.concatenate([values, visits.values(leaps)])
        best = int(np.argmax(values))
        if values[best] > value:
            far = np.abs(tried[best] - centre).max() > step
            centre, value = tried[best], values[best]
            step = min(FIRST_STEP, 2 * step) if far else step
        else:
            step /= 2
    return centre, value


def _looks(space: Space, centre: Units, step: float) -> Units:
    """One point on either side along each axis, every other option of each choice; shape (m, d)."""
    found = []
    for index, axis in enumerate(space):
        if isinstance(axis, Choice):
            here = axis.at(float(centre[index]))
            others = [at for at, option in enumerate(axis.options) if option != here]
            places = [(at + 0.5) / len(axis.options) for at in others]
        else:
            places = [min(centre[index] + step, 1.0), max(centre[index] - step, 0.0)]
        for place in places:
            found.append(centre.copy())
            found[-1][index] = place
    return np.array(found).reshape(-1, len(space))


def _leaps(
    centre: Units,
    value: float,
    looks: Units,
    values: NDArray[np.float64],
    step: float,
    rng: np.random.Generator,
) -> Units:
    """Two points off the axes: where the parabolas through the looks have their tops, and a random one."""
    top = centre.copy()
    for index in range(len(centre)):
        offsets = looks[:, index] - centre[index]
        mine = np.flatnonzero((offsets != 0) & np.isfinite(values))
        if not len(mine):
            continue
        best = mine[np.argmax(values[mine])]
        if len(mine) == 2 and offsets[mine[0]] * offsets[mine[1]] < 0:
            top[index] += np.clip(_vertex(offsets[mine], values[mine] - value), -REACH * step, REACH * step)
        elif values[best] > value:
            top[index] = looks[best, index]
    side = step * rng.normal(size=len(centre)) / np.sqrt(len(centre))
    return np.clip(np.array([top, top + side]), 0, 1)


def _vertex(offsets: Units, gains: NDArray[np.float64]) -> float:
    """Where the parabola through (0, 0) and two points on its sides is largest; uphill if it opens upward."""
    slopes = gains / offsets
    curvature = (slopes[0] - slopes[1]) / (offsets[0] - offsets[1])
    if curvature >= 0:
        uphill = offsets[int(np.argmax(gains))] if gains.max() > 0 else 0.0
        return float(2 * uphill)
    return float(-(slopes[0] - curvature * offsets[0]) / (2 * curvature))
