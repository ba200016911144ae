"""A review of a paper for a review form: numbered items in Markdown with `$…$`, each fault with its stable id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from boundcheck.claims.fields import shapes_with
from boundcheck.claims.texts import begins_with_a_word, first_sentence, pieces, within
from boundcheck.record.page_coverage import counted, coverage
from boundcheck.report.parts import constant_of, separation_of, vacuity_of
from boundcheck.report.referee.across import (
    FalseLine,
    asks,
    by_place,
    called,
    conditional,
    count,
    false_lines,
    in_appendix,
    in_order,
    severity,
    shown_bounds,
    standing,
    stands,
    unjudged,
    weight,
)
from boundcheck.report.referee.tables import (
    apart,
    costs_little,
    differences,
    display_of,
    explained,
    how_much,
    in_a_sentence,
    listed,
    names_in,
    plainly,
    relation_of,
)
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import in_markdown
from boundcheck.report.text.words import exact, finite, from_one_on, percent, shown
from boundcheck.symbolic.latex import latex_of, letter
from boundcheck.verdict import Severity
from boundcheck.verdict.conclusions import Survives, Tally
from boundcheck.verdict.facts import Within
from boundcheck.verdict.result import Fault, KeyFinding, News, Record
from boundcheck.verdict.shapes import AccountedGuaranteePart, PrivacyGuaranteePart, Ranks, Vacuity
from boundcheck.words import headlines, phrase
from boundcheck.words.phrases import counted as counted_as
from boundcheck.words.phrases import listed as enumerated

MOST_WORDS = 1350  # a formula is one
LONGEST_FORMULA = 80
LONGEST_POINT = 60  # characters of a point within a sentence
LONGEST_CASE = 420  # characters of a counterexample in words
MOST_DIGITS = 3  # of a whole number in a formula that a reader takes in at once
MOST_LISTED = 4
MOST_VERSIONS = 1  # of a statement that holds in place of one that does not
TIGHT = 10  # a factor within which a constant is called tight
PROOF_FAILS = 3  # false lines of one proof, from which on they are a weakness of the paper together
DECIDES = frozenset({"theorem", "corollary", "proposition", "algorithm", "definition", "passage"})
MAIN = frozenset({"theorem", "corollary"})

FATE = {  # of a statement, before what is wrong with it
    "FALSE": "False as stated; no corrected form that holds was given.",
    "EMPTY": "Vacuous: no valid form of this bound is below the trivial bound.",
    "RATE": "False as stated; it holds with another rate.",
    "CONDITION": "False as stated; it needs another constant or assumption.",
    "RANGE": "False outside the range in which the paper works.",
    "READING": "False as literally stated.",
    "PROOF": "The printed proof fails; the statement is not affected.",
    "MISPRINT": "A typo.",
    "OPEN": "Not decided.",
}
FATE_OF_NOISE = "The stated privacy guarantee is false; it needs other noise."
COST = {  # of a repair
    "RATE": "the rate changes", "CONDITION": "the rate is kept", "PROOF": "the statement is kept",
    "RANGE": "the range is narrower",
}  # fmt: skip
VERDICT = {  # of a theorem and of several, in the summary
    Severity.NONE: ("stands: no error was found", "stand: no error was found"),
    Severity.MISPRINT: ("stands once typos are corrected", "stand once typos are corrected"),
    Severity.PROOF: ("stands, and its proof needs corrections", "stand, and their proofs need corrections"),
    Severity.READING: ("is false as literally stated and needs a clarification", "are false as literally stated and need "
        "clarifications"),
    Severity.RANGE: ("stands only in the paper's working range", "stand only in the paper's working range"),
    Severity.CONDITION: ("is false as stated and needs another constant or assumption", "are false as stated and need another "
        "constant or assumption"),
    Severity.RATE: ("is false as stated and needs another rate", "are false as stated and need another rate"),
    Severity.EMPTY: ("is vacuous", "are vacuous"), Severity.FALSE: ("is false", "are false"),
    Severity.OPEN: ("is not decided", "are not decided"),
}  # fmt: skip
SMALL = ("stands after a small change of its statement", "stand after small changes of their statements")
NOISE = ("is false as stated: the guarantee needs other noise", "are false as stated: the guarantees need other noise")
HANGING = ("rests on a false result and has to change with it", "rest on false results and have to change with them")
LEFT = ("is left to the reviewer", "are left to the reviewer")
STATES = {  # of displays of the paper, the finer ones together
    "proved": "proved as displayed", "proved in another form": "proved in another form",
    "proved in a special case": "proved in another form", "supported": "tested numerically", "false": "false", "open": "open",
}  # fmt: skip
OTHERWISE = "definitions, assumptions, quotations, or read only"
TESTED = {"HOLDS": "proved", "HOLDS_REPAIRED": "proved"}
SIMULATED = "supported by simulation, not proved"


@dataclass(frozen=True)
class Answer:
    """What the authors say of a fault: accepted or disputed, and why."""

    word: Literal["accepted", "disputed"]
    because: str


@dataclass(frozen=True)
class Room:
    """How much a review tells: items of its lists, and how many weaknesses in full, the others in first sentences."""

    full: int
    strengths: int
    minor: int
    weaknesses: int = 9


ROOMS = (
    *(Room(9, 9, minor) for minor in range(24, 5, -2)), *(Room(9, 6, minor) for minor in (8, 6, 4)),
    *(Room(full, 4, minor) for full in (9, 6, 5, 4) for minor in (6, 5, 4, 3)),
    Room(4, 3, 3), Room(3, 3, 3), Room(3, 2, 1), *(Room(full, 1, 0) for full in (3, 2, 1)),
    *(Room(full, 1, 0, most) for most in (8, 7, 6, 5, 4) for full in (2, 1, 0)),
)  # fmt: skip


@dataclass(frozen=True)
class Remark:
    """A finding of a record that no line of the page is charged with."""

    record: Record
    finding: KeyFinding


@dataclass(frozen=True)
class Point:
    """What is held against one result: its false lines by their ids, and what else was found of it."""

    record: Record
    lines: Mapping[str, FalseLine]
    remarks: Sequence[Remark] = ()
    versions: Sequence[News] = ()

    @property
    def severity(self) -> Severity:
        """The worst of its lines; none where only remarks are made."""
        return max((line.severity for line in self.lines.values()), key=weight, default=Severity.NONE)


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
    """The review in Markdown, of `MOST_WORDS` words at most unless its weaknesses or what the authors answered take more.

    Parameters
    ----------
    records : sequence of Record
        Of one paper.
    answers : mapping, optional
        By ids of `faults_of` alone; a disputed fault is never left out.
    """
    given, lines = dict(answers or {}), faults_of(records)
    made = ""
    for room in ROOMS:
        made = _review(records, lines, given, room)
        if words(made) <= MOST_WORDS:
            break
    return made


def words(text: str) -> int:
    """Words of a text, in which a formula is one."""
    return sum(1 if kind == "mathematics" else len(said.split()) for kind, said in pieces(text))


def _review(records: Sequence[Record], lines: Mapping[str, FalseLine], given: Mapping[str, Answer], room: Room) -> str:
    left = {key: line for key, line in lines.items() if key not in given or given[key].word == "disputed"}
    points = _points(records, left, given)[: room.weaknesses]
    told = {key for point in points for key in point.lines}
    minor = {key: line for key, line in left.items() if key not in told and line.severity is not Severity.OPEN}
    asked = _question_numbers(points)
    remarks = [remark for remark in _remarks(records) if all(remark not in point.remarks for point in points)]
    accepted = [_settled(key, line, given[key]) for key, line in lines.items() if key not in left]
    sections = [
        ("Summary", list(_summary(records, points, lines))),
        ("Settled by the authors' answers", accepted),
        ("Strengths", _numbered("S", _strengths(records, room, points, asked))),
        ("Weaknesses", _numbered("W", (
            _weakness(point, given, asked, brief=place >= room.full) for place, point in enumerate(points)
        ))),
        ("Questions to the authors", _numbered("Q", _questions(records, left, asked))),
        ("Minor points", _numbered("M", _minor(records, minor, remarks, given, room))),
        ("Confidence", list(_confidence(records))),
    ]
    head = f"# Review: {records[0].paper.title or records[0].paper.key}"
    body = [head, *(f"## {name}\n\n" + "\n".join(rows) for name, rows in sections if rows)]
    return set_for_mathjax("\n\n".join(body)) + "\n"


# ---------------------------------------------------------------- what is a weakness
def _points(records: Sequence[Record], left: Mapping[str, FalseLine], given: Mapping[str, Answer]) -> list[Point]:
    """The weaknesses, result by result: false statements, then what a reader has to know, then the rest by weight."""
    proofs: dict[str, int] = {}
    for line in left.values():
        if line.severity is Severity.PROOF and line.record.kind == "theorem":
            proofs[called(line.record)] = proofs.get(called(line.record), 0) + 1
    kept = {
        key: line for key, line in left.items()
        if key in given or _decides(line) or (line.severity is Severity.PROOF and proofs.get(called(line.record), 0) >= PROOF_FAILS)
    }  # fmt: skip
    much = [remark for remark in _remarks(records) if remark.finding.weight == "much"]
    ranked = {
        called(record): record.headline.news for record in records
        if not stands(record) and any(isinstance(separation_of(part), Ranks) for part in record.parts.values())
    }  # fmt: skip
    versions = ranked | {called(line.record): line.record.headline.news for line in kept.values() if not stands(line.record)}
    owners = {called(line.record): line.record for line in kept.values()}
    owners |= {called(remark.record): remark.record for remark in much}
    owners |= {called(record): record for record in records if ranked.get(called(record))}
    found = [
        Point(
            record,
            {key: line for key, line in kept.items() if called(line.record) == name},
            [remark for remark in much if called(remark.record) == name],
            versions.get(name, ())[:MOST_VERSIONS],
        )
        for name, record in owners.items()
    ]
    place = {called(record): number for number, record in enumerate(by_place(records))}
    return sorted(found, key=lambda point: (_rank(point), place[called(point.record)]))


def _decides(line: FalseLine) -> bool:
    """Whether a false line changes what a reader may take from the paper: a main statement, and not by a little."""
    if costs_little(line):
        return False
    return line.severity.reaches(Severity.CONDITION) or (line.severity is Severity.READING and line.record.kind in DECIDES)


def _rank(point: Point) -> tuple[int, int]:
    """Statements beyond a change of words first, those of theorems before others; proofs last."""
    if point.severity.reaches(Severity.CONDITION):
        theorems = any(name.startswith("Theorem") for line in point.lines.values() for name in line.touches)
        return 0, int(point.record.kind != "theorem" and not theorems)
    if point.remarks or point.versions:
        return 1, 0
    return (3, 0) if point.severity is Severity.PROOF else (2, 0)


def _remarks(records: Sequence[Record]) -> list[Remark]:
    return [
        Remark(record, finding) for record in by_place(records) for finding in record.findings
        if not finding.fault and finding.weight not in ("better", "question", "little")
    ]  # fmt: skip


def _question_numbers(points: Sequence[Point]) -> dict[str, str]:
    """The questions that weaknesses are as well, by id: the text has another reading."""
    lines = {
        key: line for point in points for key, line in point.lines.items()
        if line.severity is Severity.READING and line.fault.repair
    }  # fmt: skip
    meant = list(dict.fromkeys((called(line.record), line.fault.repair) for line in lines.values()))
    return {key: f"Q{meant.index((called(line.record), line.fault.repair)) + 1}" for key, line in lines.items()}


# ---------------------------------------------------------------- sentences
def _numbered(letter: str, items: Iterable[str]) -> list[str]:
    return [f"- **{letter}{number}.** {item}" for number, item in enumerate(items, 1)]


def _sentence(text: str, record: Record, *, brief: bool = False) -> str:
    """A text of a record as a sentence without its stop."""
    plain = plainly(text, record)
    plain = first_sentence(plain)[0] if brief and plain else plain
    told = in_markdown(plain, letters(record)).strip().rstrip(".")
    return told[:1].upper() + told[1:] if begins_with_a_word(told) else told


def _inside(text: str, record: Record, *, brief: bool = False) -> str:
    """The same behind a colon."""
    told = in_markdown(first_sentence(plainly(text, record))[0] if brief and text else plainly(text, record), letters(record))
    return told.strip().rstrip(".")


def _place(line: FalseLine) -> str:
    """Where in its result a fault stands; empty where the result says as much."""
    own = called(line.record)
    where = within(line.fault.where, own).replace(f"proof of {own}", "proof")
    return "" if own.startswith(where) else in_markdown(plainly(where, line.record), letters(line.record))


def _weakness(point: Point, given: Mapping[str, Answer], asked: Mapping[str, str], *, brief: bool) -> str:
    """What is wrong with a result: each fault with its counterexample, what it does elsewhere, and the repair with its cost."""
    record, several = point.record, len(point.lines) > 1
    head = ", ".join(_heads(point))
    told = [FATE_OF_NOISE if _of_noise(point) else FATE[point.severity.name]] if point.lines else []
    for number, (key, line) in enumerate(point.lines.items()):
        where = _place(line)
        lead = f"({'abcdefghijklmnop'[number]}) " if several else ""
        charge = _inside(phrase(line.fault.fact), line.record, brief=brief)
        said = f"{lead}{f'{_opened(where)}: {charge}' if where else _opened(charge)}."
        case = "" if key in given else _case(line, brief=brief)
        told.append(f"{said}{case}{_dispute(line, given.get(key))} [`{key}`]")
        told += [f"{_sentence(found.text, record)}." for found in how_much(line)[: 1 if brief else None]]
    told += [f"{_sentence(remark.finding.text, record, brief=brief)}." for remark in point.remarks]
    told += _repairs(point, asked, brief=brief)
    told += [_version(version, point, brief=brief) for version in point.versions]
    others = list(dict.fromkeys(name for line in point.lines.values() for name in line.touches if name not in head))
    told += [f"Used by: {listed(others, MOST_LISTED)}."] if others and point.severity.reaches(Severity.CONDITION) else []
    return f"**{head}.** {' '.join(told)}"


def _of_noise(point: Point) -> bool:
    """Whether a guarantee of privacy is what fails."""
    return point.severity.reaches(Severity.CONDITION) and any(
        isinstance(point.record.parts.get(key), AccountedGuaranteePart | PrivacyGuaranteePart)
        for line in point.lines.values() for key in line.fault.touches.parts
    )  # fmt: skip


def _sure(version: News) -> str:
    """How a version is known."""
    return "derived" if version.derived else TESTED.get(version.outcome, SIMULATED)


def _version(version: News, point: Point, *, brief: bool) -> str:
    """What holds in place of a statement, or beside a result against which only that is said."""
    how = _sure(version)
    told = _sentence(version.text, point.record, brief=brief)
    return f"Another version holds ({how}). {told}." if point.lines else f"{told} ({how})."


def _opened(text: str) -> str:
    return text[:1].upper() + text[1:] if begins_with_a_word(text) else text


def _heads(point: Point) -> list[str]:
    """The result, and the theorem that a line of it makes false."""
    own = called(point.record)
    touched = [name for line in point.lines.values() for name in line.touches if line.severity.reaches(Severity.RATE)]
    return [own, *[name for name in touched if name.startswith("Theorem") and point.record.kind not in MAIN][:1]]


def _repairs(point: Point, asked: Mapping[str, str], *, brief: bool) -> list[str]:
    """The repairs of a result's lines, each once, with what they cost; of a question only where it is asked."""
    repairs: dict[str, FalseLine] = {}
    for key, line in point.lines.items():
        if key not in asked and line.fault.repair:
            repairs.setdefault(line.fault.repair, line)
    told = [_inside(text, line.record, brief=brief) for text, line in repairs.items()]
    cost = COST.get(max((line.severity for line in repairs.values()), key=weight, default=Severity.NONE).name, "")
    open_ = any(isinstance(fact, Survives) and not fact.proved for fact in point.record.headline.facts)
    cost = "; ".join(filter(None, (cost, "not fully proved" if open_ else "")))
    said = [f"Repair{f' ({cost})' if cost else ''}: {'; '.join(told)}."] if told else []
    numbers = list(dict.fromkeys(asked[key] for key in point.lines if key in asked))
    return [*said, *_survives(point, [*repairs]), *([f"See {enumerated(numbers)}."] if numbers else [])]


