"""What a record says, held against its own outcomes and, where its claim is installed, against that claim.

A record is data: nothing of it is run, and nothing is searched or sampled here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from boundcheck.checks import inequality
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.mending import ONE_SYMBOL, mending
from boundcheck.checks.rows import NAMED, row_of
from boundcheck.checks.settling import Known
from boundcheck.claims import (
    Claim,
    Evidence,
    Fault,
    Headline,
    Identity,
    Inequality,
    Outcome,
    PartVerdict,
    Reading,
    RestsOn,
    Severity,
    StepVerdict,
    Verdict,
)
from boundcheck.claims.marks import plain
from boundcheck.loading import registry
from boundcheck.record.build import fault_of as _fault
from boundcheck.record.stopped import interrupted
from boundcheck.record.texts import untyped
from boundcheck.settle.circumstances import statements
from boundcheck.settle.facts import beside, literal_of, settled_by
from boundcheck.settle.headline import LITERAL, conclude
from boundcheck.settle.reasons import formula_of
from boundcheck.symbolic import Statement, decode, encode
from boundcheck.symbolic.arithmetic import number

_BESIDE = ("constant", "exponents", "slack", "separation", "vacuity", "mutants", "failures")


def installed(record: Mapping[str, Any]) -> Claim | None:
    """The claim of a record as it is installed, or None."""
    try:
        return registry.load(record["claim"])
    except (ModuleNotFoundError, AttributeError, registry.UnknownClaim, registry.BrokenClaim):
        return None


def differences(record: Mapping[str, Any], claim: Claim | None) -> Iterator[tuple[str, str]]:
    """``(place, how it differs)``: of the record's statements from the claim's, and of its headline from its outcomes."""
    found = list(drift(record, claim)) if claim is not None else []
    yield from found
    if not interrupted(record) and not found:
        yield from headline_differences(record, claim)


def headline_differences(record: Mapping[str, Any], claim: Claim | None) -> Iterator[tuple[str, str]]:
    """How the headline differs from the one that the recorded outcomes give."""
    record = untyped(record)
    shown = record["headline"]
    if not record["parts"] and not record["steps"]:
        yield "headline", "the record has neither parts nor steps"
        return
    due = concluded(record, claim)
    for kind, due_ in (("outcome", due.headline.value), ("severity", due.severity.name)):
        if shown[kind] != due_:
            yield "headline", f"the record says {shown[kind]}, its parts and steps give {due_}"
    literal = shown["literal"]
    if literal["value"] != due.literal.value:
        yield "headline", f"the letters are called {literal['value']}, and its parts and steps give {due.literal.value}"
    told = [(shown.get("text"), plain(due.text)), (literal.get("text"), plain(due.literal.text))]
    news = [{"text": plain(news.text), "outcome": news.outcome.value} for news in due.news]
    if any((there or "") != said for there, said in told) or (shown.get("news") or []) != news:
        yield "headline", "its sentence is not the one that its parts and steps give"
    if untyped(json.loads(json.dumps([_fault(fault) for fault in due.faults], default=str))) != record.get("faults"):
        yield "faults", "they are not those that its parts and steps give"


def concluded(record: Mapping[str, Any], claim: Claim | None) -> Verdict:
    """The verdict on the recorded outcomes; without its claim, as far as the record shows the claim."""
    doubts = {} if claim is None else {step.label: step.doubt for step in claim.steps}
    steps = tuple(_stepped(step, doubts) for step in record["steps"])
    parts = tuple(_part_verdict(key, part) for key, part in record["parts"].items())
    rests = tuple(
        RestsOn(rest["claim"], Headline[rest["outcome"]], Severity[rest["severity"]], rest.get("printed") or "")
        for rest in record.get("rests_on") or ()
    )
    return conclude(record["claim"], claim or _stand_in(record), parts, steps, rests)


def _part_verdict(key: str, part: Mapping[str, Any]) -> PartVerdict:
    working, empty = part.get("working"), part.get("empty")
    return PartVerdict(
        *_key(key, part),
        _evidence(part),
        shape=part["shape"],
        settled_by=part.get("settled_by") or "",
        within=bool(part.get("within")),
        same_rate=part.get("same_rate"),
        working=_evidence(working) if working else None,
        empty=_evidence(empty) if empty else None,
        formula=part.get("formula") or "",
    )


def _stepped(step: Mapping[str, Any], doubts: Mapping[str, str] | None = None) -> StepVerdict:
    return StepVerdict(
        step["label"],
        _evidence(step),
        _evidence(step["repair"]) if step.get("repair") else None,
        doubt=(doubts or {}).get(step["label"], step.get("doubt") or ""),
    )


def _key(key: str, part: Mapping[str, Any]) -> tuple[str, str]:
    reading = part["reading"]
    return (key if reading == LITERAL else key.removesuffix(f"@{reading}")), reading


def _evidence(settled: Mapping[str, Any]) -> Evidence:
    data = dict(settled.get("evidence") or {}) | {key: settled[key] for key in _BESIDE if settled.get(key) is not None}
    upper = (data.get("constant") or {}).get("upper")
    if upper is not None:
        number(str(upper))
    if settled.get("checked") is not None:
        data["statement"] = decode(settled["checked"])
    if settled.get("checked_parts"):
        data["statements"] = [decode(encoded) for encoded in settled["checked_parts"]]
    return Evidence(
        Outcome[settled["outcome"]],
        settled.get("summary") or "",
        witness=settled.get("witness"),
        data=data,
        bare=bool(settled.get("bare")),
    )


def _stand_in(record: Mapping[str, Any]) -> Claim:
    """As much of a claim as a headline needs, from its record alone."""
    readings = tuple(
        Reading(
            r["name"],
            r["text"],
            r.get("repair", False),
            r.get("doubt") or "",
            r.get("support") or "",
            r.get("misprint") or "",
            _identity(r.get("fault")),
        )
        for r in record["readings"]
    )
    steps = tuple(
        SimpleNamespace(
            label=step["label"],
            where=step.get("where") or "",
            mark=step["mark"],
            scope=step.get("scope") or "page",
            misprint=step.get("misprint") or "",
            fault=_identity(step.get("fault")),
            repair=_mended(step["repair"]) if step.get("repair") else None,
        )
        for step in record["steps"]
    )
    faults = {key: _identity(part["fault"]) for key, part in record["parts"].items() if part.get("fault")}
    source = SimpleNamespace(printed=record["printed"], where=record.get("where") or "")
    stand_in = SimpleNamespace(readings=readings, steps=steps, faults=faults, source=source)
    return cast(Claim, stand_in)


def _mended(repair: Mapping[str, Any]) -> SimpleNamespace:
    """As much of a repair as a headline needs; a record that does not say how it lies to its line is taken at its word."""
    return SimpleNamespace(words=repair["note"], mends=repair.get("mends") or ONE_SYMBOL)


def _identity(fault: Mapping[str, Any] | None) -> Fault | None:
    return Fault(**fault) if fault else None


def drift(record: Mapping[str, Any], claim: Claim) -> Iterator[tuple[str, str]]:
    """Where the statements of a record are not those that the claim has today."""
    record = untyped(record)
    steps = {step.label: step for step in claim.steps}
    parts = {
        name if reading == LITERAL else f"{name}@{reading}": (name, reading, statement)
        for name, reading, statement in statements(claim)
    }
    recorded = [step["label"] for step in record["steps"]]
    whole = not interrupted(record)
    yield from _lists(record, claim)
    for kind, here, there in (("step", steps.keys(), recorded), ("part", parts.keys(), list(record["parts"]))):
        if len(set(there)) < len(there):
            yield kind, "the record has one twice"
        for label in sorted({*there} - here):
            yield f"{kind} {label}", "the installed claim has none of that name"
        for label in sorted(here - {*there}) if whole else ():
            yield f"{kind} {label}", "the record lacks it"
    used = _used(claim)
    before = tuple((steps[s["label"]], _stepped(s)) for s in record["steps"] if s["label"] in steps)
    for settled in record["steps"]:
        if settled["label"] not in steps:
            continue
        step, place = steps[settled["label"]], f"step {settled['label']}"
        context = replace(context_of(record, claim), used=used, steps=before)
        if (step.mark, step.scope, plain(step.misprint), list(step.settles)) != tuple(
            settled.get(name) for name in ("mark", "scope", "misprint", "settles")
        ):
            yield place, "the installed claim marks it otherwise"
        yield from _of(place, step.statement, settled, context)
        if (step.repair is not None) != bool(settled.get("repair")):
            yield f"repair of {settled['label']}", "only one of record and installed claim has it"
        elif step.repair is not None:
            if settled["repair"].get("mends") not in (None, mending(step, claim.letters.prints, claim.definitions)):
                yield f"repair of {settled['label']}", "it lies otherwise to the printed line"
            repair = {"shape": type(step.repair.statement).__name__, **settled["repair"]}
            yield from _of(f"repair of {settled['label']}", step.repair.statement, repair, context)
    for key, part in record["parts"].items():
        if key in parts:
            name, reading, statement = parts[key]
            context, place = replace(context_of(record, claim), used=used, steps=before), f"part {key}"
            if part["reading"] != reading:
                yield place, "it is another reading"
            yield from _of(place, statement, part, context)
            if (constant := row_of(statement).constant) is not None:
                yield from constant(key, statement, part, claim, before)
            yield from _facts(key, name, statement, part, claim, before)


def _facts(
    key: str, name: str, statement: Any, part: Mapping[str, Any], claim: Claim, steps: Known
) -> Iterator[tuple[str, str]]:
    """How a part's relation to the page differs from what the installed claim and the recorded steps give."""
    if (part.get("formula") or "") != formula_of(statement):
        yield f"part {key}", "the record has another formula for its sentence"
    if (part.get("settled_by") or "") != settled_by(statement, key, claim, steps):
        yield f"part {key}", "another step settles it, or none"
    literal = literal_of(claim, name)
    due = beside(literal, statement, claim) if statement is not literal else {"within": False, "same_rate": None}
    if {side: part.get(side) for side in due} != due:
        yield f"part {key}", "it lies otherwise to the page: working range and rate are computed again"


