"""Opening a results file, and what SQLite's errors mean to the reader."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boundcheck.study.errors import StoreError

APPLICATION = 0x62_63_68_6B  # "bchk"
MAGIC = b"SQLite format 3\0"
PAGE = 8192  # bytes; three blocks of 256 numbers fit, in half of it only one
PATIENCE = 60.0  # seconds that a writer waits for another one


class Damaged(sqlite3.DatabaseError):
    """What SQLite itself has not noticed."""


def connect(path: str, schema: int, tables: str) -> sqlite3.Connection:
    """A connection to the results file `path`, made with `tables` where there is none.

    Raises
    ------
    StoreError
        For any file that is not of this programme and this schema; it is left as it is.
    """
    _refuse_other_formats(path)
    with readable(path):
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            _identify(connection, path, schema, tables)
            _use_log(connection)
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
    if file.is_dir():
        raise StoreError(f"store {path} is a folder: name a file, such as {path}/study.sqlite")
    try:
        with file.open("rb") as stream:
            start = stream.read(len(MAGIC))
    except OSError as error:
        raise StoreError(
            f"store {path} cannot be read ({error.strerror}): mend its permissions or name another file"
        ) from error
    if start and start != MAGIC:
        raise StoreError(f"store {path} is not a results file of boundcheck: it is left as it is; name another file")


def _identify(connection: sqlite3.Connection, path: str, schema: int, tables: str) -> None:
    """Check whose file this is, within a transaction that makes it ours where it is empty."""
    if _read(connection, "application_id") != APPLICATION:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            owner = _read(connection, "application_id")
            empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if owner == 0 and empty:
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {schema}")
                for statement in filter(str.strip, tables.split(";")):
                    connection.execute(statement)
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
    if found != schema:
        age = "newer" if found > schema else "older"
        raise StoreError(
            f"store {path} was written by a{'n' if age == 'older' else ''} {age} boundcheck "
            f"(schema {found}, this one reads {schema}): name another file, or use that version"
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
