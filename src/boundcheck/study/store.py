"""What is kept on disk: one SQLite file of keys and values, many writers, shards that come together, errors."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import hmac
import io
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcheck.study.cell import SCHEMA

# What can go wrong around a study, each in one line that says what and how to mend it.


class StudyError(Exception):
    """A study that cannot go on; everything finished before is in its store."""


class StoreError(StudyError):
    """A results file that cannot be read or written.

    Parameters
    ----------
    message : str
        One line: the file, what is wrong, the way out.
    full : bool
        The disk is full (or a quota reached): make room and run again.
    """

    def __init__(self, message: str, full: bool = False) -> None:
        super().__init__(message)
        self.full = full


# A block as bytes: its columns as one NumPy array of named fields in NumPy's own format, no pickle, or why there are none.

PREFIX = 12  # magic, version and the length of the header
KINDS = {"b": np.dtype("?"), "i": np.dtype("<i8"), "u": np.dtype("<i8"), "f": np.dtype("<f8")}


def encode(columns: Mapping[str, ArrayLike], repeats: int) -> bytes:
    """Columns of one block as bytes.

    Parameters
    ----------
    columns : mapping from name to array_like of shape (repeats,), bool, int or float
    repeats : int

    Returns
    -------
    blob : bytes

    Raises
    ------
    TypeError, ValueError
        Where the experiment returned something else: no column, another length, another kind.
    """
    if not isinstance(columns, Mapping) or not columns:
        raise TypeError(f"an experiment returns a dict of columns, got {type(columns).__name__}: {columns!r:.60}")
    arrays = {str(name): _column(str(name), values, repeats) for name, values in columns.items()}
    table = np.empty(repeats, dtype=[(name, array.dtype) for name, array in arrays.items()])
    for name, array in arrays.items():
        table[name] = array
    return _header(table.dtype, repeats) + table.tobytes()


def decode(blob: bytes) -> dict[str, NDArray]:
    """The columns that `encode` was given.

    Raises
    ------
    ValueError
        For bytes that are no such table.
    """
    length = PREFIX + int.from_bytes(blob[PREFIX - 4 : PREFIX], "little")
    dtype, repeats = _layout(blob[:length])
    table = np.frombuffer(blob, dtype, repeats, length)
    return {name: np.ascontiguousarray(table[name]) for name in dtype.names or ()}


def failure_of(value: bytes) -> str | None:
    """Why a block has no columns, as `encode_failure` was given it; None where it has."""
    return None if value.startswith(np.lib.format.magic(3, 0)) else value.decode()  # no text begins with that byte


def encode_failure(message: str) -> bytes:
    """Why a block has no columns, as bytes."""
    return message.encode(errors="backslashreplace")


@lru_cache(maxsize=256)
def _header(dtype: np.dtype, repeats: int) -> bytes:
    """What `numpy.save` puts before the values; the same for every block of a cell, and slow to write."""
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.empty(repeats, dtype), version=(3, 0), allow_pickle=False)
    return buffer.getvalue()[: -repeats * dtype.itemsize]


@lru_cache(maxsize=256)
def _layout(header: bytes) -> tuple[np.dtype, int]:
    """Inverse of `_header`: NumPy's format is two bytes of version and a Python literal."""
    if not header.startswith(np.lib.format.magic(3, 0)):
        raise ValueError("not an array in version 3 of NumPy's format")
    words = ast.literal_eval(header[PREFIX:].decode())
    dtype = np.lib.format.descr_to_dtype(words["descr"])
    if dtype.names is None or dtype.hasobject or len(words["shape"]) != 1:
        raise ValueError("not a table of named columns")
    return dtype, int(words["shape"][0])


def _column(name: str, values: ArrayLike, repeats: int) -> NDArray:
    array = np.asarray(values)
    if array.shape != (repeats,):
        raise ValueError(f"column {name!r} must have shape ({repeats},), got {array.shape}")
    if array.dtype.kind not in KINDS:
        raise TypeError(f"column {name!r} must hold bool, int or float, got {array.dtype}")
    return array.astype(KINDS[array.dtype.kind])


# Opening a results file, and what SQLite's errors mean to the reader.

APPLICATION = 0x62_63_68_6B  # "bchk"
MAGIC = b"SQLite format 3\0"
TABLE = "CREATE TABLE kept (key PRIMARY KEY, value NOT NULL, seal BLOB NOT NULL)"
PAGE = 8192  # bytes; three blocks of 256 numbers fit, in half of it only one
PATIENCE = 60.0  # seconds that a writer waits for another one


