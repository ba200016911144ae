"""How the results fare that a record rests on, by their own records beside it: by proofs and exact checks, without samples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from boundcheck.checks.context import Sampled
from boundcheck.checks.shapes import check_of
from boundcheck.claims import Claim
from boundcheck.record.conclusion import concluded
from boundcheck.record.schema import RecordError
from boundcheck.record.types import interrupted, read
from boundcheck.settle.settle import Standing, defines, repaired, standing_of, statements
from boundcheck.settle.settle import key as called
from boundcheck.verdict import Evidence, Outcome, PartVerdict, facts
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import Constant, Found


def beside(path: Path, name: str) -> Path:
    """Where the record of a result lies, in the folder of reports in which another record lies."""
    return path.resolve().parents[1] / f"{name}.json"


def differences(record: Record, claim: Claim, used: Mapping[str, Claim], path: Path) -> Iterator[tuple[str, str, bool]]:
    """``(place, words, whether it differs)``: the used results that fare otherwise, and those whose records are not at hand."""
    for rest in record.rests_on:
        place = f"rests_on {rest.claim}"
        try:
            theirs = read(beside(path, rest.claim))
        except RecordError:
            theirs = None
        if theirs is None or theirs.claim != rest.claim or interrupted(theirs) or rest.claim not in used:
            yield place, f"not compared: {rest.claim} lies not beside this record", False
            continue
        headline, severity, survives = standing(theirs, used[rest.claim])
        reads, defined = repaired(used[rest.claim], survives, claim), defines(used[rest.claim])
        due = {"outcome": headline.value, "severity": severity.name, "reads": reads, "defines": defined}
        said = {"outcome": rest.outcome, "severity": rest.severity, "reads": rest.reads, "defines": rest.defines}
        for key, value in said.items():
            if value != due[key]:
                yield place, f"the record says {key} {value!r}, that of {rest.claim} gives {due[key]!r}", True
                break


def standing(record: Record, claim: Claim) -> Standing:
    """How a result fares by its record as far as that goes without samples, which is what others hear of it."""
    shapes = {called(name, reading): statement for name, reading, statement in statements(claim)}

    def unsampled(part: PartVerdict) -> PartVerdict:
        statement = shapes.get(part.key)
        if statement is None or not isinstance(check_of(statement), Sampled) or _proved_false(part):
            return part
        constant = part.evidence.found.constant
        known = constant and Constant(explicit=None, upper=None, settled=constant.settled, by=constant.by)
        return replace(part, evidence=Evidence(Outcome.SUPPORTED, facts.NoSample(), found=Found(constant=known)))

    return standing_of(concluded(record, claim, unsampled))


def _proved_false(part: PartVerdict) -> bool:
    return part.evidence.outcome is Outcome.REFUTED and part.evidence.certificate is not None
