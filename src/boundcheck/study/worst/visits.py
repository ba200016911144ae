"""The evaluations of a search: each point once, failures kept, never more than were granted."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boundcheck.stats.digits import significant
from boundcheck.study.cell import Cell, Number
from boundcheck.study.replicates import Replicates
from boundcheck.study.worst.space import Space, point_at

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
