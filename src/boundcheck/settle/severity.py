"""How much a verdict matters, computed from outcomes: what a reader has to change, and each false line once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boundcheck.checks.mending import ANOTHER, ONE_SYMBOL, SAME, keeps_a_side, mending, misprinted
from boundcheck.claims import Claim, Identity, Reading, Step
from boundcheck.claims.fields import shapes_with
from boundcheck.verdict import Evidence, Outcome, PartVerdict, Severity, StepVerdict, facts
from boundcheck.verdict.result import Fault, Touches

# How much a verdict matters: what a reader of the page has to change, computed from outcomes.
#
# The table stands in docs/how-to-read-a-verdict.md. Nobody types a severity in.

LITERAL = "literal"
SETTLED = (Outcome.PROVED, Outcome.ASSUMED)
STANDING = (Outcome.PROVED, Outcome.ASSUMED, Outcome.SUPPORTED)


@dataclass(frozen=True)
class Rescue:
    """What becomes of one part: how much has to change, and the version that stands, under which reading."""

    severity: Severity
    part: PartVerdict
    reading: Reading | None = None


def is_literal(claim: Claim, part: PartVerdict) -> bool:
    """Whether a part is the one that the letters of the page give."""
    return part.reading in (LITERAL, claim.readings[0].name)


def named(claim: Claim, name: str) -> Reading:
    """The reading of that name; the literal one for parts that have a single version."""
    return next((reading for reading in claim.readings if reading.name == name), claim.readings[0])


def mended(step: StepVerdict) -> Outcome:
    """What a step contributes: its own outcome, or its repair's where it is false as printed and the repair is of its line."""
    if step.evidence.outcome is Outcome.REFUTED and step.repair is not None and step.mends != ANOTHER:
        return step.repair.outcome
    return step.evidence.outcome


def with_mending(claim: Claim, steps: Iterable[StepVerdict]) -> tuple[StepVerdict, ...]:
    """The steps, each with how its repair lies to its line: computed from the claim, or as the record of it says."""
    own = {step.label: step for step in claim.steps}
    return tuple(replace(found, mends=_mends(own.get(found.label), claim)) for found in steps)


def _mends(step: Step | None, claim: Claim) -> str:
    if isinstance(step, Step) and step.repair is not None:
        return mending(step, claim.letters.prints, claim.definitions)
    return getattr(getattr(step, "repair", None), "mends", SAME)


def stands(part: PartVerdict) -> bool:
    """Whether a version is neither refuted nor open, says something, and has no constant that is false."""
    return part.evidence.outcome in STANDING and part.empty is None and not refuted_constant(part)


def refuted_constant(part: PartVerdict) -> bool:
    """Whether the constant that a part claims is refuted."""
    constant = part.evidence.found.constant
    return constant is not None and constant.settled == "refuted"


def rescues(claim: Claim, parts: Iterable[PartVerdict]) -> list[Rescue]:
    """For every part as printed: whether it stands, and if not, the nearest version that does."""
    every = tuple(parts)
    literal = [part for part in every if is_literal(claim, part)]
    rates = shapes_with("of_rate")
    stated = any(part.shape not in rates for part in literal)
    return [
        Rescue(Severity.NONE, part) if stated and open_rate(part) else _rescue(claim, part, every) for part in literal
    ]


def open_rate(part: PartVerdict) -> bool:
    """Whether a part measures exponents and could not tell: beside a statement that is no question of the statement's."""
    return part.shape in shapes_with("of_rate") and part.evidence.outcome is Outcome.UNDECIDED


def _rescue(claim: Claim, part: PartVerdict, every: tuple[PartVerdict, ...]) -> Rescue:
    if part.evidence.outcome is Outcome.UNDECIDED or (part.evidence.outcome in STANDING and refuted_constant(part)):
        return Rescue(Severity.OPEN, part)
    if stands(part):
        return Rescue(Severity.NONE, part)
    found = []
    if part.working is not None and part.working.outcome is Outcome.PROVED:
        found.append(Rescue(Severity.RANGE, part))
    others = [v for v in every if v.name == part.name and not is_literal(claim, v)]
    for version in others:
        reading = named(claim, version.reading)
        if stands(version) and _whole(reading, every):
            weight = Severity.OPEN if reading.supported and open_under(reading, every) else _of(claim, reading, version)
            found.append(Rescue(weight, version, reading))
    if found:
        return min(found, key=lambda rescue: rescue.severity.value)
    undecided = [named(claim, v.reading) for v in others if v.evidence.outcome is Outcome.UNDECIDED]
    if any(reading.supported for reading in undecided):
        return Rescue(Severity.OPEN, part, next(reading for reading in undecided if reading.supported))
    silent = [v for v in (part, *others) if v.evidence.outcome in STANDING and v.empty is not None]
    return Rescue(Severity.EMPTY if silent else Severity.FALSE, part)