def _survives(point: Point, said: Sequence[str]) -> list[str]:
    """What is known to hold in place of a false statement, with its constant, where that is more than its repair."""
    found = [fact for fact in point.record.headline.facts if isinstance(fact, Survives)][:1]
    texts = {reading.name: reading.text for reading in point.record.readings}
    return [
        f"{'Proved' if fact.proved else 'Supported by simulation'}{'' if texts[fact.reading] in said else ': the statement '}"
        f"{'' if texts[fact.reading] in said else _inside(texts[fact.reading], point.record)}"
        f"{f', with the constant ${_constant(fact.constant.constant)}$' if fact.constant is not None else ''}."
        for fact in found
        if texts[fact.reading] not in said or fact.constant is not None
    ]


def _constant(text: str) -> str:
    return latex_of(text) or text


def _case(line: FalseLine, *, brief: bool) -> str:
    """A counterexample: in words where the record has them, else the inequality with its numbers on both sides."""
    known = line.fault.witness
    text = _inside(in_a_sentence(known), line.record)
    if known is not None and text and len(text) <= LONGEST_CASE and " " in text and "$" in text:
        return f" Counterexample: {text}."
    return _inequality(line) if not brief or line.severity.reaches(Severity.CONDITION) else ""


def _inequality(line: FalseLine) -> str:
    """The inequality that fails, in letters of the paper and with the numbers of both sides."""
    display = display_of(line)
    point = line.fault.witness.point if line.fault.witness is not None else {}
    said = display.latex if display is not None else ""
    used, charge = names_in(line), plainly(phrase(line.fault.fact), line.record)
    whole = bool(said and relation_of(line)) and len(said) <= LONGEST_FORMULA and _plain_numbers(said)
    if not whole or not used or not used <= set(point) or not explained(line, used, charge):
        return ""
    at, numbers = _point(line, {name: point[name] for name in point if name in used}), _numbers(line)
    return f" Counterexample: at {at} the inequality ${said}$ is {numbers}." if at and numbers else ""


