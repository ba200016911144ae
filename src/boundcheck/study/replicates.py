"""What a study returns for a cell."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import NDArray

from boundcheck.study.cell import Cell, Number
from boundcheck.study.store.columns import encode


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
