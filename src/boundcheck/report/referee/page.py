"""The blocks of a paper's referee report, drawn from the records of its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boundcheck.claims import Severity
from boundcheck.report.page.paragraphs import bullets, code, heading, lead, muted, para, strong, table
from boundcheck.report.referee.across import (
    FalseLine,
    Record,
    bounds_of,
    by_severity,
    count,
    exponents,
    false_lines,
    in_order,
    severity,
    tightest,
)
from boundcheck.report.text.expression import value
from boundcheck.report.text.letters import NBSP, letters, symbol
from boundcheck.report.text.numbers import finite, shown
from boundcheck.report.text.prose import runs, said
from boundcheck.report.text.words import CHANGES

MOST_TOUCHED = 4  # results that are named in a row
MOST_ROWS = 16  # false lines of a table that a reader goes through
FEW = 3


def blocks(records: Sequence[Record]) -> list[dict]:
    """The report, from the sentence that a reader takes away to what was not checked."""
    ordered = in_order(records)
    lines = false_lines(ordered)
    return [
        lead(in_one_sentence(ordered)),
        para(*checked(ordered)),
        *what_has_to_change(lines),
        *news(ordered),
        *in_numbers(ordered),
        *tables(ordered),
        *misprints(lines),
        *not_decided(ordered),
        *reproduce(ordered),
    ]


def in_one_sentence(records: Sequence[Record]) -> list[Any]:
    """How many results stand as printed, and of the others what has to be changed."""
    found = by_severity(records)
    stand = len(found.get(Severity.NONE, []))
    told = [f"{stand} of {len(records)} results stand as printed"]
    for kind, rows in found.items():
        if kind is not Severity.NONE:
            names = [str(r.get("printed") or r["claim"]) for r in rows]
            named = names if len(names) <= FEW else [*names[:FEW], f"{len(names) - FEW} more"]
            told.append(f"{_asks(kind, len(rows))} ({', '.join(named)})")
    return ["; ".join(told) + "."]


def _asks(kind: Severity, many: int) -> str:
    if kind is Severity.OPEN:
        return f"{many} could not be decided"
    if kind is Severity.FALSE:
        return f"{many} {'is' if many == 1 else 'are'} false, and nothing of the kind survives"
    if kind is Severity.EMPTY:
        return f"{many} {'says' if many == 1 else 'say'} nothing"
    return f"{many} {'needs' if many == 1 else 'need'} a change of {CHANGES[kind.name]}"


def checked(records: Sequence[Record]) -> Iterator[Any]:
    """What was looked at."""
    found = count(records)
    parts = [f"{found.proved:,} proved"]
    parts += [f"{found.special:,} proved in a special case"] if found.special else []
    parts += [f"{found.definitions:,} definitions or uses of other results"] if found.definitions else []
    parts += [f"{found.cited:,} cited"] if found.cited else []
    parts += [f"{found.undecided:,} open"] if found.undecided else []
    parts += [f"{found.false:,} false as printed"] if found.false else []
    text = f"Checked: {found.results} results and {found.lines:,} displayed lines ({', '.join(parts)})"
    if found.samples:
        text += f", {found.samples:,} simulated data sets, and a search for the worst case of every bound"
    yield text + "."
    risks = [r["error_probability"].get("total") for r in records if (r.get("error_probability") or {}).get("checks")]
    if risks:
        yield f" The chance that sampling calls a true bound false is at most {shown(max(risks))} for each result."


def what_has_to_change(lines: Sequence[FalseLine]) -> list[dict]:
    """False lines that are more than misprints, in the order of their weight."""
    heavy = [line for line in lines if line.severity is not Severity.MISPRINT]
    if not heavy:
        return [heading("What has to change", numbered=False), para("Nothing beyond misprints was found.")]
    rows = [_row(line) for line in heavy[:MOST_ROWS]]
    made = table("l l1 l2 l2 l1", ["Change", "Where", "What is wrong", "Repair", "Touches"], rows, tight=True)
    rest = len(heavy) - len(rows)
    left = [para(muted(f"{rest} more of less weight are in the reports of their results."))] if rest > 0 else []
    return [heading("What has to change", numbered=False), made, *left]


def _row(line: FalseLine) -> list[Any]:
    known = letters(line.record)
    fault, own = line.fault, str(line.record.get("printed") or line.record["claim"])
    where = str(fault.get("where") or "")
    place = [strong(own)] if not where or where == own else [strong(own), ", ", *runs(where, known)]
    wrong = said(fault.get("text"), known)
    at = witness(fault.get("witness"), known)
    return [
        CHANGES[line.severity.name],
        place,
        [*wrong, *([" ", muted("Witness: ", *at)] if at else [])],
        said(fault.get("repair"), known) or "none known",
        ", ".join(others(line.touches, own)) or "–",
    ]


def others(touches: Sequence[str], own: str) -> list[str]:
    """Results besides its own that a line touches, the first few by name."""
    rest = [name for name in touches if name != own]
    return rest if len(rest) <= MOST_TOUCHED else [*rest[:MOST_TOUCHED], f"{len(rest) - MOST_TOUCHED} more"]


def witness(found: Mapping[str, Any] | None, known: Mapping[str, str]) -> list[Any]:
    """A point and the two sides there, with as many digits as it takes to tell them apart."""
    if not found:
        return []
    told: list[Any] = []
    for name, entry in (found.get("point") or {}).items():
        told += [", " if told else "", symbol(str(name), known), f"{NBSP}={NBSP}", value(entry, known)]
    sides = [finite(found.get(side)) for side in ("lhs", "rhs")]
    if None not in sides and sides[0] != sides[1]:
        told += [": " if told else "", " against ".join(apart(*sides))]
    return told


def apart(left: Any, right: Any) -> tuple[str, str]:
    """Both numbers with as many digits as it takes to tell them apart."""
    both = [(shown(left, digits), shown(right, digits)) for digits in (3, 4, 6, 9, 12)]
    return next((pair for pair in both if pair[0] != pair[1]), both[-1])


def news(records: Sequence[Record]) -> list[dict]:
    """What is better than printed."""
    items = []
    for record in records:
        known = letters(record)
        name = str(record.get("printed") or record["claim"])
        items += [[strong(name), ": ", *said(text, known)] for text in record["headline"].get("news") or []]
    return [heading("What is better than printed", numbered=False), bullets(items)] if items else []


def in_numbers(records: Sequence[Record]) -> list[dict]:
    """A row for each bound: its constant, from where it says something, how tight it is, and what it follows."""
    rows = []
    for record in sorted(records, key=lambda r: str(r.get("printed"))):
        powers = exponents(record)
        for place, (key, part) in enumerate(bounds_of(record)):
            row = _bound(record, key, part)
            if row is not None:
                known = letters(record)
                follows, behind = (
                    runs(", ".join(powers[kind]), known) if place == 0 else "–" for kind in ("TIGHT", "LOOSE")
                )
                rows.append([*row, follows or "–", behind or "–"])
    if not rows:
        return []
    header = ["Bound", "Constant", "Says something from", "Error ÷ bound", "Follows the page in", "Falls behind it in"]
    caption = "Error ÷ bound: the largest measured quantile where the bound is at most half of what holds without data."
    return [
        heading("What the bounds say in numbers", numbered=False),
        table("l1 l l l l1 l1", header, rows, caption, tight=True),
    ]


def _bound(record: Record, key: str, part: Mapping[str, Any]) -> list[Any] | None:
    constant, vacuity = part.get("constant") or {}, part.get("vacuity") or {}
    start = finite(vacuity.get("says_something_from"))
    tight = tightest(part)
    if constant.get("upper") is None and start is None and tight is None:
        return None
    name = str(record.get("printed") or record["claim"])
    label = key.partition("@")
    which = " ".join(filter(None, (label[0].replace("_", " "), f"({label[2]})" if label[2] else "")))
    return [
        [strong(name), " ", muted(which)],
        str(constant.get("upper") or "as printed") if constant else "as printed",
        "nowhere tried" if start is None and vacuity else "–" if start is None else f"n = {shown(start, 2, side='up')}",
        "–" if tight is None else shown(tight, 2),
    ]


def tables(records: Sequence[Record]) -> list[dict]:
    """What the paper's tables show."""
    items = []
    for record in records:
        known = letters(record)
        for part in record["parts"].values():
            if part["shape"] in ("ReportedTable", "CountedTable"):
                name = str(record.get("printed") or record["claim"])
                items.append([strong(name), ": ", *said(part.get("summary"), known)])
    return [heading("Tables", numbered=False), bullets(items)] if items else []


