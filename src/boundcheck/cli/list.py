"""``boundcheck list``: every claim, with its headline from the last report."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from boundcheck.claims import Severity
from boundcheck.cli.options import UsageError
from boundcheck.loading import registry
from boundcheck.record import RecordError, load
from boundcheck.report.text.words import WORST_FIRST


def main(options: argparse.Namespace) -> int:
    """Print a table, or JSON."""
    found = registry.ids()
    mine = sorted((options.out / "own").glob("*.json"))
    papers = sorted({*(claim_id.split("/")[0] for claim_id in found), *(["own"] if mine else [])})
    if options.paper == "own" and not mine:
        raise UsageError(f"no reports of your own claims in {options.out}; 'boundcheck my_theorem.py' writes one")
    if options.paper is not None and options.paper not in papers:
        raise UsageError(f"no paper {options.paper!r}; there are: {', '.join(papers)}")
    rows = [
        {"claim": claim_id, **described(claim_id, options.out)}
        for claim_id in found
        if options.paper in (None, claim_id.split("/")[0])
    ]
    if options.paper in (None, "own"):
        rows += [own(path, options.out) for path in mine]
    if options.severity is not None:
        wanted = severities(options.severity)
        rows = [row for row in rows if row["severity"] in wanted]
    rows.sort(key=lambda row: WORST_FIRST.index(row["severity"]) if row["severity"] else len(WORST_FIRST))
    if options.json:
        print(json.dumps(rows, indent=1))
        return 0
    _print(rows)
    return 0


def severities(asked: str) -> set[str]:
    """The severities that a word stands for; ``condition..`` is that one and what is worse."""
    first, dots, last = asked.upper().partition("..")
    names = list(Severity.__members__)
    for name in filter(None, (first, last)):
        if name not in names:
            raise UsageError(f"--severity {asked!r}: no severity {name.lower()!r}; there are {', '.join(names).lower()}")
    if not dots:
        return {first}
    known = [name for name in names if name != "OPEN"]
    start = known.index(first) if first in known else 0 if not first else len(known)
    return {*known[start : known.index(last) + 1 if last in known else None], *({"OPEN"} & {first, last})}


def _print(rows: list[dict[str, str]]) -> None:
    """One line per claim where nobody looks (``| grep``); on a terminal the headline is folded under its claim."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    wide = {name: max((len(row[name]) for row in rows), default=0) for name in ("claim", "severity", "outcome", "printed")}
    console = Console()
    if not console.is_terminal:
        for row in rows:
            print("  ".join([*(f"{row[name]:{wide[name]}}" for name in wide), row["text"]]).rstrip())
        return
    if console.width >= sum(wide.values()) + 70:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for name in (*wide, "headline"):
            table.add_column(name, no_wrap=name != "headline")
        for row in rows:
            table.add_row(*(Text(row[name]) for name in (*wide, "text")))
        console.print(table)
        return
    for row in rows:
        console.print(
            Text.assemble(
                (f"{row['claim']:{wide['claim']}}", "bold"), f"  {row['outcome']:{wide['outcome']}}  {row['severity'].lower()}"
            )
        )
        console.print(Padding(Text(row["text"]), (0, 0, 0, 4)))


def described(claim_id: str, out: Path) -> dict[str, str]:
    """What the claim is called, and its headline; a claim of another package that does not load is named, not fatal."""
    try:
        printed = registry.load(claim_id).source.printed
    except Exception as error:
        return {
            "printed": "",
            "outcome": "",
            "severity": "",
            "text": f"cannot be loaded ({type(error).__name__}: {' '.join(str(error).split())[:200]})",
        }
    return {"printed": printed, **last(claim_id, out)}


def own(path: Path, out: Path) -> dict[str, str]:
    """The report of someone's own claim file, which is not at hand here."""
    claim_id = f"own/{path.stem}"
    return {"claim": claim_id, "printed": f"{path.stem}.py", **last(claim_id, out)}


def last(claim_id: str, out: Path) -> dict[str, str]:
    """Headline of the last report, or why there is none."""
    path = out / f"{claim_id}.json"
    if not path.exists():
        return {"outcome": "", "severity": "", "text": "no report yet"}
    try:
        headline = load(path)["headline"]
    except RecordError as error:
        return {"outcome": "", "severity": "", "text": str(error)}
    return {name: headline[name] for name in ("outcome", "severity", "text")}
