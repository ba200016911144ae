"""Where the statements of a record are not those that its claim has today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.mending import mending
from boundcheck.checks.rows import row_of
from boundcheck.checks.settling import Known
from boundcheck.claims import (
    Claim,
)
from boundcheck.claims.marks import plain
from boundcheck.loading import registry
from boundcheck.record.conclusion import step_verdict
from boundcheck.record.same_statement import of_settled
from boundcheck.record.stopped import interrupted
from boundcheck.record.texts import untyped
from boundcheck.settle.circumstances import statements
from boundcheck.settle.facts import beside, literal_of, settled_by
from boundcheck.settle.headline import LITERAL
from boundcheck.settle.reasons import formula_of


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
    before = tuple((steps[s["label"]], step_verdict(s)) for s in record["steps"] if s["label"] in steps)
    for settled in record["steps"]:
        if settled["label"] not in steps:
            continue
        step, place = steps[settled["label"]], f"step {settled['label']}"
        context = replace(context_of(record, claim), used=used, steps=before)
        if (step.mark, step.scope, plain(step.misprint), list(step.settles)) != tuple(
            settled.get(name) for name in ("mark", "scope", "misprint", "settles")
        ):
            yield place, "the installed claim marks it otherwise"
        yield from of_settled(place, step.statement, settled, context)
        if (step.repair is not None) != bool(settled.get("repair")):
            yield f"repair of {settled['label']}", "only one of record and installed claim has it"
        elif step.repair is not None:
            if settled["repair"].get("mends") not in (None, mending(step, claim.letters.prints, claim.definitions)):
                yield f"repair of {settled['label']}", "it lies otherwise to the printed line"
            repair = {"shape": type(step.repair.statement).__name__, **settled["repair"]}
            yield from of_settled(f"repair of {settled['label']}", step.repair.statement, repair, context)
    for key, part in record["parts"].items():
        if key in parts:
            name, reading, statement = parts[key]
            context, place = replace(context_of(record, claim), used=used, steps=before), f"part {key}"
            if part["reading"] != reading:
                yield place, "it is another reading"
            yield from of_settled(place, statement, part, context)
            if (constant := row_of(statement).constant) is not None:
                yield from constant(key, statement, part, claim, before)
            yield from _facts(key, name, statement, part, claim, before)


def _facts(
    key: str, name: str, statement: Any, part: Mapping[str, Any], claim: Claim, steps: Known
) -> Iterator[tuple[str, str]]:
    """How a part's relation to the page differs from what the installed claim and the recorded steps give."""
    if (part.get("formula") or "") != formula_of(statement):
        yield f"part {key}", "the record has another formula for its sentence"
    if (part.get("settled_by") or "") != settled_by(statement, key, claim, steps, part.get("evidence") or {}):
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
