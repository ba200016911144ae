"""The headline: outcome, severity, and the sentences that a reviewer quotes. Computed from outcomes; nobody types it in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from boundcheck.claims import Claim, KeyFinding, Reading
from boundcheck.claims.fields import shapes_with
from boundcheck.claims.texts import SLOT
from boundcheck.settle.sentences import (
    all_proved,
    beyond_the_range,
    conditional,
    false_as_printed,
    has_own_parts,
    holding,
    is_or_are,
    mended_parts,
    nothing_checked,
    of_nothing,
    open_and_false,
    placed,
    refuted_text,
    supported,
    survivors,
    with_names,
)
from boundcheck.verdict import (
    AsPrinted,
    FoundFault,
    FoundFinding,
    Headline,
    News,
    Outcome,
    PartVerdict,
    RestsOn,
    Severity,
    StepVerdict,
    Verdict,
)
from boundcheck.words import phrase

from .completeness import cited, complete, idle, unshown
from .sentences import as_sentence, sentences
from .severity import (
    LITERAL,
    Rescue,
    another_line,
    chosen,
    faults,
    is_literal,
    named,
    open_rate,
    open_under,
    refuted_constant,
    rescues,
    severity,
    stands,
    under,
    with_mending,
)

__all__ = ["LITERAL", "conclude", "word"]
_REPAIRED = (Severity.MISPRINT, Severity.PROOF, Severity.READING, Severity.RANGE)


def conclude(
    claim_id: str,
    claim: Claim,
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...] = (),
) -> Verdict:
    """The verdict on `claim`: severity first, and from it the headline's word and its sentences."""
    steps = with_mending(claim, steps)
    found = rescues(claim, parts)
    weight = severity(claim, found, steps)
    carried = tuple(chosen(found).values())
    whole = complete(claim, carried, steps, rests) and not another_line(found)
    headline = word(weight, carried, steps, whole, rests)
    false = faults(claim_id, claim, parts, steps, found)
    text = _text(claim, headline, weight, found, parts, steps, rests, false)
    for reading in dict.fromkeys(rescue.reading.name for rescue in found if rescue.reading is not None):
        if weight in _REPAIRED:
            read = named(claim, reading)
            place = read.misprint or read.support
            text += f" Read as: {read.words.rstrip('.')}{f' ({place})' if place else ''}."
    literal = _as_printed(claim, headline, found, parts, false)
    said = key_findings(claim, parts, steps)
    better = (News(f.text, Headline.HOLDS if f.proved else Headline.SUPPORTED) for f in said if f.weight == "better")
    news = (*_news(claim, weight, found, parts, steps, rests), *better)
    survives = next(chain(survivors(claim, parts), mended_parts(claim, parts)), "") if headline is Headline.REFUTED else ""
    told = tuple(f for f in said if f.weight != "better")
    return Verdict(claim_id, headline, text, literal, parts, steps, weight, news, false, rests, survives, told)


def word(
    weight: Severity,
    parts: Sequence[PartVerdict],
    steps: Sequence[StepVerdict],
    whole: bool,
    rests: Sequence[RestsOn] = (),
) -> Headline:
    """The headline's word: it follows severity, is the least of its parts, and hangs on what the result rests on."""
    stated = [part for part in parts if part.key not in {*cited(parts), *idle(parts)}]
    if not stated and (parts or all(s.evidence.outcome is Outcome.ASSUMED for s in steps)) and weight is Severity.NONE:
        return Headline.NOTHING_TO_CHECK
    if weight is Severity.OPEN:
        return Headline.UNDECIDED
    if weight.reaches(Severity.CONDITION):
        return Headline.REFUTED
    if hangs_on(rests):
        return Headline.CONDITIONAL
    if not whole:
        return Headline.SUPPORTED
    return Headline.HOLDS if weight is Severity.NONE else Headline.HOLDS_REPAIRED


def hangs_on(rests: Sequence[RestsOn]) -> list[RestsOn]:
    """The used results that are false as printed; where none is, those that hang on one that is."""
    false = [rest for rest in rests if rest.headline is Headline.REFUTED]
    return false or [rest for rest in rests if rest.headline is Headline.CONDITIONAL]


