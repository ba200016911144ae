"""The blocks of a paper's referee report, drawn from the records of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from boundcheck.claims import Severity
from boundcheck.claims.shape import shapes_with
from boundcheck.claims.standing import kind as kind_of
from boundcheck.report.page.paragraphs import bullets, code, heading, lead, muted, para, strong
from boundcheck.report.referee.across import (
    FalseLine,
    Record,
    by_place,
    by_severity,
    called,
    count,
    false_lines,
    in_order,
    severity,
)
from boundcheck.report.referee.false_rows import misprints, plainly, what_has_to_change
from boundcheck.report.referee.method_ranks import rivalled
from boundcheck.report.referee.numbers_table import in_numbers
from boundcheck.report.text.letters import letters
from boundcheck.report.text.numbers import percent
from boundcheck.report.text.prose import runs, sentence_runs
from boundcheck.report.text.words import CHANGES

FEW = 3
SURE = {"HOLDS": "(Proved, up to what is cited.)", "SUPPORTED": "(Nothing contradicts it; not fully proved.)"}
THEOREMS = ("Theorem",)


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
        *not_decided(ordered, lines),
        *rivalled(ordered),
        *reproduce(ordered),
    ]


def in_one_sentence(records: Sequence[Record]) -> list[Any]:
    """How many results stand as printed, and of the others what has to be changed."""
    compared = [called(r) for r in records if severity(r["headline"]) is Severity.OPEN and _is_table(r)]
    found = by_severity([r for r in records if called(r) not in compared])
    stand = len(found.get(Severity.NONE, []))
    told = [f"{stand} of {len(records)} results {'stands' if stand == 1 else 'stand'} as printed"]
    for kind, rows in found.items():
        if kind is not Severity.NONE:
            names = [called(r) for r in rows]
            named = names if len(names) <= FEW else [*names[:FEW], f"{len(names) - FEW} more"]
            told.append(f"{_asks(kind, len(rows))}: {', '.join(named)}")
    if compared:
        told.append(f"undecided: whether all differences in {' and '.join(compared)} are more than chance")
    return ["; ".join(told) + "."]


def _asks(kind: Severity, many: int) -> str:
    needs = "needs" if many == 1 else "need"
    if kind is Severity.OPEN:
        return f"{many} could not be decided"
    if kind is Severity.FALSE:
        return f"{many} {'is' if many == 1 else 'are'} false, and nothing of the kind survives"
    if kind is Severity.EMPTY:
        return f"{many} {'says' if many == 1 else 'say'} nothing"
    if kind is Severity.CONDITION:
        return f"{many} {needs} another condition, that is {CHANGES[kind.name]}"
    if kind is Severity.PROOF:
        return f"{many} {needs} a step of the proof mended"
    if kind is Severity.MISPRINT:
        return f"{many} {'has' if many == 1 else 'have'} misprints only"
    return f"{many} {needs} a change of {CHANGES[kind.name]}"


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
        text += f", {found.samples:,} simulated data sets, and searches for the worst cases of the bounds"
    yield text + "."
    risks = [r["error_probability"].get("total") for r in records if (r.get("error_probability") or {}).get("checks")]
    if risks:
        yield f" The chance that sampling calls a true bound false is at most {percent(max(risks))} for each result."


def news(records: Sequence[Record]) -> list[dict]:
    """What is better than printed where that stands, and what else stands where it does not; and whether it is proved."""
    better: dict[tuple[str, str], list[Record]] = {}
    other: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        stands = not severity(record["headline"]).reaches(Severity.READING)
        for found in record["headline"].get("news") or []:
            told = str(found["text"]), str(found["outcome"])
            (better if stands else other).setdefault(told, []).append(record)
    made = [("What is better than printed", better), ("Other versions that stand", other)]
    return [
        block
        for title, versions in made
        if versions
        for block in (
            heading(title, numbered=False),
            bullets([_version(*version, owners) for version, owners in versions.items()]),
        )
    ]


def _version(text: str, outcome: str, owners: Sequence[Record]) -> list[Any]:
    """A version of one or more results."""
    how = SURE.get(outcome)
    told = plainly(text, owners[0]).rstrip(".")
    names = dict.fromkeys(map(called, owners))
    return [strong(", ".join(names)), ": ", *sentence_runs(told, letters(owners[0])), *([f" {how}"] if how else [])]


def tables(records: Sequence[Record]) -> list[dict]:
    """What the paper's tables show; where a table can be read in several ways, under which one."""
    items = []
    for record in records:
        known = letters(record)
        compared = [part for part in record["parts"].values() if part["shape"] in shapes_with("tabular")]
        readings = {str(reading["name"]): str(reading["text"]) for reading in record.get("readings") or []}
        excluded = {part.get("reading") for part in record["parts"].values() if part["outcome"] == "REFUTED"}
        left = [part for part in compared if part.get("reading") not in excluded]
        for part in left or compared:
            words = plainly(readings.get(str(part.get("reading"))), record) if len(compared) > 1 else ""
            under = [" (if ", *runs(words.rstrip("."), known), ")"] if words else []
            items.append([strong(called(record)), *under, ": ", *sentence_runs(part.get("summary"), known)])
    return [heading("Tables", numbered=False), bullets(items)] if items else []


