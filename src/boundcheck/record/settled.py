"""What was found of one step or one part, as its record has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import sympy

from boundcheck.claims import (
    By,
    Cited,
    Claim,
    Evidence,
    Fault,
    PartVerdict,
    Step,
    StepVerdict,
    Trial,
)
from boundcheck.record.formulas import bounds, formula_of, given_of, mechanism, relation, side_of
from boundcheck.stats.digits import significant
from boundcheck.symbolic import Statement, decode, encode
from boundcheck.symbolic.summands import named_addends
from boundcheck.symbolic.typst import typst

_EXACT = ("point", "certificate", "checked", "witness")


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
            {
                "typst": f"{typst(sympy.Symbol(name), theirs)} = {typst(value, own)}",
                "alt": f"{name} = {value}",
            }
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
            **_settled(verdict.repair),
            "trials": _trials(verdict.trials, step.repair.statement, claim.letters.prints),
        }
    return {
        "label": verdict.label,
        "where": step.where,
        "shape": type(step.statement).__name__,
        "statement": formula_of(step.statement, step.display, claim.letters.prints),
        "given": given_of(step.statement, claim.letters.prints),
        "because": step.because,
        **_settled(verdict.evidence),
        "trials": [] if repair is not None else _trials(verdict.trials, step.statement, claim.letters.prints),
        "seconds": verdict.seconds,
        "repair": repair,
        "doubt": step.doubt,
        "mark": step.mark,
        "scope": step.scope,
        "special": step.special,
        "misprint": step.misprint,
        "fault": identity_of(step.fault),
        "settles": list(step.settles),
        "instance_of": _instance(step.statement, claim, used),
        "cited": step.statement.citation if isinstance(step.statement, Cited) else "",
    }


def _trials(trials: tuple[Trial, ...], statement: Any, letters: Mapping[str, str]) -> list[dict[str, Any]]:
    """What became of the statement without each hypothesis; `left_out` are places in its ``given``."""
    return [
        {
            "left_out": list(trial.left_out),
            "typst": ", quad ".join(typst(statement.given[place], letters) for place in trial.left_out),
            "alt": ", ".join(str(statement.given[place]) for place in trial.left_out),
            "finding": trial.finding,
            "witness": trial.witness,
            "certificate": trial.certificate,
            "trusted": list(trial.trusted),
        }
        for trial in trials
    ]


def _settled(evidence: Evidence) -> dict[str, Any]:
    """The fields that every settled statement carries."""
    statement = evidence.data.get("statement")
    return {
        "outcome": evidence.outcome.name,
        "summary": evidence.summary,
        "method": evidence.method,
        **({"bare": True} if evidence.bare else {}),
        "witness": evidence.witness,
        "certificate": evidence.certificate,
        "trusted": evidence.data.get("trusted", []),
        "checked": encode(statement) if isinstance(statement, Statement) else None,
        **({"checked_parts": [encode(s) for s in several]} if (several := evidence.data.get("statements")) else {}),
    }


def _false_version(row: Mapping[str, Any], letters: Mapping[str, str]) -> dict[str, Any]:
    """A version that was made from the bound, with what it leaves out in print."""
    if row["summand"] is None:
        return dict(row)
    summand = decode(row["summand"])
    return {**row, "summand": {"typst": typst(summand, letters), "alt": str(summand)}}


def part_of(claim: Claim, part: PartVerdict) -> dict[str, Any]:
    evidence = part.evidence
    statement = claim.parts[part.name]
    if isinstance(statement, Mapping):
        statement = statement[part.reading]
    data = {k: v for k, v in evidence.data.items() if k not in ("statement", "statements", "trusted")}
    if made := data.get("variants"):
        data["variants"] = {**made, "rows": [_false_version(row, claim.letters.prints) for row in made["rows"]]}
    if (data.get("vacuity") or {}).get("terms"):
        terms = named_addends(statement.printed, {name: rate for name, (_, rate) in getattr(statement, "terms", {}).items()})
        shown = [side_of(term, claim.letters.prints) | ({"name": name} if name else {}) for name, term in terms]
        data["vacuity"] |= {"summands": shown}
    known = ("constant", "exponents", "slack", "separation", "vacuity", "mutants", "failures")
    return {
        "shape": type(statement).__name__,
        "reading": part.reading,
        **_settled(evidence),
        "seconds": part.seconds,
        "findings": [
            {"kind": f.kind, "text": f.text, "about": list(f.about), **({"brief": f.brief} if f.brief else {})}
            for f in evidence.findings
        ],
        **{key: _supported(data.get(key)) for key in known},
        "settled_by": part.settled_by,
        "formula": part.formula,
        "within": part.within,
        "same_rate": part.same_rate,
        "working": None if part.working is None else _settled(part.working),
        "empty": None if part.empty is None else _settled(part.empty),
        "fault": identity_of(claim.faults.get(part.key) or claim.faults.get(part.name)),
        "bounds": bounds(statement, claim.letters.prints),
        "mechanism": mechanism(statement, claim.letters.prints),
        "relation": relation(statement, claim.letters.prints),
        "checked_parts": [encode(s) for s in evidence.data.get("statements", ())],
        "evidence": _supported({k: v for k, v in data.items() if k not in known}),
    }


def _supported(data: Any) -> Any:
    """What was measured, at the digits on which processors agree; points, certificates and statements as they are."""
    if isinstance(data, Mapping):
        return {key: value if key in _EXACT else _supported(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_supported(value) for value in data]
    return significant(data) if isinstance(data, float) else data
