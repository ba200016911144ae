"""The distinct lines of the page that are false as printed, each once, whatever it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boundcheck.claims import Claim, Fault, FoundFault, Outcome, PartVerdict, Severity, Step, StepVerdict

from .severity import Rescue, by_name, is_literal, mended, of_step

# What a line is charged with where nobody said: by what it is.
_KIND = {"by": "misused reference", "definition": "degenerate definition"}


def faults(
    claim_id: str, claim: Claim, parts: Iterable[PartVerdict], steps: Iterable[StepVerdict], found: list[Rescue]
) -> tuple[FoundFault, ...]:
    """What is false in the claim's own lines, one entry for each identity, in the order of the page's proof."""
    merged: dict[str, FoundFault] = {}
    for fault in (*_of_parts(claim_id, claim, parts, found), *_of_steps(claim_id, claim, steps, found)):
        known = merged.get(fault.id)
        merged[fault.id] = fault if known is None else _joined(known, fault)
    return tuple(merged.values())


def _joined(one: FoundFault, other: FoundFault) -> FoundFault:
    """Two findings of one line: the worse one leads, and both are touched."""
    lead, rest = (other, one) if other.severity.value > one.severity.value else (one, other)
    return FoundFault(
        lead.id,
        lead.where or rest.where,
        lead.kind or rest.kind,
        lead.severity,
        lead.printed,
        lead.text or rest.text,
        lead.witness or rest.witness,
        lead.repair or rest.repair,
        tuple(dict.fromkeys((*one.parts, *other.parts))),
        tuple(dict.fromkeys((*one.steps, *other.steps))),
        lead.bare if lead.text else rest.bare,
    )


def _of_parts(
    claim_id: str, claim: Claim, parts: Iterable[PartVerdict], found: list[Rescue]
) -> Iterator[FoundFault]:
    rescued = by_name(found)
    for part in parts:
        if not is_literal(claim, part) or part.evidence.outcome is not Outcome.REFUTED:
            continue
        rescue = rescued[part.name]
        fault = claim.faults.get(part.key) or claim.faults.get(part.name) or claim.readings[0].fault
        yield FoundFault(
            fault.id if fault else f"{claim_id}: {part.name}",
            (fault.where if fault else "") or claim.source.where,
            fault.kind if fault else "",
            rescue.severity,
            part.key,
            (fault.words if fault else "") or part.evidence.summary,
            part.evidence.witness,
            rescue.reading.words if rescue.reading else "",
            parts=(part.key,),
            bare=part.evidence.bare and not (fault and fault.words),
        )


def _of_steps(
    claim_id: str, claim: Claim, steps: Iterable[StepVerdict], found: list[Rescue]
) -> Iterator[FoundFault]:
    own = {step.label: step for step in claim.steps}
    proved = bool(found) and all(rescue.part.evidence.outcome is Outcome.PROVED for rescue in found)
    for settled in steps:
        if settled.evidence.outcome is not Outcome.REFUTED or settled.label not in own:
            continue
        step: Step = own[settled.label]
        fault: Fault | None = step.fault
        severity = of_step(settled, bool(step.misprint), proved)
        kind = fault.kind if fault else "misprint" if severity is Severity.MISPRINT else _KIND.get(step.mark, "")
        mends = step.repair is not None and mended(settled) in (Outcome.PROVED, Outcome.ASSUMED)
        yield FoundFault(
            fault.id if fault else f"{claim_id}: {step.label}",
            (fault.where if fault else "") or step.where,
            kind,
            severity,
            step.label,
            (fault.words if fault else "") or settled.evidence.summary,
            settled.evidence.witness,
            step.repair.words if mends and step.repair is not None else "",
            steps=(step.label,),
            bare=settled.evidence.bare and not (fault and fault.words),
        )
