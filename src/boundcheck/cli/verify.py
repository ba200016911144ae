"""``boundcheck verify FILE.json``: replays every certificate of a record; ``--second-opinion`` asks another checker."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from boundcheck import job
from boundcheck.claims import Claim
from boundcheck.cli.options import DISAGREEMENT, REFUTED, UsageError
from boundcheck.cli.output import counted
from boundcheck.loading import own_files
from boundcheck.record import RecordError, load, used_records
from boundcheck.record import agreement as recorded
from boundcheck.record.agreement import repeats_of, used_by
from boundcheck.record.rebuilt import differing
from boundcheck.record.replay import replay_all, replay_constant, replay_derivations, replay_trials
from boundcheck.record.schema import untyped
from boundcheck.second_opinion import available, opinion

# ``boundcheck verify --second-opinion FILE.json``: every proved or refuted scalar statement, asked of another checker.

_VERDICTS = {"proof": "proved", "counterexample": "refuted"}


def opinions(certified: Iterator[tuple[str, dict[str, Any]]], *, seconds: float = 40.0) -> Iterator[dict[str, Any]]:
    """Yield a row for each settled statement of a record that carries a certificate of its own."""
    for what, settled in certified:
        certificate = settled.get("certificate") or {}
        verdict = _VERDICTS.get(certificate.get("kind", ""))
        encoded = settled.get("checked")
        if verdict is None or encoded is None:
            continue
        found = opinion(encoded, verdict, certificate.get("point"), seconds=seconds)  # type: ignore[arg-type]
        yield {"what": what, "result": found.answer, "trusted": [found.by] if found.by else [], "reason": found.reason}


def share(rows: list[dict[str, Any]]) -> str:
    """Return how many statements the second checker answered, in words."""
    agreed, against = (sum(row["result"] == word for row in rows) for word in ("agreed", "disagrees"))
    by = available() or "no second checker is installed (Coq with coq-interval)"
    return f"second opinion: {agreed} of {counted(len(rows), 'statement')} agreed, {against} DISAGREE ({by})"


# ``boundcheck verify FILE.json``: replays every certificate of a record, and makes again what it shows, without search.

BAD = ("FAILED", "differs")
TAKEN = "taken"


def main(options: argparse.Namespace) -> int:
    """Print what was replayed and what was trusted; a certificate or a headline that fails is exit 1."""
    record = untyped(load(options.record))
    claim = recorded.installed(record) if options.claim is None else _own(options.claim, record)
    try:
        rows = list(rows_of(record, claim, Path(options.record)))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        said = " ".join(str(error).split())[:200]
        raise RecordError(f"{options.record}: its certificates cannot be read ({said})") from None
    if options.again:
        rows += _again(record, claim)
    elif claim is not None and (left := ", ".join(taken(record))):
        reason = f"{left}; --again computes them"
        rows.append({"what": "from the record, not computed again", "result": TAKEN, "trusted": [], "reason": reason})
    asked = list(opinions(certified(record))) if options.second_opinion else []
    if options.json:
        print(json.dumps(rows + asked, indent=1))
    elif not options.quiet:
        for row in rows:
            trusted = f", trusting {', '.join(row['trusted'])}" if row["trusted"] else ""
            print(f"{row['result']:9} {row['what']}{trusted}{': ' + row['reason'] if row['reason'] else ''}")
        if claim is None:
            print(
                f"{record['claim']} is not installed: what is displayed, its words and the numbers of its samples are taken from "
                "the record and compared with nothing; --claim FILE.py names its file"
            )
        print(f"{tally(rows)}; digest of the record matches")
    if options.second_opinion and not options.json:
        for row in asked:
            print(f"{row['result']:9} {row['what']}: {row['reason']}")
        print(share(asked))
    if any(row["result"] == "disagrees" for row in asked):
        print("THE SECOND CHECKER DISAGREES: one of the two is wrong; do not use this record", file=sys.stderr)
        return DISAGREEMENT
    return REFUTED if any(row["result"] in BAD for row in rows) else 0


def _own(path: Path, record: dict[str, Any]) -> Claim:
    """The claim of someone's own file, if the record is of that."""
    name, claim = own_files.load(path)
    if name != record["claim"]:
        raise RecordError(f"{path} is the claim {name}, and the record is of {record['claim']}")
    return claim


