"""From the store to the caller: which blocks make up a cell, and its replicates put together."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from boundcheck.study.blocks import blocks_of, description, key_of, spawn_key
from boundcheck.study.cell import Cell
from boundcheck.study.content import fingerprint
from boundcheck.study.errors import StudyError
from boundcheck.study.replicates import Failure, Replicates
from boundcheck.study.store.columns import decode
from boundcheck.study.store.store import Row, Store


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
    digests, _ = described(wanted, seed, code)
    results = {}
    for cell in wanted:
        blocks = blocks_of([cell])
        keys = [key_of(digests[cell], block.index, block.size) for block in blocks]
        rows = store.read(keys)
        if len(rows) == len(set(keys)):
            results[cell] = _gather(cell, seed, [rows[key] for key in keys])
    return results


def described(cells: Iterable[Cell], seed: int, code: str) -> tuple[dict[Cell, bytes], dict[bytes, str]]:
    """The fingerprint of each cell, and the description behind each fingerprint."""
    digests: dict[Cell, bytes] = {}
    texts: dict[bytes, str] = {}
    for cell in dict.fromkeys(cells):
        text = description(cell, seed, code)
        digests[cell] = fingerprint(text)
        texts[digests[cell]] = text
    return digests, texts


def _gather(cell: Cell, seed: int, rows: list[Row]) -> Replicates:
    failures = tuple(
        Failure(
            cell.claim, cell.part, cell.name, cell.point, row.block, row.size, seed,
            spawn_key(cell, row.block), row.failure,
        )
        for row in rows
        if row.failure is not None
    )  # fmt: skip
    tables = [decode(row.columns) for row in rows if row.columns is not None]
    names = list(tables[0]) if tables else []
    for table in tables:
        if list(table) != names:
            raise StudyError(f"cell {cell.label} returned columns {names} in one block and {list(table)} in another")
    columns = {name: np.concatenate([table[name] for table in tables]) for name in names}
    return Replicates(columns, failures, tuple(row.size for row in rows if row.columns is not None))
