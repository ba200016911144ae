"""What an artifact evaluation asks for: a checklist, every number, and the papers as BibTeX."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from boundcheck.report.figures.worst_instance import instance_of
from boundcheck.report.parts import constant_of, exponents_of, mutants_of, regimes_of, vacuity_of
from boundcheck.report.text.words import CHANGES, headline_word
from boundcheck.verdict.result import (
    Paper,
    Record,
)
from boundcheck.verdict.shapes import (
    Adversary,
    Constant,
    Part,
)
from boundcheck.verdict.statements import Settled

# The papers that were checked, as BibTeX.

ARXIV = "arXiv:"
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "&%$#_"} | {"{": "", "}": "", "\\": ""})


def bibtex(records: Iterable[Record]) -> str:
    """An entry for each paper, by key."""
    papers = {record.paper.key: record.paper for record in records}
    return "\n".join(_entry(papers[key]) for key in sorted(papers))


def _entry(paper: Paper) -> str:
    archived = paper.ref.startswith(ARXIV)
    fields = {
        "title": f"{{{_plain(paper.title)}}}",
        "author": " and ".join(map(_plain, paper.authors)),
        "booktitle": _plain(paper.venue),
        "year": str(paper.year or ""),
        "eprint": paper.ref.removeprefix(ARXIV) if archived else "",
        "archiveprefix": "arXiv" if archived else "",
    }
    rows = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{'inproceedings' if paper.venue else 'misc'}{{{paper.key},\n{rows}}}\n"


def _plain(text: str) -> str:
    return text.translate(ESCAPED)


# Every number that was measured, computed or settled, as rows for spreadsheets: one of settings, one of all the rest.

COLUMNS = ("claim", "part", "kind", "name", "quantity", "value", "low", "high", "at")
SETTING = (
    "quantile",
    "low",
    "high",
    "bound",
    "printed",
    "trivial",
    "violations",
    "repeats",
    "rate_high",
    "allowed",
    "smallest_visible_rate",
)
Row = tuple[Any, ...]


def numbers(records: Iterable[Record]) -> str:
    """Exponents, constants, witnesses and the like as CSV, a line each, in the order of claims."""
    rows: list[Row] = []
    for record in sorted(records, key=lambda record: record.claim):
        for name, part in record.parts.items():
            rows += ((record.claim, name, *row) for row in _part(part))
        for step in record.steps:
            rows += ((record.claim, "", "witness", step.label, *row) for row in _witness(step))
    return _page(COLUMNS, rows)


def settings(records: Iterable[Record]) -> str:
    """Every simulated setting as a line of CSV: measured quantile with its interval, bounds, violations, and its point."""
    rows: list[Row] = []
    for record in sorted(records, key=lambda record: record.claim):
        for name, part in record.parts.items():
            for cell in regimes_of(part):
                rows.append((record.claim, name, cell.name, *(getattr(cell, key) for key in SETTING), _point(cell.point)))
    return _page(("claim", "part", "setting", *SETTING, "at"), rows)


def _page(columns: tuple[str, ...], rows: Iterable[Row]) -> str:
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return page.getvalue()


def _part(part: Part) -> Iterator[Row]:
    """Kind, name, quantity, value, interval and point."""
    for row in exponents_of(part):
        yield "exponent", row.parameter, "measured", row.measured, row.low, row.high, ""
        yield "exponent", row.parameter, "printed", row.printed, None, None, ""
        yield "exponent", row.parameter, "explicit", row.explicit, None, None, ""
    if constant := constant_of(part):
        yield from _constant(constant)
    if vacuity := vacuity_of(part):
        at = _point(vacuity.at)
        for low, high in vacuity.intervals:
            yield "vacuity", "informative from", "from", low, None, None, at
            yield "vacuity", "informative from", "to", high, None, None, at
        yield "vacuity", "", "says_something_from", vacuity.says_something_from, None, None, at
    if mutants := mutants_of(part):
        yield "mutants", "", "killed", mutants.killed, None, None, ""
        yield "mutants", "", "total", mutants.total, None, None, ""
    yield from (("witness", "", *row) for row in _witness(part))


def _constant(constant: Constant) -> Iterator[Row]:
    worst, at = constant.smallest_surviving, _where(constant.instance)
    rows: list[Row] = [("explicit", constant.explicit, None, None), ("upper", constant.upper, None, None)]
    rows += [("smallest_surviving", worst, constant.low, constant.high)]
    yield from (("constant", "", *row, at) for row in rows if row[1] is not None)
    if small := constant.where_it_bites:
        measured = (small.smallest_surviving, small.low, small.high)
        yield "constant", "where it bites", "smallest_surviving", *measured, _where(small.instance)
    for term in constant.per_term:
        if term.constant is not None:
            yield "constant", term.term, "constant", term.constant, None, None, ""
        if term.seen is not None:
            yield "constant", term.term, "seen", term.seen, None, None, _point(term.at or {})


def _witness(settled: Settled) -> Iterator[Row]:
    """Both sides at the point of a witness."""
    if witness := settled.witness:
        sides = (("lhs", witness.lhs), ("rhs", witness.rhs))
        yield from ((key, side, None, None, _point(witness.point)) for key, side in sides if side)


def _where(instance: Adversary | None) -> str:
    return _point(instance_of(instance or {}).point)


def _point(point: Mapping[str, Any]) -> str:
    """``n=100; w=1/2``."""
    return "; ".join(f"{name}={_literal(value)}" for name, value in sorted(point.items()))


def _literal(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# Claim, command, what it should say, and how long it took: a table that a machine wrote and a person can tick off.

def checklist(records: Iterable[Record], statuses: str) -> str:
    """The checklist in Markdown, by paper, in the order of claims; `statuses` says what the exit status of a command means."""
    by_paper: dict[str, list[Record]] = {}
    for record in sorted(records, key=_place):
        by_paper.setdefault(record.paper.key, []).append(record)
    lines = [
        "# Checklist",
        "",
        "Each command settles one result and prints its verdict; `boundcheck compare reports OTHER` compares a whole folder of",
        "records with this one. The digest covers everything but times; it is the same for the same seed, program, and versions of",
        "Python and the libraries (`environment` in each record). Seconds are those of the run that is committed, without the",
        "second or two in which Python starts. What was settled before is answered from a cache; `--fresh` settles it again.",
        f"Exit status: {statuses}.",
    ]
    for key, rows in by_paper.items():
        total = sum(row.elapsed_seconds for row in rows)
        lines += ["", f"## {rows[0].paper.title}", ""]
        lines += [f"`python -m boundcheck {key}` runs all {len(rows)} of them, {total:,.0f} seconds in all.", ""]
        lines += [
            "| | result | command | expected | to be changed | digest | seconds |",
            "|:--|:--|:--|:--|:--|:--|--:|",
        ]
        lines += [_row(row) for row in rows]
    return "\n".join(lines) + "\n"


def _place(record: Record) -> list[tuple[bool, int, str]]:
    """Theorem 5.10 after Theorem 5.4."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", record.claim)]


def _row(record: Record) -> str:
    seconds = record.elapsed_seconds
    cells = (
        "☐",
        record.printed.replace("|", "\\|"),
        f"`{record.reproduce}`",
        headline_word(record),
        CHANGES[record.headline.severity],
        f"`{(record.digest or '').removeprefix('blake2b:')[:12]}`",
        f"{seconds:,.0f}" if seconds >= 1 else "< 1",
    )
    return f"| {' | '.join(cells)} |"