def misprints(lines: Sequence[FalseLine]) -> list[dict]:
    """A line each."""
    items = []
    for line in lines:
        if line.severity is Severity.MISPRINT:
            known = letters(line.record)
            name = str(line.record.get("printed") or line.record["claim"])
            items.append(
                [
                    strong(name),
                    f", {line.fault.get('where')}: ",
                    *said(line.fault.get("repair") or line.fault.get("text"), known),
                ]
            )
    return [heading("Misprints", numbered=False), bullets(items)] if items else []


def not_decided(records: Sequence[Record]) -> list[dict]:
    """What is open, what rests on a citation, and what nobody looked at."""
    items: list[Any] = []
    open_results = [r for r in records if severity(r["headline"]) is Severity.OPEN and not _is_table(r)]
    for record in open_results:
        known, name = letters(record), str(record.get("printed") or record["claim"])
        items.append([strong(name), ": ", *said(record["headline"]["text"].removeprefix(name).strip(), known)])
    cited = dict.fromkeys(
        str(step["cited"])
        for r in records
        for step in r.get("steps") or []
        if step["outcome"] == "ASSUMED" and step.get("cited")
    )
    if cited:
        items.append([f"Cited and not checked here: {'; '.join(cited)}."])
    items.append(["That the listed lines are the whole proof is a reading of the page."])
    return [heading("Not decided, not checked", numbered=False), bullets(items)]


def _is_table(record: Record) -> bool:
    return all(part["shape"] in ("ReportedTable", "CountedTable") for part in record["parts"].values())


def reproduce(records: Sequence[Record]) -> list[dict]:
    """The command that gives the report again."""
    paper = records[0]["paper"]["key"]
    seeds = sorted({str(r.get("seed")) for r in records})
    return [para(muted(code(f"python -m boundcheck {paper}"), f" gives this report again; seed {', '.join(seeds)}."))]