def _plain_numbers(latex: str) -> bool:
    """Whether every whole number of a formula is short: a long one is a product that a reader would have to take apart."""
    runs = "".join(sign if sign.isdecimal() else " " for sign in latex).split()
    return all(len(run) <= MOST_DIGITS for run in runs)


def _point(line: FalseLine, point: Mapping[str, str]) -> str:
    known = letters(line.record)
    at = ", ".join(f"{letter(name, known)} = {latex_of(value) or value}" for name, value in point.items())
    return f"${at}$" if at and len(at) <= LONGEST_POINT else ""


def _numbers(line: FalseLine) -> str:
    """The two sides where the line fails; empty where the record has not both, or they are one number."""
    found = line.fault.witness
    sides = [finite(found.lhs), finite(found.rhs)] if found is not None else [None]
    if None in sides or sides[0] == sides[1]:
        return ""
    left, right = map(_tex, apart(*sides))
    sign = {"≤": r"\le", "≥": r"\ge", "<": r"\lt", ">": r"\gt"}.get(relation_of(line), relation_of(line) or r"\text{ and }")
    return f"${left} {sign} {right}$"


def _tex(number: str) -> str:
    """A printed number as LaTeX."""
    lowered = number.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--"))
    if "⁰" <= number[-1:] or number[-1:] in "¹²³":
        mantissa, _, power = number.rpartition("10")
        raised = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
        return f"{mantissa.replace('×', chr(92) + 'times ')}10^{{{raised}}}"
    return lowered


