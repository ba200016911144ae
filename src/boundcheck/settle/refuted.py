"""The sentences of a result that is false as printed: why, and what survives of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boundcheck.checks.hardly_met import hardly_met
from boundcheck.claims import (
    Claim,
    FoundFault,
    Outcome,
    PartVerdict,
    RestsOn,
    Severity,
    StepVerdict,
)
from boundcheck.claims.standing import plural
from boundcheck.settle.holding import with_constant

from .completeness import complete
from .reasons import reasons
from .severity import (
    Rescue,
    is_literal,
    stands,
    under,
)

EMPTY = "empty assumption"  # the kind of a line that asks for what there is not: the statement is true of nothing


def all_proved(parts: Sequence[PartVerdict]) -> bool:
    return all(part.evidence.outcome is Outcome.PROVED for part in parts)


def of_nothing(claim: Claim, false: Sequence[PartVerdict], faults: Sequence[FoundFault]) -> bool:
    """Whether all that is false of a statement is that something meets its assumptions, and that is proved of each part.

    Of a record without its claim the kinds of the faults tell.
    """
    kinds = {key: fault.kind for fault in faults for key in fault.parts}
    called = bool(false) and all(kinds.get(part.key) == EMPTY for part in false)
    return called and (not isinstance(claim, Claim) or all(_met_by_hardly_anything(claim, part) for part in false))


def _met_by_hardly_anything(claim: Claim, part: PartVerdict) -> bool:
    statement = claim.parts.get(part.name)
    if isinstance(statement, Mapping):
        statement = statement.get(part.reading, statement.get(claim.readings[0].name))
    return hardly_met(statement, claim.definitions, claim.parameters)


def false_as_printed(claim: Claim, literal: list[PartVerdict], faults: Sequence[FoundFault]) -> str:
    """That the letters of the page are false, and why; where they hang on a lost symbol, that they would be."""
    name, doubt = claim.source.printed, claim.readings[0].doubt
    lead = f"{name} {is_or_are(name)} false as printed."
    if of_nothing(claim, [part for part in literal if part.evidence.outcome is Outcome.REFUTED], faults):
        lead = f"As printed hardly anything meets what {name} {'assume' if plural(name) else 'assumes'}."
    if doubt:
        lead = f"If the page prints what was read, {name} would be false; that hangs on {doubt}."
    return f"{lead} {reasons(claim, literal, faults)}"


def refuted_text(
    claim: Claim,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    faults: tuple[FoundFault, ...],
) -> str:
    """Why it is false or empty, and what survives of it."""
    name = claim.source.printed
    literal = [part for part in parts if is_literal(claim, part)]
    lead = false_as_printed(claim, literal, faults)
    if not any(part.evidence.outcome is Outcome.REFUTED for part in literal):
        lead = f"{name} {'say' if plural(name) else 'says'} nothing: the bound is never below the trivial one."
    elif weight is Severity.EMPTY:
        lead += " What is true of it says nothing: the bound is never below the trivial one."
    for reading in claim.readings:
        version = under(reading, claim, parts)
        survives = reading.name != claim.readings[0].name and has_own_parts(reading, parts) and all(map(stands, version))
        if survives:
            earned = "proved" if complete(claim, version, steps, rests) else "not contradicted by samples"
            if all_proved([part for part in version if part.reading == reading.name]):
                earned = "proved"
            constant = with_constant(version)
            told = f"{reading.words.rstrip('.')}{',' if constant else ''}{constant}{_rate(reading, parts)}"
            lead += f" What survives, {earned}: {told}."
    return lead


def _rate(reading: object, parts: tuple[PartVerdict, ...]) -> str:
    """Whether what survives has the printed rate."""
    own = [part.same_rate for part in parts if part.reading == getattr(reading, "name", "")]
    if False in own:
        return "; its rate is another one"
    return "; its rate is the printed one" if own and None not in own else ""


def has_own_parts(reading: object, parts: tuple[PartVerdict, ...]) -> bool:
    return any(part.reading == getattr(reading, "name", "") for part in parts)


def beyond_the_range(claim: Claim, found: list[Rescue], faults: Sequence[FoundFault]) -> str:
    """That it is false beyond the paper's working range."""
    literal = [rescue for rescue in found if rescue.severity is Severity.RANGE]
    reason = reasons(claim, [r.part for r in literal if r.part.evidence.outcome is Outcome.REFUTED], faults)
    return f" Beyond the paper's working range it fails. {reason}".rstrip()


def is_or_are(name: str) -> str:
    return "are" if plural(name) else "is"
