"""What a study returns for a cell, put together from the blocks in the store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boundcheck.study.cell import Block, Cell, Number, blocks_of, description, fingerprint, key_of, spawn_key
from boundcheck.study.store import Store, StudyError, decode, encode, failure_of

# What a study returns for a cell.


@dataclass(frozen=True)
class Failure:
    """A block that raised: where, why, and how to see it again.

    Parameters
    ----------
    claim, part, name : str
        The cell.
    point : tuple of (str, number or str)
    block : int
        Index of the block, from 0.
    repeats : int
        Replicates that the block would have had: all of them are lost, and count as such.
    seed : int
    spawn_key : tuple of int
        ``generator(seed, spawn_key)`` draws the block's random numbers again.
    message : str
        Kind and text of the error, with the line that raised it.
    """

    claim: str
    part: str
    name: str
    point: tuple[tuple[str, Number], ...]
    block: int
    repeats: int
    seed: int
    spawn_key: tuple[int, ...]
    message: str


@dataclass(frozen=True, eq=False)
class Replicates:
    """The replicates of one cell.

    Parameters
    ----------
    columns : dict from name to ndarray of shape (finished,)
        Blocks in order; ``finished = repeats - lost``. Empty where every block failed.
    failures : tuple of Failure
    sizes : tuple of int
        Replicates in each finished block: where an experiment shares something within a block, such as the
        design, intervals have to treat blocks as clusters.
    """

    columns: dict[str, NDArray]
    failures: tuple[Failure, ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def finished(self) -> int:
        """Replicates in the columns."""
        return len(next(iter(self.columns.values()))) if self.columns else 0

    @property
    def lost(self) -> int:
        """Replicates whose block failed; a rate must not leave them out silently."""
        return sum(failure.repeats for failure in self.failures)

    def __getitem__(self, column: str) -> NDArray:
        return self.columns[column]


def digest(results: Mapping[Cell, Replicates]) -> str:
    """Hexadecimal fingerprint of a study's results: equal if and only if every byte is."""
    state = hashlib.blake2b(digest_size=16)
    for cell, replicates in results.items():
        state.update(f"{cell.name}\n{cell.repeats}\n{cell.content}\n{replicates.failures!r}\n".encode())
        if replicates.columns:
            state.update(encode(replicates.columns, replicates.finished))
    return state.hexdigest()


# From the store to the caller: which blocks make up a cell, and its replicates put together.


def stored(cells: Iterable[Cell], *, seed: int, store: Store, code: str = "") -> dict[Cell, Replicates]:
    """Those of the cells that are complete in the store; computes nothing.

    Parameters
    ----------
    cells, seed, store, code
        As in `run`.

    Returns
    -------
    results : dict from Cell to Replicates
    """
    wanted = list(dict.fromkeys(cells))
    digests = described(wanted, seed, code)
    results = {}
    for cell in wanted:
        blocks = {key_of(digests[cell], block.index, block.size): block for block in blocks_of([cell])}
        values = store.read(blocks)
        if len(values) == len(blocks):
            results[cell] = _gather(cell, seed, [(block, values[key]) for key, block in blocks.items()])
    return results


def described(cells: Iterable[Cell], seed: int, code: str) -> dict[Cell, bytes]:
    """The fingerprint of each cell's description."""
    return {cell: fingerprint(description(cell, seed, code)) for cell in dict.fromkeys(cells)}


def _gather(cell: Cell, seed: int, values: list[tuple[Block, bytes]]) -> Replicates:
    failures, tables, sizes = [], [], []
    for block, value in values:
        message = failure_of(value)
        if message is None:
            tables.append(decode(value))
            sizes.append(block.size)
            continue
        key = spawn_key(cell, block.index)
        failures.append(
            Failure(cell.claim, cell.part, cell.name, cell.point, block.index, block.size, seed, key, message)
        )
    names = list(tables[0]) if tables else []
    for table in tables:
        if list(table) != names:
            raise StudyError(f"cell {cell.label} returned columns {names} in one block and {list(table)} in another")
    columns = {name: np.concatenate([table[name] for table in tables]) for name in names}
    return Replicates(columns, tuple(failures), tuple(sizes))