# ---------------------------------------------------------------- summary and strengths
def _summary(records: Sequence[Record], points: Sequence[Point], lines: Mapping[str, FalseLine]) -> Iterator[str]:
    """What the paper states, which theorems stand, what is held against them, and from which size on bounds inform."""
    theorems = by_place(record for record in records if record.kind == "theorem") or by_place(records)
    main = [record for record in theorems if not in_appendix(record)] or theorems
    about = [f"{called(record)} ({in_markdown(record.title, letters(record)).rstrip('.')})" for record in main if record.title]
    paragraphs = [f"The paper's main results: {'; '.join(about)}."] if about else []
    groups: dict[tuple[str, str], list[str]] = {}
    for record in theorems:
        at = next((number for number, point in enumerate(points, 1) if called(record) in _heads(point)), 0)
        groups.setdefault(_verdict(record, records, lines), []).append(f"{called(record)}{f' (W{at})' if at else ''}")
    said = "; ".join(f"{enumerated(names)} {which[len(names) > 1]}" for which, names in groups.items())
    rest = [record for record in records if record not in theorems]
    others = f" Of {len(rest)} other results {len(standing(rest)) or 'none'} need no change." if rest else ""
    paragraphs.append(f"{said}.{others}{'' if points else ' No error was found beyond small corrections.'}")
    paragraphs += _informative(theorems)
    told = differences(records)
    paragraphs += [f"{_opened('; '.join(told))}."] if told else []
    yield " ".join(paragraphs)
    for record in theorems:
        if unjudged(record):
            yield (
                f"\n**[To fill in by the reviewer: {called(record)}, whose displayed bound could not be read here. "
                f"{'; '.join(_checked_instead(record))}.]**"
            )


