"""How much a verdict matters: what a reader of the page has to change, computed from outcomes.

The table stands in docs/how-to-read-a-verdict.md. Nobody types a severity in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boundcheck.checks.mending import ANOTHER, ONE_SYMBOL, SAME, mending, misprinted
from boundcheck.claims import Claim, Outcome, PartVerdict, Reading, Severity, Step, StepVerdict

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


def refuted_constant(part: PartVerdict) -> str:
    """How the constant that a part claims was refuted; empty if it was not."""
    constant: Any = part.evidence.data.get("constant") or {}
    return str(constant.get("by")) if constant.get("settled") == "refuted" else ""


def rescues(claim: Claim, parts: Iterable[PartVerdict]) -> list[Rescue]:
    """For every part as printed: whether it stands, and if not, the nearest version that does."""
    every = tuple(parts)
    return [_rescue(claim, part, every) for part in every if is_literal(claim, part)]


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
    meant = bool(reading.misprint) and _by_one_symbol(claim, reading, version)
    if meant or (claim.readings[0].doubt and reading.supported):
        return Severity.MISPRINT
    if reading.support:
        return Severity.READING
    if version.within:
        return Severity.RANGE
    return Severity.RATE if version.same_rate is False else Severity.CONDITION


def _by_one_symbol(claim: Claim, reading: Reading, version: PartVerdict) -> bool:
    """Whether the formulas of a version are those of the page but for one symbol; of a record alone its word is taken."""
    part = claim.parts.get(version.name) if isinstance(claim, Claim) else None
    if not isinstance(part, Mapping):
        return True
    return misprinted(part[claim.readings[0].name], part[reading.name], claim.letters.prints, claim.definitions)


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
    proved = bool(found) and all(rescue.part.evidence.outcome is Outcome.PROVED for rescue in found)
    for step in steps:
        if step.evidence.outcome is Outcome.REFUTED:
            every.append(of_step(step, bool(own[step.label].misprint) if step.label in own else False, proved))
        elif step.evidence.outcome is Outcome.UNDECIDED and not found:
            every.append(Severity.OPEN)
    worst = max((s for s in every if s is not Severity.OPEN), key=lambda s: s.value, default=Severity.NONE)
    return Severity.OPEN if Severity.OPEN in every and not worst.reaches(Severity.CONDITION) else worst


def of_step(step: StepVerdict, misprint: bool, proved: bool) -> Severity:
    """What a false step asks of the reader; without a proved repair, and without another proof, that is not known.

    A misprint is one where one symbol makes the difference, whatever the claim file calls it.
    """
    if mended(step) in SETTLED:
        return Severity.MISPRINT if (misprint and step.mends == ONE_SYMBOL) or step.doubt else Severity.PROOF
    return Severity.PROOF if proved else Severity.OPEN


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
