"""A verdict as a record: plain data, schema 3, from which the reports are drawn."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Any

import sympy

from boundcheck.claims import (
    By,
    ByDefinition,
    Cited,
    Claim,
    Evidence,
    Fault,
    FoundFault,
    Identity,
    Inequality,
    PartVerdict,
    PrivacyGuarantee,
    Reading,
    Step,
    StepVerdict,
    Trial,
    Verdict,
)
from boundcheck.record.defined import needed
from boundcheck.record.schema import SCHEMA
from boundcheck.record.texts import typed
from boundcheck.settle.detectable import detectable
from boundcheck.stats.digits import significant
from boundcheck.symbolic import Statement, decode, encode
from boundcheck.symbolic.summands import addends
from boundcheck.symbolic.typst import UnknownNodeError, letter, typst

_RELATIONS = {"==": "=", "<=": "<=", "<": "<"}
_VERSIONED = ("sympy", "mpmath", "numpy", "scipy", "statsmodels", "z3-solver", "python-flint")
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
_EXACT = ("point", "certificate", "checked", "witness")
_MOST_OF_A_LAW = 12  # probabilities that are written out


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
    statement = {
        "words": claim.words,
        "displays": [_display(label, shown, claim.letters.prints) for label, shown in claim.displays.items()],
        "where": [_equation(s, e, claim.letters.prints) for s, e in claim.definitions.items()],
    }
    built = {
        "schema": SCHEMA,
        "claim": verdict.claim,
        "printed": claim.source.printed,
        "title": claim.title,
        "paper": {
            "key": paper.key,
            "title": paper.title,
            "authors": list(paper.authors),
            "venue": paper.venue,
            "year": paper.year,
            "ref": paper.ref,
            "working": [{"typst": typst(c, claim.letters.prints), "alt": str(c)} for c in paper.working],
        },
        "where": claim.source.where,
        "headline": {
            "outcome": verdict.headline.value,
            "severity": verdict.severity.name,
            "text": verdict.text,
            "literal": {
                "value": verdict.literal.value,
                "text": verdict.literal.text,
                "witness": verdict.literal.witness,
            },
            "news": [{"text": news.text, "outcome": news.outcome.value} for news in verdict.news],
        },
        "rests_on": [
            {
                "claim": rest.claim,
                "printed": used[rest.claim].source.printed if rest.claim in used else "",
                "outcome": rest.headline.value,
                "severity": rest.severity.name,
            }
            for rest in verdict.rests_on
        ],
        "faults": [fault_of(fault) for fault in verdict.faults],
        "statement": statement | {"where": needed(statement, readings)},
        "readings": readings,
        "not_covered": list(claim.not_covered),
        "parameters": [
            {
                "name": p.name,
                "typst": typst(p.symbol, claim.letters.prints),
                "meaning": p.meaning,
                "integer": p.integer,
                "domain": ", ".join(map(str, p.domain)),
                "domain_typst": ", ".join(typst(condition, claim.letters.prints) for condition in p.domain),
            }
            for p in claim.parameters
        ],
        "letters": _letters(claim),
        "parts": {part.key: _part(claim, part) for part in verdict.parts},
        "steps": [_step(step, steps[step.label], claim, used) for step in verdict.steps],
        "uses": [{"claim": i, "printed": used[i].source.printed} for i in claim.uses if i in used],
        "assumptions": [
            {"label": a.label, "text": a.words, "used_by": list(a.used_by), "dropped": a.dropped}
            for a in claim.assumptions
        ],
        "error_probability": {
            "total": run.error_probability,
            "checks": run.sampled,
            "each": run.each,
            "text": f"{run.error_probability:g} for the whole run, by union bound over {run.sampled} sampled part"
            + ("" if run.sampled == 1 else "s")
            if run.sampled
            else "nothing was sampled",
        },
        "detectable": detectable(verdict.parts, run.each),
        "budget": run.budget,
        "seed": run.seed,
        "environment": environment(),
        "elapsed_seconds": run.elapsed,
        "reproduce": run.reproduce,
    }
    return typed(built)


def _letters(claim: Claim) -> dict[str, str]:
    """How the letters of the paper and of the formulas are printed; without words such as ``mean``, which stand upright."""
    shown = {name: given or letter(name, claim.letters.prints) for name, given in claim.prints.items()}
    return {name: source for name, source in shown.items() if name in claim.letters.prints or not source.startswith('"')}


def _reading(reading: Reading, place: int) -> dict[str, Any]:
    return {
        "name": reading.name,
        "text": reading.words,
        "literal": place == 0,
        "repair": reading.repair,
        "doubt": reading.doubt,
        "support": reading.support,
        "misprint": reading.misprint,
        "fault": _named_fault(reading.fault),
    }


def environment() -> dict[str, Any]:
    """Python, platform and the versions that verdicts depend on."""
    return {
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "versions": {name: metadata.version(name) for name in _VERSIONED}
        | {"boundcheck": metadata.version("boundcheck")},
    }


def _display(label: str, shown: Any, letters: Mapping[str, str]) -> dict[str, str]:
    """A display as printed: Typst text, an expression, or a template with an expression in its braces."""
    if isinstance(shown, str):
        return {"label": label, "typst": shown, "alt": shown}
    if isinstance(shown, tuple):
        template, expression = shown
        return {
            "label": label,
            "typst": template.replace("{}", typst(expression, letters)),
            "alt": template.replace("{}", str(expression)).replace(" quad ", " "),
        }
    return {"label": label, "typst": typst(shown, letters), "alt": str(shown)}


def _equation(symbol: sympy.Symbol, expression: sympy.Expr, letters: Mapping[str, str]) -> dict[str, str]:
    return {
        "typst": f"{typst(symbol, letters)} = {typst(expression, letters)}",
        "alt": f"{symbol} = {expression}",
    }


def _formula(statement: Any, display: str, letters: Mapping[str, str]) -> dict[str, Any]:
    """How a statement is shown: the printed display, and the checked form beside it."""
    statement = getattr(statement, "quote", None) or getattr(statement, "statement", None) or statement
    if isinstance(statement, Identity | Inequality | ByDefinition):
        relation = ":=" if isinstance(statement, ByDefinition) else _RELATIONS[statement.relation]
        checked = f"{typst(statement.lhs, letters)} {relation} {typst(statement.rhs, letters)}"
        alt = f"{statement.lhs} {statement.relation} {statement.rhs}"
        return {"typst": checked, "alt": alt, "text": f"${alt}$", "printed": display}
    words = getattr(statement, "words", type(statement).__name__)
    return {"typst": display, "alt": display or words, "text": words, "printed": display}


def _given(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    conditions = getattr(statement, "given", ())
    if not conditions:
        return None
    each = [{"typst": typst(condition, letters), "alt": str(condition)} for condition in conditions]
    whole = {"typst": ", quad ".join(one["typst"] for one in each), "alt": ", ".join(one["alt"] for one in each)}
    return whole if len(each) == 1 else whole | {"each": each}


def fault_of(fault: FoundFault) -> dict[str, Any]:
    """A false line of the page, as the record has it."""
    return {
        "id": fault.id,
        "where": fault.where,
        "kind": fault.kind,
        "severity": fault.severity.name,
        "printed": fault.printed,
        "text": fault.text,
        "witness": fault.witness,
        "repair": fault.repair,
        "touches": {"parts": list(fault.parts), "steps": list(fault.steps)},
        **({"bare": True} if fault.bare else {}),
    }


def _named_fault(fault: Fault | None) -> dict[str, str] | None:
    """The identity that a step, a reading or a part was given."""
    return None if fault is None else asdict(fault)


def _instance(statement: Any, claim: Claim, used: Mapping[str, Claim]) -> dict[str, str] | None:
    """The step or the used result whose instance a line is."""
    if not isinstance(statement, By):
        return None
    source = getattr(statement.source, "CLAIM", statement.source)
    label = source if isinstance(source, str) else getattr(source, "label", None)
    if label is not None and any(step.label == label for step in claim.steps):
        return {"step": label}
    named = next((name for name, result in used.items() if result is source or name == source), None)
    return {"claim": named} if named else None


def _step(verdict: StepVerdict, step: Step, claim: Claim, used: Mapping[str, Claim]) -> dict[str, Any]:
    repair = None
    if step.repair is not None and verdict.repair is not None:
        repair = {
            "shape": type(step.repair.statement).__name__,
            "statement": _formula(step.repair.statement, step.repair.display, claim.letters.prints),
            "given": _given(step.repair.statement, claim.letters.prints),
            "note": step.repair.words,
            "mends": verdict.mends,
            **_settled(verdict.repair),
            "trials": _trials(verdict.trials, step.repair.statement, claim.letters.prints),
        }
    return {
        "label": verdict.label,
        "where": step.where,
        "shape": type(step.statement).__name__,
        "statement": _formula(step.statement, step.display, claim.letters.prints),
        "given": _given(step.statement, claim.letters.prints),
        "reduction": step.reduction,
        **_settled(verdict.evidence),
        "trials": [] if repair is not None else _trials(verdict.trials, step.statement, claim.letters.prints),
        "seconds": verdict.seconds,
        "repair": repair,
        "note": step.note,
        "doubt": step.doubt,
        "mark": step.mark,
        "scope": step.scope,
        "special": step.special,
        "misprint": step.misprint,
        "fault": _named_fault(step.fault),
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


def _part(claim: Claim, part: PartVerdict) -> dict[str, Any]:
    evidence = part.evidence
    statement = claim.parts[part.name]
    if isinstance(statement, Mapping):
        statement = statement[part.reading]
    data = {k: v for k, v in evidence.data.items() if k not in ("statement", "statements", "trusted")}
    if made := data.get("variants"):
        data["variants"] = {**made, "rows": [_false_version(row, claim.letters.prints) for row in made["rows"]]}
    if (data.get("vacuity") or {}).get("terms"):
        data["vacuity"] |= {"summands": [_side(term, claim.letters.prints) for term in addends(statement.printed)]}
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
        "fault": _named_fault(claim.faults.get(part.key) or claim.faults.get(part.name)),
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


def bounds(statement: Any, letters: Mapping[str, str]) -> dict[str, dict[str, str]] | None:
    """The formulas that samples were put to, and the probability with which they may fail; None without any."""
    if isinstance(statement, Identity | Inequality | PrivacyGuarantee):
        return None
    sides = {side: getattr(statement, side, None) for side in _SIDES}
    found = {side: _side(e, letters) for side, e in sides.items() if isinstance(e, sympy.Basic)}
    given = _given(statement, letters) if found else None
    return (found | ({"given": given} if given else {})) or None


def relation(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    """Of an inequality or an identity: what was compared, and under which conditions."""
    statement = getattr(statement, "quote", statement)
    if not isinstance(statement, Identity | Inequality):
        return None
    return {"compared": _formula(statement, "", letters), "given": _given(statement, letters)}


def mechanism(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    """Of a privacy guarantee: its two numbers, how many inputs and outputs, and the law where it is small."""
    if not isinstance(statement, PrivacyGuarantee):
        return None
    outputs = len(next(iter(statement.law.values())))
    small = len(statement.law) * outputs <= _MOST_OF_A_LAW
    return {
        "epsilon": _side(statement.epsilon, letters),
        "delta": _side(statement.delta, letters),
        "inputs": len(statement.law),
        "outputs": outputs,
        "law": [
            {"input": str(source), "probabilities": [_side(p, letters) for p in law]}
            for source, law in statement.law.items()
        ]
        if small
        else None,
        "given": _given(statement, letters),
    }


def _side(expression: sympy.Basic, letters: Mapping[str, str]) -> dict[str, str]:
    """An expression to be set, or only its text where it cannot be."""
    try:
        return {"typst": typst(expression, letters), "alt": str(expression)}
    except UnknownNodeError:
        return {"typst": "", "alt": str(expression)}