def _lists(record: Mapping[str, Any], claim: Claim) -> Iterator[tuple[str, str]]:
    mine = [(r.name, plain(r.words), r.repair, plain(r.support), plain(r.misprint)) for r in claim.readings]
    names = ("name", "text", "repair", "support", "misprint")
    if [tuple(r.get(name) for name in names) for r in record["readings"]] != mine:
        yield "readings", "record and installed claim differ"
    if [rest["claim"] for rest in record.get("rests_on") or ()] != list(claim.uses) and not interrupted(record):
        yield "rests_on", "record and installed claim differ"
    if record["printed"] != claim.source.printed:
        yield "printed", "record and installed claim differ"


def _used(claim: Claim) -> dict[str, Claim]:
    """The claims that are named, and what they name in turn."""
    found: dict[str, Claim] = {}
    left = list(claim.uses)
    while left:
        name = left.pop()
        if name not in found:
            found[name] = registry.load(name)
            left += found[name].uses
    return found


def context_of(record: Mapping[str, Any], owner: Claim) -> Context:
    """What the checks of `owner` are handed; nothing in it can run or search."""
    return Context(
        claim=record["claim"],
        name="",
        budget=BUDGETS["quick"],
        seed=0,
        risk=0.0,
        run=_nothing,
        search=_nothing,
        definitions=owner.definitions,
        parameters=tuple(owner.parameters),
    )


