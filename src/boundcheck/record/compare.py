"""What a record says, held against its own outcomes and, where its claim is installed, against that claim.

A record is data: nothing of it is run, and nothing is searched or sampled here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import sympy

from boundcheck.checks import (
    definition,
    fisher,
    inequality,
    instance,
    on_accounts,
    on_bayes_risk,
    privacy,
    reference,
    table,
)
from boundcheck.checks.bound import collapse
from boundcheck.checks.bound.claimed import by_step, on_domain
from boundcheck.checks.bound.worst_constant import quoted
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.claims import (
    AccountedGuarantee,
    By,
    ByDefinition,
    Cited,
    Claim,
    CountsTable,
    Definition,
    Disputed,
    Evidence,
    FamilyLowerBound,
    HighProbabilityBound,
    Identity,
    Inequality,
    InstanceInequality,
    Outcome,
    PartVerdict,
    PrivacyGuarantee,
    Reading,
    ReportedTable,
    SameUpToConstant,
    StepVerdict,
    Verdict,
)
from boundcheck.loading import registry
from boundcheck.settle.headline import LITERAL, conclude
from boundcheck.settle.settle import proof, statements
from boundcheck.symbolic import Statement, decode, encode

_BESIDE = ("constant", "exponents", "slack", "separation", "vacuity", "mutants", "failures")
# A quoted constant is the one text of a record that becomes a number: digits, or few signs and known names.
_QUOTED = re.compile(
    r"[\d.]{1,12}(e[+-]?\d{1,9})?|(?=.{1,12}\Z)(?!.*\*\*.*\*\*|.*\*\*.*\d{4})([\d+*/()\s.-]|\b(sqrt|exp|log|pi|E)\b){1,12}"
)
_NAME = re.compile(r"[^\W\d]\w*(?!\w|\()")
_INTERRUPTED = re.compile(r"Interrupted after (\d+) of \d+ steps and parts; run the same command to go on\.")


def installed(record: Mapping[str, Any]) -> Claim | None:
    """The claim of a record as it is installed, or None."""
    try:
        return registry.load(record["claim"])
    except (ModuleNotFoundError, AttributeError, registry.UnknownClaim, registry.BrokenClaim):
        return None


def interrupted(record: Mapping[str, Any]) -> bool:
    """Whether the record is of a run that was stopped, and claims nothing more."""
    said = _INTERRUPTED.fullmatch(record["headline"]["text"])
    many = len(record["steps"]) + len(record["parts"])
    return said is not None and record["headline"]["outcome"] == "UNDECIDED" and int(said[1]) == many


def differences(record: Mapping[str, Any], claim: Claim | None) -> Iterator[tuple[str, str]]:
    """``(place, how it differs)``: of the record's statements from the claim's, and of its headline from its outcomes."""
    found = list(drift(record, claim)) if claim is not None else []
    yield from found
    if not interrupted(record) and not found:
        yield from misheaded(record, claim)


def misheaded(record: Mapping[str, Any], claim: Claim | None) -> Iterator[tuple[str, str]]:
    """How the headline differs from the one that the recorded outcomes give."""
    shown = record["headline"]
    if not record["parts"] and not record["steps"]:
        yield "headline", "the record has neither parts nor steps"
        return
    due = concluded(record, claim)
    if shown["outcome"] != due.headline.value:
        yield "headline", f"the record says {shown['outcome']}, its parts and steps give {due.headline.value}"
    for kind, said in (("text", due.text), ("literal", due.literal)):
        if _bare(shown.get(kind) or "", claim) != _bare(said, claim):
            yield "headline", "its sentence is not the one that its parts and steps give"


def _bare(sentence: str, claim: Claim | None) -> str:
    """A sentence; without the formula at whose sides it was evaluated, where only the record knows that."""
    return (
        sentence if claim is not None else re.sub(r"the left side of .*? is (?=[-\d])", "the left side is ", sentence)
    )


def concluded(record: Mapping[str, Any], claim: Claim | None) -> Verdict:
    """The verdict on the recorded outcomes; without its claim, as far as the record shows the claim."""
    doubts = {} if claim is None else {label: step.doubt for label, step, _ in proof(claim, _used(claim))}
    steps = tuple(_stepped(step, doubts) for step in record["steps"])
    parts = tuple(PartVerdict(*_key(key, part), _evidence(part)) for key, part in record["parts"].items())
    return conclude(record["claim"], claim or _stand_in(record, steps), parts, steps)


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
    if upper is not None and _QUOTED.fullmatch(str(upper)) is None:
        raise ValueError(f"constant {str(upper)[:40]!r}: is no number")
    if settled.get("checked") is not None:
        data["statement"] = decode(settled["checked"])
    if settled.get("checked_parts"):
        data["statements"] = [decode(encoded) for encoded in settled["checked_parts"]]
    return Evidence(
        Outcome[settled["outcome"]], settled.get("summary") or "", witness=settled.get("witness"), data=data
    )


def _stand_in(record: Mapping[str, Any], steps: tuple[StepVerdict, ...]) -> Claim:
    """As much of a claim as a headline needs, from its record alone."""
    readings = tuple(
        Reading(r["name"], r["text"], r.get("repair", False), r.get("doubt") or "") for r in record["readings"]
    )
    parts: dict[str, Any] = {}
    for key, part in record["parts"].items():
        name, reading = _key(key, part)
        parts.setdefault(name, {})[reading] = _part(part, steps)
    where = (equation["alt"].partition(" = ") for equation in record["statement"].get("where") or ())
    definitions = {sympy.Symbol(name): _letters(text) for name, _, text in where}
    source = SimpleNamespace(printed=record["printed"])
    return cast(Claim, SimpleNamespace(readings=readings, parts=parts, definitions=definitions, source=source))


def _part(part: Mapping[str, Any], steps: tuple[StepVerdict, ...]) -> Any:
    if part["shape"] in ("Identity", "Inequality") and part.get("checked") is not None:
        read = decode(part["checked"])
        return Inequality(read.lhs, read.rhs) if isinstance(read, Statement) else None
    sides = part.get("bounds") or {}
    proved = [e.data["statement"] for s in steps for e in (s.evidence, s.repair) if e and "statement" in e.data]
    known = {str(side): side for s in proved if isinstance(s, Statement) for side in (s.lhs, s.rhs)}
    texts = {name: sides[name]["alt"] for name in ("explicit", "printed", "bound") if name in sides}
    return SimpleNamespace(**{name: _letters(text, known) for name, text in texts.items()})


def _letters(text: str, known: Mapping[str, sympy.Expr] | None = None) -> sympy.Expr:
    """An expression in the letters of a text, which is not read beyond them; one without letters as the provers had it."""
    names = sorted(set(_NAME.findall(text)) - {"pi", "E"})
    if not names:
        return (known or {}).get(text, sympy.Dummy("constant"))
    return sympy.Add(*(sympy.Symbol(name) for name in names))


def drift(record: Mapping[str, Any], claim: Claim) -> Iterator[tuple[str, str]]:
    """Where the statements of a record are not those that the claim has today."""
    steps = {label: (step, owner) for label, step, owner in proof(claim, _used(claim))}
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
    before = tuple((steps[s["label"]][0], _stepped(s)) for s in record["steps"] if s["label"] in steps)
    for settled in record["steps"]:
        if settled["label"] not in steps:
            continue
        step, owner = steps[settled["label"]]
        context, place = context_of(record, owner), f"step {settled['label']}"
        context = replace(context, used=used, steps=before if owner is claim else ())
        yield from _of(place, step.statement, settled, context)
        if (step.repair is not None) != bool(settled.get("repair")):
            yield f"repair of {settled['label']}", "only one of record and installed claim has it"
        elif step.repair is not None:
            repair = {"shape": type(step.repair.statement).__name__, **settled["repair"]}
            yield from _of(f"repair of {settled['label']}", step.repair.statement, repair, context)
    proved = {step["label"] for step in record["steps"] if step["outcome"] == "PROVED"}
    for key, part in record["parts"].items():
        if key in parts:
            _, reading, statement = parts[key]
            context, place = context_of(record, claim), f"part {key}"
            if part["reading"] != reading:
                yield place, "it is another reading"
            yield from _of(place, statement, part, context)
            yield from _constant(key, statement, part, claim, proved)


def _lists(record: Mapping[str, Any], claim: Claim) -> Iterator[tuple[str, str]]:
    mine = [(r.name, r.words, r.repair) for r in claim.readings]
    if [(r["name"], r["text"], r["repair"]) for r in record["readings"]] != mine:
        yield "readings", "record and installed claim differ"
    if record["printed"] != claim.source.printed:
        yield "printed", "record and installed claim differ"


def _used(claim: Claim) -> dict[str, Claim]:
    return {claim_id: registry.load(claim_id) for claim_id in claim.uses}


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
    statement = _behind(statement)
    if isinstance(statement, Identity | Inequality):
        if checked is None and settled["outcome"] == "ASSUMED" and settled["shape"] in ("Cited", "ByDefinition"):
            return
        unread = checked is None and settled["outcome"] == "UNDECIDED"
        if not unread and checked not in encoded(statement, context):
            yield place, "the record is of another statement"
    elif isinstance(statement, PrivacyGuarantee | By):
        if settled["outcome"] != "UNDECIDED" or several:
            mine = (
                reference.comparisons(statement, context)
                if isinstance(statement, By)
                else privacy.comparisons(statement)
            )
            yield from _comparisons(place, list(mine), settled, context)
    elif isinstance(statement, SameUpToConstant):
        if settled["outcome"] == "PROVED" and several != _rates(statement, settled, context):
            yield place, "the record is of another statement"
    else:
        today = _evaluated(statement, settled, context)
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


def _behind(statement: Any) -> Any:
    """What was put to the provers of a quote or of a definition written as a display; else the statement itself."""
    if isinstance(statement, ByDefinition):
        return Identity(statement.lhs, statement.rhs, statement.given)
    if isinstance(statement, Disputed):
        return statement.quote
    return statement if not isinstance(statement, Cited) or statement.statement is None else statement.statement


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


def _rates(same: SameUpToConstant, settled: Mapping[str, Any], context: Context) -> list[Any]:
    """Both inequalities with the constants that the record's summary names."""
    said = re.fullmatch(r"the ratio lies between 1/([\d/]+) and ([\d/]+)", settled["summary"])
    if said is None:
        return []
    lhs, rhs = context.expand(same.lhs), context.expand(same.rhs)
    given = tuple(context.expand(condition) for condition in same.given)
    above, below = sympy.Rational(said[2]), sympy.Rational(said[1])
    return [encode(Statement(lhs, "<=", above * rhs, given)), encode(Statement(rhs, "<=", below * lhs, given))]


