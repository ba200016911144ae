"""Pattern search in the unit cube, in batches that any number of workers can share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from boundcheck.study.space import Choice, Space

Units = NDArray[np.float64]
FIRST_STEP, LAST_STEP = 0.25, 1e-5
DIRECTIONS = 2  # random ones besides the axes: ridges seldom follow an axis


def climb(
    space: Space,
    centre: Units,
    value: float,
    evaluate: Callable[[Units], list[float]],
    left: Callable[[], int],
    rng: np.random.Generator,
) -> None:
    """Move to the best neighbour while there is a better one, else halve the step.

    Parameters
    ----------
    space : sequence of Axis or Choice
    centre : ndarray of shape (d,)
        Where to start, in the unit cube.
    value : float
        What was found there.
    evaluate : callable
        Values at an ndarray of shape (m, d); known points cost nothing.
    left : callable
        How many evaluations are left.
    rng : Generator
        Draws directions, always the same number of them.
    """
    step, before = FIRST_STEP, centre
    while left() > 0 and step >= LAST_STEP:
        neighbours = _neighbours(space, centre, step, rng)
        if np.any(before != centre):  # once more the way that has just led up
            neighbours = np.vstack([np.clip(2 * centre - before, 0, 1)[None], neighbours])
        neighbours = neighbours[: left()]
        values = evaluate(neighbours)
        best = int(np.argmax(values))
        if values[best] > value:
            before, centre, value = centre, neighbours[best], values[best]
        else:
            before, step = centre, step / 2


def _neighbours(space: Space, centre: Units, step: float, rng: np.random.Generator) -> Units:
    """Points around `centre`, shape (m, d), within the cube."""
    found = []
    for index, axis in enumerate(space):
        if isinstance(axis, Choice):
            here = axis.at(float(centre[index]))
            places = [
                (at + 0.5) / len(axis.options) for at, option in enumerate(axis.options) if option != here
            ]
        else:
            places = [centre[index] + step, centre[index] - step]
        for place in places:
            found.append(centre.copy())
            found[-1][index] = min(max(place, 0.0), 1.0)
    numeric = np.array([not isinstance(axis, Choice) for axis in space])
    for _ in range(DIRECTIONS):
        direction = rng.normal(size=len(space)) * numeric
        length = np.linalg.norm(direction)
        if length > 0:
            found += [np.clip(centre + sign * step * direction / length, 0, 1) for sign in (1, -1)]
    return np.array(found)
