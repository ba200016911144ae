"""A review of a paper for a review form: numbered items in Markdown with `$…$`, each with the stable id of its fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from boundcheck.claims import Severity
from boundcheck.record.page_coverage import counted, coverage
from boundcheck.report.referee.across import (
    FalseLine,
    Record,
    by_place,
    called,
    conditional,
    count,
    false_lines,
    in_order,
    main,
    severity,
    shown_bounds,
    standing,
)  # fmt: skip
from boundcheck.report.referee.tables import plainly
from boundcheck.report.text.latex import latex, marked_up
from boundcheck.report.text.letters import letters
from boundcheck.report.text.words import from_one_on, percent, shown

CONSEQUENCE = {
    "FALSE": "False, and no weaker form was found to hold.",
    "EMPTY": "Vacuous: no valid form of the bound is below the trivial bound.",
    "RATE": "False as stated; the corrected statement has a different rate.",
    "CONDITION": "False as stated; the rate is kept with another constant, radius or assumption.",
    "RANGE": "False outside the range in which the paper works, and not within it.",
    "READING": "False as literally stated; true in another reading of the text.",
    "PROOF": "An intermediate step is false.",
    "OPEN": "Not decided.",
}
MOST_WEAKNESSES = 7  # that are told in full; the rest are minor points
MOST_LISTED = 4


@dataclass(frozen=True)
class Answer:
    """What the authors say of a fault: accepted or disputed, and why."""

    word: Literal["accepted", "disputed"]
    because: str


def stable_id(fault: Mapping[str, Any]) -> str:
    """The id of a fault: its claim or line and what is charged there; no place in a list and no sentence goes into it."""
    return "".join(sign if sign.isalnum() or sign in "_.-" else "-" for sign in str(fault["id"]).replace(": ", "."))


def faults_of(records: Sequence[Record]) -> dict[str, FalseLine]:
    """Every false line of a paper by its id, the gravest first; one id is one item."""
    found: dict[str, FalseLine] = {}
    for line in false_lines(in_order(records)):
        known = found.setdefault(stable_id(line.fault), line)
        if not known.fault.get("repair") and line.fault.get("repair"):
            found[stable_id(line.fault)] = FalseLine(
                known.severity, known.record, {**known.fault, "repair": line.fault["repair"]}, known.touches
            )
    return found


def review(records: Sequence[Record], answers: Mapping[str, Answer] | None = None) -> str:
    """The review in Markdown; `answers` has ids of `faults_of` alone."""
    given = dict(answers or {})
    lines = faults_of(records)
    left = {key: line for key, line in lines.items() if key not in given or given[key].word == "disputed"}
    heavy = [key for key, line in left.items() if line.severity not in (Severity.MISPRINT, Severity.OPEN)]
    told = [key for place, key in enumerate(heavy) if place < MOST_WEAKNESSES or key in given]
    minor = [key for key, line in left.items() if key not in told and line.severity is not Severity.OPEN]
    sections = [
        ("Summary", _summary(records, left)),
        (
            "Settled by the authors' answers",
            [_settled(key, line, given[key]) for key, line in lines.items() if key not in left],
        ),
        ("Strengths", _numbered("S", _strengths(records))),
        ("Weaknesses", _numbered("W", [_weakness(key, left[key], given.get(key)) for key in told])),
        ("Questions to the authors", _numbered("Q", _questions(records, left, told))),
        ("Minor points", _numbered("M", [_minor(key, left[key], given.get(key)) for key in minor])),
        ("Confidence", _confidence(records)),
    ]
    head = f"# Review: {records[0]['paper'].get('title') or records[0]['paper']['key']}"
    return "\n\n".join([head, *(f"## {name}\n\n" + "\n".join(rows) for name, rows in sections if rows)]) + "\n"


def _numbered(letter: str, items: Iterable[str]) -> list[str]:
    return [f"- **{letter}{number}.** {item}" for number, item in enumerate(items, 1)]


def _sentence(text: Any, record: Record) -> str:
    """A text of a record as a sentence without its stop."""
    told = marked_up(plainly(text, record), letters(record)).strip().rstrip(".")
    return told[:1].upper() + told[1:]


def _head(key: str, line: FalseLine) -> str:
    where = _sentence(line.fault.get("where"), line.record) or called(line.record)
    owner = called(line.record)
    return f"**{where if owner in where else f'{owner}, {where}'}** [`{key}`]"


def _weakness(key: str, line: FalseLine, answer: Answer | None) -> str:
    repair = _sentence(line.fault.get("repair"), line.record)
    change = f" Suggested: {repair}." if repair and line.severity is not Severity.READING else ""
    others = [name for name in line.touches if name != called(line.record)]
    also = f" Also affects {_listed(others)}." if others else ""
    charge = _sentence(line.fault.get("text"), line.record)
    return f"{_head(key, line)}: {CONSEQUENCE[line.severity.name]} {charge}.{_witness(line)}{change}{also}{_dispute(line, answer)}"


def _minor(key: str, line: FalseLine, answer: Answer | None) -> str:
    return f"{_head(key, line)}: {_sentence(line.fault.get('text'), line.record)}.{_dispute(line, answer)}"


def _settled(key: str, line: FalseLine, answer: Answer) -> str:
    return f"- {_head(key, line)}: {_sentence(line.fault.get('text'), line.record)}. Accepted by the authors: {answer.because}"


def _dispute(line: FalseLine, answer: Answer | None) -> str:
    if answer is None:
        return ""
    ours = _sentence(line.fault.get("text"), line.record)
    return f" Disputed by the authors: {answer.because} It stays because of our reason: {ours}."


def _witness(line: FalseLine) -> str:
    """A point in letters of the result, and the two sides there."""
    found = line.fault.get("witness") or {}
    point = found.get("point") or {}
    theirs = {str(p["name"]) for p in line.record.get("parameters") or []} | {"C"}
    if not point or not set(point) <= theirs or any(len(str(value)) > 12 for value in point.values()):
        return ""
    at = ", ".join(f"${latex(str(name), letters(line.record))} = {latex(str(value))}$" for name, value in point.items())
    return f" For example at {at}."


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_LISTED
    return ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _summary(records: Sequence[Record], left: Mapping[str, FalseLine]) -> list[str]:
    stand = standing(records)
    theorems = [record for record in records if record["kind"] == "theorem"]
    kept = sum(record in stand for record in theorems)
    others = len(records) - len(theorems)
    told = f"{kept} of {len(theorems)} theorems and {len(stand) - kept} of {others} other results stand as stated."
    grave = [
        line
        for line in left.values()
        if line.severity.reaches(Severity.CONDITION) and line.severity is not Severity.OPEN
    ]
    first = (
        f" The fault of most consequence is in {called(grave[0].record)}."
        if grave
        else " No fault changes a condition or a rate."
    )
    hanging = conditional(records)
    rest = f" {_listed([called(r) for r in hanging])} rest on results that are false as stated." if hanging else ""
    return [told + first + rest]


def _strengths(records: Sequence[Record]) -> list[str]:
    stand = [
        called(record)
        for record in by_place(standing(records))
        if record["kind"] in ("theorem", "corollary", "proposition", "lemma")
    ]
    told = [f"No error was found in {_listed(stand)}."] if stand else []
    for record in by_place(main(records)):
        for key, part in shown_bounds(record)[:1]:
            start, constant = from_one_on(part.get("vacuity") or {}), (part.get("constant") or {}).get("upper")
            if start is not None and constant is not None and "@" not in key:
                told.append(
                    f"{called(record)} has the explicit constant {constant}"
                    f" and is informative from n = {shown(start, 2, side='up')}"
                    " on at the setting that was followed."
                )
        if not severity(record["headline"]).reaches(Severity.READING):
            told += [
                f"{called(record)} can be improved: {_sentence(news['text'], record)}"
                f"{' (proved).' if news['outcome'] == 'HOLDS' else ' (not fully proved).'}"
                for news in record["headline"].get("news") or []
            ]
    return told[:6]


def _questions(records: Sequence[Record], left: Mapping[str, FalseLine], told: Sequence[str]) -> list[str]:
    asked = []
    for key, line in left.items():
        repair = _sentence(line.fault.get("repair"), line.record)
        if line.severity is Severity.OPEN:
            meant = f" Is the following meant: {repair}?" if repair else " Can this be clarified?"
            asked.append(f"{_head(key, line)}: {_sentence(line.fault.get('text'), line.record)}.{meant}")
        elif line.severity is Severity.READING and repair and key in told:
            asked.append(f"{_head(key, line)}, W{told.index(key) + 1}: is the following meant: {repair}?")
    shown_open = {called(line.record) for line in left.values() if line.severity is Severity.OPEN}
    asked += [
        f"**{called(record)}**: this could not be decided. {_sentence(record['headline']['text'], record)}."
        for record in by_place(records)
        if severity(record["headline"]) is Severity.OPEN and called(record) not in shown_open
    ]
    return asked


def _confidence(records: Sequence[Record]) -> list[str]:
    found, covered = count(records), counted(coverage(records))
    displays = (
        f" Of {sum(covered.values()):,} displays of the paper {covered.get('proved', 0):,} are proved as displayed."
        if covered
        else ""
    )
    risks = [r["error_probability"].get("total") for r in records if (r.get("error_probability") or {}).get("checks")]
    risk = (
        f" The probability that sampling calls a true bound false is at most {percent(max(risks))} per result."
        if risks
        else ""
    )
    return [
        f"{found.results} results were checked and {found.samples:,} data sets simulated.{displays}{risk} "
        "That the list of proof lines is complete was checked by eye."
    ]
