"""Facts of a paper, gathered from the records of its results; nothing is said twice and nothing is worded here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from boundcheck.claims.fields import shapes_with
from boundcheck.claims.texts import numbers
from boundcheck.report.parts import exponents_of, regimes_of
from boundcheck.report.text.words import WORST_FIRST, finite
from boundcheck.verdict import Severity
from boundcheck.verdict.conclusions import Missing, Survives, Unstated
from boundcheck.verdict.result import Conclusion, Fault, KeyFinding, Record, RestsOn
from boundcheck.verdict.shapes import AnyPart, OfAudits, OfBound, OfLeast, OfMeans, OfRegimes, Part
from boundcheck.words import phrase

KINDS = (
    "theorem",
    "corollary",
    "proposition",
    "",
    "lemma",
    "claim",
    "fact",
    "remark",
)  # the heaviest first, "" for all others
EVIDENCE = ("derived", "lines", "part", "tests")  # for what stands of a result, the strongest first
PARTLY = {"cited", "special case", "step", "link", "borrowed", "rate", "instances", "one mechanism"}  # what lacks for a proof
MINOR = frozenset({"lemma", "claim", "fact", "remark", "appendix", "definition", "assumption", "algorithm", "equation"})


@dataclass(frozen=True)
class FalseLine:
    """One false line of the page, and all results that it touches.

    Parameters
    ----------
    severity : Severity
        The worst in any of the results.
    touches : tuple of str
        The results' names as printed, the one that owns the line first.
    record : Record
        Of the result that tells it worst, for its letters.
    fault : Fault
        As that record has it.
    repair_of : str
        The result whose repair it is, where its own has none.
    """

    severity: Severity
    record: Record = field(repr=False)
    fault: Fault = field(repr=False)
    touches: tuple[str, ...] = ()
    repair_of: str = ""


@dataclass(frozen=True)
class Count:
    """What was looked at: results, lines of ours and how many of them are proved, simulated data sets."""

    results: int
    ours: int
    proved: int
    samples: int


def in_order(records: Iterable[Record]) -> list[Record]:
    """The heaviest first, theorems before lemmas, then by name."""
    return sorted(records, key=lambda r: (-weight(severity(r.headline)), kind(r), called(r)))


def severity(entry: Conclusion | Fault | RestsOn) -> Severity:
    """The severity of a headline, a fault or a result that is rested on."""
    return Severity[entry.severity]


def weight(found: Severity) -> int:
    """Rank by weight; what nobody could decide comes after all that has to be changed."""
    order = [*(name for name in WORST_FIRST if name not in ("OPEN", "NONE")), "OPEN", "NONE"]
    return -order.index(found.name)


def called(record: Record) -> str:
    """A result's name as printed."""
    return record.printed or record.claim


def page_of(record: Record) -> str:
    """Where the result stands in the index, from the folder of the reports."""
    return f"index.html#{record.claim}"


def kind(record: Record) -> int:
    """Theorems first, lemmas and remarks last."""
    return KINDS.index(record.kind if record.kind in KINDS else "")


def false_lines(records: Sequence[Record]) -> list[FalseLine]:
    """Every false line once, the worst first; a line is one whatever number of results have it."""
    found: dict[str, list[tuple[Record, Fault]]] = {}
    for record in records:
        for fault in record.faults:
            found.setdefault(fault.id, []).append((record, fault))
    lines: dict[tuple[str, ...], FalseLine] = {}
    for places in found.values():
        for record, fault in _tellers(places):
            line = FalseLine(severity(fault), record, fault, tuple(touched(record, records, places)))
            told = (called(record), fault.where, fault.severity, phrase(fault.fact), fault.repair)
            same = lines.setdefault(told, line)  # two parts of a result that fail in one way are one line of the page
            lines[told] = replace(same, touches=tuple(dict.fromkeys((*same.touches, *line.touches))))
    return sorted(lines.values(), key=_order)


def flows(records: Sequence[Record]) -> set[tuple[str, str]]:
    """Uses along which a false statement reaches another result: claims of the one that uses and the one that is used."""
    names = {record.claim: called(record) for record in records}
    reached = [set(line.touches) for line in false_lines(records) if line.severity.reaches(Severity.READING)]
    return {
        (record.claim, rest.claim)
        for record in records
        for rest in record.rests_on
        if rest.claim in names and any({called(record), names[rest.claim]} <= names_of for names_of in reached)
    }


