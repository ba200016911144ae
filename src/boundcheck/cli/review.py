"""``boundcheck review``: a paper's review for a form, from records; with the authors' answers, what is settled and what stays."""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Collection
from pathlib import Path

from boundcheck.cli.options import UsageError
from boundcheck.cli.output import until_closed, write
from boundcheck.record import read
from boundcheck.report.referee.review import Answer, faults_of, review

KEYS = {"answer", "because"}


def main(options: argparse.Namespace) -> int:
    """Print the review, or write it to `--out`."""
    paths = sorted(
        path for path in (options.records / options.named).glob("*.json") if not path.name.endswith(".partial.json")
    )
    if not paths:
        raise UsageError(
            f"no records of {options.named!r} in {options.records}; 'boundcheck {options.named}' writes them"
        )
    records = [read(path) for path in paths]
    known = faults_of(records)
    answers = answers_of(options.answers, known) if options.answers else {}
    text = review(records, answers)
    if options.out:
        write(options.out, text)
    with until_closed():
        if options.json:
            print(json.dumps({"paper": options.named, "faults": list(known), "review": text}, indent=1))
        elif not options.out:
            print(text, end="")
    return 0


def answers_of(path: Path, known: Collection[str]) -> dict[str, Answer]:
    """The authors' answers by id: a TOML table each, ``answer = "accepted"`` or ``"disputed"``, and ``because``.

    Raises
    ------
    UsageError
        For no TOML, a doubled or an unknown id, another word, or no reason; one line each.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{path}: no readable answers ({' '.join(str(error).split())}); each id has one table"
        ) from None
    answers = {}
    for key, given in found.items():
        if key not in known:
            raise UsageError(f"{path}: no fault {key!r}; the review shows the ids in brackets")
        if not isinstance(given, dict) or set(given) != KEYS:
            raise UsageError(f'{path}: {key} needs answer = "accepted" or "disputed" and because = "...", and no more')
        if given["answer"] not in ("accepted", "disputed"):
            raise UsageError(f'{path}: {key} is answered {given["answer"]!r}; write "accepted" or "disputed"')
        if not isinstance(given["because"], str) or not given["because"].strip():
            raise UsageError(f'{path}: {key} has no reason; write because = "..."')
        answers[key] = Answer(given["answer"], " ".join(given["because"].split()))
    return answers
