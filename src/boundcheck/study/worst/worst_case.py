"""Worst-case search: spread out, then climb, under a fixed number of evaluations."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

from boundcheck.study.blocks import generator, spawn_key
from boundcheck.study.cell import Cell, Number
from boundcheck.study.progress import Progress, Silent
from boundcheck.study.replicates import Replicates
from boundcheck.study.run import run
from boundcheck.study.store.store import Store
from boundcheck.study.worst.explore import explore
from boundcheck.study.worst.space import Space
from boundcheck.study.worst.visits import Evaluation, Objective, Visit, Visits


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
