"""``boundcheck list``: every claim, with its headline from the last report."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from boundcheck import registry, report
from boundcheck.cli import UsageError


def main(options: argparse.Namespace) -> int:
    """Print a table, or JSON."""
    found = registry.ids()
    papers = sorted({claim_id.split("/")[0] for claim_id in found})
    if options.paper is not None and options.paper not in papers:
        raise UsageError(f"no paper {options.paper!r}; there are: {', '.join(papers)}")
    rows = [
        {"claim": claim_id, **described(claim_id, options.out)}
        for claim_id in found
        if options.paper in (None, claim_id.split("/")[0])
    ]
    if options.json:
        print(json.dumps(rows, indent=1))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in ("claim", "printed", "outcome", "headline"):
        table.add_column(name, overflow="fold", no_wrap=name in ("claim", "outcome"))
    for row in rows:
        table.add_row(row["claim"], row["printed"], row["outcome"], row["text"])
    Console().print(table)
    return 0


def described(claim_id: str, out: Path) -> dict[str, str]:
    """What the claim is called, and its headline; a claim of another package that does not load is named, not fatal."""
    try:
        printed = registry.load(claim_id).source.printed
    except Exception as error:
        return {
            "printed": "",
            "outcome": "",
            "text": f"cannot be loaded ({type(error).__name__}: {' '.join(str(error).split())[:200]})",
        }
    return {"printed": printed, **last(claim_id, out)}


def last(claim_id: str, out: Path) -> dict[str, str]:
    """Headline of the last report, or why there is none."""
    path = out / f"{claim_id}.json"
    if not path.exists():
        return {"outcome": "", "text": "no report yet"}
    try:
        headline = report.load(path)["headline"]
    except report.RecordError as error:
        return {"outcome": "", "text": str(error)}
    return {"outcome": headline["outcome"], "text": headline["text"]}