def _checked_instead(record: Record) -> Iterator[str]:
    """What was checked in place of a display that could not be read, with its constant."""
    for _, part in shown_bounds(record):
        reading = next(reading for reading in record.readings if reading.name == part.reading)
        constant = constant_of(part)
        upper = f", with the constant ${_constant(constant.upper)}$" if constant is not None and constant.upper else ""
        yield f"Checked in its place: {_inside(reading.text, record)}{upper}"


def _verdict(record: Record, records: Sequence[Record], lines: Mapping[str, FalseLine]) -> tuple[str, str]:
    if record in conditional(records):
        return HANGING
    if unjudged(record):
        return LEFT
    own = [lines[stable_id(fault)] for fault in record.faults if severity(fault).reaches(Severity.READING)]
    if own and all(map(costs_little, own)):
        return SMALL
    if own and _of_noise(Point(record, {line.fault.id: line for line in own})):
        return NOISE
    return VERDICT[severity(record.headline)]


def _informative(theorems: Sequence[Record]) -> list[str]:
    """From which n on bounds are below the trivial one, the first and the last of them, with the parameters of each."""
    starts: list[tuple[float, str, str]] = []
    for record in theorems:
        found = [
            (start, called(record), _at(record, vacuity)) for _, part in shown_bounds(record)
            if (vacuity := vacuity_of(part)) is not None and (start := from_one_on(vacuity)) is not None
        ]  # fmt: skip
        starts += [max(found)] if found else []
    if not starts:
        return []
    ends = dict.fromkeys((min(starts), max(starts)))
    told = [f"$n = {_tex(f'{start:,.0f}')}$ ({name}{f', at ${at}$' if at else ''})" for start, name, at in ends]
    bound = "bound is" if len(starts) == 1 else "bounds are"
    return [f"With explicit constants the {bound} below the trivial bound from {' to '.join(told)}."]


