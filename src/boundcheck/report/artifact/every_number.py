"""Every number that was measured, computed or settled, as rows for spreadsheets: one of settings, one of all the rest."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from boundcheck.report.text.numbers import number

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
