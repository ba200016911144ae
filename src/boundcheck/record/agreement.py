"""A record held against its own outcomes and against its claim where that is installed, statement by statement."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from boundcheck.checks import formulas
from boundcheck.checks.context import BUDGETS, Check, Compared, Context, Formula
from boundcheck.checks.mending import mending
from boundcheck.checks.said_nothing import says_nothing
from boundcheck.checks.settling import Known
from boundcheck.checks.shapes import NAMED, check_of
from boundcheck.claims import By, Cited, Claim, Disputed, Identity, Inequality
from boundcheck.loading import registry
from boundcheck.record import rebuilt, types
from boundcheck.record.build import rounded
from boundcheck.record.conclusion import concluded, found_of, part_verdict, step_verdict
from boundcheck.record.rebuilt import first_difference
from boundcheck.record.schema import plain_data
from boundcheck.record.types import interrupted
from boundcheck.settle.settle import beside, legible, literal_of, settled_by, share_of_risk, statements
from boundcheck.settle.severity import LITERAL
from boundcheck.symbolic import Statement, decode, encode
from boundcheck.verdict import Evidence, facts
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import AnyPart, OfProvers, Part
from boundcheck.verdict.statements import Repair, Settled, Step, Witness

# Whether one settled statement of a record is the claim's, and what exact evaluation gives of it today.

_MEASURED = ("constant", "exponents", "slack", "separation", "vacuity", "mutants")


def of_settled(place: str, statement: Any, settled: AnyPart | Step | Repair, context: Context) -> Iterator[tuple[str, str]]:
    """How one settled statement differs from the claim's, or from what its evaluation gives today."""
    if settled.shape != type(statement).__name__:
        yield place, f"a {settled.shape} in the record, a {type(statement).__name__} in the installed claim"
        return
    methods, due = _possible(statement, settled, context)
    if methods is not None and settled.method not in methods:
        yield place, "its method is not what a check says of it"
    if due is not None and settled.fact not in map(as_kept, due):
        yield place, "its fact is not what a check says of it"
    if settled.outcome == "ASSUMED" and settled.witness is not None:
        yield place, "a point is shown of what is cited"
    if isinstance(check_of(statement), Formula) and isinstance(settled, Part):
        yield from _beside_a_formula(place, statement, settled, context)
    checked = settled.checked
    statement = check_of(statement).behind(statement)
    check = check_of(statement)
    if isinstance(check, Formula):
        if checked is None and settled.outcome == "ASSUMED" and "ASSUMED" in NAMED[settled.shape].outcomes:
            return
        unread = checked is None and settled.outcome == "UNDECIDED"
        hypotheses = list(of_provers(settled).from_steps or ())
        if hypotheses and settled.outcome == "PROVED":
            again, used = formulas.with_steps(statement, hypotheses, context)
            if used != hypotheses or encode(again) != checked:
                yield place, "its hypotheses are not those that proved steps give"
        elif not unread and checked not in encoded(statement, context):
            yield place, "the record is of another statement"
    elif isinstance(check, Compared):
        if settled.outcome != "UNDECIDED" or settled.checked_parts:
            yield from _comparisons(place, list(check.comparisons(statement, context)), settled, context)
    else:
        if not check.is_of(statement, settled, context):
            yield place, "the record is of another statement"
        today = check.again(statement, settled, context)
        part = settled if isinstance(settled, Part) and check.evaluated == check.outcomes else None
        if today is not None and not (_agree(today, settled) and (part is None or _as_evaluated(today, part))):
            yield place, "evaluated again, it is not what the record says"


def of_provers(settled: AnyPart | Step | Repair) -> OfProvers:
    """What provers said beside the outcome; nothing of what is no part, or was not put to them."""
    evidence = settled.evidence if isinstance(settled, Part) else None
    return evidence if isinstance(evidence, OfProvers) else OfProvers()