def not_decided(records: Sequence[Record], lines: Sequence[FalseLine]) -> list[dict]:
    """What is open, what rests on a citation, and what nobody looked at."""
    items: list[Any] = []
    told = [called(line.record) for line in lines if line.severity is Severity.OPEN]  # in the first table
    open_results = [
        r for r in records if severity(r["headline"]) is Severity.OPEN and not _is_table(r) and called(r) not in told
    ]
    for record in open_results:
        known = letters(record)
        found = [str(part.get("summary")) for part in record["parts"].values() if part["outcome"] == "UNDECIDED"]
        told = found or [str(record["headline"]["text"])]
        items += [[strong(called(record)), ": ", *sentence_runs(plainly(text, record), known)] for text in dict.fromkeys(told)]
    cited = dict.fromkeys(
        str(step["cited"])
        for r in records
        for step in r.get("steps") or []
        if step["outcome"] == "ASSUMED" and step.get("cited")
    )
    cited = dict.fromkeys("textbook facts" if name == "textbook" else name for name in cited)
    if cited:
        items.append([f"Cited and not checked here: {'; '.join(cited)}."])
    left = list(_left(records))
    if left:
        items.append(["Of the theorems left out: ", *left[1:], "."])
    items.append(["That the checked lines are the whole of each proof was read off the page and is not itself proved."])
    return [heading("Not decided, not checked", numbered=False), bullets(items)]


def _left(records: Sequence[Record]) -> Iterator[Any]:
    """What the theorems say that nobody looked at; what is said of several results alike is no news of any."""
    said = Counter(str(text) for record in records for text in set(record.get("not_covered") or []))
    for record in by_place(record for record in records if kind_of(called(record)) in THEOREMS):
        own = [str(text) for text in record.get("not_covered") or [] if said[str(text)] == 1]
        for place, text in enumerate(own):
            yield from ["; ", strong(called(record)), ": "] if not place else ["; "]
            yield from runs(plainly(text, record).rstrip("."), letters(record))


def _is_table(record: Record) -> bool:
    return bool(record["parts"]) and all(part["shape"] in shapes_with("tabular") for part in record["parts"].values())


def reproduce(records: Sequence[Record]) -> list[dict]:
    """The command that gives the report again."""
    paper = records[0]["paper"]["key"]
    seeds = sorted({str(r.get("seed")) for r in records})
    return [para(muted(code(f"python -m boundcheck {paper}"), f" gives this report again; seed {', '.join(seeds)}."))]
