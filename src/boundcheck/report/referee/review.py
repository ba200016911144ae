"""A review of a paper for a review form: numbered items in Markdown with `$…$`, each fault with its stable id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from boundcheck.claims.fields import shapes_with
from boundcheck.claims.texts import first_sentence, within
from boundcheck.record.page_coverage import counted, coverage
from boundcheck.report.page.paragraphs import text as written
from boundcheck.report.parts import constant_of, vacuity_of
from boundcheck.report.referee.across import (
    FalseLine,
    asks,
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
    stands,
    unjudged,
)  # fmt: skip
from boundcheck.report.referee.front import judgement
from boundcheck.report.referee.tables import (
    apart,
    by_consequence,
    costs_little,
    display_of,
    explained,
    how_much,
    in_a_sentence,
    listed,
    names_in,
    plainly,
    relation_of,
    touching,
    weighs,
)
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import in_markdown
from boundcheck.report.text.words import finite, from_one_on, percent, shown
from boundcheck.symbolic.latex import latex_of, letter
from boundcheck.verdict import Severity
from boundcheck.verdict.result import Fault, KeyFinding, Record
from boundcheck.words import headlines, phrase

CONSEQUENCE = {
    "FALSE": "False, and no weaker form was found to hold.",
    "EMPTY": "Vacuous: no valid form of the bound is below the trivial bound.",
    "RATE": "False as stated; the corrected bound has a different rate.",
    "CONDITION": "False as stated; the rate is kept with another constant or assumption.",
    "RANGE": "False outside the range in which the paper works, and not within it.",
    "READING": "False as literally stated.",
    "PROOF": "An intermediate step is false.",
    "MISPRINT": "False as printed; it stands with one symbol corrected.",
    "OPEN": "Not decided.",
}
MOST_WORDS = 900
LONGEST_FORMULA = 80
LONGEST_POINT = 60  # characters of a point within a sentence
MOST_LISTED = 4

@dataclass(frozen=True)
class Answer:
    """What the authors say of a fault: accepted or disputed, and why."""

    word: Literal["accepted", "disputed"]
    because: str


@dataclass(frozen=True)
class Room:
    """How much a review tells in full; what is left out of the weaknesses is a minor point."""

    faults: int
    findings: int
    strengths: int
    brief: bool  # first sentences alone
    remarks: int = MOST_LISTED  # among the minor points, where it is brief


ROOMS = (
    Room(7, 3, 6, False), Room(7, 3, 4, True), Room(6, 3, 4, True), Room(5, 3, 4, True), Room(4, 3, 3, True), Room(4, 2, 3, True),
    Room(3, 2, 2, True),
)  # fmt: skip
TIGHT = (  # where more than misprints is counted
    Room(2, 2, 1, True), Room(2, 1, 1, True), Room(2, 1, 1, True, 1), Room(2, 1, 1, True, 0),
)  # fmt: skip


@dataclass(frozen=True)
class Remark:
    """A finding of a record that no line of the page is charged with."""

    record: Record
    finding: KeyFinding


def stable_id(fault: Fault) -> str:
    """The id of a fault: its claim or line and what is charged there; no place in a list and no sentence goes into it."""
    return "".join(sign if sign.isalnum() or sign in "_.-" else "-" for sign in fault.id.replace(": ", "."))


def faults_of(records: Sequence[Record]) -> dict[str, FalseLine]:
    """Every false line of a paper by its id, the gravest first; one id is one item.

    Raises
    ------
    ValueError
        If two faults of the records would be shown under one id.
    """
    found: dict[str, FalseLine] = {}
    for line in sorted(false_lines(in_order(records)), key=_block):
        key = stable_id(line.fault)
        known = found.setdefault(key, line)
        if known.fault.id != line.fault.id:
            raise ValueError(f"faults {known.fault.id!r} and {line.fault.id!r} would both be {key!r}; rename one of them")
        if not known.fault.repair and line.fault.repair:
            mended = msgspec.structs.replace(known.fault, repair=line.fault.repair)
            found[key] = replace(known, fault=mended, repair_of=called(line.record))
    return found


def _block(line: FalseLine) -> int:
    """False statements first, of these the ones that cost little last; everything else keeps its order."""
    return int(costs_little(line)) if line.severity.reaches(Severity.CONDITION) else 2


def review(records: Sequence[Record], answers: Mapping[str, Answer] | None = None) -> str:
    """The review in Markdown, of `MOST_WORDS` words at most unless what the authors answered takes more.

    Parameters
    ----------
    records : sequence of Record
        Of one paper.
    answers : mapping, optional
        By ids of `faults_of` alone; a disputed fault is never left out.
    """
    given = dict(answers or {})
    lines = faults_of(records)
    light = [key for key, line in lines.items() if not line.severity.reaches(Severity.RANGE)]
    lightest = sorted(reversed(light), key=lambda key: (lines[key].severity.value, not costs_little(lines[key])))
    misprints = [key for key in lightest if lines[key].severity is Severity.MISPRINT]
    made = ""
    stages = [*((room, misprints) for room in ROOMS), *((room, lightest) for room in (ROOMS[-1], *TIGHT))]
    for room, countable in stages:
        for left_out in range(len(countable) + 1):
            made = _review(records, lines, given, room, set(countable[:left_out]) - set(given))
            if len(made.split()) <= MOST_WORDS:
                return made
    return made


def _review(
    records: Sequence[Record], lines: Mapping[str, FalseLine], given: Mapping[str, Answer], room: Room, least: set[str]
) -> str:
    left = {key: line for key, line in lines.items() if key not in given or given[key].word == "disputed"}
    told = _weightiest(records, left, given, room)
    minor = [key for key, line in left.items() if key not in told and line.severity is not Severity.OPEN]
    named = {key: f"W{place}" for place, key in enumerate(told, 1)}
    asked = {key: f"Q{place}" for place, key in enumerate((key for key in told if _asks(left.get(key))), 1)}
    accepted = [_settled(key, line, given[key]) for key, line in lines.items() if key not in left]
    sections = [
        ("Summary", [_summary(records, left, named)]),
        ("Settled by the authors' answers", accepted),
        ("Strengths", _numbered("S", _strengths(records, room.strengths))),
        ("Weaknesses", _numbered("W", _weaknesses(told, given, room, asked))),
        ("Questions to the authors", _numbered("Q", _questions(records, left, asked, named))),
        ("Minor points", _numbered("M", _minor(records, {key: left[key] for key in minor}, told, given, least, room))),
        ("Confidence", _confidence(records)),
    ]
    head = f"# Review: {records[0].paper.title or records[0].paper.key}"
    return "\n\n".join([head, *(f"## {name}\n\n" + "\n".join(rows) for name, rows in sections if rows)]) + "\n"


def _weightiest(
    records: Sequence[Record], left: Mapping[str, FalseLine], given: Mapping[str, Answer], room: Room
) -> dict[str, FalseLine | Remark]:
    """The weaknesses: false statements, then what a reader has to know beside them, then the rest by weight."""
    keys = {id(line): key for key, line in left.items()}
    heavy = [keys[id(line)] for line in by_consequence(left.values()) if weighs(line)]
    first = [key for place, key in enumerate(heavy) if place < room.faults or key in given]
    grave = [key for key in first if left[key].severity.reaches(Severity.CONDITION)]
    much = [remark for remark in _remarks(records) if remark.finding.weight == "much"][: room.findings]
    return (
        {key: left[key] for key in grave}
        | {f"{called(remark.record)} {place}": remark for place, remark in enumerate(much)}
        | {key: left[key] for key in first if key not in grave}
    )


def _remarks(records: Sequence[Record]) -> list[Remark]:
    return [
        Remark(record, finding) for record in by_place(records) for finding in record.findings
        if not finding.fault and finding.weight not in ("better", "question")
    ]  # fmt: skip


def _asks(line: FalseLine | Remark | None) -> bool:
    """Whether a weakness is a question as well: the text has another reading."""
    return isinstance(line, FalseLine) and line.severity is Severity.READING and bool(line.fault.repair)


def _numbered(letter: str, items: Iterable[str]) -> list[str]:
    return [f"- **{letter}{number}.** {item}" for number, item in enumerate(items, 1)]


def _sentence(text: str, record: Record, *, brief: bool = False) -> str:
    """A text of a record as a sentence without its stop."""
    plain = plainly(text, record)
    plain = first_sentence(plain)[0] if brief and plain else plain
    told = in_markdown(plain, letters(record)).strip().rstrip(".")
    symbol = told[1:2] == " " and told[0] != "a"  # a letter that stands alone
    return told if symbol else told[:1].upper() + told[1:]


def _place(line: FalseLine) -> str:
    """Where in its result a fault stands; empty where the result says as much."""
    own = called(line.record)
    where = within(line.fault.where, own).replace(f"proof of {own}", "proof")
    return "" if own.startswith(where) else in_markdown(plainly(where, line.record), letters(line.record))


def _head(key: str, line: FalseLine) -> str:
    where = _place(line)
    return f"**{called(line.record)}{f', {where}' if where else ''}** [`{key}`]"


def _weaknesses(
    told: Mapping[str, FalseLine | Remark], given: Mapping[str, Answer], room: Room, asked: Mapping[str, str]
) -> Iterable[str]:
    repairs: dict[str, str] = {}
    for number, (key, item) in enumerate(told.items(), 1):
        if isinstance(item, Remark):
            yield _remark(item, brief=room.brief)
            continue
        repair = _sentence(item.fault.repair, item.record, brief=room.brief)
        same = repairs.setdefault(repair, f"W{number}")
        where = f" for {item.repair_of}" if item.repair_of else ""
        if key in asked:
            change = f" See {asked[key]}."
        elif repair:
            change = f" Suggested{where}: {repair if same == f'W{number}' else f'as in {same}'}."
        else:
            change = ""
        charge = _sentence(phrase(item.fault.fact), item.record, brief=room.brief)
        shown_at = "" if key in given else _witness(item, brief=room.brief)
        others = [name for name in item.touches if name != called(item.record)]
        also = f" {touching(item)}{listed(others, 2 if room.brief else MOST_LISTED)}." if others else ""
        yield (
            f"{_head(key, item)}: {CONSEQUENCE[item.severity.name]} {charge}.{shown_at}{_size(item, brief=room.brief)}"
            f"{change}{also}{_dispute(item, given.get(key))}"
        )


def _remark(remark: Remark, *, brief: bool = False) -> str:
    """A finding as an item."""
    how = "proved" if remark.finding.proved else "computed"
    told = _sentence(remark.finding.text, remark.record, brief=brief)
    return f"**{called(remark.record)}**: {told} ({how})."


def _size(line: FalseLine, *, brief: bool = False) -> str:
    """What its record proves or computes of the size of a fault."""
    return "".join(f" {_sentence(found.text, line.record)}." for found in how_much(line)[: 1 if brief else None])


def _minor(
    records: Sequence[Record],
    lines: Mapping[str, FalseLine],
    told: Mapping[str, FalseLine | Remark],
    given: Mapping[str, Answer],
    least: set[str],
    room: Room,
) -> Iterable[str]:
    """Remarks, then faults result by result; the least ones are counted, with the results where they stand."""
    remarks = [remark for remark in _remarks(records) if remark not in told.values()]
    shown = room.remarks if room.brief else len(remarks)
    yield from (_remark(remark, brief=True) for remark in remarks[:shown])
    groups: dict[str, list[str]] = {}
    counted_in: dict[str, dict[str, int]] = {}
    for own in (called(remark.record) for remark in remarks[shown:]):
        places = counted_in.setdefault("remark", {})
        places[own] = places.get(own, 0) + 1
    for key, line in lines.items():
        own = called(line.record)
        if key in least:
            places = counted_in.setdefault("misprint" if line.severity is Severity.MISPRINT else "correction", {})
            places[own] = places.get(own, 0) + 1
            continue
        where, charge = _place(line), _sentence(phrase(line.fault.fact), line.record, brief=True)
        groups.setdefault(own, []).append(
            f"{f'{where}: ' if where else ''}{charge} [`{key}`]{_dispute(line, given.get(key)).rstrip('.')}"
        )
    yield from (f"**{own}**: {'; '.join(items)}." for own, items in groups.items())
    for name, places in counted_in.items():
        number, each = sum(places.values()), [f"{own} ({many})" if many > 1 else own for own, many in places.items()]
        yield f"{number} further {name}{'s' if number > 1 else ''}: {', '.join(each)}."


def _settled(key: str, line: FalseLine, answer: Answer) -> str:
    return f"- {_head(key, line)}: {_sentence(phrase(line.fault.fact), line.record)}. Accepted by the authors: {answer.because}"


def _dispute(line: FalseLine, answer: Answer | None) -> str:
    """The authors' reason and ours, which is the point at which the line fails, not the charge again."""
    return f" Disputed by the authors: {answer.because} Our reason: {_reason(line)}." if answer else ""


