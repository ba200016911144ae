"""A verdict as a record: plain data, from which the reports are drawn."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Any

import sympy

from boundcheck.claims import (
    By,
    ByDefinition,
    Cited,
    Claim,
    Fault,
    Identity,
    Inequality,
    PrivacyGuarantee,
    Reading,
    Step,
)
from boundcheck.claims.texts import pieces
from boundcheck.record.schema import SCHEMA
from boundcheck.record.types import OF_SHAPES, plain
from boundcheck.settle.completeness import unshown
from boundcheck.settle.settle import detectable, differs
from boundcheck.stats.digits import exponent, significant
from boundcheck.symbolic import Statement, encode
from boundcheck.symbolic.displays import source_of
from boundcheck.symbolic.latex import latex, letter, set_in
from boundcheck.symbolic.notation import Nodes, parse, walk
from boundcheck.symbolic.plain_letters import hypotheses
from boundcheck.verdict import (
    Evidence,
    PartVerdict,
    StepVerdict,
    Verdict,
)
from boundcheck.verdict.values import Frozen

# Which definitions a statement needs: those whose letter it has, or another definition that is needed.

def needed(statement: Mapping[str, Any], readings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The definitions of a statement, each with whether it or a reading needs it.

    Parameters
    ----------
    statement : mapping
        As the record has it: ``words``, ``displays`` and ``where``.
    readings : sequence of mapping
    """
    where = [dict(definition) for definition in statement.get("where") or []]
    sides = [str(definition["latex"]).partition(" = ") for definition in where]
    texts = [str(statement.get("words") or ""), *(str(reading.get("text") or "") for reading in readings)]
    formulas = [display["latex"] for display in statement.get("displays") or []]
    formulas += [said for text in texts for kind, said in pieces(text) if kind == "mathematics"]
    found: set[int] = set()
    while formulas:
        trees = list(map(parse, formulas))
        new = {
            place
            for place, (name, _, _) in enumerate(sides)
            if place not in found and any(_has(tree, parse(name)[:1]) for tree in trees)
        }
        found |= new
        formulas = [sides[place][2] for place in sorted(new)]
    return [definition | {"needed": place in found} for place, definition in enumerate(where)]


def _has(tree: Nodes, head: Nodes) -> bool:
    """Whether the head of a letter, with any argument, stands in a formula as a letter."""
    return any(head == (node,) for node in walk(tree))


# Statements and expressions of a record, to be set and to be read aloud.

_OF_A_CLASS = ("value", "event", "interval", "moments", "smooth", "radius")  # of laws, or of functions
# of a sampled bound
_SIDES = (
    "explicit",
    "printed",
    "trivial",
    "failure",
    "bound",
    "ceiling",
    "threshold",
    "factor",
    "constant",
    "epsilon",
    "delta",
)
_MOST_OF_A_LAW = 12  # probabilities that are written out


def display_of(label: str, shown: Any, letters: Mapping[str, str]) -> dict[str, str]:
    """A display as printed: LaTeX, an expression, or a template with an expression in its braces."""
    return {"label": label, "latex": source_of(shown, letters)}


def equation_of(symbol: sympy.Symbol, expression: sympy.Expr, letters: Mapping[str, str]) -> dict[str, str]:
    return {"latex": f"{latex(symbol, letters)} = {latex(expression, letters)}"}


def formula_of(statement: Any, display: str, letters: Mapping[str, str]) -> dict[str, Any]:
    """How a statement is shown: the printed display, and the checked form beside it."""
    statement = getattr(statement, "quote", None) or getattr(statement, "statement", None) or statement
    if isinstance(statement, Identity | Inequality | ByDefinition):
        if isinstance(statement, ByDefinition):
            checked = f"{latex(statement.lhs, letters)} := {latex(statement.rhs, letters)}"
        else:
            checked = latex(Statement(statement.lhs, statement.relation, statement.rhs), letters)
        return {"latex": checked, "text": f"${checked}$", "printed": display}
    return {"latex": display, "text": getattr(statement, "words", type(statement).__name__), "printed": display}


