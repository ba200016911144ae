"""A claim meets its checks: the circumstances of a run, its error budget, used results, and each part and step in turn."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from typing import Any, Protocol

import sympy

from boundcheck.checks import formulas
from boundcheck.checks import formulas as hypotheses
from boundcheck.checks.constants import own_steps
from boundcheck.checks.context import BUDGETS, MOST_REPEATS, Budget, Context, Formula, Sampled
from boundcheck.checks.derived import derived
from boundcheck.checks.formulas import nothing_new
from boundcheck.checks.mending import same_line
from boundcheck.checks.rates import same_rate
from boundcheck.checks.said_nothing import says_nothing
from boundcheck.checks.settling import Known, beyond, by_step
from boundcheck.checks.shapes import check_of
from boundcheck.checks.used_results import same_result
from boundcheck.claims import By, Claim, Identity, Inequality, Repair, Step
from boundcheck.claims.fields import shapes_with
from boundcheck.symbolic import Statement
from boundcheck.symbolic.displays import says_more
from boundcheck.symbolic.latex import latex
from boundcheck.verdict import Evidence, Headline, Outcome, PartVerdict, Severity, StepVerdict, Verdict
from boundcheck.verdict.conclusions import Power
from boundcheck.verdict.result import RestsOn
from boundcheck.verdict.shapes import Derivation, Found

from .completeness import contradicts, formulas_of
from .headline import conclude
from .severity import LITERAL

# What severity is computed from, beyond outcomes: which step settles a part, and how its readings lie to each other.

def literal_of(claim: Claim, name: str) -> Any:
    """The statement of a part as printed."""
    part = claim.parts[name]
    return part[claim.readings[0].name] if isinstance(part, Mapping) else part


def with_facts(part: PartVerdict, statement: Any, claim: Claim, context: Context) -> PartVerdict:
    """`part` with the step that settles it, and its relation to the literal version and to the working range."""
    literal, ranged = literal_of(claim, part.name), claim.source.paper.working
    outcome = part.evidence.outcome
    found = replace(
        part,
        shape=type(statement).__name__,
        legible=legible(statement, part.evidence, claim),
        settled_by=settled_by(statement, part.key, claim, context.steps, part.evidence.found),
        empty=check_of(statement).empty(statement, part.evidence, context),
        derived=_derived(statement, part.key, claim, context),
    )
    if statement is not literal and part.reading != LITERAL:
        return replace(found, **beside(literal, statement, claim))
    if outcome is Outcome.REFUTED and ranged and isinstance(check_of(statement), Formula):
        return replace(found, working=formulas.on_range(statement, ranged, context))
    return found


def legible(statement: Any, evidence: Evidence, claim: Claim) -> bool:
    """Whether a reader can follow the point at which a formula is false: the paper's letters, and none that has no value there."""
    point = None if evidence.witness is None else evidence.witness.point
    if not isinstance(statement, Identity | Inequality) or point is None or not evidence.bare:
        return True
    theirs = {parameter.name for parameter in claim.parameters}
    letters = {symbol.name for side in (statement.lhs, statement.rhs) for symbol in sympy.sympify(side).free_symbols}
    shown = {name for name in letters if len(name) == 1 or name in theirs}
    return shown <= set(point) and (not theirs or not theirs.isdisjoint(point))


def _derived(statement: Any, key: str, claim: Claim, context: Context) -> Derivation | None:
    task = context.derived.get((context.claim, key))
    try:
        found = derived(statement, key, claim) if task is None else task.result()
    except Exception:  # of a worker; checked here, the same error tells what it is about
        if task is None:
            raise
        found = derived(statement, key, claim)
    _ALONE.setdefault(id(claim), (claim, {}, {}))[1][key] = found
    return found


def derivation_of(claim: Claim, part: str) -> Derivation | None:
    """What becomes of the derivation of the part of that key."""
    return next(derived(statement, part, claim) for name, reading, statement in statements(claim) if key(name, reading) == part)


