"""What several claims end with: a tally, and the referee report of every paper of which all results were settled."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from boundcheck.cli.output import console_of
from boundcheck.cli.writing import write
from boundcheck.loading import registry

Record = Mapping[str, Any]


def by_paper(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Records by the folder of their paper; claims of one's own belong to none."""
    found: dict[str, list[Record]] = {}
    for record in records:
        key, _, name = record["claim"].partition("/")
        if name and key in registry.papers():
            found.setdefault(key, []).append(record)
    return found


def whole(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The papers of which every result is among the records."""
    every = registry.ids()
    return {
        key: rows
        for key, rows in by_paper(records).items()
        if {record["claim"] for record in rows} >= {claim_id for claim_id in every if claim_id.startswith(f"{key}/")}
    }


def write_referee_reports(records: Sequence[Record], out: Path, options: argparse.Namespace) -> list[Path]:
    """``<paper>.pdf``, ``.md`` and ``.html`` beside the folder of each paper that is whole."""
    from boundcheck.report.referee import render

    written = []
    for key, rows in whole(records).items():
        for kind, content in (
            ("pdf", render.to_pdf(rows, paper=options.paper)),
            ("md", render.to_markdown(rows)),
            ("html", render.to_html(rows)),
        ):
            write(out / f"{key}.{kind}", content)
            written.append(out / f"{key}.{kind}")
    return written


def say(records: Sequence[Record], written: Sequence[Path], seconds: float) -> None:
    """Tally by what has to be changed, elapsed time, and where the referee reports lie."""
    from boundcheck.report.text.words import CHANGES, WORST_FIRST

    console = console_of()
    counts = Counter(record["headline"]["severity"] for record in records)
    console.print(f"\n{len(records)} results in {seconds:.0f} s; to be changed:", highlight=False)
    for severity in WORST_FIRST:
        if counts[severity]:
            names = ", ".join(sorted(r["claim"] for r in records if r["headline"]["severity"] == severity))
            shown = names if severity != "NONE" else ""
            console.print(
                f"  {counts[severity]:4} {CHANGES[severity]}  {shown}".rstrip(), highlight=False, soft_wrap=True
            )
    for path in written:
        console.print(f"Referee report: {path}", highlight=False, soft_wrap=True)
