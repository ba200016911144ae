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
    own_width,
    privacy,
    quoted,
    reference,
    same_rate,
    scaling,
    separation,
    table,
)
from boundcheck.checks import needed as hypotheses
from boundcheck.checks.bound import high_probability
from boundcheck.checks.bound.claimed import own_steps
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.claims import Claim, Evidence, Outcome, PartVerdict, Step, StepVerdict, Verdict
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
    claims.MinimaxLowerBound: lower_bound.check,
    claims.UniformBound: every_round.check,
    claims.RegretBound: every_round.check,
    claims.WidthBound: own_width.check,
    claims.ExpectationLowerBound: lower_mean.check,
    claims.ProbabilityLowerBound: lower_mean.check,
    claims.FamilyLowerBound: on_bayes_risk.check,
    claims.PrivacyGuarantee: privacy.check,
    claims.AccountedGuarantee: on_accounts.check,
    claims.SameUpToConstant: same_rate.check,
    claims.ReportedTable: table.check,
    claims.CountsTable: fisher.check,
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
    claims.MinimaxLowerBound,
    claims.UniformBound,
    claims.RegretBound,
    claims.WidthBound,
    claims.ExpectationLowerBound,
    claims.ProbabilityLowerBound,
)


@dataclass(frozen=True)
class Run:
    """The circumstances of one invocation: everything a verdict depends on besides the claim."""

    budget: str
    seed: int
    error_probability: float
    cells: Callable[..., Any]
    search: Callable[..., Any]
    fill: Callable[..., Any] = lambda blocks: None
    announce: Callable[[str], None] = lambda words: None
    repeats: int | None = None


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
    """Settle `claim`: the steps of its proof, those of the claims it uses, and its parts.

    Parameters
    ----------
    claim_id : str
    claim : Claim
    run : Run
    used : mapping of str to Claim
        The claims named in ``claim.uses``, by id; their steps are part of this proof.
    so_far : Settled
        Filled as the work goes on.
    """
    risk = share_of_risk(claim, run.error_probability)
    for label, step, owner in proof(claim, used):
        run.announce(f"step {label}")
        context = replace(_context(claim_id, label, owner, run, risk), used=used)
        if owner is claim:
            context = replace(context, steps=tuple(own_steps(claim.steps, so_far.steps)))
        settled = settle_step(label, step, context)
        # what a used claim's steps need stands in its own report
        so_far.steps.append(with_trials(settled, step, context) if owner is claim else settled)
    for name, reading, statement in statements(claim):
        run.announce(f"part {name}")
        started = time.perf_counter()
        context = _context(claim_id, name if reading == LITERAL else f"{name}@{reading}", claim, run, risk)
        context = replace(context, steps=tuple(own_steps(claim.steps, so_far.steps)), used=used)
        evidence = CHECKS[type(statement)](statement, context)
        so_far.parts.append(PartVerdict(name, reading, evidence, time.perf_counter() - started))
    return conclude(claim_id, claim, tuple(so_far.parts), tuple(so_far.steps))


class _Asked(Exception):
    """The cells that a check asked for first, when nothing is to be computed for it."""

    def __init__(self, cells: Sequence[Any]) -> None:
        super().__init__("cells asked for")
        self.cells = cells


def first_cells(claim_id: str, claim: Claim, run: Run) -> list[Any]:
    """The cells that every sampled part asks for before anything else; what a worst-case search finds is not known yet.

    They are what several machines can share (`boundcheck.study.shard`).
    """

    def ask(cells: Sequence[Any]) -> Mapping[Any, Any]:
        raise _Asked(cells)

    found: list[Any] = []
    risk = share_of_risk(claim, run.error_probability)
    for name, reading, statement in statements(claim):
        if not isinstance(statement, SAMPLED):
            continue
        context = _context(claim_id, name if reading == LITERAL else f"{name}@{reading}", claim, run, risk)
        try:
            CHECKS[type(statement)](statement, replace(context, run=ask))
        except _Asked as asked:
            found += asked.cells
    return found


def proof(claim: Claim, used: Mapping[str, Claim]) -> Iterator[tuple[str, Step, Claim]]:
    """Every step of the proof: the used claims' first, labelled by their claim, then the claim's own."""
    for claim_id, other in used.items():
        for step in other.steps:
            yield f"{claim_id.split('/')[1]}/{step.label}", step, other
    for step in claim.steps:
        yield step.label, step, claim


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
