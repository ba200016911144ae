"""The verdict that a record's own outcomes give, with its claim or without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from boundcheck.checks.formulas import in_print
from boundcheck.checks.mending import ONE_SYMBOL
from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Step
from boundcheck.claims.claim import Kind
from boundcheck.settle.headline import conclude
from boundcheck.settle.settle import differs, is_ours, mark_of
from boundcheck.settle.severity import LITERAL
from boundcheck.symbolic import Statement, decode
from boundcheck.symbolic.evaluate import number_of_text
from boundcheck.symbolic.plain_letters import replaced
from boundcheck.verdict import (
    Evidence,
    Outcome,
    PartVerdict,
    StepVerdict,
    Verdict,
    statements,
)
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import Found, Part
from boundcheck.verdict.statements import FaultIdentity


def concluded(record: Record, claim: Claim | None, seen: Callable[[PartVerdict], PartVerdict] = lambda part: part) -> Verdict:
    """The verdict on the recorded outcomes; without its claim, as far as the record shows the claim.

    `seen` says what of a part counts.
    """
    own = {} if claim is None else {step.label: step for step in claim.steps}
    steps = tuple(_today(step_verdict(step), own.get(step.label), record.claim, claim) for step in record.steps)
    parts = tuple(seen(part_verdict(key, part)) for key, part in record.parts.items())
    return conclude(record.claim, claim or _stand_in(record), parts, steps, record.rests_on)


def _today(found: StepVerdict, step: Step | None, name: str, claim: Claim | None) -> StepVerdict:
    """A settled step with what its line is today, where its claim is at hand; else as its record says."""
    if step is None or claim is None:
        return found
    ours, mark = is_ours(step, name, claim), mark_of(step, _as_written(found.evidence, step, claim))
    shape = step.statement if step.repair is None or found.repair is None else step.repair.statement
    trials = tuple(_in_print(trial, shape, claim) for trial in found.trials)
    return replace(found, doubt=step.doubt, mark=mark, ours=ours, differs=differs(step, claim), trials=trials)


def _in_print(trial: statements.Trial, shape: Any, claim: Claim) -> statements.Trial:
    """A trial with the print that its hypotheses have in the claim; as it is where the claim has no such hypotheses."""
    if any(place >= len(getattr(shape, "given", ())) for place in trial.left_out):
        return trial
    return msgspec.structs.replace(trial, latex=in_print(shape, trial.left_out, claim.letters.prints))


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
        derived=part.derivation,
    )


def step_verdict(step: statements.Step) -> StepVerdict:
    """A step as its record has it."""
    shown = step.repair or step
    return StepVerdict(
        step.label,
        _evidence(step),
        None if step.repair is None else _evidence(step.repair),
        step.seconds,
        shown.trials,
        doubt=step.doubt,
        mark=step.mark,
        ours=step.ours,
        differs=step.differs,
    )


def _evidence(settled: statements.Settled) -> Evidence:
    found = found_of(settled)
    if found.constant is not None and found.constant.upper is not None:
        number_of_text(found.constant.upper)
    return Evidence(
        Outcome[settled.outcome],
        settled.fact,
        settled.method,
        settled.findings if isinstance(settled, Part) else (),
        settled.certificate,
        settled.witness,
        found,
        None if settled.checked is None else decode(settled.checked),
        tuple(map(decode, settled.checked_parts)),
        settled.trusted,
    )


def found_of(settled: statements.Settled) -> Found:
    """What was found of a part beside its outcome; nothing of a step."""
    if not isinstance(settled, Part):
        return Found()
    return Found(**{name: getattr(settled, name) for name in Found.__struct_fields__ if hasattr(settled, name)})


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
