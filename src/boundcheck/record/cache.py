"""Records and the standing of used results, by everything that they depend on: a second run reads its answer."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

from boundcheck.claims import Claim
from boundcheck.loading import registry
from boundcheck.prove import kept_proof
from boundcheck.record.schema import digest
from boundcheck.record.types import plain, typed_record
from boundcheck.verdict import Headline, Severity
from boundcheck.verdict.result import Record

# Records by everything that they depend on: a second run of the same program with the same settings reads its answer.
#
# The key is the whole program, not the part of it that a claim reaches: what is kept may be asked for too seldom, never
# wrongly. A record in which an experiment failed or something stayed open is not kept, and a claim file of one's own is
# not either, for it may read what no fingerprint covers.

CALLED = ("sympy", "mpmath", "numpy", "scipy", "z3-solver", "python-flint", "numba")


class Texts(Protocol):
    """Texts by key, as `boundcheck.study.Store` keeps them."""

    def get(self, key: str) -> str | None:
        """The text of a key, if there is one."""
        ...

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        ...


class RecordCache:
    """Records of one folder of reports.

    Parameters
    ----------
    texts : Texts
        Where they are kept.
    settings : mapping of str to plain data
        Everything that a record depends on besides the claim and the program.
    """

    def __init__(self, texts: Texts, settings: Mapping[str, Any]) -> None:
        self._texts = texts
        self._settings = json.dumps([program(), sorted(settings.items())])

    def get(self, claim_id: str) -> Record | None:
        """The record of `claim_id` under these settings, if it is kept and whole."""
        text = self._texts.get(self._key(claim_id))
        try:
            record = typed_record(json.loads(text)) if text is not None else None
        except (ValueError, RecursionError):
            return None
        whole = record is not None and record.claim == claim_id and record.digest == digest(plain(record))
        return record if whole else None

    def put(self, record: Record) -> None:
        """Keep a record, unless an experiment failed in it or something stayed open, which more time might decide."""
        parts = record.parts.values()
        undecided = any(settled.outcome == "UNDECIDED" for settled in (*parts, *record.steps))
        if not undecided and not any(part.failures for part in parts):
            self._texts.put(self._key(record.claim), json.dumps(plain(record)))

    def is_drawn(self, record: Record, path: Path, how: str) -> bool:
        """Whether `path` is the page that this program drew of just this record, in the same way."""
        try:
            found = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return False
        return self._texts.get(self._page(record, path, how)) == found

    def drawn(self, record: Record, path: Path, how: str) -> None:
        """Remember that `path` has just been drawn of `record`."""
        self._texts.put(self._page(record, path, how), hashlib.sha256(path.read_bytes()).hexdigest())

    def _page(self, record: Record, path: Path, how: str) -> str:
        content = json.dumps([program(), plain(record), path.suffix, how], sort_keys=True)
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


# What records prove is a proof for whoever replays it, so that nobody looks for it again.


def keep_proofs(texts: Texts, paths: Iterable[Path]) -> None:
    """Put the certificates of records where the provers look before they search; they replay each before they take it.

    Parameters
    ----------
    texts : Texts
    paths : iterable of path
        Records as JSON. What is not there or is none is passed over.
    """
    for path in paths:
        try:
            found = list(_certificates(json.loads(path.read_bytes())))
        except (OSError, ValueError, RecursionError):
            continue
        for key, text in filter(None, map(kept_proof, found)):
            if texts.get(key) is None:
                texts.put(key, text)


def _certificates(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        if "proofs" in data and "fingerprint" in data:
            yield data
        else:
            for item in data.values():
                yield from _certificates(item)
    elif isinstance(data, list):
        for item in data:
            yield from _certificates(item)


# How used results fare, by the program and what it depends on: several workers, and a later run, settle each once.
#
# As with records the key is the whole program. Where something stayed open, in a result or in one that it rests on, nothing is
# kept, for more time might decide it.


class Standings:
    """Headline, severity and surviving reading of results as far as they go without samples.

    Parameters
    ----------
    texts : Texts
        Where they are kept.
    budget : str
    seed : int
    of_run : str
        What is kept by one run is found by it alone, unless it is empty.
    """

    def __init__(self, texts: Texts, budget: str, seed: int, of_run: str = "") -> None:
        self._texts = texts
        self._settings = [budget, seed, of_run]

    def get(self, name: str, claim: Claim) -> tuple[Headline, Severity, str] | None:
        """How the result of that name fares, if it is known."""
        if not _is_ours(name, claim):
            return None
        try:
            headline, severity, survives = json.loads(self._texts.get(self._key(name)) or "")
            return Headline(headline), Severity[severity], str(survives)
        except (ValueError, KeyError, TypeError):
            return None

    def put(self, name: str, claim: Claim, standing: tuple[Headline, Severity, str]) -> None:
        """Keep how a result fares."""
        if _is_ours(name, claim):
            headline, severity, survives = standing
            self._texts.put(self._key(name), json.dumps([headline.value, severity.name, survives]))

    def _key(self, name: str) -> str:
        return hashlib.sha256(json.dumps(["standing", name, program(), *self._settings]).encode()).hexdigest()


def _is_ours(name: str, claim: Claim) -> bool:
    """Whether a claim is the program's own one of that name."""
    return name in registry.ids() and registry.load(name) is claim
