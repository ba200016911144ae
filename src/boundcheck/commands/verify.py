"""``boundcheck verify FILE.json``: replays every certificate of a record, without search."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from boundcheck import registry, report
from boundcheck.checks.replay import replay_all, replay_trials
from boundcheck.cli import REFUTED
from boundcheck.commands.words import counted


def main(options: argparse.Namespace) -> int:
    """Print what was replayed and what was trusted; a certificate that fails is exit 1."""
    record = report.load(options.record)
    try:
        rows = [row for where, settled in certified(record) for row in replay_all(where, settled)]
        rows += [row for where, settled in certified(record) for row in replay_trials(where, settled)]
        rows += list(drift(record))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        said = " ".join(str(error).split())[:200]
        raise report.RecordError(f"{options.record}: its certificates cannot be read ({said})") from None
    if options.json:
        print(json.dumps(rows, indent=1))
    elif not options.quiet:
        for row in rows:
            trusted = f", trusting {', '.join(row['trusted'])}" if row["trusted"] else ""
            print(f"{row['result']:9} {row['what']}{trusted}{': ' + row['reason'] if row['reason'] else ''}")
        print(f"{tally(rows)}; digest of the record matches")
    return REFUTED if any(row["result"] == "FAILED" for row in rows) else 0


def tally(rows: list[dict[str, Any]]) -> str:
    """How many certificates there are and what became of them; what carries none is counted apart."""
    found = [row["result"] for row in rows]
    good, failed = found.count("replayed"), found.count("FAILED")
    words = f"{good} of {counted(good + failed, 'certificate')} replayed"
    others = {word: found.count(word) for word in dict.fromkeys(found) if word not in ("replayed", "FAILED")}
    return ", ".join([words, *(f"{count} {word}" for word, count in others.items())])


def certified(record: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything in the record that carries a certificate, with its place."""
    for step in record["steps"]:
        yield f"step {step['label']}", step
        if step.get("repair"):
            yield f"repair of {step['label']}", step["repair"]
    for name, part in record["parts"].items():
        yield f"part {name}", part
        constant = part.get("constant") or {}
        if constant.get("certificate"):
            yield f"constant of part {name}", {**constant, "outcome": "PROVED"}


def drift(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Steps of the record that the installed claim no longer has, where it is installed."""
    try:
        claim = registry.load(record["claim"])
    except (ModuleNotFoundError, AttributeError, registry.UnknownClaim, registry.BrokenClaim):
        return
    mine = {step.label for step in claim.steps}
    recorded = {step["label"] for step in record["steps"] if "/" not in step["label"]}
    for label in sorted(mine ^ recorded):
        yield {
            "what": f"step {label}",
            "result": "differs",
            "trusted": [],
            "reason": "record and installed claim differ",
        }
