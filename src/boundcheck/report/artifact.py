"""What an artifact evaluation asks for: a checklist, every number, and the papers as BibTeX."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from boundcheck.report.text.words import CHANGES, headline_word, number

# The papers that were checked, as BibTeX.

ARXIV = "arXiv:"
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "&%$#_"} | {"{": "", "}": "", "\\": ""})


def bibtex(records: Iterable[Mapping[str, Any]]) -> str:
    """An entry for each paper, by key.

    Parameters
    ----------
    records : iterable of mapping
        As `boundcheck.record.load` returns them.
    """
    papers = {
        str(record["paper"]["key"]): record["paper"] for record in records if (record.get("paper") or {}).get("key")
    }
    return "\n".join(_entry(key, papers[key]) for key in sorted(papers))


def _entry(key: str, paper: Mapping[str, Any]) -> str:
    ref = str(paper.get("ref") or "")
    fields = {
        "title": f"{{{_plain(paper.get('title') or key)}}}",
        "author": " and ".join(map(_plain, paper.get("authors") or [])),
        "booktitle": _plain(paper.get("venue") or ""),
        "year": str(paper.get("year") or ""),
        "eprint": ref.removeprefix(ARXIV) if ref.startswith(ARXIV) else "",
        "archiveprefix": "arXiv" if ref.startswith(ARXIV) else "",
    }
    kind = "inproceedings" if fields["booktitle"] else "misc"
    rows = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{kind}{{{key},\n{rows}}}\n"


def _plain(text: Any) -> str:
    return str(text).translate(ESCAPED)


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


def numbers(records: Iterable[Mapping[str, Any]]) -> str:
    """Exponents, constants, witnesses and the like as CSV, a line each, in the order of claims.

    Parameters
    ----------
    records : iterable of mapping
        As `boundcheck.record.load` returns them.
    """
    rows: list[Row] = []
    for record in sorted(records, key=lambda record: str(record["claim"])):
        for name, part in (record.get("parts") or {}).items():
            rows += ((record["claim"], name, *row) for row in _part(part))
        for step in record.get("steps") or []:
            rows += ((record["claim"], "", "witness", step.get("label"), *row) for row in _witness(step))
    return _page(COLUMNS, rows)


def settings(records: Iterable[Mapping[str, Any]]) -> str:
    """Every simulated setting as a line of CSV: measured quantile with its interval, bounds, violations, and its point."""
    rows: list[Row] = []
    for record in sorted(records, key=lambda record: str(record["claim"])):
        for name, part in (record.get("parts") or {}).items():
            for cell in part.get("slack") or []:
                told = (cell[key] if number(cell.get(key)) is not None else None for key in SETTING)
                rows.append((record["claim"], name, cell.get("name"), *told, _point(cell.get("point"))))
    return _page(("claim", "part", "setting", *SETTING, "at"), rows)


def _page(columns: tuple[str, ...], rows: Iterable[Row]) -> str:
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return page.getvalue()


def _part(part: Mapping[str, Any]) -> Iterator[Row]:
    """Kind, name, quantity, value, interval and point."""
    for row in part.get("exponents") or []:
        for key in ("measured", "printed", "explicit"):
            if number(row.get(key)) is not None:
                ends = (row.get("low"), row.get("high")) if key == "measured" else (None, None)
                yield "exponent", row.get("parameter"), key, row[key], *ends, ""
    constant = part.get("constant") or {}
    for key in ("explicit", "upper", "smallest_surviving"):
        if constant.get(key) is not None:
            ends = (constant.get("low"), constant.get("high")) if key == "smallest_surviving" else (None, None)
            yield "constant", "", key, constant[key], *ends, _point((constant.get("instance") or {}).get("point"))
    small = constant.get("where_it_bites") or {}
    if small.get("smallest_surviving") is not None:
        measured = (small["smallest_surviving"], small.get("low"), small.get("high"))
        yield "constant", "where it bites", "smallest_surviving", *measured, _point((small.get("instance") or {}).get("point"))
    for row in constant.get("per_term") or []:
        for key in ("constant", "seen"):
            if row.get(key) is not None:
                yield "constant", row["term"], key, row[key], None, None, _point(row.get("at")) if key == "seen" else ""
    vacuity = part.get("vacuity") or {}
    if vacuity:
        for stretch in vacuity.get("intervals") or []:
            for key, size in zip(("from", "to"), stretch, strict=True):
                yield "vacuity", "informative from", key, size, None, None, _point(vacuity.get("at"))
        yield (
            "vacuity",
            "",
            "says_something_from",
            vacuity.get("says_something_from"),
            None,
            None,
            _point(vacuity.get("at")),
        )
    found = part.get("mutants") or {}
    for key in ("killed", "total"):
        if found.get(key) is not None:
            yield "mutants", "", key, found[key], None, None, ""
    yield from (("witness", "", *row) for row in _witness(part))


def _witness(settled: Mapping[str, Any]) -> Iterator[Row]:
    """Both sides at the point of a witness."""
    witness = settled.get("witness") or {}
    for key in ("lhs", "rhs"):
        if isinstance(witness, Mapping) and str(witness.get(key) or ""):
            yield key, witness[key], None, None, _point(witness.get("point"))


def _point(point: Any) -> str:
    """``n=100; w=1/2``."""
    if not isinstance(point, Mapping):
        return ""
    return "; ".join(f"{name}={_literal(value)}" for name, value in sorted(point.items()))


def _literal(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# Claim, command, what it should say, and how long it took: a table that a machine wrote and a person can tick off.

def checklist(records: Iterable[Mapping[str, Any]], statuses: str) -> str:
    """The checklist in Markdown, by paper, in the order of claims.

    Parameters
    ----------
    records : iterable of mapping
        As `boundcheck.record.load` returns them.
    statuses : str
        What the exit status of a command says.
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
        f"Exit status: {statuses}.",
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