def _tellers(places: Sequence[tuple[Record, Fault]]) -> Iterator[tuple[Record, Fault]]:
    """The result that tells a line worst, of several the first on the page; where it has no repair, also the one that has."""

    def first(found: Sequence[tuple[Record, Fault]]) -> tuple[Record, Fault]:
        return min(found, key=lambda place: (-weight(severity(place[1])), *_on_the_page(place[0])))

    worst = first(places)
    yield worst
    mended = [place for place in places if place[1].repair]
    if mended and not worst[1].repair:
        yield first(mended)


def _order(line: FalseLine) -> tuple[Any, ...]:
    name, at_the_edge = called(line.record), line.fault.kind == "range"  # false where few readers look
    return (
        -weight(line.severity),
        at_the_edge,
        kind(line.record),
        -len(line.touches),
        name,
        line.fault.where,
    )


def touched(
    owner: Record, records: Sequence[Record], places: Sequence[tuple[Record, Fault]]
) -> Iterator[str]:
    """Names of the results with a line, and of those that rest on one of them, directly or not, and do not say that it costs
    them little."""
    seen = {owner.claim: owner} | {record.claim: record for record, _ in places}
    ids = {fault.id for _, fault in places}
    spared = {  # which say that the line costs them little, though they rest on a result that has it
        record.claim for record in records if record.claim not in seen
        and any(found.weight == "little" and found.fault in ids for found in record.findings)
    }  # fmt: skip
    grown = True
    while grown:
        new = [
            record for record in records
            if record.claim not in seen and record.claim not in spared and any(rest.claim in seen for rest in record.rests_on)
        ]  # fmt: skip
        seen |= {record.claim: record for record in new}
        grown = bool(new)
    ordered = sorted(seen.values(), key=lambda record: (called(record) != called(owner), kind(record)))
    yield from dict.fromkeys(map(called, ordered))


def count(records: Sequence[Record]) -> Count:
    """What was looked at; displays of the page are counted by the paper's inventory."""
    ours = [step for record in records for step in record.steps if step.ours and step.mark == "step"]
    return Count(
        results=len(records),
        ours=len(ours),
        proved=sum(step.outcome == "PROVED" for step in ours),
        samples=sum(_samples(part) for record in records for part in record.parts.values()),
    )


def _samples(part: AnyPart) -> int:
    """How many data sets were simulated for a part."""
    evidence = part.evidence
    return (evidence.repeats or 0) if isinstance(evidence, OfBound | OfRegimes | OfMeans | OfLeast | OfAudits) else 0


def conditional(records: Sequence[Record]) -> list[Record]:
    """Results that rest on one that is false as printed: they change with it."""
    return [record for record in records if record.headline.outcome == "CONDITIONAL"]


def standing(records: Sequence[Record]) -> list[Record]:
    """Results that stand as printed: nothing of them has to change, and nothing that they rest on is false."""
    return [
        r for r in records if severity(r.headline) is Severity.NONE and r.headline.outcome != "CONDITIONAL"
    ]


def stands(record: Record) -> bool:
    """Whether a result stands but for symbols and steps of its proof, so that what is better than printed improves it."""
    found = severity(record.headline)
    return found is not Severity.OPEN and not found.reaches(Severity.READING) and record.headline.outcome != "CONDITIONAL"


def evidence(record: Record, records: Sequence[Record] = ()) -> str:
    """How what stands of a result is known: one of `EVIDENCE`, the weakest of its own and that of the theorems which it uses.

    ``derived`` is by a derivation that was checked from the assumptions to the statement; ``lines`` by lines that are each
    proved or cited, where that they give the statement was judged by reading; ``part`` where a line is proved in a special
    case alone or cited at the heart of it, or where lines of ours stand for a proof; ``tests`` where nothing contradicts it.
    """
    theorems = {each.claim: each for each in records if each.kind == "theorem"}
    used = [theorems[rest.claim] for rest in record.rests_on if rest.claim in theorems]
    return max((_evidence(record), *(evidence(each, records) for each in used)), key=EVIDENCE.index)


def _evidence(record: Record) -> str:
    facts = record.headline.facts
    survives = [fact.proved for fact in facts if isinstance(fact, Survives)]
    if survives or (record.headline.outcome == "REFUTED" and facts):
        return "derived" if _corrections_derived(record) else "lines" if any(survives) else "tests"
    missing = {fact.what for fact in facts if isinstance(fact, Missing)}
    if {"no proof", "no line"} & missing:
        return "part" if any(step.ours and step.outcome == "PROVED" for step in record.steps) else "tests"
    if PARTLY & missing:
        return "part"
    return "derived" if record.headline.outcome in ("HOLDS", "HOLDS_REPAIRED") or _all_derived(record) else "lines"


