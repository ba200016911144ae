"""How the results fare that a record rests on, by their own records beside it: by proofs and exact checks, without samples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from boundcheck.checks.rows import row_of
from boundcheck.claims import Claim
from boundcheck.claims.texts import plain
from boundcheck.record.conclusion import concluded
from boundcheck.record.schema import RecordError, interrupted, load, untyped
from boundcheck.settle.settle import Standing, defines, repaired, standing_of, statements
from boundcheck.settle.settle import key as called
from boundcheck.verdict import Evidence, Outcome, PartVerdict, facts

UNSAMPLED = ("settled", "by", "reserve")  # of a constant, what is known of it without samples


def beside(path: Path, name: str) -> Path:
    """Where the record of a result lies, in the folder of reports in which another record lies."""
    return path.resolve().parents[1] / f"{name}.json"


def differences(
    record: Mapping[str, Any], claim: Claim, used: Mapping[str, Claim], path: Path
) -> Iterator[tuple[str, str, bool]]:
    """``(place, words, whether it differs)``: the used results that fare otherwise, and those whose records are not at hand."""
    for rest in record.get("rests_on") or ():
        name, place = rest["claim"], f"rests_on {rest['claim']}"
        try:
            theirs = untyped(load(beside(path, name)))
        except RecordError:
            theirs = None
        if theirs is None or theirs["claim"] != name or interrupted(theirs) or name not in used:
            yield place, f"not compared: {name} lies not beside this record", False
            continue
        headline, severity, survives = standing(theirs, used[name])
        reads, own = plain(repaired(used[name], survives, claim)), defines(used[name])
        due = {"outcome": headline.value, "severity": severity.name, "reads": reads, "defines": own}
        for key, said in due.items():
            if (rest.get(key) or type(said)()) != said:
                yield place, f"the record says {key} {rest.get(key)!r}, that of {name} gives {said!r}", True
                break


def standing(record: Mapping[str, Any], claim: Claim) -> Standing:
    """How a result fares by its record as far as that goes without samples, which is what others hear of it."""
    shapes = {called(name, reading): statement for name, reading, statement in statements(claim)}

    def unsampled(part: PartVerdict) -> PartVerdict:
        statement = shapes.get(part.key)
        if statement is None or not row_of(statement).sampled or _proved_false(part):
            return part
        constant = part.evidence.data.get("constant")
        known = {"constant": {key: constant.get(key) for key in UNSAMPLED} | {"upper": None}} if constant else {}
        return replace(part, evidence=Evidence(Outcome.SUPPORTED, facts.Words("no sample was drawn here"), data=known))

    return standing_of(concluded(record, claim, unsampled))


def _proved_false(part: PartVerdict) -> bool:
    return part.evidence.outcome is Outcome.REFUTED and part.evidence.certificate is not None