def beside(literal: Any, statement: Any, claim: Claim) -> dict[str, Any]:
    """How another version of a part lies to the literal one: on the working range, in its rate, and as a line."""
    ranged = claim.source.paper.working
    return {
        "within": formulas.same_on_range(literal, statement, ranged, claim.definitions, claim.parameters),
        "same_rate": same_rate(literal, statement, claim.definitions, claim.parameters),
        "same_line": same_line(literal, statement, claim.letters.prints, claim.definitions),
    }


def settled_by(statement: Any, key: str, claim: Claim, steps: Known, found: Found) -> str:
    """The label of the step that ties a part's explicit version to the printed one on the stated domain; empty without one."""
    instance = getattr(found.evidence, "instance", None) or ()
    settling = by_step(statement, key, claim.definitions, steps, claim.parameters, instance)
    if settling is None:
        return ""
    step, said = settling
    given = check_of(statement).stated(statement, claim)
    return step.label if not beyond(said, given, claim.parameters) else ""


# A run: its circumstances, what of a claim is put to the test, and how the risk of an error is shared.

Standing = tuple[Headline, Severity, str]  # and the reading that survives, of what is false as printed


class Standings(Protocol):
    """How results fare that others rest on, by their names, as far as that is known from before."""

    def get(self, name: str, claim: Claim) -> Standing | None:
        """How a result fares, if it is known."""
        ...

    def put(self, name: str, claim: Claim, standing: Standing) -> None:
        """Keep how a result fares."""
        ...


class NoneKept:
    """Standings, none of which is known or kept."""

    def get(self, name: str, claim: Claim) -> Standing | None:
        return None

    def put(self, name: str, claim: Claim, standing: Standing) -> None:
        return None


@dataclass(frozen=True)
class Run:
    """The circumstances of one invocation: everything a verdict depends on besides the claim.

    Where workers are at hand, `ahead` has them draw blocks that will be asked for, `submit` hands them a task, and `derived` says
    what they found of derivations.
    """

    budget: str
    seed: int
    error_probability: float
    cells: Callable[..., Any]
    search: Callable[..., Any]
    fill: Callable[..., Any] = lambda blocks: None
    repeats: int | None = None
    announce: Callable[[str], None] = lambda words: None
    ahead: Callable[[Sequence[Any]], None] | None = None
    submit: Callable[..., Future] | None = None
    derived: Mapping[tuple[str, str], Future[Derivation | None]] = field(default_factory=dict)
    standings: Standings = field(default_factory=NoneKept)


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
    return len(sampled_statements(claim))


def sampled_statements(claim: Claim) -> list[tuple[str, str, Any]]:
    """Those of the `statements` of a claim that are put to samples."""
    return [which for which in statements(claim) if isinstance(check_of(which[2]), Sampled)]


def context_of(claim_id: str, name: str, owner: Claim, run: Run, risk: float) -> Context:
    """What the check of one statement is handed."""
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
        letters=owner.letters.prints,
        derived=run.derived,
    )


def key(name: str, reading: str) -> str:
    """How a part is called under one of its readings."""
    return name if reading == LITERAL else f"{name}@{reading}"


# One part or one step of a claim, settled by the check of its shape.

Check = Callable[[Any, Context], Evidence]


def settle_part(name: str, reading: str, statement: Any, claim: Claim, context: Context, check: Check) -> PartVerdict:
    """Settle a part under one reading by `check`; an open relation also by the claim's proved steps."""
    evidence = check(statement, context)
    if isinstance(check_of(statement), Formula):
        evidence = formulas.from_steps(statement, evidence, context)
        evidence = _unless_empty(evidence, context)
    return with_facts(PartVerdict(name, reading, evidence), statement, claim, context)


MORE, MOST = 400, 1000  # times the replicates of a first look, where nobody can tell how many are wanted, and where one can
SPARE = 2.0  # times the replicates that decide with probability .95 what is not too near
SHORT = 2.0  # a second look at fewer times as many is none


