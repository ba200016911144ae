"""The only place where a claim meets its checks; owns the error budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boundcheck import claims
from boundcheck.checks import (
    definition,
    every_round,
    expectation,
    fisher,
    inequality,
    instance,
    lower_bound,
    lower_mean,
    on_accounts,
    on_bayes_risk,
    on_noise,
    on_runs,
    own_width,
    privacy,
    quoted,
    ranking,
    reference,
    same_rate,
    scaling,
    separation,
    table,
    unsampled,
)
from boundcheck.checks import needed as hypotheses
from boundcheck.checks.bound import high_probability
from boundcheck.checks.bound.claimed import own_steps
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.claims import Claim, Evidence, Outcome, PartVerdict, RestsOn, Step, StepVerdict, Verdict
from boundcheck.settle.facts import with_facts
from boundcheck.settle.headline import LITERAL, conclude

# The statement's type decides how it is tested: what (papers) and how (checks) meet in this table alone.
CHECKS: Mapping[type, Callable[[Any, Context], Evidence]] = {
    claims.Identity: inequality.check,
    claims.Inequality: inequality.check,
    claims.InstanceInequality: instance.check,
    claims.HighProbabilityBound: high_probability.check,
    claims.ExpectationBound: expectation.check,
    claims.Scaling: scaling.check,
    claims.Separation: separation.check,
    claims.Ranking: ranking.check,
    claims.MinimaxLowerBound: lower_bound.check,
    claims.UniformBound: every_round.check,
    claims.RegretBound: every_round.check,
    claims.WidthBound: own_width.check,
    claims.ExpectationLowerBound: lower_mean.check,
    claims.ProbabilityLowerBound: lower_mean.check,
    claims.FamilyLowerBound: on_bayes_risk.check,
    claims.PrivacyGuarantee: privacy.check,
    claims.AccountedGuarantee: on_accounts.check,
    claims.AuditedGuarantee: on_runs.check,
    claims.SameUpToConstant: same_rate.check,
    claims.ReportedTable: table.check,
    claims.CountsTable: fisher.check,
    claims.RecomputedTable: on_noise.check,
    claims.Definition: definition.check,
    claims.Cited: quoted.check_cited,
    claims.Disputed: quoted.check_disputed,
    claims.ByDefinition: definition.check_display,
    claims.By: reference.check,
}

SAMPLED = (
    claims.HighProbabilityBound,
    claims.ExpectationBound,
    claims.Scaling,
    claims.Separation,
    claims.Ranking,
    claims.MinimaxLowerBound,
    claims.UniformBound,
    claims.RegretBound,
    claims.WidthBound,
    claims.ExpectationLowerBound,
    claims.ProbabilityLowerBound,
    claims.AuditedGuarantee,
)


Alone = tuple[tuple[PartVerdict, ...], tuple[StepVerdict, ...]]


@dataclass(frozen=True)
class Run:
    """The circumstances of one invocation: everything a verdict depends on besides the claim.

    `ahead` hears which results are used before they are needed; `elsewhere` gives the parts and steps of one, as
    `unsampled_alone` does, where a worker has settled them.
    """

    budget: str
    seed: int
    error_probability: float
    cells: Callable[..., Any]
    search: Callable[..., Any]
    fill: Callable[..., Any] = lambda blocks: None
    announce: Callable[[str], None] = lambda words: None
    repeats: int | None = None
    ahead: Callable[[Mapping[str, Claim]], None] = lambda used: None
    elsewhere: Callable[[str], Alone | None] = lambda name: None


def statements(claim: Claim) -> Iterator[tuple[str, str, Any]]:
    """``(part, reading, statement)`` for every part under each of its readings."""
    for name, statement in claim.parts.items():
        if isinstance(statement, Mapping):
            for reading, under in statement.items():
                yield name, reading, under
        else:
            yield name, LITERAL, statement


def share_of_risk(claim: Claim, error_probability: float) -> float:
    """What each sampled part may spend, by the union bound."""
    return error_probability / max(sampled_parts(claim), 1)


def sampled_parts(claim: Claim) -> int:
    """How many statements of `claim` are put to samples, each under each of its readings."""
    return sum(isinstance(statement, SAMPLED) for _, _, statement in statements(claim))


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
    for step in claim.steps:
        run.announce(f"step {step.label}")
        context = _context(claim_id, step.label, claim, run, risk)
        context = replace(context, used=used, steps=tuple(own_steps(claim.steps, so_far.steps)))
        so_far.steps.append(with_trials(settle_step(step.label, step, context), step, context))
    for name, reading, statement in statements(claim):
        run.announce(f"part {name}")
        started = time.perf_counter()
        context = _context(claim_id, name if reading == LITERAL else f"{name}@{reading}", claim, run, risk)
        context = replace(context, steps=tuple(own_steps(claim.steps, so_far.steps)), used=used)
        part = _part(name, reading, statement, claim, context, CHECKS[type(statement)])
        so_far.parts.append(replace(part, seconds=time.perf_counter() - started))
    rests = []
    known: dict[str, Verdict] = {}
    for name in claim.uses:
        if name in used:
            run.announce(f"what is used: {name}")
            rests.append(_of_used_result(name, run, used, known))
    return conclude(claim_id, claim, tuple(so_far.parts), tuple(so_far.steps), tuple(rests))


def _part(
    name: str, reading: str, statement: Any, claim: Claim, context: Context, check: Callable[[Any, Context], Evidence]
) -> PartVerdict:
    evidence = check(statement, context)
    if isinstance(statement, claims.Identity | claims.Inequality):
        evidence = inequality.from_steps(statement, evidence, context)
    return with_facts(PartVerdict(name, reading, evidence), statement, claim, context)


def _of_used_result(name: str, run: Run, used: Mapping[str, Claim], known: dict[str, Verdict]) -> RestsOn:
    """How a used result fares by its proofs and its exact checks; its samples are drawn where it is checked itself."""
    if name not in known:
        kept = (id(used[name]), run.budget, run.seed)
        if kept not in _USED_RESULTS:
            known[name] = conclude(name, claims.Claim(), (), ())  # of results that use each other
            _USED_RESULTS[kept] = used[name], _without_samples(name, run, used, known)
        known[name] = _USED_RESULTS[kept][1]
    return RestsOn(name, known[name].headline, known[name].severity, used[name].source.printed)


# How results fare that others rest on, once for each in a process; the claim is held, so that its id stays its own.
_USED_RESULTS: dict[tuple[int, str, int], tuple[Claim, Verdict]] = {}


def _without_samples(name: str, run: Run, used: Mapping[str, Claim], known: dict[str, Verdict]) -> Verdict:
    parts, steps = run.elsewhere(name) or unsampled_alone(name, run, used)
    rests = tuple(_of_used_result(other, run, used, known) for other in used[name].uses if other in used)
    return conclude(name, used[name], parts, steps, rests)


def unsampled_alone(name: str, run: Run, used: Mapping[str, Claim]) -> Alone:
    """The parts and steps of a result as far as they go without samples, whatever became of the results that it rests on."""
    claim = used[name]
    steps: list[StepVerdict] = []
    for step in claim.steps:
        context = _context(name, step.label, claim, run, 0.0)
        context = replace(context, used=used, steps=tuple(own_steps(claim.steps, steps)))
        steps.append(settle_step(step.label, step, context))
    parts = []
    for part, reading, statement in statements(claim):
        context = _context(name, part if reading == LITERAL else f"{part}@{reading}", claim, run, 0.0)
        context = replace(context, steps=tuple(own_steps(claim.steps, steps)), used=used)
        check = unsampled.check if isinstance(statement, SAMPLED) else CHECKS[type(statement)]
        parts.append(_part(part, reading, statement, claim, context, check))
    return tuple(parts), tuple(steps)


class _CellRequest(Exception):
    """The cells that a check asked for first, when nothing is to be computed for it."""

    def __init__(self, cells: Sequence[Any]) -> None:
        super().__init__("cells asked for")
        self.cells = cells


def first_cells(claim_id: str, claim: Claim, run: Run) -> list[Any]:
    """The cells that every sampled part asks for before anything else; what a worst-case search finds is not known yet.

    They are what several machines can share (`boundcheck.study.shard`).
    """

    def ask(cells: Sequence[Any]) -> Mapping[Any, Any]:
        raise _CellRequest(cells)

    found: list[Any] = []
    risk = share_of_risk(claim, run.error_probability)
    for name, reading, statement in statements(claim):
        if not isinstance(statement, SAMPLED):
            continue
        context = _context(claim_id, name if reading == LITERAL else f"{name}@{reading}", claim, run, risk)
        try:
            CHECKS[type(statement)](statement, replace(context, run=ask))
        except _CellRequest as asked:
            found += asked.cells
    return found


def settle_step(label: str, step: Step, context: Context) -> StepVerdict:
    """Settle one step, and its repair if it has one."""
    started = time.perf_counter()
    evidence = CHECKS[type(step.statement)](step.statement, context)
    repair = None
    if step.repair is not None:
        repair = CHECKS[type(step.repair.statement)](step.repair.statement, context)
    return StepVerdict(label, evidence, repair, time.perf_counter() - started, doubt=step.doubt)


def with_trials(verdict: StepVerdict, step: Step, context: Context) -> StepVerdict:
    """Add which hypotheses the step needs, or its repair where the step is false as printed."""
    shape, evidence = step.statement, verdict.evidence
    if evidence.outcome is Outcome.REFUTED and step.repair is not None and verdict.repair is not None:
        shape, evidence = step.repair.statement, verdict.repair
    started = time.perf_counter()
    found = hypotheses.trials(shape, evidence, context)
    return replace(verdict, trials=found, seconds=verdict.seconds + time.perf_counter() - started)


def _context(claim_id: str, name: str, owner: Claim, run: Run, risk: float) -> Context:
    return Context(
        claim=claim_id,
        name=name,
        budget=BUDGETS[run.budget].with_repeats(run.repeats),
        seed=run.seed,
        risk=risk,
        run=run.cells,
        search=run.search,
        definitions=owner.definitions,
        parameters=tuple(owner.parameters),
    )
