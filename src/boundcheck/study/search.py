"""Worst-case search: spread out, then climb, under a fixed number of evaluations."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boundcheck.study.blocks import generator, spawn_key
from boundcheck.study.cell import Cell, Number
from boundcheck.study.climb import climb
from boundcheck.study.replicates import Replicates
from boundcheck.study.run import run
from boundcheck.study.space import Space, point_at
from boundcheck.study.store import Store

STARTS = 3  # climbs, from the best points of the first half


class Objective(Protocol):
    """Anything picklable, best a frozen dataclass, whose value is to be made large."""

    def value(self, rng: np.random.Generator, **point: Any) -> float:
        """The value at `point`, such as a quantile of error/bound over replicates drawn with `rng`."""
        ...


@dataclass(frozen=True)
class Visit:
    """One evaluation: where, and what came out (nan where `failure` says why)."""

    point: tuple[tuple[str, Number], ...]
    value: float
    failure: str | None = None


@dataclass(frozen=True)
class SearchResult:
    """The worst that was found; no maximum, and no evidence before it is confirmed on fresh samples.

    Parameters
    ----------
    point : dict from name to value
    value : float
        At `point`; ``-inf`` where every evaluation failed.
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


@dataclass(frozen=True)
class Evaluation:
    """An objective as an experiment."""

    objective: Any

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, NDArray]:
        values = [float(self.objective.value(rng, **point)) for _ in range(repeats)]
        return {"value": np.array(values)}


def search(
    objective: Objective,
    space: Space,
    *,
    seed: int,
    evaluations: int,
    executor: Executor | None = None,
    store: Store | None = None,
    claim: str = "",
    part: str = "",
    name: str = "search",
    code: str = "",
) -> SearchResult:
    """Look for the point at which `objective` is largest.

    Half of the evaluations lie on a scrambled Sobol sequence, the rest climbs from the best of them by
    pattern search. All draw the same random numbers, so the objective is a function of the point alone, and
    its comparisons are not blurred by fresh noise; the value found is therefore optimistic: see `confirm`.

    Parameters
    ----------
    objective : Objective
    space : sequence of Axis or Choice, not empty, names distinct
    seed : int, ``>= 0``
    evaluations : int, ``>= 1``
        An upper limit; a space with few points is exhausted earlier.
    executor, store, code
        As in `boundcheck.study.run`; the result is the same for any of them.
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
        raise ValueError(
            f"a search needs axes of different names and an evaluation, got {names} and {evaluations}"
        )
    stream = f"{name}/search"
    trace: list[Visit] = []
    seen: dict[tuple, float] = {}

    def evaluate(units: NDArray[np.float64]) -> list[float]:
        """Values at `units`, shape (m, d); those known already are not computed again."""
        cells = []
        for unit in units:
            cell = Cell(
                claim,
                part,
                f"{stream} {len(seen)}",
                Evaluation(objective),
                point_at(space, unit),
                1,
                1,
                stream,
            )
            if cell.point not in seen and len(seen) < evaluations:
                seen[cell.point] = -math.inf
                cells.append(cell)
        for cell, replicates in run(cells, seed=seed, executor=executor, store=store, code=code).items():
            visit = _visit(cell, replicates)
            trace.append(visit)
            seen[cell.point] = visit.value if not math.isnan(visit.value) else -math.inf
        return [seen.get(tuple(sorted(point_at(space, unit).items())), -math.inf) for unit in units]

    key = spawn_key(Cell(claim, part, stream, None, {}, 1), 0)
    rng = generator(seed, spawn_key(Cell(claim, part, f"{name}/where", None, {}, 1), 0))
    units = _spread(len(names), evaluations, rng)
    values = evaluate(units)
    ranked = sorted(range(len(units)), key=lambda at: -values[at])[:STARTS]
    for left, at in enumerate(ranked):
        last = left == len(ranked) - 1
        share = evaluations if last else (evaluations + len(seen)) // 2
        climb(space, units[at], values[at], evaluate, partial(_left, seen, share), rng)
    best = max(seen, key=lambda point: seen[point])
    return SearchResult(dict(best), seen[best], tuple(trace), seed, key)


def confirm(
    objective: Objective,
    point: dict[str, Number],
    *,
    seed: int,
    repeats: int,
    executor: Executor | None = None,
    store: Store | None = None,
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
    seed, executor, store, claim, part, name, code
        As in `search`.

    Returns
    -------
    replicates : Replicates
        One column, ``value``.
    """
    cell = Cell(claim, part, f"{name}/confirm", Evaluation(objective), point, repeats, 1)
    return run([cell], seed=seed, executor=executor, store=store, code=code)[cell]


def _left(seen: dict[tuple, float], share: int) -> int:
    return share - len(seen)


def _spread(dimensions: int, evaluations: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """The largest power of two that is at most half of the evaluations, shape (m, d)."""
    from scipy.stats import qmc

    exponent = max(0, (evaluations // 2).bit_length() - 1)
    return qmc.Sobol(dimensions, scramble=True, rng=rng).random_base2(exponent)


def _visit(cell: Cell, replicates: Replicates) -> Visit:
    if replicates.failures:
        return Visit(cell.point, math.nan, replicates.failures[0].message)
    return Visit(cell.point, float(replicates["value"][0]))