def _again(record: dict[str, Any], claim: Claim | None) -> list[dict[str, Any]]:
    """The claim settled again as the record says that it was: everything measured, what it rests on included, is compared."""
    if claim is None:
        raise UsageError("--again runs the claim, and it is not installed; --claim FILE.py names its file")
    settings = _settings(record)
    with job.runner(settings) as run, redirect_stdout(sys.stderr):
        _, found = job.check(record["claim"], claim, settings, run)
    today = untyped(json.loads(json.dumps(found, default=str)))
    rows = [
        {"what": place, "result": "differs", "trusted": [], "reason": f"the record says {shown}, a run today gives {made}"}
        for place, shown, made in differing(record, today)
    ]
    return rows[:1] or [{"what": "a run today", "result": "the same", "trusted": [], "reason": ""}]


def _settings(record: dict[str, Any]) -> job.Settings:
    """Those of the run that a record is of."""
    risk, repeats = float(record["error_probability"]["total"]), repeats_of(record)
    return job.Settings(budget=record["budget"], seed=record["seed"], error_probability=risk, repeats=repeats)


def rows_of(record: dict[str, Any], claim: Claim | None, path: Path | None = None) -> Iterator[dict[str, Any]]:
    """Everything that is replayed or compared, a row each; `path` says beside which other records this one lies."""
    for where, settled in certified(record):
        for row in replay_all(where, settled):
            if row["result"] == "exact" and claim is None:
                row |= {
                    "result": "FAILED",
                    "reason": "NOT replayed: its claim, which would evaluate it, is not installed",
                }
            yield row
    for name, part in record["parts"].items():
        if (part.get("constant") or {}).get("certificate"):
            yield from replay_constant(f"constant of part {name}", part["constant"])
        for row in (part.get("constant") or {}).get("per_term") or []:
            if row.get("certificate"):
                yield from replay_constant(f"constant of part {name}, term {row['term']}", row)
    for where, settled in certified(record):
        yield from replay_trials(where, settled)
    yield from replay_derivations(record, claim)
    for what, reason in recorded.differences(record, claim):
        yield {"what": what, "result": "differs", "trusted": [], "reason": reason}
    if claim is not None and record.get("reproduce") != (command := job.reproduce(record["claim"], _settings(record))):
        yield {"what": "reproduce", "result": "differs", "trusted": [], "reason": f"its settings give: {command}"}
    if claim is not None and path is not None:
        for what, reason, differs in used_records.differences(record, claim, used_by(claim), path):
            yield {"what": what, "result": "differs" if differs else TAKEN, "trusted": [], "reason": reason}


def taken(record: dict[str, Any]) -> Iterator[str]:
    """What of a record is neither replayed nor computed again: what was drawn, and what a search saw."""
    every = record["parts"].values()
    measured = [part for part in every if part.get("slack") or part.get("separation") or _measured(part)]
    if measured:
        yield f"the counts and quantiles that were drawn for {counted(len(measured), 'part')}"
    if any(part.get("exponents") for part in every):
        yield "the slopes of sweeps"
    if any((part.get("evidence") or {}).get("kept_at_corners") for part in every):
        yield "which letters a simulation takes"
    versions = [row for part in every for row in ((part.get("evidence") or {}).get("variants") or {}).get("rows") or ()]
    if older := sum("violations" not in row for row in versions):
        yield f"whether {counted(older, 'false version')} without counts {'is' if older == 1 else 'are'} refuted"
    if any("searched" in (part.get("constant") or {}) for part in every):
        yield "what the search of a constant saw"
    if any(part["shape"] == "InstanceInequality" and part["outcome"] == "SUPPORTED" for part in every):
        yield "what the search of an instance saw"


def _measured(part: dict[str, Any]) -> bool:
    return bool({"means", "least", "estimators", "audits"} & (part.get("evidence") or {}).keys())


def tally(rows: list[dict[str, Any]]) -> str:
    """How many certificates there are and what became of them; what carries none is counted apart."""
    found = [row["result"] for row in rows]
    good, failed = found.count("replayed"), found.count("FAILED")
    words = f"{good} of {counted(good + failed, 'certificate')} replayed"
    others = {word: found.count(word) for word in dict.fromkeys(found) if word not in ("replayed", "FAILED", TAKEN)}
    return ", ".join([words, *(f"{count} {word}" for word, count in others.items())])


def certified(record: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every settled statement of the record, with its place."""
    for step in record["steps"]:
        yield f"step {step['label']}", step
        if step.get("repair"):
            yield f"repair of {step['label']}", step["repair"]
    for name, part in record["parts"].items():
        yield f"part {name}", part
        for beside, words in (("working", "on the working range"), ("empty", "that it says nothing")):
            if part.get(beside):
                yield f"part {name}, {words}", part[beside]