def _of(claim: Claim, reading: Reading, version: PartVerdict) -> Severity:
    """How far a version that stands is from the letters of the page."""
    called = reading.misprint or (claim.readings[0].doubt and reading.supported) or _says_itself(claim, version)
    if called and _by_one_symbol(claim, reading, version):
        return Severity.MISPRINT
    if reading.support:
        return Severity.READING
    if version.within:
        return Severity.RANGE
    return Severity.RATE if version.same_rate is False else Severity.CONDITION


def _says_itself(claim: Claim, version: PartVerdict) -> bool:
    """Whether an equation is proved with a side that the page has: that side says what the other one is meant to be.

    No other right side is equal to it. Of a bound many are true with one side, so that the page has to say which is meant.
    """
    part = claim.parts.get(version.name) if isinstance(claim, Claim) else None
    if not isinstance(part, Mapping) or version.evidence.outcome is not Outcome.PROVED:
        return False
    one, other = part[claim.readings[0].name], part[version.reading]
    return isinstance(one, Identity) and isinstance(other, Identity) and keeps_a_side(one, other, claim.definitions)


def _by_one_symbol(claim: Claim, reading: Reading, version: PartVerdict) -> bool:
    """Whether the formulas of a version are those of the page but for one symbol; of a record alone its word is taken."""
    part = claim.parts.get(version.name) if isinstance(claim, Claim) else None
    if not isinstance(part, Mapping):
        return True
    return misprinted(part[claim.readings[0].name], part[reading.name], claim.letters.prints, claim.definitions)


def another_line(found: Iterable[Rescue]) -> bool:
    """Whether a reading carries a part by a formula in which the printed one is not seen: that the page says so was read."""
    return any(rescue.reading is not None and not rescue.part.same_line for rescue in found)


def _whole(reading: Reading, every: tuple[PartVerdict, ...]) -> bool:
    """Whether no part is false under a reading."""
    return all(p.evidence.outcome is not Outcome.REFUTED for p in every if p.reading == reading.name)


def open_under(reading: Reading, every: Iterable[PartVerdict]) -> list[str]:
    """The parts that are undecided as `reading` has them: it carries no headline before they are decided."""
    return [p.name for p in every if p.reading == reading.name and p.evidence.outcome is Outcome.UNDECIDED]


def severity(claim: Claim, found: list[Rescue], steps: Iterable[StepVerdict]) -> Severity:
    """Of the whole result: the worst of its parts and of its false steps; what is certainly false goes before what is open."""
    every = [rescue.severity for rescue in found]
    own = {step.label: step for step in claim.steps}
    stand = bool(found) and all(rescue.part.evidence.outcome in STANDING for rescue in found)
    for step in steps:
        if step.evidence.outcome is Outcome.REFUTED and not step.ours:  # a line that is not on the page charges nothing
            every.append(of_step(step, bool(own[step.label].misprint) if step.label in own else False, stand))
        elif step.evidence.outcome is Outcome.UNDECIDED and not found:
            every.append(Severity.OPEN)
    worst = max((s for s in every if s is not Severity.OPEN), key=lambda s: s.value, default=Severity.NONE)
    return Severity.OPEN if Severity.OPEN in every and not worst.reaches(Severity.CONDITION) else worst


def of_step(step: StepVerdict, misprint: bool, stand: bool) -> Severity:
    """What a false step asks of the reader; where it has no proved repair and its result does not stand, that is not known.

    A misprint is one where one symbol makes the difference, whatever the claim file calls it.
    """
    if mended(step) in SETTLED:
        return Severity.MISPRINT if (misprint and step.mends == ONE_SYMBOL) or step.doubt else Severity.PROOF
    return Severity.PROOF if stand else Severity.OPEN


def chosen(found: Iterable[Rescue]) -> dict[str, PartVerdict]:
    """The version of each part that carries the headline."""
    return {rescue.part.name: rescue.part for rescue in found}


def under(reading: Reading, claim: Claim, parts: Iterable[PartVerdict]) -> list[PartVerdict]:
    """The parts as `reading` has them: its own version where it has one, else the literal one."""
    every = tuple(parts)
    own = {part.name for part in every if part.reading == reading.name}
    return [p for p in every if p.reading == reading.name or (is_literal(claim, p) and p.name not in own)]


