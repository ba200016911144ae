"""Shards come together again."""

from __future__ import annotations

from boundcheck.study.errors import StoreError
from boundcheck.study.store.store import CHUNK, Row, Store


def merge(into: Store, *sources: Store) -> int:
    """Copy every finished block of `sources` into `into`.

    Blocks are keyed by their content, so a study that then runs on `into` finds what any shard has computed,
    and returns the bytes that it would have returned on its own.

    Parameters
    ----------
    into : Store
    *sources : Store

    Returns
    -------
    copied : int
        Blocks that `into` had not.

    Raises
    ------
    StoreError
        Where two stores disagree about a block, or one cannot be read; `into` keeps what it has.
    """
    before = len(into)
    for source in sources:
        texts = source.descriptions()
        batch: list[Row] = []
        for row in source.rows():
            batch.append(row)
            if len(batch) == CHUNK:
                _copy(into, source, batch, texts)
                batch = []
        _copy(into, source, batch, texts)
    return len(into) - before


def _copy(into: Store, source: Store, rows: list[Row], texts: dict[bytes, str]) -> None:
    there = into.read(row.key for row in rows)
    for row in rows:
        if row.key in there and there[row.key] != row:
            raise StoreError(
                f"stores {into.path} and {source.path} disagree about block {row.block} of one cell "
                f"({texts.get(row.cell, '')[:80]}): one of them ran other code; compute it again"
            )
    new = [row for row in rows if row.key not in there]
    if new:
        into.write(new, [(cell, texts[cell]) for cell in {row.cell for row in new} if cell in texts])
