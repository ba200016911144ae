"""A claim meets its checks; owns the error budget."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boundcheck.checks.bound.claimed import own_steps
from boundcheck.checks.rows import row_of
from boundcheck.claims import Claim, PartVerdict, StepVerdict, Verdict
from boundcheck.settle.circumstances import Run, Standing, context_of, key, share_of_risk, statements
from boundcheck.settle.headline import conclude
from boundcheck.settle.part_or_step import settle_part, settle_step, with_trials
from boundcheck.settle.used_results import of_used_result


@dataclass
class Settled:
    """What has been settled so far; an interrupted run keeps it."""

    steps: list[StepVerdict]
    parts: list[PartVerdict]


def settle(claim_id: str, claim: Claim, run: Run, used: Mapping[str, Claim], so_far: Settled) -> Verdict:
    """Settle `claim`: the steps of its proof and its parts, and how the results fared that it rests on.

    Parameters
    ----------
    claim_id : str
    claim : Claim
    run : Run
    used : mapping of str to Claim
        The claims named in ``claim.uses``, by id, and those that they use in turn; nothing is sampled for them.
    so_far : Settled
        Filled as the work goes on.
    """
    risk = share_of_risk(claim, run.error_probability)
    run.ahead(used)
    run.draws(claim_id, claim)
    for step in claim.steps:
        run.announce(f"step {step.label}")
        context = context_of(claim_id, step.label, claim, run, risk)
        context = replace(context, used=used, steps=tuple(own_steps(claim.steps, so_far.steps)))
        so_far.steps.append(with_trials(settle_step(step.label, step, context), step, context))
    run.hands_out(claim_id, claim, so_far.steps)
    for name, reading, statement in statements(claim):
        run.announce(f"part {name}")
        found = run.part(claim_id, key(name, reading))
        if found is None:
            found = part_of(claim_id, claim, (name, reading, statement), run, used, so_far.steps)
        so_far.parts.append(found)
    rests = []
    known: dict[str, Standing] = {}
    for name in claim.uses:
        if name in used:
            run.announce(f"what is used: {name}")
            rests.append(of_used_result(name, run, used, known))
    return conclude(claim_id, claim, tuple(so_far.parts), tuple(so_far.steps), tuple(rests))


def part_of(
    claim_id: str,
    claim: Claim,
    which: tuple[str, str, Any],
    run: Run,
    used: Mapping[str, Claim],
    steps: Sequence[StepVerdict],
) -> PartVerdict:
    """Settle a part under one of its readings, ``(part, reading, statement)``, by its own experiments and the settled steps."""
    name, reading, statement = which
    started = time.perf_counter()
    context = context_of(claim_id, key(name, reading), claim, run, share_of_risk(claim, run.error_probability))
    context = replace(context, steps=tuple(own_steps(claim.steps, steps)), used=used)
    part = settle_part(name, reading, statement, claim, context, row_of(statement).check)
    return replace(part, seconds=time.perf_counter() - started)