def _reason(line: FalseLine) -> str:
    found = line.fault.witness
    text, numbers = _sentence(in_a_sentence(found), line.record), _numbers(line)
    if text:
        return f"{text}{f'; there {numbers}' if numbers else ''}"
    point = _point(line, found.point if found is not None else {})
    if point or numbers:
        return ", ".join(filter(None, (f"at {point}" if point else "", numbers)))
    return "the check of this line fails and names no point"


def _witness(line: FalseLine, *, brief: bool = False) -> str:
    """What fails, with its numbers on both sides, at a point in letters of the result or of the formula beside it."""
    numbers, display = _numbers(line), display_of(line)
    point = line.fault.witness.point if line.fault.witness is not None else {}
    theirs = {parameter.name for parameter in line.record.parameters} | {"C"}
    said = display.latex if display is not None else ""
    elsewhere = f" At the instance in the record {numbers}." if numbers and not brief else ""
    if not point or sum(len(f"{name} = {value}, ") for name, value in point.items()) > LONGEST_POINT:
        return elsewhere
    at = _point(line, point)
    used, charge = names_in(line), plainly(phrase(line.fault.fact), line.record)
    whole = relation_of(line) and numbers and len(said) <= LONGEST_FORMULA
    if whole and used <= set(point) and explained(line, used, charge):
        return f" At {_point(line, {name: point[name] for name in point if name in used})}, ${said}$ {_numbers(line, it='')}."
    if set(point) <= theirs and set(point) != {"C"}:
        return f" At {at}{f' {numbers}' if numbers else ' it fails'}."
    return elsewhere


