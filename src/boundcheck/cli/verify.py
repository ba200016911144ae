"""``boundcheck verify FILE.json``: replays every certificate of a record, without search."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from boundcheck.claims import Claim
from boundcheck.cli.counting import counted
from boundcheck.cli.exit_codes import DISAGREEMENT, REFUTED
from boundcheck.cli.second_opinion import opinions, share
from boundcheck.record import RecordError, load
from boundcheck.record import agreement as recorded
from boundcheck.record.replay import replay_all, replay_constant, replay_trials
from boundcheck.record.texts import untyped

BAD = ("FAILED", "differs")


def main(options: argparse.Namespace) -> int:
    """Print what was replayed and what was trusted; a certificate or a headline that fails is exit 1."""
    record = untyped(load(options.record))
    claim = recorded.installed(record)
    try:
        rows = list(rows_of(record, claim))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        said = " ".join(str(error).split())[:200]
        raise RecordError(f"{options.record}: its certificates cannot be read ({said})") from None
    asked = list(opinions(certified(record))) if options.second_opinion else []
    if options.json:
        print(json.dumps(rows + asked, indent=1))
    elif not options.quiet:
        for row in rows:
            trusted = f", trusting {', '.join(row['trusted'])}" if row["trusted"] else ""
            print(f"{row['result']:9} {row['what']}{trusted}{': ' + row['reason'] if row['reason'] else ''}")
        if claim is None:
            print(f"{record['claim']} is not installed: its statements are taken from the record")
        print(f"{tally(rows)}; digest of the record matches")
    if options.second_opinion and not options.json:
        for row in asked:
            print(f"{row['result']:9} {row['what']}: {row['reason']}")
        print(share(asked))
    if any(row["result"] == "disagrees" for row in asked):
        print("THE SECOND CHECKER DISAGREES: one of the two is wrong; do not use this record", file=sys.stderr)
        return DISAGREEMENT
    return REFUTED if any(row["result"] in BAD for row in rows) else 0


def rows_of(record: dict[str, Any], claim: Claim | None) -> Iterator[dict[str, Any]]:
    """Everything that is replayed or compared, a row each."""
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
    for what, reason in recorded.differences(record, claim):
        yield {"what": what, "result": "differs", "trusted": [], "reason": reason}


def tally(rows: list[dict[str, Any]]) -> str:
    """How many certificates there are and what became of them; what carries none is counted apart."""
    found = [row["result"] for row in rows]
    good, failed = found.count("replayed"), found.count("FAILED")
    words = f"{good} of {counted(good + failed, 'certificate')} replayed"
    others = {word: found.count(word) for word in dict.fromkeys(found) if word not in ("replayed", "FAILED")}
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