def _as_printed(
    claim: Claim,
    headline: Headline,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    faults: tuple[FoundFault, ...],
) -> AsPrinted:
    """What becomes of the letters on the page; a sentence only where another version carries the headline."""
    literal = [part for part in parts if is_literal(claim, part)]
    false = [part for part in literal if part.evidence.outcome is Outcome.REFUTED]
    if false:
        read = any(rescue.reading is not None for rescue in found) and headline not in (Headline.REFUTED, Headline.UNDECIDED)
        value = "empty" if of_nothing(claim, false, faults) else "false"
        return AsPrinted(value, false_as_printed(claim, literal, faults) if read else "", false[0].evidence.witness)
    if headline is Headline.NOTHING_TO_CHECK:
        return AsPrinted("cited")
    open_parts = [part for part in literal if part.evidence.outcome is Outcome.UNDECIDED and not open_rate(part)]
    if open_parts or headline is Headline.UNDECIDED:
        return AsPrinted("undecided")
    carried = {rescue.part.key for rescue in found} >= {part.key for part in literal}
    holds = headline in (Headline.HOLDS, Headline.HOLDS_REPAIRED) and carried
    shown = literal and all_proved(literal) and not idle(literal) and not unshown(claim)
    return AsPrinted("true" if holds or (shown and headline is not Headline.CONDITIONAL) else "supported")


def _text(
    claim: Claim,
    headline: Headline,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    faults: tuple[FoundFault, ...],
) -> str:
    carried = list(chosen(found).values())
    constants = "".join(f" {as_sentence(text)}" for text in dict.fromkeys(filter(None, map(refuted_constant, carried))))
    if headline is Headline.NOTHING_TO_CHECK:
        return nothing_checked(claim, carried, steps)
    if headline is Headline.REFUTED:
        return refuted_text(claim, weight, found, parts, steps, rests, faults)
    if headline is Headline.UNDECIDED:
        return _undecided(claim, found, parts, steps, faults) + constants
    ranged = beyond_the_range(claim, found, faults) if weight is Severity.RANGE else ""
    lines = sentences(claim, faults, steps)
    read = any(rescue.reading is not None for rescue in found)
    if headline is Headline.CONDITIONAL:
        told = conditional(claim, hangs_on(rests))
    elif headline is Headline.SUPPORTED:
        told = supported(claim, carried, steps, rests, another_line(found), read)
    else:
        told = holding(claim, carried, steps, read)
    return " ".join(filter(None, (told, lines))) + ranged


def _undecided(
    claim: Claim,
    found: list[Rescue],
    every: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    faults: tuple[FoundFault, ...],
) -> str:
    name = claim.source.printed
    read = [r.reading for r in found if r.severity is Severity.OPEN and r.reading is not None]
    if read:
        literal = [part for part in every if is_literal(claim, part)]
        told = " ".join(_open_reading(r, every) for r in dict.fromkeys(read))
        return f"{false_as_printed(claim, literal, faults)} How much that matters is open. {told}"
    parts = [rescue.part for rescue in found]
    open_parts = [p.name for p in parts if p.evidence.outcome is Outcome.UNDECIDED]
    if not open_parts and any(map(refuted_constant, parts)):
        return f"No sample contradicts the explicit version of {name}, which is not tied to the printed one."
    open_steps, false_steps = open_and_false(steps)
    if found and not open_parts and false_steps:
        lead = "No sample contradicts" if any(p.evidence.outcome is Outcome.SUPPORTED for p in parts) else "Nothing refutes"
        rest = with_names("not proved", placed(claim, open_steps))
        return f"{lead} {name}, and its proof fails{rest}. {sentences(claim, faults, steps)}"
    unread = [p.name for p in parts if p.evidence.data.get("unknown")]
    if unread and unread == open_parts and not open_steps and not false_steps:
        return f"{name} {is_or_are(name)} neither proved nor refuted: {_unread(claim, every)}."
    if not open_steps and not false_steps and len(set(open_parts)) == 1:
        summary = next(phrase(p.evidence.fact) for p in parts if p.evidence.outcome is Outcome.UNDECIDED)
        return f"{name} {is_or_are(name)} neither proved nor refuted: {summary.rstrip('.')}."
    rest = with_names("open", open_parts + placed(claim, open_steps))
    lines = sentences(claim, faults, steps) if false_steps else ""
    return " ".join(filter(None, (f"{name} {is_or_are(name)} neither proved nor refuted{rest}.", lines)))