def _point(line: FalseLine, point: Mapping[str, str]) -> str:
    known = letters(line.record)
    at = ", ".join(f"{letter(name, known)} = {latex_of(value) or value}" for name, value in point.items())
    return f"${at}$" if at else ""


def _numbers(line: FalseLine, it: str = "it ") -> str:
    """The two sides where the line fails; empty where the record has not both, or they are one number."""
    found = line.fault.witness
    sides = [finite(found.lhs), finite(found.rhs)] if found is not None else [None]
    if None in sides or sides[0] == sides[1]:
        return ""
    left, right = apart(*sides)
    sign = relation_of(line)
    return f"{it}asserts {left} {sign} {right}" if sign else f"the two sides are {left} and {right}"


def _summary(records: Sequence[Record], left: Mapping[str, FalseLine], named: Mapping[str, str]) -> str:
    """Which theorems stand, from which size on bounds inform, and what the gravest fault means for the paper."""
    told = written(judgement(in_order(records))).strip()
    line = next((line for key, line in left.items() if key in named), None)
    if line is None:
        return f"{told} No error was found beyond misprints."
    means = CONSEQUENCE[line.severity.name]
    heads = [called(record) for record in by_place(records) if record.kind in ("theorem", "corollary")]
    others = [name for name in heads if name in line.touches and name != called(line.record)]
    with_it = f" It also affects {listed(others, MOST_LISTED)}." if others else ""
    at = named[stable_id(line.fault)]
    hanging = [called(record) for record in conditional(records) if called(record) not in line.touches]
    rest = (
        f" {listed(hanging, MOST_LISTED)} rest{'' if len(hanging) > 1 else 's'} on other results that have to change."
        if hanging
        else ""
    )
    return (
        f"{told} The gravest fault is in {called(line.record)} ({at}). {means}{_size(line, brief=True)}{with_it}{rest}"
    )