def _evaluated(statement: Any, settled: Mapping[str, Any], context: Context) -> Evidence | None:
    """What exact evaluation gives today, where the outcome rests on it; None where it rests on samples or a search."""
    if isinstance(statement, Definition):
        return definition.check(statement, context)
    if isinstance(statement, ReportedTable):
        return table.check(statement, context)
    if isinstance(statement, CountsTable):
        return fisher.check(statement, context)
    if isinstance(statement, AccountedGuarantee):
        return on_accounts.check(statement, context)
    if isinstance(statement, FamilyLowerBound):
        return on_bayes_risk.check(statement, context)
    if isinstance(statement, HighProbabilityBound) and statement.collapse is not None:
        again = collapse.settle(statement, context, sampled=False)
        return again if again is not None and again.outcome is Outcome.REFUTED else None
    turned = "PROVED" if settled["shape"] == "Disputed" else "REFUTED"
    if isinstance(statement, InstanceInequality) and settled["outcome"] == turned:
        vector = ((settled.get("certificate") or {}).get("vector")) or []
        exact = [Fraction(value) for value in vector]
        if len(exact) != statement.dimension:
            return Evidence(Outcome.UNDECIDED, "no instance")
        return instance.at(statement, exact) or Evidence(Outcome.UNDECIDED, "the instance violates nothing")
    return None