def by_name(found: Iterable[Rescue]) -> Mapping[str, Rescue]:
    """The rescues by the names of their parts."""
    return {rescue.part.name: rescue for rescue in found}


# The distinct lines of the page that are false as printed, each once, whatever it touches.

# What a line is charged with where nobody said: by what it is.
_KIND = {"by": "misused reference", "definition": "degenerate definition"}


def faults(
    claim_id: str, claim: Claim, parts: Iterable[PartVerdict], steps: Iterable[StepVerdict], found: list[Rescue]
) -> tuple[Fault, ...]:
    """What is false in the claim's own lines, one entry for each identity, in the order of the page's proof."""
    merged: dict[str, Fault] = {}
    for fault in (*_of_parts(claim_id, claim, parts, found), *_of_steps(claim_id, claim, steps, found)):
        known = merged.get(fault.id)
        merged[fault.id] = fault if known is None else _joined(known, fault)
    return tuple(merged.values())


def _joined(one: Fault, other: Fault) -> Fault:
    """Two findings of one line: the worse one leads, and both are touched."""
    lead, rest = (other, one) if Severity[other.severity].value > Severity[one.severity].value else (one, other)
    return Fault(
        id=lead.id,
        where=lead.where or rest.where,
        kind=lead.kind or rest.kind,
        severity=lead.severity,
        printed=lead.printed,
        fact=lead.fact if isinstance(lead.fact, facts.Words) or not isinstance(rest.fact, facts.Words) else rest.fact,
        witness=lead.witness or rest.witness,
        repair=lead.repair or rest.repair,
        touches=Touches(
            parts=tuple(dict.fromkeys((*one.touches.parts, *other.touches.parts))),
            steps=tuple(dict.fromkeys((*one.touches.steps, *other.touches.steps))),
        ),
    )


def _of_parts(
    claim_id: str, claim: Claim, parts: Iterable[PartVerdict], found: list[Rescue]
) -> Iterator[Fault]:
    rescued = by_name(found)
    for part in parts:
        if not is_literal(claim, part) or part.evidence.outcome is not Outcome.REFUTED:
            continue
        rescue = rescued[part.name]
        fault = claim.faults.get(part.key) or claim.faults.get(part.name) or claim.readings[0].fault
        yield Fault(
            id=fault.id if fault else f"{claim_id}: {part.name}",
            where=(fault.where if fault else "") or claim.source.where,
            kind=fault.kind if fault else "",
            severity=rescue.severity.word,
            printed=part.key,
            fact=_why(fault, part.evidence),
            witness=part.evidence.witness,
            repair=rescue.reading.words if rescue.reading else "",
            touches=Touches(parts=(part.key,), steps=()),
        )


def _why(fault: Any, evidence: Evidence) -> Any:
    """What is wrong, in the author's words, or else as it was found."""
    return facts.Words(fault.words) if fault and fault.words else evidence.fact


def _own_id(claim_id: str, claim: Claim, step: Step) -> str:
    """The id of a step that no fault names; a part of its name has another one, unless the step settles that part."""
    apart = step.label in claim.parts and step.label not in {name.partition("@")[0] for name in step.settles}
    return f"{claim_id}: {step.label}{' (step)' if apart else ''}"


def _of_steps(
    claim_id: str, claim: Claim, steps: Iterable[StepVerdict], found: list[Rescue]
) -> Iterator[Fault]:
    own = {step.label: step for step in claim.steps}
    stand = bool(found) and all(rescue.part.evidence.outcome in STANDING for rescue in found)
    for settled in steps:
        if settled.evidence.outcome is not Outcome.REFUTED or settled.label not in own or settled.ours:
            continue  # a line that is not on the page charges nothing
        step: Step = own[settled.label]
        fault = step.fault
        severity = of_step(settled, bool(step.misprint), stand)
        kind = fault.kind if fault else "misprint" if severity is Severity.MISPRINT else _KIND.get(step.mark, "")
        mends = step.repair is not None and mended(settled) in (Outcome.PROVED, Outcome.ASSUMED)
        yield Fault(
            id=fault.id if fault else _own_id(claim_id, claim, step),
            where=(fault.where if fault else "") or step.where,
            kind=kind,
            severity=severity.word,
            printed=step.label,
            fact=_why(fault, settled.evidence),
            witness=settled.evidence.witness,
            repair=step.repair.words if mends and step.repair is not None else "",
            touches=Touches(parts=(), steps=(step.label,)),
        )