def _unread(claim: Claim, every: tuple[PartVerdict, ...]) -> str:
    """What the page does not tell, and what was checked in its place."""
    told = [claim.readings[0].words.rstrip(".")]
    for name in survivors(claim, every):
        own = all_proved([part for part in every if part.reading == name])
        how = "proved" if own else "not contradicted by samples"
        told.append(f"checked in its place, and {how}: {named(claim, name).words.rstrip('.')}")
    return "; ".join(told)


def _open_reading(reading: Reading, every: Sequence[PartVerdict]) -> str:
    """What is open under a reading, with what was found."""
    names = open_under(reading, every)
    found = [phrase(p.evidence.fact).rstrip(".") for p in every if p.reading == reading.name and p.name in names]
    return f"Read as: {reading.words.rstrip('.')}{''.join(f'; {summary}' for summary in found)}."


def _news(
    claim: Claim,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
) -> list[News]:
    """What is better than printed: repairs that stand beside a result that needs none of them.

    Exponents that were measured for another reading are judged with that one.
    """
    if weight.reaches(Severity.CONDITION):
        return []
    used = {rescue.reading.name for rescue in found if rescue.reading is not None}
    said = []
    for reading in claim.readings:
        version = under(reading, claim, parts)
        if reading.repair and reading.name not in used and has_own_parts(reading, parts) and all(map(stands, version)):
            own = [part for part in version if part.reading == reading.name or part.shape not in shapes_with("of_rate")]
            shown = Headline.HOLDS if complete(claim, own, steps, rests) else Headline.SUPPORTED
            said.append(News(reading.words.rstrip("."), shown))
    return said


def key_findings(claim: Claim, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict]) -> tuple[FoundFinding, ...]:
    """Those of which every source is proved, or computed and not contradicted; that a line costs little is proved or not said."""
    outcomes = {step.label: step.evidence.outcome for step in steps} | {part.key: part.evidence.outcome for part in parts}
    numbers = {part.key: numbers_of(part.evidence.data) for part in parts}
    enough = {True: (Outcome.PROVED,), False: (Outcome.PROVED, Outcome.SUPPORTED)}
    standing = (f for f in claim.findings if all(outcomes.get(source) in enough[f.weight == "little"] for source in f.of))
    return tuple(
        FoundFinding(
            text,
            finding.where or claim.source.where,
            finding.weight,
            finding.of,
            all(outcomes[source] is Outcome.PROVED for source in finding.of),
            finding.fault.id if finding.fault else "",
        )
        for finding in standing
        if (text := _with_numbers(finding, numbers))
    )


def _with_numbers(finding: KeyFinding, numbers: Mapping[str, Any]) -> str:
    """Its sentence; empty where a number is not there, as of a result that is used and for which nothing is sampled."""
    try:
        return SLOT.sub(lambda slot: slot[0].format_map(numbers), finding.words)
    except (LookupError, TypeError):
        return ""


def numbers_of(data: Mapping[str, Any]) -> Any:
    """What a part computed: values by place; where its bound begins to say something; the last error of each method."""
    if data.get("values"):
        return [entry["value"] for entry in data["values"]]
    if data.get("separation") and "methods" in data["separation"]:
        methods = data["separation"]["methods"]
        return {method["name"]: float(f"{method['points'][-1]['quantile']:.6g}") for method in methods if method.get("points")}
    found = data.get("vacuity") or {}
    return {**(found.get("at") or {}), "from": found.get("says_something_from")}
