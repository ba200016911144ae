"""Cells in, replicates out: whatever is not in the store yet is computed, and who follows it is told how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from typing import Any, Protocol

from boundcheck.study.cell import Block, Cell, blocks_of, key_of
from boundcheck.study.executors import InProcess
from boundcheck.study.loop import Desk, Keep, Unit, work_off
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


# Blocks that workers compute while this process does something else.


class Ahead:
    """Blocks that will be asked for, handed to workers whenever `look` is called; `run` and `fill` wait for what they need of them.

    Parameters
    ----------
    seed, store, executor, code
        As in `run`; the executor has workers of its own.
    """

    def __init__(self, *, seed: int, store: Store, executor: Executor, code: str = "") -> None:
        self._bound: dict[str, Any] = {"seed": seed, "store": store, "code": code}
        self._seed, self._store, self._executor = seed, store, executor
        self._desk: Desk | None = None
        self._left: set[bytes] = set()

    def begin(self, blocks: Sequence[Block]) -> None:
        """Hand out these blocks, in their order, as far as the store lacks them; what was left of others is forgotten."""
        self.end()
        units = missing_units(blocks, **self._bound)
        self._left = {unit.key for unit in units}
        self._desk = Desk(units, self._seed, self._executor, self._keep)
        self.look()

    def look(self) -> None:
        """Keep what has arrived, and fill the workers' hands; waits for nothing."""
        if self._desk is not None and self._desk.busy:
            self._desk.collect(0)
            self._desk.hand_out()

    def until(self, keys: Iterable[bytes], keep: Keep) -> None:
        """Wait for those of these blocks that were begun; `keep` is handed all that arrives meanwhile."""
        wanted = self._left & set(keys)
        if self._desk is None or not wanted:
            return
        self._desk.keep = lambda finished: self._keep(finished, keep)
        while wanted & self._left and self._desk.busy:
            self._desk.hand_out()
            self._desk.collect()
        self._desk.keep = self._keep

    def end(self) -> None:
        """Begin nothing new, and keep what has arrived."""
        if self._desk is not None:
            self._desk.rescue()
        self._desk, self._left = None, set()

    def _keep(self, finished: list[tuple[Unit, bytes]], keep: Keep | None = None) -> None:
        self._left -= {unit.key for unit, _ in finished}
        if keep is not None:
            keep(finished)
        elif finished:
            self._store.write({unit.key: value for unit, value in finished})


# Cells in, replicates out: whatever is not in the store yet is computed, by whoever is given.


def run(
    cells: Iterable[Cell],
    *,
    seed: int,
    executor: Executor | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
    code: str = "",
    ahead: Ahead | None = None,
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
    ahead : Ahead, optional
        What was begun before with the same seed, store and code, and is waited for.

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
        fill(blocks_of(wanted), seed=seed, store=kept, executor=executor, progress=progress, code=code, ahead=ahead)
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
    ahead: Ahead | None = None,
) -> None:
    """Compute those of `blocks` that `store` lacks: all of a study, or one `shard` of it.

    Parameters
    ----------
    blocks : sequence of Block
        Of `blocks_of`, perhaps through `shard`.
    seed, store, executor, progress, code, ahead
        As in `run`.
    """
    if seed < 0 or int(seed) != seed:
        raise ValueError(f"seed must be a whole number >= 0, got {seed}")
    teller = progress or Silent()
    missing = missing_units(blocks, seed=seed, store=store, code=code)
    wanted = {unit.key for unit in missing}
    left = Counter(unit.cell_digest for unit in missing)

    def keep(finished: list[tuple[Unit, bytes]]) -> None:
        if finished:
            store.write({unit.key: value for unit, value in finished})
        mine = [unit for unit, _ in finished if unit.key in wanted]
        left.subtract(unit.cell_digest for unit in mine)
        complete = sum(not left[digest] for digest in {unit.cell_digest for unit in mine})
        teller.advance(complete, sum(unit.block.size for unit in mine))

    cells = len(set(described((block.cell for block in blocks), seed, code).values()))
    teller.started(cells)
    try:
        if cells > len(left):
            teller.advance(cells - len(left), 0)
        if ahead is not None:
            ahead.until(wanted, keep)
            missing = missing_units(blocks, seed=seed, store=store, code=code)
        if missing:
            work_off(missing, seed, executor or InProcess(), keep)
    finally:
        teller.finished()


def missing_units(blocks: Sequence[Block], *, seed: int, store: Store, code: str = "") -> list[Unit]:
    """Those of the blocks that the store lacks, each once."""
    digests = described((block.cell for block in blocks), seed, code)
    units: dict[bytes, Unit] = {}
    for block in blocks:
        digest = digests[block.cell]
        key = key_of(digest, block.index, block.size)
        units.setdefault(key, Unit(key, block, digest))
    known = store.known(units)
    return [unit for key, unit in units.items() if key not in known]


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
