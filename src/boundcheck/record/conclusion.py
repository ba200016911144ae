"""The verdict that a record's own outcomes give, with its claim or without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from boundcheck.checks.mending import ONE_SYMBOL
from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Step
from boundcheck.claims.claim import Kind
from boundcheck.record.build import BESIDE, derived_of
from boundcheck.record.types import plain, with_facts
from boundcheck.settle.headline import conclude
from boundcheck.settle.settle import differs, is_ours, mark_of
from boundcheck.settle.severity import LITERAL
from boundcheck.symbolic import Statement, decode
from boundcheck.symbolic.evaluate import number_of_text
from boundcheck.symbolic.plain_letters import replaced
from boundcheck.verdict import (
    Evidence,
    Headline,
    Outcome,
    PartVerdict,
    RestsOn,
    Severity,
    StepVerdict,
    Trial,
    Verdict,
    statements,
)
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import Part
from boundcheck.verdict.statements import FaultIdentity


def concluded(record: Record, claim: Claim | None, seen: Callable[[PartVerdict], PartVerdict] = lambda part: part) -> Verdict:
    """The verdict on the recorded outcomes; without its claim, as far as the record shows the claim.

    `seen` says what of a part counts.
    """
    own = {} if claim is None else {step.label: step for step in claim.steps}
    steps = tuple(_today(step_verdict(step), own.get(step.label), record.claim, claim) for step in record.steps)
    parts = tuple(seen(part_verdict(key, part)) for key, part in record.parts.items())
    rests = tuple(
        RestsOn(rest.claim, Headline[rest.outcome], Severity[rest.severity], rest.printed, rest.reads, rest.defines)
        for rest in record.rests_on
    )
    return conclude(record.claim, claim or _stand_in(record), parts, steps, rests)


def _today(found: StepVerdict, step: Step | None, name: str, claim: Claim | None) -> StepVerdict:
    """A settled step with what its line is today, where its claim is at hand; else as its record says."""
    if step is None or claim is None:
        return found
    ours, mark = is_ours(step, name, claim), mark_of(step, _as_written(found.evidence, step, claim))
    return replace(found, doubt=step.doubt, mark=mark, ours=ours, differs=differs(step, claim))


def _as_written(found: Evidence, step: Step, claim: Claim) -> Evidence:
    """Evidence whose statement has the sides that the claim wrote: an encoding does not keep what was left to compute."""
    checked, stated = found.statement, step.statement
    if not isinstance(checked, Statement) or not isinstance(stated, Identity | Inequality):
        return found
    sides = [replaced(side, claim.definitions) for side in (stated.lhs, stated.rhs)]
    return replace(found, statement=Statement(sides[0], checked.relation, sides[1], checked.given))


def part_verdict(key: str, part: Part) -> PartVerdict:
    """A part as its record has it."""
    return PartVerdict(
        key if part.reading == LITERAL else key.removesuffix(f"@{part.reading}"),
        part.reading,
        _evidence(part),
        part.seconds,
        shape=part.shape,
        settled_by=part.settled_by,
        within=part.within,
        same_rate=part.same_rate,
        same_line=part.same_line,
        working=None if part.working is None else _evidence(part.working),
        empty=None if part.empty is None else _evidence(part.empty),
        legible=part.legible,
        derived=derived_of(part.derivation),
    )


def step_verdict(step: statements.Step) -> StepVerdict:
    """A step as its record has it."""
    shown = step.repair or step
    return StepVerdict(
        step.label,
        _evidence(step),
        None if step.repair is None else _evidence(step.repair),
        step.seconds,
        tuple(Trial(t.left_out, t.finding, _plain(t.witness), t.certificate, t.trusted) for t in shown.trials),
        doubt=step.doubt,
        mark=step.mark,
        ours=step.ours,
        differs=step.differs,
    )


def _evidence(settled: statements.Settled) -> Evidence:
    data: dict[str, Any] = {}
    if isinstance(settled, Part):
        measured = with_facts(plain(settled))
        data = measured["evidence"] | {key: measured[key] for key in BESIDE if measured[key] is not None}
        upper = (data.get("constant") or {}).get("upper")
        if upper is not None:
            number_of_text(upper)
    return Evidence(
        Outcome[settled.outcome],
        settled.fact,
        settled.method,
        settled.findings if isinstance(settled, Part) else (),
        settled.certificate,
        _plain(settled.witness),
        data,
        None if settled.checked is None else decode(settled.checked),
        tuple(map(decode, settled.checked_parts)),
        settled.trusted,
    )


def _plain(witness: statements.Witness | None) -> dict[str, Any] | None:
    return None if witness is None else plain(witness)


def _stand_in(record: Record) -> Claim:
    """As much of a claim as a headline needs, from its record alone."""
    readings = tuple(
        Reading(r.name, r.text, r.repair, r.doubt, r.support, r.misprint, _identity(r.fault)) for r in record.readings
    )
    steps = tuple(
        SimpleNamespace(
            label=step.label,
            where=step.where,
            mark="step" if step.mark in ("rewriting", "restated") else step.mark,
            scope=step.scope,
            misprint=step.misprint,
            settles=step.settles,
            fault=_identity(step.fault),
            # a record that does not say how its repair lies to the line is taken at its word
            repair=step.repair and SimpleNamespace(words=step.repair.words, mends=step.repair.mends or ONE_SYMBOL),
        )
        for step in record.steps
    )
    findings = tuple(
        SimpleNamespace(
            words=finding.text.replace("{", "{{").replace("}", "}}"),
            where=finding.where,
            weight=finding.weight,
            of=finding.of,
            fault=SimpleNamespace(id=finding.fault) if finding.fault else None,
        )
        for finding in record.findings
    )
    stand_in = SimpleNamespace(
        readings=readings,
        steps=steps,
        parts={name.partition("@")[0] for name in record.parts},
        faults={key: _identity(part.fault) for key, part in record.parts.items() if part.fault is not None},
        findings=findings,
        source=SimpleNamespace(printed=record.printed, where=record.where, kind=record.kind),
        parameters=tuple(
            SimpleNamespace(name=p.name, integer=p.integer, domain=p.domain.split(", ") if p.domain else ())
            for p in record.parameters
        ),
        unshown=[display.label for display in record.statement.displays if not display.proved_as],
    )
    return cast(Claim, stand_in)


def _identity(fault: FaultIdentity | None) -> Fault | None:
    return None if fault is None else Fault(fault.id, cast(Kind, fault.kind), fault.where, fault.words)