def looked_at(check: Any) -> Check:
    """The check of a shape; what samples leave open is looked at once more, with fresh samples for all the time there is.

    How many they are depends on what the first ones said and how long they took, which the second ones do not know; both
    looks together keep the error probability, see `boundcheck.checks.context.Context.second`. A number of replicates that was
    asked for is kept.
    """

    def looks(statement: Any, context: Context) -> Evidence:
        drawn: list[Any] = []

        def run(cells: Sequence[Any]) -> Mapping[Any, Any]:
            drawn.extend(cells)
            return context.run(cells)

        evidence = check.check(statement, replace(context, run=run))
        wanted = check.deciding(evidence) if context.budget.drawing and not evidence.found.failures else 0.0
        repeats = more_repeats(wanted, context.budget, _seconds(drawn, context)) if wanted else 0
        return check.check(statement, context.second(repeats)) if repeats else evidence

    return looks if isinstance(check, Sampled) else check.check


def _seconds(cells: Sequence[Any], context: Context) -> float:
    """How long it takes to draw cells, once workers have started: others of their kind are drawn for that, and not looked at."""
    timed = [replace(cell, stream=f"{cell.stream or cell.name}, timed") for cell in cells]
    started = time.perf_counter()
    context.run(timed)
    return time.perf_counter() - started


