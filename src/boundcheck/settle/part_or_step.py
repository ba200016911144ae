"""One part or one step of a claim, settled by the check of its shape."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from boundcheck.checks import inequality
from boundcheck.checks import needed as hypotheses
from boundcheck.checks.context import Context
from boundcheck.checks.rows import row_of
from boundcheck.claims import Claim, Evidence, Outcome, PartVerdict, Step, StepVerdict
from boundcheck.settle.facts import with_facts

Check = Callable[[Any, Context], Evidence]


def settle_part(name: str, reading: str, statement: Any, claim: Claim, context: Context, check: Check) -> PartVerdict:
    """Settle a part under one reading by `check`; an open relation also by the claim's proved steps."""
    evidence = check(statement, context)
    if row_of(statement).scalar:
        evidence = inequality.from_steps(statement, evidence, context)
    return with_facts(PartVerdict(name, reading, evidence), statement, claim, context)


def settle_step(label: str, step: Step, context: Context) -> StepVerdict:
    """Settle one step, and its repair if it has one."""
    started = time.perf_counter()
    evidence = row_of(step.statement).check(step.statement, context)
    repair = None
    if step.repair is not None:
        repair = row_of(step.repair.statement).check(step.repair.statement, context)
    return StepVerdict(label, evidence, repair, time.perf_counter() - started, doubt=step.doubt)


def with_trials(verdict: StepVerdict, step: Step, context: Context) -> StepVerdict:
    """Add which hypotheses the step needs, or its repair where the step is false as printed."""
    shape, evidence = step.statement, verdict.evidence
    if evidence.outcome is Outcome.REFUTED and step.repair is not None and verdict.repair is not None:
        shape, evidence = step.repair.statement, verdict.repair
    started = time.perf_counter()
    found = hypotheses.trials(shape, evidence, context)
    return replace(verdict, trials=found, seconds=verdict.seconds + time.perf_counter() - started)