def _beside_a_formula(place: str, statement: Any, part: AnyPart, context: Context) -> Iterator[tuple[str, str]]:
    """What stands beside a formula that is no part's to have: measurements; and whether it says anything."""
    if part.findings or part.failures or any(getattr(part, name, None) for name in _MEASURED):
        yield place, "a formula has nothing that is measured"
    checked = part.checked if part.outcome == "PROVED" else None
    proved = as_written(statement, decode(checked), context) if checked is not None else None
    due = formulas.empty(proved) if proved is not None else None
    if proved is not None and due is None and place.startswith("part "):
        due = says_nothing(proved, context)
    evidence = {key: said for key, said in types.plain(part.evidence).items() if key not in ("from_steps", "domain")}
    if part.outcome in ("PROVED", "REFUTED") and evidence != ({"says_nothing": types.plain(due)} if due is not None else {}):
        yield place, "whether it says anything is told otherwise"


def as_written(shape: Any, checked: Any, context: Context) -> Any:
    """A recorded statement with the sides that the claim wrote: an encoding does not keep what was left to compute."""
    if not isinstance(shape, Identity | Inequality) or not isinstance(checked, Statement):
        return checked
    written = formulas.statement_of(shape, context)
    return Statement(written.lhs, checked.relation, written.rhs, checked.given)


def as_kept(fact: facts.Fact) -> facts.Fact:
    """A fact as a record gives it back."""
    return cast(facts.Fact, types.converted(types.plain(fact), type(fact)))


Possible = tuple[Collection[str] | None, Collection[facts.Fact] | None]


def _possible(statement: Any, settled: AnyPart | Step | Repair, context: Context) -> Possible:
    """Methods and facts that a check can give of a formula, an instance or a citation with the recorded outcome; of others None."""
    outcome, behind = settled.outcome, check_of(statement).behind(statement)
    if isinstance(statement, Cited) and outcome == "ASSUMED":
        cited = f"cited: {statement.citation}"
        return [cited, f"{cited}; no counterexample found"], [facts.Words(statement.words)]
    if isinstance(statement, By) and outcome == "PROVED":
        return ["substitution"], [facts.Instance(statement.words, len(settled.checked_parts))]
    if not isinstance(check_of(behind), Formula) or outcome not in ("PROVED", "REFUTED"):
        return None, None
    if (settled.certificate or {}).get("kind") == "undefined":  # which side has no value the prover says
        return formulas.METHODS, None
    false = (outcome == "REFUTED") != check_of(statement).turned
    point = settled.witness or Witness(point={})
    said = formulas.possible_facts(behind, point if false else None, of_provers(settled).from_steps or (), context)
    if isinstance(statement, Disputed) or (isinstance(statement, Cited) and false):
        said = [facts.Quoted(fact, isinstance(statement, Disputed)) for fact in said]
    return formulas.METHODS, said


def encoded(shape: Identity | Inequality, context: Context) -> list[Any]:
    """The statement as the provers receive it, and as they do with the stated domain among its conditions."""
    try:
        statement = formulas.statement_of(shape, context)
        domain = formulas.domain_of(statement, context)
        return [encode(statement), encode(domain.added_to(statement))]
    except (ValueError, TypeError):
        return []


def _comparisons(place: str, mine: list[tuple[str, Any]], settled: Settled, context: Context) -> Iterator[tuple[str, str]]:
    several, named = settled.checked_parts, (settled.certificate or {}).get("comparisons") or []
    if [words for words, _ in mine] != [comparison["what"] for comparison in named] or len(several) != len(mine):
        yield place, "the record makes other comparisons"
        return
    for (words, shape), checked in zip(mine, several, strict=True):
        if checked not in encoded(shape, context):
            yield f"{place}, {words}", "the record is of another statement"


def _as_evaluated(today: Evidence, part: AnyPart) -> bool:
    """Whether the numbers of a record are those of today, and its certificates, where it has them, of the same statements."""
    if list(map(types.plain, today.findings)) != list(map(types.plain, part.findings)):
        return False
    measured = {} if today.found.evidence is None else rounded(today.found.evidence)
    return _alike(plain_data(measured), types.plain(part.evidence))


def _alike(mine: Any, theirs: Any) -> bool:
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        if "values" in mine and "witness" in mine:  # a certificate, which replays
            return (mine.get("method"), mine.get("statement")) == (theirs.get("method"), theirs.get("statement"))
        shared = mine.keys() if "certificate" in theirs else mine.keys() - {"certificate"}
        return shared == theirs.keys() and all(_alike(mine[key], theirs[key]) for key in shared)
    if isinstance(mine, list) and isinstance(theirs, list):
        return len(mine) == len(theirs) and all(map(_alike, mine, theirs))
    return bool(mine == theirs)


