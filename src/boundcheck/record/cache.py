"""Records by everything that they depend on: a second run of the same program with the same settings reads its answer.

The key is the whole program, not the part of it that a claim reaches: what is kept may be asked for too seldom, never
wrongly. A record in which an experiment failed or something stayed open is not kept, and a claim file of one's own is
not either, for it may read what no fingerprint covers.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

from boundcheck.record.schema import digest

CALLED = ("sympy", "mpmath", "numpy", "scipy", "statsmodels", "z3-solver", "python-flint", "numba")


class Texts(Protocol):
    """Texts by key, as `boundcheck.study.Answers` keeps them."""

    def get(self, key: str) -> str | None:
        """The text of a key, if there is one."""
        ...

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        ...

    def close(self) -> None:
        """Close what holds them."""
        ...


class RecordCache:
    """Records of one folder of reports.

    Parameters
    ----------
    texts : Texts
        Where they are kept; closed with the cache.
    settings : mapping of str to plain data
        Everything that a record depends on besides the claim and the program.
    """

    def __init__(self, texts: Texts, settings: Mapping[str, Any]) -> None:
        self._answers = texts
        self._settings = json.dumps([program(), sorted(settings.items())])

    def get(self, claim_id: str) -> dict[str, Any] | None:
        """The record of `claim_id` under these settings, if it is kept and whole."""
        text = self._answers.get(self._key(claim_id))
        try:
            record = json.loads(text) if text is not None else None
        except ValueError:
            return None
        if not isinstance(record, dict) or record.get("claim") != claim_id:
            return None
        return record if record.get("digest") == digest(record) else None

    def put(self, record: Mapping[str, Any]) -> None:
        """Keep a record, unless an experiment failed in it or something stayed open, which more time might decide."""
        parts = list(record["parts"].values())
        undecided = any(settled["outcome"] == "UNDECIDED" for settled in (*parts, *record["steps"]))
        if not undecided and not any(part.get("failures") for part in parts):
            self._answers.put(self._key(record["claim"]), json.dumps(record))

    def is_drawn(self, record: Mapping[str, Any], path: Path, how: str) -> bool:
        """Whether `path` is the page that this program drew of just this record, in the same way."""
        try:
            found = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return False
        return self._answers.get(self._page(record, path, how)) == found

    def drawn(self, record: Mapping[str, Any], path: Path, how: str) -> None:
        """Remember that `path` has just been drawn of `record`."""
        self._answers.put(self._page(record, path, how), hashlib.sha256(path.read_bytes()).hexdigest())

    def close(self) -> None:
        """Close the file."""
        self._answers.close()

    def _page(self, record: Mapping[str, Any], path: Path, how: str) -> str:
        content = json.dumps([program(), record, path.suffix, how], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()

    def _key(self, claim_id: str) -> str:
        return hashlib.sha256(f"{claim_id}\0{self._settings}".encode()).hexdigest()


@cache
def program() -> str:
    """Fingerprint of the program: its own files, Python's version, and those of the libraries that it calls."""
    root = Path(__file__).parents[1]
    total = hashlib.sha256(sys.version.encode())
    for name in CALLED:
        total.update(f"\0{name} {metadata.version(name)}".encode())
    for path in sorted(p for p in root.rglob("*") if p.is_file() and p.suffix != ".pyc"):
        total.update(f"\0{path.relative_to(root)}\0".encode() + path.read_bytes())
    return total.hexdigest()