def _at(record: Record, vacuity: Vacuity) -> str:
    """The paper's parameters at which a bound was followed in n."""
    known = letters(record)
    values = {parameter.name: finite(vacuity.at.get(parameter.name)) for parameter in record.parameters if parameter.name != "n"}
    return ", ".join(
        f"{letter(name, known)} = {_tex(exact(float(f'{value:.3g}')))}" for name, value in values.items() if value is not None
    )


def _strengths(records: Sequence[Record], room: Room, points: Sequence[Point], asked: Mapping[str, str]) -> Iterator[str]:
    """What a reader can rely on: theorems that stand with what was checked of them, improvements, results without an error."""
    yield from _relied_on(records, {called(point.record): point for point in points}, asked)
    told = [version for point in points for version in point.versions]
    yield from list(_improved(records, told))[: room.strengths]
    touched = {name for line in false_lines(records) if line.severity is not Severity.MISPRINT for name in line.touches}
    stand = [
        called(record) for record in by_place(standing(records))
        if record.kind in ("corollary", "proposition", "lemma", "claim") and called(record) not in touched
    ]  # fmt: skip
    if stand:
        yield f"No error was found in {enumerated(stand)}."


def _relied_on(records: Sequence[Record], points: Mapping[str, Point], asked: Mapping[str, str]) -> Iterator[str]:
    """Theorems that stand, in letters or with small changes: lines, constant, samples, and how tight."""
    for record in by_place(record for record in records if record.kind == "theorem"):
        found = severity(record.headline)
        if record in conditional(records) or found.reaches(Severity.RANGE) or found is Severity.OPEN:
            continue
        point = points.get(called(record))
        numbers = [asked[key] for key in point.lines if key in asked] if point is not None else []
        after = f"as in {enumerated(numbers)}" if numbers else "as stated" if found is Severity.NONE else "after small corrections"
        checked = [text for text in (_lines(record), _tested(record)) if text]
        if record.headline.outcome in TESTED:
            yield f"**{called(record)}**, {after}, is proved."
        elif checked:
            yield f"**{called(record)}**, {after}: {'; '.join(checked)}."


def _lines(record: Record) -> str:
    tally = next((fact for fact in record.headline.facts if isinstance(fact, Tally)), None)
    if tally is None or not tally.proved:
        return ""
    cited = f", {tally.cited} cited" if tally.cited else ""
    repaired = f", {tally.repaired} only after repair" if tally.repaired else ""
    many = f"all {tally.checked}" if tally.proved == tally.checked else f"{tally.proved} of {tally.checked}"
    return f"{many} checked lines of its proof are proved{repaired}{cited}"


def _tested(record: Record) -> str:
    """The constant of a bound, the samples that do not exceed it, and the least constant that its worst instance allows."""
    for _, part in shown_bounds(record):
        constant = constant_of(part)
        if constant is None or not constant.upper or not isinstance(part.fact, Within):
            continue
        least, upper = finite(constant.low), finite(constant.upper)
        tight = f", and no constant below {shown(least, 3, side='down')} is possible" if least else ""
        if least and upper and upper / least <= TIGHT:
            tight += f" (tight within a factor {shown(upper / least, 3, side='up')})"
        fact = part.fact
        exceed = "no" if not fact.violations else f"only {fact.violations:,}"
        which = "" if constant.upper == "1" else f"with the constant ${_constant(constant.upper)}$ "
        return (
            f"{which}{exceed} data set{'s' if fact.violations > 1 else ''} of {fact.repeats:,} simulated ones exceed"
            f"{'' if fact.violations > 1 else 's'} the bound{tight}"
        )
    return ""