def _strengths(records: Sequence[Record], most: int) -> list[str]:
    touched = {name for line in false_lines(records) if line.severity is not Severity.MISPRINT for name in line.touches}
    stand = [
        called(record)
        for record in by_place(standing(records))
        if record.kind in ("theorem", "corollary", "proposition", "lemma") and called(record) not in touched
    ]
    told = [f"No error was found in {listed(stand, MOST_LISTED)}."] if stand else []
    for record in by_place(main(records)):
        for key, part in shown_bounds(record)[:1]:
            vacuity, constant = vacuity_of(part), constant_of(part)
            start = from_one_on(vacuity) if vacuity is not None else None
            if start is not None and constant is not None and constant.upper is not None and "@" not in key:
                size = shown(start, 2, side="up")
                told.append(
                    f"With the constant {constant.upper}, which was derived here, {called(record)} is informative from n = {size}."
                )
        if stands(record):
            told += [
                f"{called(record)} can be improved ({'proved' if news.outcome == 'HOLDS' else 'not fully proved'}): "
                f"{_sentence(news.text, record, brief=True)}."
                for news in record.headline.news
            ]
    better = [
        f"{called(record)}: {_sentence(finding.text, record, brief=True)}."
        for record in by_place(records)
        for finding in record.findings
        if finding.weight == "better"
    ]
    return [*told, *better][:most]