def _corrections_derived(record: Record) -> bool:
    """Whether all that is false as printed has a version that is derived or proved, as all other bounds are, and one is derived."""
    versions: dict[str, list[AnyPart]] = {}
    for key, part in record.parts.items():
        versions.setdefault(key.partition("@")[0], []).append(part)
    needed = [
        found for found in versions.values()
        if any(part.outcome == "REFUTED" or part.shape in shapes_with("summed_up") for part in found)
    ]  # fmt: skip
    derived = any(part.derivation is not None and part.derivation.holds for found in needed for part in found)
    return derived and all(any(map(_shown, found)) for found in needed)


def _shown(part: AnyPart) -> bool:
    """Whether a part is proved, or not contradicted and derived."""
    return part.outcome == "PROVED" or (part.outcome == "SUPPORTED" and part.derivation is not None and part.derivation.holds)


def _all_derived(record: Record) -> bool:
    """Whether bounds are derived, and all that is read off lines is how they compare and scale."""
    lacks = {fact.what: fact.of for fact in record.headline.facts if isinstance(fact, Missing)}
    read = [record.parts[key] for key in lacks.get("composed", ()) if key in record.parts]
    bounded = any(part.shape in shapes_with("summed_up") for part in read)
    return "derived" in lacks and lacks.keys() <= {"derived", "composed", "used result"} and not bounded


def unjudged(record: Record) -> bool:
    """Whether a display is missing from the copy that was read, so that nobody can tell: no fault of the paper."""
    return any(isinstance(fact, Unstated) for fact in record.headline.facts)


def asks(record: Record) -> list[KeyFinding]:
    """What a result's lines or numbers ask the authors."""
    return [found for found in record.findings if found.weight == "question"]


def bounds_of(record: Record) -> list[tuple[str, Part]]:
    """The sampled bounds of a result that no sample contradicts, by key."""
    return [
        (key, part)
        for key, part in record.parts.items()
        if part.shape in shapes_with("summed_up") and part.outcome in ("SUPPORTED", "PROVED")
    ]


def main(records: Sequence[Record]) -> list[Record]:
    """Results that a reader looks up: no lemma, no remark, unless there is nothing else."""
    found = [record for record in records if record.kind not in MINOR]
    return found if any(map(bounds_of, found)) else list(records)


def by_place(records: Iterable[Record]) -> list[Record]:
    """Theorems first, each kind by its numbers, those of an appendix after all others."""
    return sorted(records, key=_on_the_page)


def in_appendix(record: Record) -> bool:
    """Whether a result is numbered by an appendix."""
    found = numbers(called(record))
    return bool(found and found[0][1])


def _on_the_page(record: Record) -> tuple[Any, ...]:
    found = numbers(called(record))
    return kind(record), in_appendix(record), found, called(record)


def shown_bounds(record: Record) -> list[tuple[str, Part]]:
    """One version of each bound: as printed where that stands, else as it is read or repaired; one that is vacuous last."""
    repairs = {reading.name for reading in record.readings if reading.repair}
    chosen: dict[str, tuple[int, str, Part]] = {}
    for key, part in bounds_of(record):
        name, _, reading = key.partition("@")
        rank = 3 if part.empty is not None else 0 if not reading else 2 if reading in repairs else 1
        if name not in chosen or rank < chosen[name][0]:
            chosen[name] = (rank, key, part)
    return [(key, part) for _, key, part in chosen.values()]


def tightest(part: Part) -> float | None:
    """The largest measured quantile over the bound, where the bound is at most half of the trivial one."""
    found = [
        row.quantile / row.bound for row in regimes_of(part) if row.biting and row.bound and finite(row.quantile) is not None
    ]
    return max(found, default=None)


def exponents(record: Record) -> dict[str, list[str]]:
    """Parameters along which errors follow the printed rate, fall behind it, outgrow it, or leave it open."""
    found: dict[str, list[str]] = {"TIGHT": [], "LOOSE": [], "GROWS": [], "TRANSIENT": [], "UNCLEAR": []}
    for part in record.parts.values():
        for row in exponents_of(part):
            if row.parameter not in found[row.finding]:
                found[row.finding].append(row.parameter)
    return found


def by_severity(records: Sequence[Record]) -> dict[Severity, list[Record]]:
    """Results by what has to be changed, the heaviest first."""
    found = {s: [r for r in records if severity(r.headline) is s] for s in Severity}
    return {s: rows for s, rows in sorted(found.items(), key=lambda item: -weight(item[0])) if rows}
