"""What a second program says of a record: of how many lines with a proof or a counterexample it has checked it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from boundcheck.prove.objects import program, unchecked
from boundcheck.record.cache import Texts
from boundcheck.record.schema import digest
from boundcheck.record.types import plain
from boundcheck.verdict.result import Record, SecondProgram
from boundcheck.verdict.statements import Settled

CHECKER = "boundcheck.checker"
KINDS = ("proof", "counterexample", "undefined")


def certified(record: Record) -> Iterator[tuple[str, Settled]]:
    """Every settled statement of the record, with its place."""
    for step in record.steps:
        yield f"step {step.label}", step
        if step.repair is not None:
            yield f"repair of {step.label}", step.repair
    for name, part in record.parts.items():
        yield f"part {name}", part
        if part.working is not None:
            yield f"part {name}, on the working range", part.working
        if part.empty is not None:
            yield f"part {name}, that it says nothing", part.empty


def answers(lines: Iterable[tuple[str, Settled]], kept: Texts | None = None) -> Iterator[tuple[str, Settled, str]]:
    """Place, statement and "" for each line with a certificate of its own that the checker accepts; else why it does not.

    Parameters
    ----------
    lines : iterable of (str, Settled)
    kept : Texts, optional
        Where answers of this very program are kept.
    """
    for what, one in lines:
        certificate = dict(one.certificate or {})
        if one.checked is not None and certificate.get("kind") in KINDS:
            yield what, one, _answer(one.checked, certificate, kept)


def with_second(record: Record, kept: Texts | None = None) -> Record:
    """The record with what the checker says of its lines, and its digest; one of a run that was stopped as it is."""
    if record.interrupted is not None:
        return record
    found = [why for *_, why in answers(certified(record), kept)]
    second = SecondProgram(by=CHECKER, lines=len(found), checked=found.count(""))
    whole = msgspec.structs.replace(record, second=second)
    return msgspec.structs.replace(whole, digest=digest(plain(whole)))


def _answer(checked: list, certificate: dict[str, Any], kept: Texts | None) -> str:
    if kept is None:
        return unchecked(checked, certificate)
    key = hashlib.sha256(json.dumps(["second", program(), checked, certificate], sort_keys=True).encode()).hexdigest()
    found = kept.get(key)
    if found is None:
        found = unchecked(checked, certificate)
        kept.put(key, found)
    return found
