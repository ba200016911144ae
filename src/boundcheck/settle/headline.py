"""The headline: outcome, severity, and the sentences that a reviewer quotes. Computed from outcomes; nobody types it in."""

from __future__ import annotations

from collections.abc import Sequence

from boundcheck.claims import (
    AsPrinted,
    Claim,
    FoundFault,
    Headline,
    News,
    Outcome,
    PartVerdict,
    Reading,
    RestsOn,
    Severity,
    StepVerdict,
    Verdict,
)
from boundcheck.claims.shape import shapes_with
from boundcheck.settle.holding import holding, open_and_false, placed, supported, with_names
from boundcheck.settle.refuted import (
    all_proved,
    beyond_the_range,
    false_as_printed,
    has_own_parts,
    is_or_are,
    of_nothing,
    refuted_text,
)

from .completeness import complete
from .faults import faults
from .reasons import as_sentence
from .sentences import sentences
from .severity import (
    LITERAL,
    Rescue,
    chosen,
    is_literal,
    named,
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
    whole = complete(claim, carried, steps, rests)
    headline = word(weight, carried, steps, whole)
    false = faults(claim_id, claim, parts, steps, found)
    text = _text(claim, headline, weight, found, parts, steps, rests, false)
    for reading in dict.fromkeys(rescue.reading.name for rescue in found if rescue.reading is not None):
        if weight in _REPAIRED:
            read = named(claim, reading)
            place = read.misprint or read.support
            text += f" Read as: {read.words.rstrip('.')}{f' ({place})' if place else ''}."
    literal = _as_printed(claim, headline, found, parts, false)
    news = tuple(_news(claim, weight, found, parts, steps, rests))
    return Verdict(claim_id, headline, text, literal, parts, steps, weight, news, false, rests)


def word(
    weight: Severity, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict], whole: bool
) -> Headline:
    """The headline's word: it follows severity, and without a complete proof nothing holds."""
    outcomes = [p.evidence.outcome for p in parts] + [s.evidence.outcome for s in steps]
    if all(outcome is Outcome.ASSUMED for outcome in outcomes):
        return Headline.NOTHING_TO_CHECK
    if weight is Severity.OPEN:
        return Headline.UNDECIDED
    if weight.reaches(Severity.CONDITION):
        return Headline.REFUTED
    if not whole:
        return Headline.SUPPORTED
    return Headline.HOLDS if weight is Severity.NONE else Headline.HOLDS_REPAIRED


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
    if any(part.evidence.outcome is Outcome.UNDECIDED for part in literal) or (not literal and headline is Headline.UNDECIDED):
        return AsPrinted("undecided")
    carried = {rescue.part.key for rescue in found} >= {part.key for part in literal}
    holds = headline in (Headline.HOLDS, Headline.HOLDS_REPAIRED) and carried
    return AsPrinted("true" if holds or (literal and all_proved(literal)) else "supported")


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
    name = claim.source.printed
    carried = list(chosen(found).values())
    constants = "".join(f" {as_sentence(text)}" for text in dict.fromkeys(filter(None, map(refuted_constant, carried))))
    if headline is Headline.NOTHING_TO_CHECK:
        return f"{name} {is_or_are(name)} cited, and nothing of it is checked here."
    if headline is Headline.REFUTED:
        return refuted_text(claim, weight, found, parts, steps, rests, faults)
    if headline is Headline.UNDECIDED:
        return _undecided(claim, found, parts, steps, faults) + constants
    ranged = beyond_the_range(claim, found, faults) if weight is Severity.RANGE else ""
    lines = sentences(claim, faults, steps)
    read = any(rescue.reading is not None for rescue in found)
    told = (supported(claim, carried, steps, rests, read) if headline is Headline.SUPPORTED
        else holding(claim, carried, steps, read))  # fmt: skip
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
    if not open_steps and not false_steps and len(set(open_parts)) == 1:
        summary = next(p.evidence.summary for p in parts if p.evidence.outcome is Outcome.UNDECIDED)
        return f"{name} {is_or_are(name)} neither proved nor refuted: {summary.rstrip('.')}."
    rest = with_names("open", open_parts + placed(claim, open_steps))
    lines = sentences(claim, faults, steps) if false_steps else ""
    return " ".join(filter(None, (f"{name} {is_or_are(name)} neither proved nor refuted{rest}.", lines)))


def _open_reading(reading: Reading, every: Sequence[PartVerdict]) -> str:
    """What is open under a reading, with what was found."""
    names = open_under(reading, every)
    found = [p.evidence.summary.rstrip(".") for p in every if p.reading == reading.name and p.name in names]
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
