"""Texts by key on disk, for what is worth keeping and can always be found again: a file that fails is no error."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from pathlib import Path


class Answers:
    """Texts by key in one SQLite file, which several processes may share.

    Parameters
    ----------
    path : str or Path
        Made where it is missing. Where it cannot be opened or read, nothing is kept.
    """

    def __init__(self, path: str | Path) -> None:
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        with contextlib.suppress(sqlite3.Error, OSError):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID"
            )

    def get(self, key: str) -> str | None:
        """The text of a key, if there is one."""
        if self._connection is None:
            return None
        try:
            with self._lock:
                row = self._connection.execute("SELECT text FROM answers WHERE key = ?", (key,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            return None
        return row[0] if row and isinstance(row[0], str) else None

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error), self._lock:
                self._connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, text))

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
