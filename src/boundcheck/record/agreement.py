"""What a record says, held against its own outcomes and, where its claim is installed, against that claim.

A record is data: nothing of it is run, and nothing is searched or sampled here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from boundcheck.claims import (
    Claim,
)
from boundcheck.claims.marks import plain
from boundcheck.loading import registry
from boundcheck.record.build import fault_of as _fault
from boundcheck.record.conclusion import concluded
from boundcheck.record.drift import drift
from boundcheck.record.stopped import interrupted
from boundcheck.record.texts import untyped


def installed(record: Mapping[str, Any]) -> Claim | None:
    """The claim of a record as it is installed, or None."""
    try:
        return registry.load(record["claim"])
    except (ModuleNotFoundError, AttributeError, registry.UnknownClaim, registry.BrokenClaim):
        return None


def differences(record: Mapping[str, Any], claim: Claim | None) -> Iterator[tuple[str, str]]:
    """``(place, how it differs)``: of the record's statements from the claim's, and of its headline from its outcomes."""
    found = list(drift(record, claim)) if claim is not None else []
    yield from found
    if not interrupted(record) and not found:
        yield from headline_differences(record, claim)


def headline_differences(record: Mapping[str, Any], claim: Claim | None) -> Iterator[tuple[str, str]]:
    """How the headline differs from the one that the recorded outcomes give."""
    record = untyped(record)
    shown = record["headline"]
    if not record["parts"] and not record["steps"]:
        yield "headline", "the record has neither parts nor steps"
        return
    due = concluded(record, claim)
    for kind, due_ in (("outcome", due.headline.value), ("severity", due.severity.name)):
        if shown[kind] != due_:
            yield "headline", f"the record says {shown[kind]}, its parts and steps give {due_}"
    literal = shown["literal"]
    if literal["value"] != due.literal.value:
        yield "headline", f"the letters are called {literal['value']}, and its parts and steps give {due.literal.value}"
    told = [(shown.get("text"), plain(due.text)), (literal.get("text"), plain(due.literal.text))]
    news = [{"text": plain(news.text), "outcome": news.outcome.value} for news in due.news]
    if any((there or "") != said for there, said in told) or (shown.get("news") or []) != news:
        yield "headline", "its sentence is not the one that its parts and steps give"
    if untyped(json.loads(json.dumps([_fault(fault) for fault in due.faults], default=str))) != record.get("faults"):
        yield "faults", "they are not those that its parts and steps give"
