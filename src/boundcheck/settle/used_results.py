"""How the results fare that a claim rests on: by their proofs and exact checks, without samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from boundcheck.checks.bound.claimed import own_steps
from boundcheck.checks.rows import row_of
from boundcheck.claims import Claim, Headline, Outcome, RestsOn, Severity, StepVerdict, Verdict
from boundcheck.settle.circumstances import Alone, Run, Standing, context_of, key, sampled_statements, statements
from boundcheck.settle.headline import conclude
from boundcheck.settle.part_or_step import settle_part, settle_step


def of_used_result(name: str, run: Run, used: Mapping[str, Claim], known: dict[str, Standing]) -> RestsOn:
    """How a used result fares by its proofs and its exact checks; its samples are drawn where it is checked itself."""
    if name not in known:
        kept = (id(used[name]), run.budget, run.seed)
        if kept not in _USED_RESULTS:
            known[name] = Headline.UNDECIDED, Severity.OPEN  # of results that use each other none carries the other
            _USED_RESULTS[kept] = used[name], run.standing(name, used[name]) or _without_samples(name, run, used, known)
        known[name] = _USED_RESULTS[kept][1]
    return RestsOn(name, *known[name], used[name].source.printed)


# How results fare that others rest on, once for each in a process; the claim is held, so that its id stays its own.
_USED_RESULTS: dict[tuple[int, str, int], tuple[Claim, Standing]] = {}


def _without_samples(name: str, run: Run, used: Mapping[str, Claim], known: dict[str, Standing]) -> Standing:
    parts, steps = run.elsewhere(name) or unsampled_alone(name, run, used)
    rests = tuple(of_used_result(other, run, used, known) for other in used[name].uses if other in used)
    verdict = conclude(name, used[name], parts, steps, rests)
    sampled = {key(part, reading) for part, reading, _ in sampled_statements(used[name])}
    outcomes = [step.evidence.outcome for step in steps]
    outcomes += [part.evidence.outcome for part in parts if part.key not in sampled]
    kept = all(run.standing(other, used[other]) is not None for other in used[name].uses if other in used)
    if kept and Outcome.UNDECIDED not in outcomes:  # more time might decide it
        run.keeps_standing(name, used[name], standing_of(verdict))
    return standing_of(verdict)


def standing_of(verdict: Verdict) -> Standing:
    """What another result hears of a verdict."""
    return verdict.headline, verdict.severity


def unsampled_alone(name: str, run: Run, used: Mapping[str, Claim]) -> Alone:
    """The parts and steps of a result as far as they go without samples, whatever became of the results that it rests on."""
    claim = used[name]
    steps: list[StepVerdict] = []
    for step in claim.steps:
        context = context_of(name, step.label, claim, run, 0.0)
        context = replace(context, used=used, steps=tuple(own_steps(claim.steps, steps)))
        steps.append(settle_step(step.label, step, context))
    parts = []
    for part, reading, statement in statements(claim):
        context = context_of(name, key(part, reading), claim, run, 0.0)
        context = replace(context, steps=tuple(own_steps(claim.steps, steps)), used=used)
        row = row_of(statement)
        check = row.without_samples if row.sampled else row.check
        parts.append(settle_part(part, reading, statement, claim, context, check))
    return tuple(parts), tuple(steps)