def _nothing(*_: Any, **__: Any) -> Any:
    raise ValueError("a record is verified without samples")


def _of(place: str, statement: Any, settled: Mapping[str, Any], context: Context) -> Iterator[tuple[str, str]]:
    """How one settled statement differs from the claim's, or from what its evaluation gives today."""
    if settled["shape"] != type(statement).__name__:
        yield place, f"a {settled['shape']} in the record, a {type(statement).__name__} in the installed claim"
        return
    checked, several = settled.get("checked"), settled.get("checked_parts") or []
    statement = row_of(statement).behind(statement)
    row = row_of(statement)
    if row.scalar:
        if checked is None and settled["outcome"] == "ASSUMED" and "ASSUMED" in NAMED[settled["shape"]].outcomes:
            return
        unread = checked is None and settled["outcome"] == "UNDECIDED"
        hypotheses = (settled.get("evidence") or {}).get("from_steps")
        if hypotheses and settled["outcome"] == "PROVED":
            again, used = inequality.with_steps(statement, hypotheses, context)
            if used != hypotheses or encode(again) != checked:
                yield place, "its hypotheses are not those that proved steps give"
        elif not unread and checked not in encoded(statement, context):
            yield place, "the record is of another statement"
    elif row.comparisons is not None:
        if settled["outcome"] != "UNDECIDED" or several:
            yield from _comparisons(place, list(row.comparisons(statement, context)), settled, context)
    elif row.recorded is not None:
        if not row.recorded(statement, settled, context):
            yield place, "the record is of another statement"
    elif row.again is not None:
        today = row.again(statement, settled, context)
        if today is not None and not _agree(today, settled):
            yield place, "evaluated again, it is not what the record says"


def encoded(shape: Identity | Inequality, context: Context) -> list[Any]:
    """The statement as the provers receive it, and as they do with the stated domain among its conditions."""
    try:
        statement = inequality.statement_of(shape, context)
        domain = inequality.domain_of(statement, context)
        return [encode(statement), encode(domain.added_to(statement))]
    except (ValueError, TypeError):
        return []


def _comparisons(
    place: str, mine: list[tuple[str, Any]], settled: Mapping[str, Any], context: Context
) -> Iterator[tuple[str, str]]:
    several, named = settled.get("checked_parts") or [], (settled.get("certificate") or {}).get("comparisons") or []
    if [words for words, _ in mine] != [comparison["what"] for comparison in named] or len(several) != len(mine):
        yield place, "the record makes other comparisons"
        return
    for (words, shape), checked in zip(mine, several, strict=True):
        if checked not in encoded(shape, context):
            yield f"{place}, {words}", "the record is of another statement"


def _agree(today: Evidence, settled: Mapping[str, Any]) -> bool:
    """Whether outcome, words and witness, and what the provers received, are those of the record."""
    same = today.outcome is Outcome[settled["outcome"]] and plain(today.summary) == settled.get("summary")
    statement = today.data.get("statement")
    if isinstance(statement, Statement) and encode(statement) != settled.get("checked"):
        return False
    return same and untyped(json.loads(json.dumps(today.witness, default=str))) == settled.get("witness")
