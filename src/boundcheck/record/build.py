"""A verdict as a record: plain data, schema 4, from which the reports are drawn."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from boundcheck.claims import (
    Claim,
    FoundFault,
    Reading,
    Verdict,
)
from boundcheck.record.defined import needed
from boundcheck.record.formulas import display_of, equation_of
from boundcheck.record.schema import SCHEMA
from boundcheck.record.settled import identity_of, part_of, step_of
from boundcheck.record.texts import typed
from boundcheck.settle.detectable import detectable
from boundcheck.symbolic.typst import typst
from boundcheck.symbolic.typst_letters import letter

_VERSIONED = ("sympy", "mpmath", "numpy", "scipy", "statsmodels", "z3-solver", "python-flint")


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
        "displays": [display_of(label, shown, claim.letters.prints) for label, shown in claim.displays.items()],
        "where": [equation_of(s, e, claim.letters.prints) for s, e in claim.definitions.items()],
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
