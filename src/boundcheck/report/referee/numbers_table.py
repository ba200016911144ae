"""The bounds of a paper in numbers: constants, from which n they say something, and what errors follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.report.page.front import needed
from boundcheck.report.page.paragraphs import heading, muted, para, strong, table
from boundcheck.report.referee.across import (
    Record,
    by_place,
    called,
    exponents,
    main,
    shown_bounds,
    tightest,
)
from boundcheck.report.text.letters import NBSP, in_words, letters, symbol
from boundcheck.report.text.numbers import exact, finite, shown
from boundcheck.report.text.prose import typed_runs

HEADER = ("Bound", "Constant", "Needed", "Says something from", "Error ÷ bound", "Follows the page in", "Falls behind it in")
ALIGN = ("l5", "l", "l4", "l", "l", "l4", "l3")
RATES = ("TIGHT", "LOOSE")
RATE_COLUMNS = (5, 6)
EXPLAINED = (  # a column, and what stands in it
    (1, "Constant: the absolute one with which the bound was checked."),
    (2, "Needed: what the worst instance of a search asks of it where the bound is at most half of what holds without data, "
        "and in brackets on the whole domain."),
    (3, "Says something from: where the bound falls below what holds without data, at the values below the table."),
    (4, "Error ÷ bound: the largest measured quantile of the error over the bound as its proof gives it, which is never more "
        "than with the constant, where that is at most half of what holds without data."),
)  # fmt: skip


def in_numbers(records: Sequence[Record]) -> list[dict]:
    """A row for each bound of a main result: its constant, from where it says something, how tight it is."""
    rows, read = [], False
    for record in by_place(main(records)):
        powers, known = exponents(record), letters(record)
        bounds = [(key, row) for key, part in shown_bounds(record) if (row := _bound(record, key, part)) is not None]
        for place, (key, row) in enumerate(bounds):
            read = read or "@" in key
            rows.append([*row, *(typed_runs(_joined(powers[kind]), known) if not place else "" for kind in RATES)])
    if not rows:
        return []
    columns = [c for c in range(len(HEADER)) if c == 0 or any(row[c] for row in rows)]
    caption = " ".join(said for c, said in EXPLAINED if c in columns)
    if any(c in columns for c in RATE_COLUMNS):
        caption += " Follows, falls behind: parameters in which the measured worst error has the printed rate, or a smaller one."
    caption += " Empty: not measured."
    caption += " As repaired: with the change named above, or in the reading that stands." if read else ""
    return [
        heading("What the bounds say in numbers", numbered=False),
        table(
            " ".join(ALIGN[c] for c in columns),
            [HEADER[c] for c in columns],
            [[row[c] for c in columns] for row in rows],
            caption,
            tight=True,
        )
        | {"breaks": True},
        *_where([record for record in by_place(main(records)) if any(row[3] for row in rows)]),
    ]


def _bound(record: Record, key: str, part: Mapping[str, Any]) -> list[Any] | None:
    constant, vacuity = part.get("constant") or {}, part.get("vacuity") or {}
    start = finite(vacuity.get("says_something_from"))
    tight = tightest(part)
    if constant.get("upper") is None and start is None and tight is None:
        return None
    name, _, reading = key.partition("@")
    which = in_words(name) + (", as repaired" if reading else "")
    return [
        [strong(called(record)), " ", muted(which)],
        str(constant.get("upper") or "as printed"),
        "" if needed(part) == "–" else needed(part),
        f"n = {shown(start, 2, side='up')}" if start is not None else "none of the n that were tried" if vacuity else "",
        "" if tight is None else shown(tight, 2),
    ]


def _where(records: Sequence[Record]) -> list[dict]:
    """The paper's parameters at which bounds were followed in n, result by result."""
    told: list[Any] = []
    for record in records:
        known, own = letters(record), [str(p["name"]) for p in record.get("parameters") or [] if p["name"] != "n"]
        followed = [(part.get("vacuity") or {}).get("at") for _, part in shown_bounds(record)]
        given: Mapping[str, Any] = next(filter(None, followed), {})
        at = [[symbol(name, known), f"{NBSP}={NBSP}", _about(given[name])] for name in own if name in given]
        if at:
            told += ["; " if told else "", called(record), " ", *[piece for entry in at for piece in (", ", *entry)][1:]]
    return [para(muted("The values at which the first bound of each result was followed in n: ", *told, "."))] if told else []


def _about(given: Any) -> str:
    """Three digits of a value, and no more than it has."""
    number = finite(given)
    return str(given) if number is None else exact(float(f"{number:.3g}"))


def _joined(names: Sequence[str]) -> str:
    """Several names, of which one may have a comma in it."""
    return ("; " if any("," in name for name in names) else ", ").join(names)