def _questions(
    records: Sequence[Record], left: Mapping[str, FalseLine], asked: Mapping[str, str], named: Mapping[str, str]
) -> Iterable[str]:
    """Whether another reading is meant; what could not be decided; what a table does not give."""
    for key in asked:
        yield f"{named[key]}: is the following meant? {_sentence(left[key].fault.repair, left[key].record)}."
    for record in by_place(records):
        yield from (f"**{called(record)}**: {_sentence(found.text, record)}." for found in asks(record))
    unclear = {key: line for key, line in left.items() if line.severity is Severity.OPEN}
    for key, line in unclear.items():
        repair = _sentence(line.fault.repair, line.record)
        meant = f" Is the following meant? {repair}." if repair else " Can this be clarified?"
        yield f"{_head(key, line)}: {_sentence(phrase(line.fault.fact), line.record)}.{meant}"
    for record in by_place(records):
        if severity(record.headline) is not Severity.OPEN:
            continue
        own = called(record)
        text = headlines.question(record) if unjudged(record) else headlines.headline(record)
        told = "" if asks(record) or own in {called(line.record) for line in unclear.values()} else f" {_sentence(text, record)}."
        told = told.replace("?.", "?")
        tabular = any(part.shape in shapes_with("tabular") for part in record.parts.values())
        absent = [_sentence(text, record) for text in record.not_covered] if tabular else []
        given = (
            f" Left open by the page: {'; '.join(name[:1].lower() + name[1:] for name in absent)}." if absent else ""
        )
        if told or given:
            yield f"**{own}**:{told}{given}"


def _confidence(records: Sequence[Record]) -> list[str]:
    found, covered = count(records), counted(coverage(records))
    displays = (
        f" Of {sum(covered.values()):,} displays of the paper {covered.get('proved', 0):,} are proved as displayed."
        if covered
        else ""
    )
    risks = [r.error_probability.total for r in records if r.error_probability.checks]
    risk = (
        f" The probability that sampling calls a true bound false is at most {percent(max(risks))} per result."
        if risks
        else ""
    )
    return [
        f"{found.results} results were checked and {found.samples:,} data sets simulated.{displays}{risk} "
        "Completeness of the list of proof lines was checked by reading only."
    ]
