"""Worst-case search: spread out, then climb, under a fixed number of evaluations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.digits import significant
from boundcheck.study.cell import Cell, Number, generator, spawn_key
from boundcheck.study.replicates import Replicates
from boundcheck.study.run import Progress, Silent, run
from boundcheck.study.store import Store

# Where a search looks: axes with a scale, and choices, all seen as the unit cube.

Scale = Literal["linear", "log", "integer", "log_integer"]


@dataclass(frozen=True)
class Axis:
    """A parameter between two values, both included.

    Parameters
    ----------
    name : str
    low, high : float, ``low <= high``
    scale : {"linear", "log", "integer", "log_integer"}
        The log scales want ``low > 0``; the integer ones give ints.

    Raises
    ------
    ValueError
        For bounds that the scale does not have.
    """

    name: str
    low: float
    high: float
    scale: Scale = "linear"

    def __post_init__(self) -> None:
        if self.scale not in ("linear", "log", "integer", "log_integer"):
            raise ValueError(
                f"scale of axis {self.name!r} must be linear, log, integer or log_integer, got {self.scale!r}"
            )
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.high):
            raise ValueError(f"axis {self.name!r} needs finite low <= high, got {self.low} and {self.high}")
        if "log" in self.scale and self.low <= 0:
            raise ValueError(f"axis {self.name!r} has a log scale, so low must be > 0, got {self.low}")
        if "integer" in self.scale and (int(self.low) != self.low or int(self.high) != self.high):
            raise ValueError(f"axis {self.name!r} has an integer scale, so low and high must be whole numbers")

    def at(self, unit: float) -> Number:
        """The value at `unit` in [0, 1]: low at 0, high at 1."""
        if unit <= 0 or unit >= 1:
            end = self.low if unit <= 0 else self.high
            return int(end) if "integer" in self.scale else float(end)
        if self.scale == "integer":
            return int(self.low) + min(int(unit * (self.high - self.low + 1)), int(self.high - self.low))
        if self.scale == "linear":
            return self._inside(self.low + unit * (self.high - self.low))
        value = math.exp(math.log(self.low) + unit * (math.log(self.high) - math.log(self.low)))
        return int(self._inside(round(value))) if self.scale == "log_integer" else self._inside(value)

    def _inside(self, value: float) -> float:
        """A value at the digits that it is shown with, so that whoever reads it can come back to the very point."""
        return float(min(max(significant(value) if "integer" not in self.scale else value, self.low), self.high))


@dataclass(frozen=True)
class Choice:
    """A parameter that is one of some numbers or words.

    Parameters
    ----------
    name : str
    options : sequence of number or str, not empty
    """

    name: str
    options: Sequence[Number]

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple(self.options))
        if not self.options:
            raise ValueError(f"choice {self.name!r} needs at least one option")

    def at(self, unit: float) -> Number:
        """The option at `unit` in [0, 1]; each has an equal share."""
        return self.options[min(int(unit * len(self.options)), len(self.options) - 1)]


Space = Sequence[Axis | Choice]


def point_at(space: Space, unit: NDArray[np.float64]) -> dict[str, Number]:
    """The point of `space` at `unit`, an ndarray of shape (len(space),) in the unit cube."""
    return {axis.name: axis.at(float(where)) for axis, where in zip(space, unit, strict=True)}


# The evaluations of a search: each point once, failures kept, never more than were granted.

Point = tuple[tuple[str, Number], ...]
Compute = Callable[[list[Cell]], dict[Cell, Replicates]]


class Objective(Protocol):
    """Anything picklable, best a frozen dataclass, whose value is to be made large."""

    def value(self, rng: np.random.Generator, **point: Any) -> float:
        """The value at `point`, such as a quantile of error/bound over replicates drawn with `rng`."""
        ...


@dataclass(frozen=True)
class Evaluation:
    """An objective as an experiment."""

    objective: Any

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, NDArray]:
        """One column, ``value``, of shape (repeats,)."""
        return {"value": np.array([float(self.objective.value(rng, **point)) for _ in range(repeats)])}


@dataclass(frozen=True)
class Visit:
    """One evaluation: where, and what came out (nan where `failure` says why)."""

    point: Point
    value: float
    failure: str | None = None


class Visits:
    """What a search has seen.

    Parameters
    ----------
    objective : Objective
    space : sequence of Axis or Choice
    stream : Cell
        Its claim, part and name say whose random numbers all evaluations draw.
    granted : int
        Evaluations at most.
    compute : callable
        From cells to replicates.
    """

    def __init__(self, objective: Objective, space: Space, stream: Cell, granted: int, compute: Compute) -> None:
        self.experiment, self.space, self.stream = Evaluation(objective), space, stream
        self.granted, self.compute = granted, compute
        self.trace: list[Visit] = []
        self._ranks: dict[Point, float] = {}

    @property
    def left(self) -> int:
        """Evaluations that may still be made."""
        return self.granted - len(self.trace)

    def best(self) -> Visit:
        """The visit of the largest value, the earliest of equals; a failure where all are."""
        return max(self.trace, key=lambda visit: self._ranks[visit.point])

    def values(self, units: NDArray[np.float64]) -> list[float]:
        """Values at `units`, shape (m, d) in the cube; ``-inf`` for failures, nan and what is not granted."""
        points = [Cell("", "", "", None, point_at(self.space, unit), 1).point for unit in units]
        new = [point for point in dict.fromkeys(points) if point not in self._ranks][: self.left]
        cells = [self._cell(point, len(self.trace) + at) for at, point in enumerate(new)]
        for cell, replicates in self.compute(cells).items() if cells else ():
            visit = _visit(cell, replicates)
            self.trace.append(visit)
            # On rounded values, so that a tie is one on every processor; the earliest of equals is preferred.
            self._ranks[cell.point] = -math.inf if math.isnan(visit.value) else significant(visit.value)
        return [self._ranks.get(point, -math.inf) for point in points]

    def _cell(self, point: Point, number: int) -> Cell:
        claim, part, stream = self.stream.claim, self.stream.part, self.stream.name
        return Cell(claim, part, f"{stream} {number}", self.experiment, point, 1, 1, stream)


def _visit(cell: Cell, replicates: Replicates) -> Visit:
    if replicates.failures:
        return Visit(cell.point, math.nan, replicates.failures[0].message)
    return Visit(cell.point, float(replicates["value"][0]))


# Pattern search in the unit cube, in batches that any number of workers can share.

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


# How a search spends what it is granted: an eighth on corners, half spread out, the rest on climbs from the tops seen.

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


# Worst-case search: spread out, then climb, under a fixed number of evaluations.


@dataclass(frozen=True)
class SearchResult:
    """The worst that was found; no maximum, and no evidence before it is confirmed on fresh samples.

    Parameters
    ----------
    point : dict from name to value
    value : float
        At `point`; nan where every evaluation failed.
    trace : tuple of Visit
        Every evaluation in order, failures included.
    seed : int
    seed_key : tuple of int
        ``objective.value(generator(seed, seed_key), **point)`` is `value` again.
    """

    point: dict[str, Number]
    value: float
    trace: tuple[Visit, ...]
    seed: int
    seed_key: tuple[int, ...]


def search(
    objective: Objective,
    space: Space,
    *,
    seed: int,
    evaluations: int,
    executor: Executor | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
    claim: str = "",
    part: str = "",
    name: str = "search",
    code: str = "",
) -> SearchResult:
    """Look for the point at which `objective` is largest.

    Half of the evaluations lie on a scrambled Sobol sequence, the rest climbs from the tops among them by
    pattern search. All draw the same random numbers, so the objective is a function of the point alone, and
    its comparisons are not blurred by fresh noise; the value found is therefore optimistic: see `confirm`.

    Parameters
    ----------
    objective : Objective
    space : sequence of Axis or Choice, not empty, names distinct
    seed : int, ``>= 0``
    evaluations : int, ``>= 1``
        An upper limit; a space with few points is exhausted earlier.
    executor, store, progress, code
        As in `boundcheck.study.run`; the result is the same for any of them. An evaluation is a cell.
    claim, part, name : str
        Whose search this is; they name its random numbers.

    Returns
    -------
    result : SearchResult

    Raises
    ------
    ValueError
        For a space or a number of evaluations that leaves nothing to search.

    Source
    ------
    Sobol sequence by `scipy.stats.qmc`; Torczon, SIAM J. Optim. 7 (1997) 1-25, for pattern search.
    """
    names = [axis.name for axis in space]
    if not names or len(set(names)) < len(names) or evaluations < 1:
        raise ValueError(f"a search needs axes of different names and an evaluation, got {names} and {evaluations}")
    teller = progress or Silent()

    def compute(cells: list[Cell]) -> dict[Cell, Replicates]:
        results = run(cells, seed=seed, executor=executor, store=store, code=code)
        teller.advance(len(cells), len(cells))
        return results

    stream = Cell(claim, part, f"{name}/search", None, {}, 1)
    visits = Visits(objective, space, stream, evaluations, compute)
    teller.started(evaluations)
    try:
        explore(visits, generator(seed, spawn_key(Cell(claim, part, f"{name}/where", None, {}, 1), 0)))
    finally:
        teller.finished()
    best = visits.best()
    return SearchResult(dict(best.point), best.value, tuple(visits.trace), seed, spawn_key(stream, 0))


def confirm(
    objective: Objective,
    point: dict[str, Number],
    *,
    seed: int,
    repeats: int,
    executor: Executor | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
    claim: str = "",
    part: str = "",
    name: str = "search",
    code: str = "",
) -> Replicates:
    """The objective at `point`, `repeats` times on random numbers that no search has seen.

    Parameters
    ----------
    objective, point
        Of the search.
    repeats : int, ``>= 1``
        Independent values.
    seed, executor, store, progress, claim, part, name, code
        As in `search`.

    Returns
    -------
    replicates : Replicates
        One column, ``value``.
    """
    cell = Cell(claim, part, f"{name}/confirm", Evaluation(objective), point, repeats, 1)
    return run([cell], seed=seed, executor=executor, store=store, progress=progress, code=code)[cell]