def _agree(today: Evidence, settled: Settled) -> bool:
    """Whether outcome, words and witness, and what the provers received, are those of the record."""
    statement = today.statement
    if isinstance(statement, Statement) and encode(statement) != settled.checked:
        return False
    due = (today.outcome.name, as_kept(today.fact), today.method, today.witness)
    return due == (settled.outcome, settled.fact, settled.method, settled.witness)


# Where the statements of a record are not those that its claim has today.

def drift(record: Record, claim: Claim) -> Iterator[tuple[str, str]]:
    """Where the statements of a record are not those that the claim has today."""
    steps = {step.label: step for step in claim.steps}
    parts = {
        name if reading == LITERAL else f"{name}@{reading}": (name, reading, statement)
        for name, reading, statement in statements(claim)
    }
    recorded = [step.label for step in record.steps]
    whole = not interrupted(record)
    yield from _lists(record, claim)
    for kind, here, there in (("step", steps.keys(), recorded), ("part", parts.keys(), list(record.parts))):
        if len(set(there)) < len(there):
            yield kind, "the record has one twice"
        for label in sorted({*there} - here):
            yield f"{kind} {label}", "the installed claim has none of that name"
        for label in sorted(here - {*there}) if whole else ():
            yield f"{kind} {label}", "the record lacks it"
    used = used_by(claim)
    before = tuple((steps[s.label], step_verdict(s)) for s in record.steps if s.label in steps)
    context = replace(context_of(record, claim), used=used, steps=before)
    for settled in record.steps:
        if settled.label not in steps:
            continue
        step, place = steps[settled.label], f"step {settled.label}"
        if (step.scope, step.misprint, tuple(step.settles)) != (settled.scope, settled.misprint, settled.settles):
            yield place, "the installed claim marks it otherwise"
        yield from of_settled(place, step.statement, settled, context)
        if (step.repair is None) != (settled.repair is None):
            yield f"repair of {settled.label}", "only one of record and installed claim has it"
        elif step.repair is not None and settled.repair is not None:
            if settled.repair.mends != mending(step, claim.letters.prints, claim.definitions):
                yield f"repair of {settled.label}", "it lies otherwise to the printed line"
            yield from of_settled(f"repair of {settled.label}", step.repair.statement, settled.repair, context)
    for key, part in record.parts.items():
        if key in parts:
            name, reading, statement = parts[key]
            place = f"part {key}"
            if part.reading != reading:
                yield place, "it is another reading"
            yield from of_settled(place, statement, part, context)
            yield from check_of(statement).constant(key, statement, part, claim, before)
            yield from _facts(key, name, statement, part, claim, before)
            yield from _beside(key, statement, part, claim, context)
            running = replace(of_the_run(record, claim), name=key, used=used, steps=before)
            for said in rebuilt.differences(key, part, statement, claim, running):
                yield place, said


def _facts(key: str, name: str, statement: Any, part: AnyPart, claim: Claim, steps: Known) -> Iterator[tuple[str, str]]:
    """How a part's relation to the page differs from what the installed claim and the recorded steps give."""
    if part.legible != legible(statement, part_verdict(key, part).evidence, claim):
        yield f"part {key}", "whether a reader can follow its point is told otherwise"
    if part.settled_by != settled_by(statement, key, claim, steps, found_of(part)):
        yield f"part {key}", "another step settles it, or none"
    literal = literal_of(claim, name)
    due = beside(literal, statement, claim) if statement is not literal else {"within": False, "same_rate": None, "same_line": True}
    shown = {"within": part.within, "same_rate": part.same_rate, "same_line": part.same_line}
    if {side: shown[side] for side in due} != due:
        yield f"part {key}", "it lies otherwise to the page: working range, rate and line are computed again"


def _beside(key: str, statement: Any, part: AnyPart, claim: Claim, context: Context) -> Iterator[tuple[str, str]]:
    """Proofs beside a part that are of another statement: on the working range, and that it says nothing."""
    check = check_of(statement)
    if part.empty is not None and type(check).empty is Check.empty:
        yield f"part {key}", "nothing shows of such a statement that it says nothing"
    if part.working is None:
        return
    ranged = formulas.narrowed(statement, claim.source.paper.working, context) if isinstance(check, Formula) else None
    if ranged is None or part.working.checked not in encoded(ranged, context):
        yield f"part {key}", "what is proved on the working range is another statement"


