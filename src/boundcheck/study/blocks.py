"""The unit of work, of seeding and of storage: one block of a cell's replicates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.study.cell import Cell
from boundcheck.study.closure import closure
from boundcheck.study.content import fingerprint

SCHEMA = 1


@dataclass(frozen=True)
class Block:
    """Block `index` (from 0) of `cell`."""

    cell: Cell
    index: int

    @property
    def size(self) -> int:
        """Replicates in it; the last block of a cell may be short."""
        return min(self.cell.block, self.cell.repeats - self.index * self.cell.block)


def blocks_of(cells: Iterable[Cell]) -> list[Block]:
    """All blocks of all cells, in order."""
    return [Block(cell, index) for cell in cells for index in range(-(-cell.repeats // cell.block))]


def shard(blocks: Sequence[Block], i: int, of: int) -> list[Block]:
    """The `i`-th of `of` shares, ``1 <= i <= of``; the shares together are all blocks, each once.

    Raises
    ------
    ValueError
        For a share that does not exist.
    """
    if not 1 <= i <= of:
        raise ValueError(f"a shard is written i/N with 1 <= i <= N, got {i}/{of}")
    return list(blocks[i - 1 :: of])


def spawn_key(cell: Cell, index: int) -> tuple[int, ...]:
    """Four 32-bit words that name the block's random numbers among all those of a seed.

    Depends on the claim, the part, the stream and the index only, so cells of one stream share their numbers.
    """
    text = json.dumps([cell.claim, cell.part, cell.stream or cell.name, index])
    digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
    return tuple(int.from_bytes(digest[at : at + 4], "little") for at in range(0, 16, 4))


def generator(seed: int, key: Sequence[int]) -> np.random.Generator:
    """The generator of a block; `seed` and `key` stand in every failure and every search result.

    Parameters
    ----------
    seed : int, ``>= 0``
    key : sequence of 4 ints
        From `spawn_key`.

    Returns
    -------
    rng : Generator
    """
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy=seed, spawn_key=tuple(key))))


def description(cell: Cell, seed: int, code: str) -> str:
    """Everything that determines the replicates of a cell's blocks, as canonical JSON; `code` is added to what is found."""
    around = json.dumps([SCHEMA, seed, np.__version__, code, _reached(cell.experiment)], separators=(",", ":"))
    return f'{{"study":{around},"cell":{cell.content}}}'


def _reached(experiment: Any) -> str:
    """The hash of the files that an experiment reaches; one for all cells of a search, which share the experiment."""
    if not getattr(getattr(experiment, "__dataclass_params__", None), "frozen", False):
        return closure(experiment)
    known, digest = _latest[0]
    if known is not experiment:
        digest = closure(experiment)
        _latest[0] = experiment, digest
    return digest


_latest: list[tuple[Any, str]] = [(None, "")]  # an experiment and its hash


def key_of(cell_digest: bytes, index: int, size: int) -> bytes:
    """The 32 bytes under which a block is stored; `cell_digest` is the fingerprint of the description."""
    return fingerprint(f"[{json.dumps(cell_digest.hex())},{index},{size}]")
