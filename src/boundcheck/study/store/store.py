"""Finished blocks on disk: one SQLite file, many writers, nothing lost when a process is killed."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from boundcheck.study.blocks import SCHEMA
from boundcheck.study.errors import StoreError
from boundcheck.study.store.sqlite import Damaged, connect, readable, translated

CHUNK = 500
TABLES = """
CREATE TABLE cells (cell BLOB PRIMARY KEY, description TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE blocks (key BLOB PRIMARY KEY, cell BLOB NOT NULL, block INTEGER NOT NULL, size INTEGER NOT NULL,
                     failure TEXT, columns BLOB, digest BLOB NOT NULL);
"""


@dataclass(frozen=True)
class Row:
    """One finished block.

    Parameters
    ----------
    key : bytes
        Of `boundcheck.study.blocks.key_of`.
    cell : bytes
        Fingerprint of the cell's description.
    block, size : int
    failure : str or None
    columns : bytes or None
        Of `boundcheck.study.store.columns.encode`; None for a failure.
    """

    key: bytes
    cell: bytes
    block: int
    size: int
    failure: str | None
    columns: bytes | None

    @property
    def digest(self) -> bytes:
        """Says whether the disk returned what it was given."""
        state = hashlib.blake2b(self.key + self.cell, digest_size=16)
        state.update(f"{self.block},{self.size},{self.failure!r}\n".encode())
        state.update(self.columns or b"")
        return state.digest()

    def whole(self, digest: object) -> bool:
        """Whether the row is what was written; damage may have changed even the kinds of its values."""
        kinds = isinstance(self.key, bytes) and isinstance(self.cell, bytes)
        return kinds and isinstance(self.columns, bytes | None) and self.digest == digest


class Store:
    """A results file, made where there is none.

    Parameters
    ----------
    path : path
        A file of this programme, or none yet. Any other file is refused and left as it is.

    Raises
    ------
    StoreError
        For a file that is corrupted, foreign or newer, or a place that cannot be written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._lock = threading.RLock()
        self._connection = connect(self.path, SCHEMA, TABLES)

    @classmethod
    def memory(cls) -> Store:
        """A store that lasts as long as the object."""
        return cls(":memory:")

    def known(self, keys: Iterable[bytes]) -> set[bytes]:
        """Those of `keys` that are finished."""
        return {row[0] for row in self._select("key", keys)}

    def read(self, keys: Iterable[bytes]) -> dict[bytes, Row]:
        """The finished blocks among `keys`.

        Raises
        ------
        StoreError
            Where a row is not what was written.
        """
        rows = {}
        for *fields, digest in self._select("key, cell, block, size, failure, columns, digest", keys):
            row = Row(*fields)
            if not row.whole(digest):
                raise self.damaged("a stored block differs from what was written")
            rows[row.key] = row
        return rows

    def damaged(self, why: str) -> StoreError:
        """The error that says so, to be raised."""
        return translated(self.path, Damaged(why))

    def write(self, rows: Iterable[Row], descriptions: Iterable[tuple[bytes, str]] = ()) -> None:
        """Add finished blocks in one transaction; what another process added meanwhile stays as it is.

        Parameters
        ----------
        rows : iterable of Row
        descriptions : iterable of (cell, text)
            What the cells of the rows consist of, for whoever opens the file.

        Raises
        ------
        StoreError
            Where the disk is full or the file cannot be written: what was written before stays.
        """
        with self._lock, readable(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany("INSERT OR IGNORE INTO cells VALUES (?, ?)", descriptions)
                self._connection.executemany(
                    "INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?)",
                    [(r.key, r.cell, r.block, r.size, r.failure, r.columns, r.digest) for r in rows],
                )
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def rows(self) -> Iterator[Row]:
        """Every finished block, by key."""
        with self._lock, readable(self.path):
            keys = [key for (key,) in self._connection.execute("SELECT key FROM blocks ORDER BY key")]
        for start in range(0, len(keys), CHUNK):
            yield from self.read(keys[start : start + CHUNK]).values()

    def descriptions(self) -> dict[bytes, str]:
        """What each cell consists of, as canonical JSON."""
        with self._lock, readable(self.path):
            return dict(self._connection.execute("SELECT cell, description FROM cells ORDER BY cell"))

    def __len__(self) -> int:
        with self._lock, readable(self.path):
            return int(self._connection.execute("SELECT count(*) FROM blocks").fetchone()[0])

    def close(self) -> None:
        """Close the file; the last one to close it folds the log into it."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _select(self, fields: str, keys: Iterable[bytes]) -> list[tuple]:
        wanted, found = list(keys), []
        with self._lock, readable(self.path):
            for start in range(0, len(wanted), CHUNK):
                some = wanted[start : start + CHUNK]
                marks = ",".join("?" * len(some))
                found += self._connection.execute(
                    f"SELECT {fields} FROM blocks WHERE key IN ({marks})", some
                ).fetchall()
        return found