def _lists(record: Record, claim: Claim) -> Iterator[tuple[str, str]]:
    mine = [(r.name, r.words, r.repair, r.support, r.misprint) for r in claim.readings]
    if [(r.name, r.text, r.repair, r.support, r.misprint) for r in record.readings] != mine:
        yield "readings", "record and installed claim differ"
    if [rest.claim for rest in record.rests_on] != list(claim.uses) and not interrupted(record):
        yield "rests_on", "record and installed claim differ"
    if record.printed != claim.source.printed:
        yield "printed", "record and installed claim differ"


def used_by(claim: Claim) -> dict[str, Claim]:
    """The claims that are named, and what they name in turn."""
    found: dict[str, Claim] = {}
    left = list(claim.uses)
    while left:
        name = left.pop()
        if name not in found:
            found[name] = registry.load(name)
            left += found[name].uses
    return found


def context_of(record: Record, owner: Claim) -> Context:
    """What the checks of `owner` are handed; nothing in it can run or search."""
    return Context(
        claim=record.claim,
        name="",
        budget=BUDGETS["quick"],
        seed=0,
        risk=record.error_probability.total,
        run=_nothing,
        search=_nothing,
        definitions=owner.definitions,
        parameters=tuple(owner.parameters),
        letters=owner.letters.prints,
    )


def repeats_of(record: Record) -> int | None:
    """How many replicates the run was told to draw, in place of those of its budget."""
    words = shlex.split(record.reproduce)
    return int(words[words.index("--repeats") + 1]) if "--repeats" in words else None


def of_the_run(record: Record, owner: Claim) -> Context:
    """The same with the budget of the run, and with the share of the error probability that a part may spend."""
    budget = BUDGETS[record.budget].with_repeats(repeats_of(record))
    risk = share_of_risk(owner, record.error_probability.total)
    return replace(context_of(record, owner), budget=budget, seed=record.seed, risk=risk)


def _nothing(*_: Any, **__: Any) -> Any:
    raise ValueError("a record is verified without samples")


# What a record says, held against its own outcomes and, where its claim is installed, against that claim.
#
# A record is data: nothing of it is run, and nothing is searched or sampled here.

def installed(record: Record) -> Claim | None:
    """The claim of a record as it is installed, or None."""
    try:
        return registry.load(record.claim)
    except (ModuleNotFoundError, AttributeError, registry.UnknownClaim, registry.BrokenClaim):
        return None


def differences(record: Record, claim: Claim | None) -> Iterator[tuple[str, str]]:
    """``(place, how it differs)``: of the record's statements from the claim's, and of its headline from its outcomes."""
    found = list(drift(record, claim)) if claim is not None else []
    yield from found
    if interrupted(record) or found:
        return
    found = list(headline_differences(record, claim))
    yield from found
    if claim is not None and not found:
        yield from first_difference(record, claim, used_by(claim))


def headline_differences(record: Record, claim: Claim | None) -> Iterator[tuple[str, str]]:
    """How the headline differs from the one that the recorded outcomes give."""
    shown = record.headline
    if not record.parts and not record.steps:
        yield "headline", "the record has neither parts nor steps"
        return
    due = concluded(record, claim)
    for said, computed in ((shown.outcome, due.headline.value), (shown.severity, due.severity.name)):
        if said != computed:
            yield "headline", f"the record says {said}, its parts and steps give {computed}"
    if shown.literal.value != due.literal.value:
        yield "headline", f"the letters are called {shown.literal.value}, and its parts and steps give {due.literal.value}"
    literally = None if due.literal.fact is None else as_kept(due.literal.fact)
    told = list(map(as_kept, due.facts)), literally, due.news
    if (list(shown.facts), shown.literal.fact, shown.news) != told:
        yield "headline", "its facts are not those that its parts and steps give"
    if list(map(types.plain, due.faults)) != list(map(types.plain, record.faults)):
        yield "faults", "they are not those that its parts and steps give"
    if due.findings != record.findings:
        yield "findings", "they are not those that its parts and steps give"