def _agree(today: Evidence, settled: Mapping[str, Any]) -> bool:
    """Whether outcome, words and witness, and what the provers received, are those of the record."""
    same = today.outcome is Outcome[settled["outcome"]] and today.summary == settled.get("summary")
    statement = today.data.get("statement")
    if isinstance(statement, Statement) and encode(statement) != settled.get("checked"):
        return False
    return same and json.loads(json.dumps(today.witness, default=str)) == settled.get("witness")


def _constant(
    key: str, statement: Any, part: Mapping[str, Any], claim: Claim, proved: Collection[str]
) -> Iterator[tuple[str, str]]:
    """How the recorded constant of a bound differs from what the claim, with its proved steps, says of it."""
    place = f"constant of part {key}"
    constant = part.get("constant") or {}
    if not isinstance(statement, HighProbabilityBound) or not constant:
        return
    if constant.get("claimed") != str(statement.constant):
        yield place, "the installed claim names another constant"
        return
    expand = dict(claim.definitions)
    explicit, limit = (
        sympy.sympify(e).xreplace(expand)
        for e in (statement.explicit, sympy.sympify(statement.constant) * statement.printed)
    )
    if constant.get("upper") not in (None, quoted(sympy.sympify(statement.constant))):
        yield place, "the record quotes another constant"
    steps = [(step, None) for step in claim.steps if step.label in proved]
    if constant["settled"] == "step" and by_step(key, explicit, limit, expand, steps) == (None, None):
        yield place, "no proved step is about it"
    if constant.get("certificate") is not None:
        mine, _ = on_domain(explicit, limit, statement, tuple(claim.parameters), expand)
        if constant.get("checked") != encode(mine):
            yield place, "the record is of another statement"
    elif constant["settled"] in ("equal", "proved") and explicit != limit:
        yield place, "NOT replayed: nothing shows it, and the two sides are not one expression"