def _improved(records: Sequence[Record], told: Sequence[News]) -> Iterator[str]:
    """What is better than printed, proved improvements first; then findings that speak for the paper."""
    news = [
        (record, found) for record in by_place(records) for found in record.headline.news
        if not severity(record.headline).reaches(Severity.RANGE) and record not in conditional(records) and not unjudged(record)
        and record.kind not in ("algorithm", "definition") and found not in told
    ]  # fmt: skip
    for record, found in sorted(news, key=lambda entry: (entry[0].kind not in MAIN, _sure(entry[1]) == SIMULATED)):
        sure = _sure(found)
        what = "can be improved" if stands(record) else "holds in another form"
        yield f"**{called(record)}** {what} ({sure}). {_sentence(found.text, record, brief=True)}."
    for record in by_place(records):
        better = [found for found in record.findings if found.weight == "better"]
        yield from (f"**{called(record)}**: {_inside(found.text, record, brief=True)}." for found in better)


# ---------------------------------------------------------------- questions, minor points, confidence
def _questions(records: Sequence[Record], left: Mapping[str, FalseLine], asked: Mapping[str, str]) -> Iterator[str]:
    """Whether another reading is meant; what could not be decided; what a table does not give."""
    once = {number: left[key] for key, number in asked.items()}
    for line in once.values():
        yield f"**{called(line.record)}**: is the following meant: {_inside(line.fault.repair, line.record)}?"
    for record in by_place(record for record in records if not unjudged(record)):
        yield from (f"**{called(record)}**: {_question(found.text, record)}" for found in asks(record))
    for key, line in left.items():
        if line.severity is Severity.OPEN:
            repair = _inside(line.fault.repair, line.record)
            meant = f" Is the following meant: {repair}?" if repair else " Could this be clarified?"
            place = f", {where}" if (where := _place(line)) else ""
            yield f"**{called(line.record)}{place}** [`{key}`]: {_sentence(phrase(line.fault.fact), line.record)}.{meant}"
    told = {called(line.record) for line in left.values() if line.severity is Severity.OPEN}
    for record in by_place(records):
        if severity(record.headline) is Severity.OPEN and not unjudged(record):
            yield from _open(record, told)


def _question(text: str, record: Record) -> str:
    """A text that asks, with its own sign or with a stop."""
    said = _sentence(text, record)
    return said if said.endswith("?") else f"{said}."


def _open(record: Record, told: Iterable[str]) -> Iterator[str]:
    """What a table shows and what it does not give; what else could not be decided, in the words of its record."""
    own, tabular = called(record), [part for part in record.parts.values() if part.shape in shapes_with("tabular")]
    absent = [_inside(text, record) for text in record.not_covered] if tabular else []
    left = [part for part in tabular if part.outcome == "UNDECIDED"]
    said = []
    if own not in told and not asks(record):
        text = phrase(left[0].fact) if left else headlines.headline(record)
        said.append(f"{_sentence(text, record)}.")
    if absent:
        said.append(f"Not given: {'; '.join(absent)}. Could it be added?")
    if said:
        yield f"**{own}**: {' '.join(said)}"


def _minor(
    records: Sequence[Record], lines: Mapping[str, FalseLine], remarks: Sequence[Remark], given: Mapping[str, Answer], room: Room
) -> Iterator[str]:
    """Remarks, then faults by weight, a line each; of the least ones how many there are and where they stand."""
    items = [f"**{called(remark.record)}**: {_inside(remark.finding.text, remark.record, brief=True)}." for remark in remarks]
    ordered = sorted(lines.items(), key=lambda entry: -weight(entry[1].severity))
    kept = [entry for place, entry in enumerate(ordered) if place < room.minor - len(items) or entry[0] in given]
    yield from items
    yield from (_slip(key, line, given.get(key)) for key, line in kept)
    rest = [line for entry in ordered if entry not in kept for line in entry[1:]]
    typos = sum(line.severity is Severity.MISPRINT for line in rest)
    counts = [(len(rest) - typos, "correction"), (typos, "typo")]
    told = [f"{many} {name}{'s' if many > 1 else ''}" for many, name in counts if many]
    if told:
        yield f"{enumerated(told)} more are listed with their repairs in the attached report (`reports/{records[0].paper.key}.md`)."


def _slip(key: str, line: FalseLine, answer: Answer | None) -> str:
    """A small fault in one line: where, what is wrong, what to write."""
    where = _place(line)
    charge = _inside(phrase(line.fault.fact), line.record, brief=True)
    repair = _inside(line.fault.repair, line.record, brief=True)
    instead = f"; instead: {repair}" if repair and len(repair) <= LONGEST_FORMULA and repair not in charge else ""
    size = "".join(f" {_sentence(found.text, line.record)}." for found in how_much(line)[:1])
    return f"**{called(line.record)}{f', {where}' if where else ''}**: {charge}{instead}.{size}{_dispute(line, answer)} [`{key}`]"