def given_of(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    return conditions_of(hypotheses(statement), letters)


def conditions_of(conditions: Sequence[Any], letters: Mapping[str, str]) -> dict[str, Any] | None:
    if not conditions:
        return None
    each = [{"latex": latex(condition, letters)} for condition in conditions]
    whole = {"latex": r", \quad ".join(one["latex"] for one in each)}
    return whole if len(each) == 1 else whole | {"each": each}


def bounds(statement: Any, letters: Mapping[str, str]) -> dict[str, dict[str, str]] | None:
    """The formulas that samples were put to, and the probability with which they may fail; None without any."""
    if isinstance(statement, Identity | Inequality | PrivacyGuarantee):
        return None
    sides = {side: getattr(statement, side, None) for side in _SIDES}
    found = {side: side_of(e, letters) for side, e in sides.items() if isinstance(e, sympy.Basic)}
    given = given_of(statement, letters) if found else None
    for side in (side.name for side in statement.sides if side.name in _OF_A_CLASS):
        formula = getattr(statement, side)
        made = conditions_of(formula, letters) if isinstance(formula, tuple) else side_of(formula, letters)
        found |= {side: made} if made else {}
    return (found | ({"given": given} if given else {})) or None


def relation(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    """Of an inequality or an identity: what was compared, and under which conditions."""
    statement = getattr(statement, "quote", statement)
    if not isinstance(statement, Identity | Inequality):
        return None
    return {"compared": formula_of(statement, "", letters), "given": given_of(statement, letters)}


def mechanism(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    """Of a privacy guarantee: its two numbers, how many inputs and outputs, and the law where it is small."""
    if not isinstance(statement, PrivacyGuarantee):
        return None
    outputs = len(next(iter(statement.law.values())))
    small = len(statement.law) * outputs <= _MOST_OF_A_LAW
    return {
        "epsilon": side_of(statement.epsilon, letters),
        "delta": side_of(statement.delta, letters),
        "inputs": len(statement.law),
        "outputs": outputs,
        "law": [
            {"input": str(source), "probabilities": [side_of(p, letters) for p in law]}
            for source, law in statement.law.items()
        ]
        if small
        else None,
        "given": given_of(statement, letters),
    }


def side_of(expression: sympy.Basic, letters: Mapping[str, str]) -> dict[str, str]:
    """An expression to be set; upright, as it is called, where it has no print."""
    return {"latex": set_in(expression, letters)}


# What was found of one step or one part, as its record has it.

_EXACT = ("point", "certificate", "checked", "witness")
_SLOPES = ("printed", "explicit", "measured", "low", "high")  # of a row of exponents


def identity_of(fault: Fault | None) -> dict[str, str] | None:
    """The identity that a step, a reading or a part was given."""
    return None if fault is None else asdict(fault)


def _instance(statement: Any, claim: Claim, used: Mapping[str, Claim]) -> dict[str, Any] | None:
    """The step or the used result whose instance a line is, and what its letters stand for there."""
    if not isinstance(statement, By):
        return None
    named = _instance_of(statement, claim, used)
    if named is None or not statement.letters:
        return named
    own = claim.letters.prints
    theirs = statement.source.letters.prints if isinstance(statement.source, Claim) else own
    return named | {
        "letters": [
            {"latex": f"{latex(sympy.Symbol(name), theirs)} = {latex(value, own)}"}
            for name, value in statement.letters.items()
        ]
    }


def _instance_of(statement: By, claim: Claim, used: Mapping[str, Claim]) -> dict[str, Any] | None:
    source = getattr(statement.source, "CLAIM", statement.source)
    label = source if isinstance(source, str) else getattr(source, "label", None)
    if label is not None and any(step.label == label for step in claim.steps):
        return {"step": label}
    named = next((name for name, result in used.items() if result is source or name == source), None)
    return {"claim": named} if named else None


def step_of(verdict: StepVerdict, step: Step, claim: Claim, used: Mapping[str, Claim]) -> dict[str, Any]:
    repair = None
    if step.repair is not None and verdict.repair is not None:
        repair = {
            "shape": type(step.repair.statement).__name__,
            "statement": formula_of(step.repair.statement, step.repair.display, claim.letters.prints),
            "given": given_of(step.repair.statement, claim.letters.prints),
            "words": step.repair.words,
            "mends": verdict.mends,
            "differs": differs(step.repair, claim),
            **_settled(verdict.repair),
            "trials": list(map(plain, verdict.trials)),
        }
    return {
        "label": verdict.label,
        "where": step.where,
        "shape": type(step.statement).__name__,
        "statement": formula_of(step.statement, step.display, claim.letters.prints),
        "given": given_of(step.statement, claim.letters.prints),
        "because": step.because,
        **_settled(verdict.evidence),
        "trials": [] if repair is not None else list(map(plain, verdict.trials)),
        "seconds": verdict.seconds,
        "repair": repair,
        "doubt": step.doubt,
        "mark": verdict.mark,
        "ours": verdict.ours,
        "form": step.form,
        "differs": verdict.differs,
        "scope": step.scope,
        "special": step.special,
        "misprint": step.misprint,
        "fault": identity_of(step.fault),
        "settles": list(step.settles),
        "instance_of": _instance(step.statement, claim, used),
        "cited": step.statement.citation if isinstance(step.statement, Cited) else "",
    }


def _settled(evidence: Evidence) -> dict[str, Any]:
    """The fields that every settled statement carries."""
    return {
        "outcome": evidence.outcome.name,
        "fact": plain(evidence.fact),
        "method": evidence.method,
        "witness": evidence.witness and plain(evidence.witness),
        "certificate": evidence.certificate,
        "trusted": list(evidence.trusted),
        "checked": encode(evidence.statement) if isinstance(evidence.statement, Statement) else None,
        **({"checked_parts": list(map(encode, evidence.statements))} if evidence.statements else {}),
    }


def part_of(claim: Claim, part: PartVerdict) -> dict[str, Any]:
    evidence = part.evidence
    statement = claim.parts[part.name]
    if isinstance(statement, Mapping):
        statement = statement[part.reading]
    measured = rounded(evidence.found)
    return {
        **dict.fromkeys(OF_SHAPES),
        "evidence": {},
        **measured,
        "shape": type(statement).__name__,
        "reading": part.reading,
        **_settled(evidence),
        "seconds": part.seconds,
        "findings": list(map(plain, evidence.findings)),
        "exponents": _slopes(measured.get("exponents")),
        "settled_by": part.settled_by,
        "within": part.within,
        "same_rate": part.same_rate,
        **({} if part.same_line else {"same_line": False}),
        **({} if part.legible else {"legible": False}),
        **({} if part.derived is None else {"derivation": plain(part.derived)}),
        "working": None if part.working is None else _settled(part.working),
        "empty": None if part.empty is None else _settled(part.empty),
        "fault": identity_of(claim.faults.get(part.key) or claim.faults.get(part.name)),
        "bounds": bounds(statement, claim.letters.prints),
        "mechanism": mechanism(statement, claim.letters.prints),
        "relation": relation(statement, claim.letters.prints),
        "checked_parts": list(map(encode, evidence.statements)),
    }


def _slopes(rows: Any) -> Any:
    """Rows of exponents, whose own numbers are slopes: what is 0 up to rounding is 0."""
    return rows and [{key: exponent(entry) if key in _SLOPES else entry for key, entry in row.items()} for row in rows]


def rounded(found: Frozen) -> dict[str, Any]:
    """What was measured, at the digits on which processors agree; points, certificates and statements as they are."""
    return _rounded(plain(found))


def _rounded(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: value if key in _EXACT else _rounded(value) for key, value in data.items()}
    if isinstance(data, list):
        return list(map(_rounded, data))
    return significant(data) if isinstance(data, float) else data


# A verdict as a record: plain data, schema 5, from which the reports are drawn.

_VERSIONED = ("sympy", "mpmath", "numpy", "scipy", "z3-solver", "python-flint")


@dataclass(frozen=True)
class Circumstances:
    """Of the run that a record describes."""

    budget: str
    seed: int
    error_probability: float
    each: float
    sampled: int
    elapsed: float
    reproduce: str = ""


def build(
    claim: Claim,
    verdict: Verdict,
    used: Mapping[str, Claim],
    run: Circumstances,
) -> dict[str, Any]:
    """The record of `verdict`, without its digest.

    Parameters
    ----------
    claim : Claim
    verdict : Verdict
    used : mapping of id to Claim
        At least those that the claim names.
    run : Circumstances
    """
    paper = claim.source.paper
    steps = {step.label: step for step in claim.steps}
    readings = [_reading(reading, place) for place, reading in enumerate(claim.readings)]
    other = unshown(claim)
    statement = {
        "words": claim.words,
        "displays": [
            display_of(label, shown, claim.letters.prints) | {"proved_as": label not in other}
            for label, shown in claim.displays.items()
        ],
        "where": [equation_of(s, e, claim.letters.prints) for s, e in claim.definitions.items()],
    }
    built = {
        "schema": SCHEMA,
        "claim": verdict.claim,
        "printed": claim.source.printed,
        "kind": claim.source.kind,
        "title": claim.title,
        "paper": {
            "key": paper.key,
            "title": paper.title,
            "authors": list(paper.authors),
            "venue": paper.venue,
            "year": paper.year,
            "ref": paper.ref,
            "working": [{"latex": latex(c, claim.letters.prints)} for c in paper.working],
        },
        "where": claim.source.where,
        "headline": {
            "outcome": verdict.headline.value,
            "severity": verdict.severity.name,
            "facts": [plain(fact) for fact in verdict.facts],
            "literal": plain(verdict.literal),
            "news": list(map(plain, verdict.news)),
        },
        "rests_on": [
            plain(rest) | {"printed": used[rest.claim].source.printed if rest.claim in used else ""} for rest in verdict.rests_on
        ],
        "faults": list(map(plain, verdict.faults)),
        **({"findings": list(map(plain, verdict.findings))} if verdict.findings else {}),
        "statement": statement | {"where": needed(statement, readings)},
        "readings": readings,
        "not_covered": list(claim.not_covered),
        "parameters": [
            {
                "name": p.name,
                "latex": latex(p.symbol, claim.letters.prints),
                "meaning": p.meaning,
                "integer": p.integer,
                "domain": ", ".join(latex(condition, claim.letters.prints) for condition in p.domain),
            }
            for p in claim.parameters
        ],
        "letters": _letters(claim),
        "parts": {part.key: part_of(claim, part) for part in verdict.parts},
        "steps": [step_of(step, steps[step.label], claim, used) for step in verdict.steps],
        "uses": [{"claim": i, "printed": used[i].source.printed} for i in claim.uses if i in used],
        "assumptions": [
            {"label": a.label, "text": a.words, "used_by": list(used_by), "dropped": a.dropped}
            for a, used_by in claim.assumed.items()
        ],
        "error_probability": {
            "total": run.error_probability,
            "checks": run.sampled,
            "each": run.each,
        },
        "detectable": [plain(found) for found in detectable(verdict.parts, run.each)],
        "budget": run.budget,
        "seed": run.seed,
        "environment": environment(),
        "elapsed_seconds": run.elapsed,
        "reproduce": run.reproduce,
    }
    return built


def _letters(claim: Claim) -> dict[str, str]:
    """How the letters of the paper and of the formulas are printed; without words such as ``mean``, which stand upright."""
    shown = {name: given or letter(name, claim.letters.prints) for name, given in claim.prints.items()}
    words = (r"\mathrm", r"\text")
    return {name: source for name, source in shown.items() if name in claim.letters.prints or not source.startswith(words)}


def _reading(reading: Reading, place: int) -> dict[str, Any]:
    return {
        "name": reading.name,
        "text": reading.words,
        "literal": place == 0,
        "repair": reading.repair,
        "doubt": reading.doubt,
        "support": reading.support,
        "misprint": reading.misprint,
        "fault": identity_of(reading.fault),
    }


def environment() -> dict[str, Any]:
    """Python, platform and the versions that verdicts depend on."""
    return {
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "versions": {name: metadata.version(name) for name in _VERSIONED}
        | {"boundcheck": metadata.version("boundcheck")},
    }
