"""What a check in the repository of a paper tells: what got worse than in earlier reports, and SARIF for a code host."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from boundcheck import pages
from boundcheck.cli.options import REFUTED, UsageError
from boundcheck.cli.output import counted, until_closed
from boundcheck.pages.tokens import InFile
from boundcheck.record import Record, RecordError, read
from boundcheck.record.compare import worse
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import prose
from boundcheck.words import phrase

LEVELS = {"REFUTED": "error", "CONDITIONAL": "error", "UNDECIDED": "warning", "SUPPORTED": "note", "ASSUMED": "note"}
RULES = {
    "REFUTED": "false as written, at the point that is named",
    "CONDITIONAL": "rests on a result that is false as written",
    "UNDECIDED": "neither proved nor refuted",
    "SUPPORTED": "nothing contradicts it, and it is not proved",
    "ASSUMED": "taken from a source",
}


def read_records(folder: Path) -> dict[str, Record]:
    """The records of a folder of reports by claim, read before anything is written over them."""
    if not folder.is_dir():
        raise UsageError(f"--baseline {str(folder)!r:.80} is no folder of reports")
    found = {}
    for path in sorted(folder.glob("*/*.json")):
        try:
            record = read(path)
        except RecordError as error:
            raise UsageError(f"--baseline: {error}") from None
        found[record.claim] = record
    return found


def compared(records: Sequence[Record], before: Mapping[str, Record], *, quiet: bool = False) -> int:
    """Tell what stands worse than before; exit status 1 where something does, and 0 otherwise."""
    rows = [(record, *row) for record in records for row in worse(before.get(record.claim), record)]
    if not quiet:
        with until_closed():
            print(f"\n{counted(len(rows), 'line')} worse than before" + (":" if rows else ""))
            for record, place, was, now in rows:
                print(f"  {record.claim}{f' {place}' if place else ', as a whole'}: {was} -> {now}")
            missing = sorted(
                claim for claim in before if claim.startswith("own/") and claim not in {r.claim for r in records}
            )
            for claim in missing:
                print(f"  {claim}: was settled before, and is not among these")
    return REFUTED if rows else 0


def sarif(records: Sequence[Record], files: Mapping[str, Path], lines: Mapping[str, Sequence[pages.Line]]) -> str:
    """What is not proved as SARIF 2.1.0: a result for each line, and for a whole result that rests on a false one."""
    results = [row for record in records for row in _results(record, files.get(record.claim), lines)]
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in RULES.items()]
    run = {"tool": {"driver": {"name": "boundcheck", "rules": rules}}, "results": results}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _results(record: Record, file: Path | None, lines: Mapping[str, Sequence[pages.Line]]) -> Iterator[dict[str, Any]]:
    known = letters(record)
    at = {line.label: line.at.line for line in lines.get(record.claim, ())}
    if file is not None and file.suffix == ".md":
        at = {line.label: line.at.line for line in pages.read(file).lines}
    settled: list[tuple[str, str, Any]] = [(key, record.where, part) for key, part in record.parts.items()]
    settled += [(step.label, step.where, step) for step in record.steps]
    for label, where, one in settled:
        if one.outcome in LEVELS:
            text = f"{record.printed}, {label}: {prose(phrase(one.fact), known)}"
            yield _result(one.outcome, text, file, at.get(label) or _line(where))
    if record.headline.outcome == "CONDITIONAL":
        false = ", ".join(rest.printed for rest in record.rests_on if rest.outcome == "REFUTED")
        yield _result(
            "CONDITIONAL", f"{record.printed} rests on {false or 'a false result'}", file, _line(record.where)
        )


def _line(where: str) -> int:
    found = re.search(r"line (\d+)(?: of ((?!the\b)\S+))?", where)
    if found and found[2]:
        return InFile(int(found[1]), found[2], int(found[1]))
    return int(found[1]) if found else 1


def _result(rule: str, text: str, file: Path | None, line: int) -> dict[str, Any]:
    made: dict[str, Any] = {"ruleId": rule, "level": LEVELS[rule], "message": {"text": text}}
    if file is not None:
        if isinstance(line, InFile):  # of a source that was put in
            file, line = file.parent / (line.file if line.file.endswith(".tex") else f"{line.file}.tex"), line.own
        place = {"artifactLocation": {"uri": file.as_posix()}, "region": {"startLine": int(line)}}
        made["locations"] = [{"physicalLocation": place}]
    return made
