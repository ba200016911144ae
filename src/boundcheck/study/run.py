"""Cells in, replicates out: whatever is not in the store yet is computed, and who follows it is told how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from typing import Protocol

from boundcheck.study.cell import Block, Cell, blocks_of, key_of
from boundcheck.study.executors import InProcess
from boundcheck.study.loop import Unit, work_off
from boundcheck.study.replicates import Replicates, described, stored
from boundcheck.study.store import Store

# Who is told how far a study is.


class Progress(Protocol):
    """Anything that wants to know; called from the thread that runs the study, never from a worker."""

    def started(self, total: int) -> None:
        """A study of `total` cells begins."""

    def advance(self, cells: int, replicates: int) -> None:
        """So many more cells are complete, so many more replicates computed (not merely found)."""

    def finished(self) -> None:
        """The study has ended, well or not."""


class Silent:
    """Tells nobody."""

    def started(self, total: int) -> None:
        return None

    def advance(self, cells: int, replicates: int) -> None:
        return None

    def finished(self) -> None:
        return None


# Cells in, replicates out: whatever is not in the store yet is computed, by whoever is given.


def run(
    cells: Iterable[Cell],
    *,
    seed: int,
    executor: Executor | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
    code: str = "",
) -> dict[Cell, Replicates]:
    """Compute the cells, or find them in the store.

    The same cells, seed and code give the same bytes for any executor, any number of workers and any
    interruption.

    Parameters
    ----------
    cells : iterable of Cell
    seed : int, ``>= 0``
    executor : concurrent.futures.Executor, optional
        Of `open_executor` or any other; without one, everything runs here.
    store : Store, optional
        Without one, results live in memory for the time of the call.
    progress : Progress, optional
    code : str
        Fingerprint of the code that the replicates depend on; another one means other results.

    Returns
    -------
    results : dict from Cell to Replicates, in the order of the cells
        A block that raised is a `Failure` of its cell, kept in the store.

    Raises
    ------
    ValueError
        Where one name stands for two contents.
    StudyError
        Where the study cannot go on; what is finished is in the store.
    """
    wanted = list(dict.fromkeys(cells))
    refuse_shared_names(wanted)
    kept = Store.memory() if store is None else store
    try:
        fill(blocks_of(wanted), seed=seed, store=kept, executor=executor, progress=progress, code=code)
        results = stored(wanted, seed=seed, store=kept, code=code)
        if len(results) < len(wanted):
            raise kept.damaged("finished blocks cannot be found again")
        return results
    finally:
        if store is None:
            kept.close()


def fill(
    blocks: Sequence[Block],
    *,
    seed: int,
    store: Store,
    executor: Executor | None = None,
    progress: Progress | None = None,
    code: str = "",
) -> None:
    """Compute those of `blocks` that `store` lacks: all of a study, or one `shard` of it.

    Parameters
    ----------
    blocks : sequence of Block
        Of `blocks_of`, perhaps through `shard`.
    seed, store, executor, progress, code
        As in `run`.
    """
    if seed < 0 or int(seed) != seed:
        raise ValueError(f"seed must be a whole number >= 0, got {seed}")
    teller = progress or Silent()
    digests = described((block.cell for block in blocks), seed, code)
    units: dict[bytes, Unit] = {}
    for block in blocks:
        digest = digests[block.cell]
        key = key_of(digest, block.index, block.size)
        units.setdefault(key, Unit(key, block, digest))
    known = store.known(units)
    missing = [unit for key, unit in units.items() if key not in known]
    left = Counter(unit.cell_digest for unit in missing)

    def keep(finished: list[tuple[Unit, bytes]]) -> None:
        if finished:
            store.write({unit.key: value for unit, value in finished})
        left.subtract(unit.cell_digest for unit, _ in finished)
        complete = sum(not left[digest] for digest in {unit.cell_digest for unit, _ in finished})
        teller.advance(complete, sum(unit.block.size for unit, _ in finished))

    everyone = {unit.cell_digest for unit in units.values()}
    teller.started(len(everyone))
    try:
        if len(everyone) > len(left):
            teller.advance(len(everyone) - len(left), 0)
        if missing:
            work_off(missing, seed, executor or InProcess(), keep)
    finally:
        teller.finished()


def refuse_shared_names(cells: Iterable[Cell]) -> None:
    """A name is the seed of its cell, so two cells of one name would share random numbers unnoticed."""
    owner: dict[tuple[str, str, str], Cell] = {}
    for cell in cells:
        if cell.stream:
            continue
        first = owner.setdefault((cell.claim, cell.part, cell.name), cell)
        if first.content != cell.content:
            raise ValueError(
                f"two cells are called {cell.label!r} and would draw the same random numbers: "
                f"give each its name, or both the same stream if that is meant"
            )