class Damaged(sqlite3.DatabaseError):
    """What SQLite itself has not noticed."""


def connect(path: str) -> sqlite3.Connection:
    """A connection to the results file `path`, made where there is none.

    Raises
    ------
    StoreError
        For any file that is not of this programme and this schema; it is left as it is.
    """
    if path != ":memory:" and Path(path).is_dir():
        raise StoreError(f"store {path} is a folder: name a file, such as {path}/study.sqlite")
    if path != ":memory:" and Path(path).exists() and 0 < Path(path).stat().st_size < len(MAGIC):
        _refuse_other_formats(path)  # SQLite takes what is so short for empty
    with readable(path):
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            _identify(connection, path)
            _use_log(connection)
        except sqlite3.Error as error:
            connection.close()
            if getattr(error, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CANTOPEN"):
                _refuse_other_formats(path)  # no sooner: closing a file drops the locks of this process's other connections to it
            raise
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Turn SQLite's errors into one line that says what and how to mend it.

    Raises
    ------
    StoreError
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter from damaged text
        raise translated(path, error) from error


def _refuse_other_formats(path: str) -> None:
    file = Path(path)
    if path == ":memory:" or not file.exists():
        return
    try:
        with file.open("rb") as stream:
            start = stream.read(len(MAGIC))
    except OSError as error:
        raise StoreError(
            f"store {path} cannot be read ({error.strerror}): mend its permissions or name another file"
        ) from error
    if start and start != MAGIC:
        raise StoreError(f"store {path} is not a results file of boundcheck: it is left as it is; name another file")


def _identify(connection: sqlite3.Connection, path: str) -> None:
    """Check whose file this is, within a transaction that makes it ours where it is empty."""
    if _read(connection, "application_id") != APPLICATION:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            owner = _read(connection, "application_id")
            empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if owner == 0 and empty:
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")
                connection.execute(TABLE)
            elif owner != APPLICATION:
                raise StoreError(
                    f"store {path} is another programme's database: it is left as it is; name another file"
                )
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    found = _read(connection, "user_version")
    if found != SCHEMA:
        age = "newer" if found > SCHEMA else "older"
        raise StoreError(
            f"store {path} was written by a{'n' if age == 'older' else ''} {age} boundcheck "
            f"(schema {found}, this one reads {SCHEMA}): move it away, name another file, or use that version"
        )


def _use_log(connection: sqlite3.Connection) -> None:
    """Write-ahead log: readers never wait, and a kill loses no finished transaction."""
    deadline = time.monotonic() + PATIENCE
    while True:  # SQLite does not wait for its turn when the mode changes
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous = NORMAL")


def _read(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def translated(path: str, error: Exception) -> StoreError:
    """The error in one line: what happened to which file, and the way out."""
    name = getattr(error, "sqlite_errorname", "") or ""
    full = name.startswith(("SQLITE_FULL", "SQLITE_IOERR"))
    if full:
        why = "the disk is full" if name == "SQLITE_FULL" else f"the disk refuses ({error})"
        text = f"cannot grow, {why}: make room and run again; what is finished is kept"
    elif name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        text = f"cannot be written here ({error}): mend the folder's permissions or name another place"
    elif name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        text = f"has been locked by another process for {PATIENCE:.0f} s: wait for it or name another file"
    else:
        text = f"is corrupted ({error}): it is left as it is; move it away and run again, or restore a copy"
    return StoreError(f"store {path} {text}", full)


# One table of keys and values, many writers, nothing lost when a process is killed.
#
# A key says all that determines its value. A block of replicates has bytes for its key, is believed by the digest beside it, and
# may come from another machine. A text (a proof, a record, how a used result fares) has a text for its key; as it is believed
# without being found again, it is sealed with a secret of this user, and one that someone else has written or changed is not taken.

CHUNK = 500


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
        self._connection = connect(self.path)

    @classmethod
    def memory(cls) -> Store:
        """A store that lasts as long as the object."""
        return cls(":memory:")

    def known(self, keys: Iterable[bytes]) -> set[bytes]:
        """Those of `keys` whose blocks are finished."""
        return {row[0] for row in self._select("key", keys)}

    def read(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """The finished blocks among `keys`.

        Raises
        ------
        StoreError
            Where a block is not what was written.
        """
        blocks = {}
        for key, value, seal in self._select("key, value, seal", keys):
            if not isinstance(value, bytes) or digest_of(key, value) != seal:
                raise self.damaged("a stored block differs from what was written")
            blocks[key] = value
        return blocks

    def damaged(self, why: str) -> StoreError:
        """The error that says so, to be raised."""
        return translated(self.path, Damaged(why))

    def write(self, blocks: Mapping[bytes, bytes]) -> None:
        """Add finished blocks in one transaction; what another process added meanwhile stays as it is.

        Raises
        ------
        StoreError
            Where the disk is full or the file cannot be written: what was written before stays.
        """
        with self._lock, readable(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany(
                    "INSERT OR IGNORE INTO kept VALUES (?, ?, ?)",
                    [(key, value, digest_of(key, value)) for key, value in blocks.items()],
                )
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def blocks(self) -> Iterator[dict[bytes, bytes]]:
        """Every finished block by its key, some at a time."""
        with self._lock, readable(self.path):
            keys = [key for (key,) in self._connection.execute(f"SELECT key FROM kept WHERE {BLOCKS} ORDER BY key")]
        for start in range(0, len(keys), CHUNK):
            yield self.read(keys[start : start + CHUNK])

    def __len__(self) -> int:
        """How many blocks are finished."""
        with self._lock, readable(self.path):
            return int(self._connection.execute(f"SELECT count(*) FROM kept WHERE {BLOCKS}").fetchone()[0])

    def get(self, key: str) -> str | None:
        """The text of a key, if this user has put one there."""
        with self._lock, readable(self.path):
            row = self._connection.execute("SELECT value, seal FROM kept WHERE key = ?", (key,)).fetchone()
        if not row or not isinstance(row[0], str) or not isinstance(row[1], bytes):
            return None
        return row[0] if hmac.compare_digest(row[1], self._seal(key, row[0])) else None

    def put(self, key: str, text: str) -> None:
        """Keep a text, in place of any other of that key."""
        with self._lock, readable(self.path):
            self._connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (key, text, self._seal(key, text)))

    def close(self) -> None:
        """Close the file; the last one to close it folds the log into it."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _seal(self, key: str, text: str) -> bytes:
        mine = secret() if self.path != ":memory:" else b""  # nobody else writes to this memory
        return hmac.digest(mine, f"{len(key)}\0{key}{text}".encode("utf-8", "surrogatepass"), hashlib.sha256)

    def _select(self, fields: str, keys: Iterable[bytes]) -> list[tuple]:
        wanted, found = list(keys), []
        with self._lock, readable(self.path):
            for start in range(0, len(wanted), CHUNK):
                some = wanted[start : start + CHUNK]
                marks = ",".join("?" * len(some))
                found += self._connection.execute(f"SELECT {fields} FROM kept WHERE key IN ({marks})", some).fetchall()
        return found


BLOCKS = "typeof(key) = 'blob'"


def digest_of(key: bytes, value: bytes) -> bytes:
    """Says whether the disk returned the block that it was given."""
    return hashlib.blake2b(key + value, digest_size=16).digest()


# The secret of a user, with which texts are sealed.

SECRET = 32  # bytes


@cache
def secret() -> bytes:
    """The secret of this user, made where there is none; one of this process alone where none can be kept."""
    home = os.environ.get("XDG_STATE_HOME") or Path("~").expanduser() / ".local" / "state"
    path = Path(home) / "boundcheck" / "secret"
    with contextlib.suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with contextlib.suppress(FileExistsError):
            made = path.with_name(f"secret.{os.getpid()}.{secrets.token_hex(4)}")
            made.touch(mode=0o600)
            made.write_bytes(secrets.token_bytes(SECRET))
            try:
                os.link(made, path)  # whole, or not at all; the first of several processes wins
            finally:
                made.unlink()
        found = path.read_bytes()
        if len(found) == SECRET and path.stat().st_uid == os.getuid():
            return found
    return secrets.token_bytes(SECRET)


# Shards come together again.


def merge(into: Store, *sources: Store) -> int:
    """Copy every finished block of `sources` into `into`; what is sealed stays with whom it is sealed for.

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
        for blocks in source.blocks():
            if any(blocks[key] != value for key, value in into.read(blocks).items()):
                raise StoreError(
                    f"stores {into.path} and {source.path} disagree about a block of replicates: "
                    f"one of them ran other code; compute it again"
                )
            into.write(blocks)
    return len(into) - before