def _settled(key: str, line: FalseLine, answer: Answer) -> str:
    where = _place(line)
    head = f"**{called(line.record)}{f', {where}' if where else ''}** [`{key}`]"
    return f"- {head}: {_sentence(phrase(line.fault.fact), line.record)}. Accepted by the authors: {answer.because}"


def _dispute(line: FalseLine, answer: Answer | None) -> str:
    """The authors' reason and ours, which is the point at which the line fails, not the charge again."""
    return f" Disputed by the authors: {answer.because} Our reason: {_reason(line)}." if answer else ""


def _reason(line: FalseLine) -> str:
    found = line.fault.witness
    text, numbers = _inside(in_a_sentence(found), line.record), _numbers(line)
    if text:
        return f"{text}{f'; the two sides there are {numbers}' if numbers else ''}"
    at = _point(line, found.point if found is not None else {})
    if at or numbers:
        return ", ".join(filter(None, (f"at {at}" if at else "", f"the two sides are {numbers}" if numbers else "")))
    return "the check of this line fails and names no point"


def _confidence(records: Sequence[Record]) -> Iterator[str]:
    """What was looked at and how, so that a reader can do it again."""
    found, covered = count(records), counted(coverage(records))
    displays = ""
    if covered:
        split: dict[str, int] = {}
        for state, many in covered.items():
            split[STATES.get(state, OTHERWISE)] = split.get(STATES.get(state, OTHERWISE), 0) + many
        told = ", ".join(f"{split[name]:,} {name}" for name in dict.fromkeys([*STATES.values(), OTHERWISE]) if name in split)
        faults = {fault.id: severity(fault) for record in records for fault in record.faults}
        typos = sum(found is Severity.MISPRINT for found in faults.values())
        slips = f" (through {len(faults):,} errors, {typos:,} of them typos)" if faults else ""
        displays = f" Of {sum(covered.values()):,} displays and claims: {told.replace(' false', f' false{slips}', 1)}."
    risks = [r.error_probability.total for r in records if r.error_probability.checks]
    risk = f" Sampling calls a true bound false with probability at most {percent(max(risks))} per result." if risks else ""
    yield (
        f"{found.results} results were checked and {found.samples:,} data sets simulated.{displays}{risk} "
        "That the checked lines are the whole proofs was judged by reading."
    )
    key, minutes = records[0].paper.key, max(1, round(sum(record.elapsed_seconds for record in records) / 60))
    options = " ".join(
        f"--{name} {', '.join(sorted({str(getattr(record, name)) for record in records}))}" for name in ("budget", "seed")
    )
    yield (
        f"\nDone with the program boundcheck: `python -m boundcheck {key} {options}`, {counted_as(minutes, 'minute')} of computing."
        f" Names in brackets are those of its records (`reports/{key}/*.json`), whose counterexamples "
        "`boundcheck verify` evaluates again. **[To fill in by the reviewer: which of them you evaluated yourself.]**"
    )


# ---------------------------------------------------------------- mathematics that Markdown leaves alone
THOUSAND = 3  # digits behind a comma within a number
ESCAPED = {r"\|": r"\Vert ", r"\{": r"\lbrace ", r"\}": r"\rbrace ", r"\,": " ", r"\;": " ", r"\:": " ", r"\!": "", "*": r"\ast "}


def set_for_mathjax(text: str) -> str:
    r"""A text whose mathematics a Markdown reader passes on unchanged.

    A backslash before punctuation is lost there, ``*`` and ``_`` behind punctuation may begin emphasis, and a comma within a number
    is set with a space.
    """
    return "".join(
        f"${_protected(said)}$" if kind == "mathematics" else f"`{said}`" if kind == "name" else said for kind, said in pieces(text)
    )


def _protected(latex: str) -> str:
    for plain, safe in ESCAPED.items():
        latex = latex.replace(plain, safe)
    signs: list[str] = []
    for place, sign in enumerate(latex):
        before, after = latex[place - 1 : place], latex[place + 1 : place + 2]
        group = latex[place + 1 : place + 4]
        if sign == "," and before.isdecimal() and len(group) == THOUSAND and group.isdecimal():
            signs.append("{,}")
        elif sign == "_" and not before.isalnum() and not after.isalnum():
            signs.append("_ ")
        elif sign in "<>":
            signs.append(r"\lt " if sign == "<" else r"\gt ")
        else:
            signs.append(sign)
    return " ".join("".join(signs).split())
