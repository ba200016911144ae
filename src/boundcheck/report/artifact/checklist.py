"""Claim, command, what it should say, and how long it took: a table that a machine wrote and a person can tick off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from boundcheck.report.text.words import CHANGES, headline_word


def checklist(records: Iterable[Mapping[str, Any]]) -> str:
    """The checklist in Markdown, by paper, in the order of claims.

    Parameters
    ----------
    records : iterable of mapping
        As `boundcheck.record.load` returns them.
    """
    by_paper: dict[str, list[Mapping[str, Any]]] = {}
    for record in sorted(records, key=_place):
        by_paper.setdefault(
            str((record.get("paper") or {}).get("key") or record["claim"].partition("/")[0]), []
        ).append(record)
    lines = [
        "# Checklist",
        "",
        "Each command settles one result and prints its verdict; `boundcheck compare reports OTHER` compares a whole folder of",
        "records with this one. The digest covers everything but times; it is the same for the same seed, program, and versions of",
        "Python and the libraries (`environment` in each record). Seconds are those of the run that is committed, without the",
        "second or two in which Python starts. What was settled before is answered from a cache; `--fresh` settles it again.",
        "A command ends with status 1 where a printed statement is refuted, 3 where nothing was decided, 0 otherwise.",
    ]
    for key, rows in by_paper.items():
        total = sum(float(row.get("elapsed_seconds") or 0) for row in rows)
        source = rows[0].get("paper") or {}
        lines += ["", f"## {source.get('title') or key}", ""]
        lines += [f"`python -m boundcheck {key}` runs all {len(rows)} of them, {total:,.0f} seconds in all.", ""]
        lines += [
            "| | result | command | expected | to be changed | digest | seconds |",
            "|:--|:--|:--|:--|:--|:--|--:|",
        ]
        lines += [_row(row) for row in rows]
    return "\n".join(lines) + "\n"


def _place(record: Mapping[str, Any]) -> list[tuple[bool, int, str]]:
    """Theorem 5.10 after Theorem 5.4."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", str(record["claim"]))]


def _row(record: Mapping[str, Any]) -> str:
    command = record.get("reproduce") or f"python -m boundcheck {record['claim']}"
    seconds = float(record.get("elapsed_seconds") or 0)
    cells = (
        "☐",
        _cell(record.get("printed") or record["claim"]),
        f"`{command}`",
        headline_word(record),
        CHANGES[record["headline"]["severity"]],
        f"`{str(record.get('digest') or '').removeprefix('blake2b:')[:12]}`",
        f"{seconds:,.0f}" if seconds >= 1 else "< 1",
    )
    return f"| {' | '.join(cells)} |"


def _cell(text: Any) -> str:
    return str(text).replace("|", "\\|")