def more_repeats(wanted: float, budget: Budget, seconds: float) -> int:
    """How many replicates a second look has: twice as many as are wanted, as far as the time goes; 0 where it is too short.

    Parameters
    ----------
    wanted : float
        Replicates of a regime; inf for as many as there is time for.
    budget : Budget
    seconds : float
        What the first look took to draw, with the replicates of the budget.
    """
    most = min((MOST if math.isfinite(wanted) else MORE) * budget.repeats, MOST_REPEATS)
    affordable = budget.repeats * budget.drawing / seconds if seconds > 0 else math.inf
    repeats = min(SPARE * wanted, affordable, most)
    unit = 10 ** max(0, math.floor(math.log10(max(repeats, 1))) - 1)
    return int(repeats // unit * unit) if repeats >= SHORT * budget.repeats else 0


def _unless_empty(evidence: Evidence, context: Context) -> Evidence:
    """A proved relation with why it says nothing, where that is seen by proof alone."""
    proved, known = evidence.statement, evidence.found.says_nothing
    if evidence.outcome is not Outcome.PROVED or known or not isinstance(proved, Statement):
        return evidence
    said = says_nothing(proved, context)
    return replace(evidence, found=formulas.beside(evidence, says_nothing=said)) if said else evidence


def settle_step(step: Step, claim: Claim, context: Context) -> StepVerdict:
    """Settle one step of a claim, and its repair if it has one."""
    started = time.perf_counter()
    evidence = check_of(step.statement).check(step.statement, context)
    repair = None
    if step.repair is not None:
        repair = check_of(step.repair.statement).check(step.repair.statement, context)
    return StepVerdict(
        step.label,
        evidence,
        repair,
        time.perf_counter() - started,
        doubt=step.doubt,
        mark=mark_of(step, evidence),
        ours=is_ours(step, context.claim, claim),
        differs=differs(step, claim),
    )


def is_ours(step: Step, claim_id: str, claim: Claim) -> bool:
    """Whether a line is not on the page: it says so, or none of the displays of its paper names it."""
    return step.ours or not claim.source.paper.shows(claim_id, step.label)


def mark_of(step: Step, evidence: Evidence) -> str:
    """What a line is: by its shape, and of what is proved whether anything was left to prove."""
    statement = evidence.statement
    if step.mark == "step" and evidence.outcome is Outcome.PROVED and isinstance(statement, Statement):
        return nothing_new(statement) or "step"
    return step.mark


def differs(line: Step | Repair, claim: Claim) -> str:
    """What the display of a line says that its formula does not; empty where the formula is the display, or says as much."""
    if not line.display or getattr(line, "mark", "step") == "definition":
        return ""
    said = [says_more(line.display, *formulas) for formulas in formulas_of(line.statement, claim.letters.prints)]
    if said and not min(said, key=len) and contradicts(line.display, line.statement, claim) is not None:
        return "another formula"
    return min(said, key=len) if said else "it is not one formula"


def with_trials(verdict: StepVerdict, step: Step, context: Context) -> StepVerdict:
    """Add which hypotheses the step needs, or its repair where the step is false as printed."""
    shape, evidence = step.statement, verdict.evidence
    if evidence.outcome is Outcome.REFUTED and step.repair is not None and verdict.repair is not None:
        shape, evidence = step.repair.statement, verdict.repair
    started = time.perf_counter()
    found = hypotheses.trials(shape, evidence, context)
    return replace(verdict, trials=found, seconds=verdict.seconds + time.perf_counter() - started)


# How the results fare that a claim rests on: by their proofs and exact checks, without samples.

def of_used_result(
    name: str, run: Run, used: Mapping[str, Claim], known: dict[str, Standing], by: Claim | None = None
) -> RestsOn:
    """How a used result fares by its proofs and its exact checks; its samples are drawn where it is checked itself.

    What is false as printed and survives with a repair is told as it then reads where the claim `by` uses it.
    """
    if name not in known:
        kept = (id(used[name]), run.budget, run.seed)
        if kept not in _USED_RESULTS:
            known[name] = Headline.UNDECIDED, Severity.OPEN, ""  # of results that use each other none carries the other
            _USED_RESULTS[kept] = used[name], run.standings.get(name, used[name]) or _without_samples(name, run, used, known)
        known[name] = _USED_RESULTS[kept][1]
    headline, severity, survives = known[name]
    reads = repaired(used[name], survives, by)
    return RestsOn(
        claim=name,
        printed=used[name].source.printed,
        outcome=headline.word,
        severity=severity.word,
        reads=reads,
        defines=defines(used[name]),
    )


def defines(result: Claim) -> bool:
    """Whether a result only says what something is: a definition, an assumption or an algorithm, and nothing in it is sampled."""
    shapes = shapes_with("on_instances")
    proved = all(Outcome.PROVED.name in check_of(s).outcomes or type(s).__name__ in shapes for _, _, s in statements(result))
    return proved and result.source.kind in ("definition", "assumption", "algorithm")


def repaired(result: Claim, survives: str, by: Claim | None) -> str:
    """What a result says under the reading that survives, with the bounds that this gives for the letters of `by`."""
    reading = next((reading for reading in result.readings if reading.name == survives), None)
    if reading is None:
        return ""
    values = _instance(result, by)
    bounds = []
    for name, part in result.parts.items():
        version = part.get(survives) if isinstance(part, Mapping) else None
        printed, constant = getattr(version, "printed", None), getattr(version, "constant", None)
        if isinstance(printed, sympy.Expr):
            whole = printed if constant is None else constant * printed
            put = {letter: values[letter.name] for letter in whole.free_symbols if letter.name in values}
            prints = {**(by.letters.prints if by is not None else {}), **result.letters.prints}
            bounds.append(f"`{name}` at most ${latex(whole.xreplace(put), prints)}$")
    return "; ".join((reading.words.rstrip("."), *bounds))


def _instance(result: Claim, by: Claim | None) -> Mapping[str, Any]:
    """What the letters of a result stand for in the line that uses it; nothing where no line says so."""
    lines = [] if by is None else [step.statement for step in by.steps if isinstance(step.statement, By)]
    return next((line.letters for line in lines if isinstance(line.source, Claim) and same_result(line.source, result)), {})


# How results fare that others rest on, once for each in a process; the claim is held, so that its id stays its own. Of a
# result that was settled here besides, derivations by part, and steps that are formulas by budget and label, are taken from it.
_USED_RESULTS: dict[tuple[int, str, int], tuple[Claim, Standing]] = {}
_ALONE: dict[int, tuple[Claim, dict[str, Derivation | None], dict[tuple[str, str], StepVerdict]]] = {}


def _without_samples(name: str, run: Run, used: Mapping[str, Claim], known: dict[str, Standing]) -> Standing:
    parts, steps = unsampled_alone(name, run, used)
    rests = tuple(of_used_result(other, run, used, known) for other in used[name].uses if other in used)
    verdict = conclude(name, used[name], parts, steps, rests)
    sampled = {key(part, reading) for part, reading, _ in sampled_statements(used[name])}
    outcomes = [step.evidence.outcome for step in steps]
    outcomes += [part.evidence.outcome for part in parts if part.key not in sampled]
    kept = all(run.standings.get(other, used[other]) is not None for other in used[name].uses if other in used)
    if kept and Outcome.UNDECIDED not in outcomes:  # more time might decide it
        run.standings.put(name, used[name], standing_of(verdict))
    return standing_of(verdict)


def standing_of(verdict: Verdict) -> Standing:
    """What another result hears of a verdict: of one that is false as printed also which of its readings survives."""
    return verdict.headline, verdict.severity, verdict.survives


def unsampled_alone(
    name: str, run: Run, used: Mapping[str, Claim]
) -> tuple[tuple[PartVerdict, ...], tuple[StepVerdict, ...]]:
    """The parts and steps of a result as far as they go without samples, whatever became of the results that it rests on."""
    claim = used[name]
    _, derivations, settled = _ALONE.get(id(claim), (claim, {}, {}))
    done = {(name, part): _done(derivation) for part, derivation in derivations.items()}
    steps: list[StepVerdict] = []
    for step in claim.steps:
        context = context_of(name, step.label, claim, run, 0.0)
        context = replace(context, used=used, steps=tuple(own_steps(claim.steps, steps)))
        steps.append(settled.get((run.budget, step.label)) or settle_step(step, claim, context))
    parts = []
    for part, reading, statement in statements(claim):
        context = context_of(name, key(part, reading), claim, run, 0.0)
        context = replace(context, steps=tuple(own_steps(claim.steps, steps)), used=used, derived=done)
        parts.append(settle_part(part, reading, statement, claim, context, check_of(statement).without_samples))
    return tuple(parts), tuple(steps)


def _done(derivation: Derivation | None) -> Future[Derivation | None]:
    """A task that has ended."""
    task: Future[Derivation | None] = Future()
    task.set_result(derivation)
    return task


# The cells that a claim asks for before anything else, which several machines can share.

class _CellRequest(Exception):
    """The cells that a check asked for first, when nothing is to be computed for it."""

    def __init__(self, cells: Sequence[Any]) -> None:
        super().__init__("cells asked for")
        self.cells = cells


def first_cells(claim_id: str, claim: Claim, run: Run, *, looks: bool = True) -> list[Any]:
    """The cells that every sampled part asks for before anything else; what a worst-case search finds is not known yet.

    They are what several machines can share (`boundcheck.study.shard`); what two readings of a part ask for is there once. A look
    at fewer replicates than a regime has, on which the cells may depend, is computed for that; without
    `looks` it is what is asked.
    """
    repeats = BUDGETS[run.budget].with_repeats(run.repeats).repeats

    def ask(cells: Sequence[Any]) -> Mapping[Any, Any]:
        if not looks or any(cell.repeats >= repeats for cell in cells):
            raise _CellRequest(cells)
        return run.cells(cells)

    def find(*asked: Any, **more: Any) -> None:
        raise _CellRequest(())

    found: list[Any] = []
    risk = share_of_risk(claim, run.error_probability)
    for name, reading, statement in statements(claim):
        if not isinstance(check_of(statement), Sampled):
            continue
        context = context_of(claim_id, key(name, reading), claim, run, risk)
        try:
            check_of(statement).check(statement, replace(context, run=ask, search=find))
        except _CellRequest as asked:
            found += asked.cells
    return list(dict.fromkeys(found))


# The smallest violation of each kind of bound that a run would have seen.

POWER = 0.95
STEPS = 20  # to the unit: multiples of a bound are rounded to twentieths, on their safe side


def detectable(parts: tuple[PartVerdict, ...], each: float) -> tuple[Power, ...]:
    """Of each kind of bound that samples were put to; nothing where there was none.

    Parameters
    ----------
    parts : tuple of PartVerdict
    each : float
        Error probability of each sampled part.
    """
    return (*_rates(parts), *_means(parts, each), *_medians(parts, each))


def _power(of: Any, factor: float | None, rows: Sequence[Any]) -> Power:
    return Power(of=of, factor=factor, settings=len(rows), probability=POWER)


def _rates(parts: tuple[PartVerdict, ...]) -> Iterator[Power]:
    rows = [row for p in parts for row in p.evidence.found.slack or ()]
    if rows:
        times = max(row.smallest_visible_rate / row.allowed for row in rows)
        yield _power("rate", _up(times) if math.isfinite(times) else None, rows)


def _means(parts: tuple[PartVerdict, ...], each: float) -> Iterator[Power]:
    """Of errors that spread as the measured ones, with the mean moved beyond the bound."""
    rows = [(row, each / (2 * len(group))) for group in _groups(parts, "means") for row in group]
    left = [row.mean - _reach(risk) * (row.mean - row.low) for row, risk in rows]
    if rows and min(left) > 0:
        yield _power("mean", _up(max(row.mean / rest for (row, _), rest in zip(rows, left, strict=True))), rows)


def _medians(parts: tuple[PartVerdict, ...], each: float) -> Iterator[Power]:
    rows = [(row, each / (2 * len(group))) for group in _groups(parts, "estimators") for row in group]
    if rows and all(0 < row.low <= row.high < math.inf for row, _ in rows):
        share = min(math.exp(-_reach(risk) * math.log(row.high / row.low) / 2) for row, risk in rows)
        down = min(math.floor(STEPS * share), STEPS - 1) / STEPS
        if down > 0:
            yield _power("median", down, rows)


def _groups(parts: tuple[PartVerdict, ...], kind: str) -> list[tuple[Any, ...]]:
    """The rows of each part that were read off as means or medians."""
    return [rows for p in parts if (rows := getattr(p.evidence.found.evidence, kind, ()))]


def _reach(risk: float) -> float:
    """By how much an interval's half width is to be stretched so that a violation is seen with that power."""
    normal = NormalDist()
    return 1 + normal.inv_cdf(POWER) / normal.inv_cdf(1 - risk)


def _up(times: float) -> float:
    return math.ceil(STEPS * times) / STEPS


# A claim meets its checks; owns the error budget.

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
    for step in claim.steps:
        run.announce(f"step {step.label}")
        context = context_of(claim_id, step.label, claim, run, risk)
        context = replace(context, used=used, steps=tuple(own_steps(claim.steps, so_far.steps)))
        settled = settle_step(step, claim, context)
        if all(isinstance(check_of(one.statement), Formula) for one in (step, step.repair) if one is not None):
            _ALONE.setdefault(id(claim), (claim, {}, {}))[2][run.budget, step.label] = settled
        so_far.steps.append(with_trials(settled, step, context))
    for name, reading, statement in statements(claim):
        run.announce(f"part {name}")
        so_far.parts.append(part_of(claim_id, claim, (name, reading, statement), run, used, so_far.steps))
    rests = []
    known: dict[str, Standing] = {}
    for name in claim.uses:
        if name in used:
            run.announce(f"what is used: {name}")
            rests.append(of_used_result(name, run, used, known, claim))
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
    part = settle_part(name, reading, statement, claim, context, looked_at(check_of(statement)))
    return replace(part, seconds=time.perf_counter() - started)
