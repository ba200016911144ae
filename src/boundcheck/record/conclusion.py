"""The verdict that a record's own outcomes give, with its claim or without."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

from boundcheck.checks.mending import ONE_SYMBOL
from boundcheck.claims import (
    Claim,
    Evidence,
    Fault,
    Headline,
    Outcome,
    PartVerdict,
    Reading,
    RestsOn,
    Severity,
    StepVerdict,
    Verdict,
)
from boundcheck.settle.headline import LITERAL, conclude
from boundcheck.symbolic import decode
from boundcheck.symbolic.arithmetic import number

_BESIDE = ("constant", "exponents", "slack", "separation", "vacuity", "mutants", "failures")


def concluded(record: Mapping[str, Any], claim: Claim | None) -> Verdict:
    """The verdict on the recorded outcomes; without its claim, as far as the record shows the claim."""
    doubts = {} if claim is None else {step.label: step.doubt for step in claim.steps}
    steps = tuple(step_verdict(step, doubts) for step in record["steps"])
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


def step_verdict(step: Mapping[str, Any], doubts: Mapping[str, str] | None = None) -> StepVerdict:
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
            settles=tuple(step.get("settles") or ()),
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
    return SimpleNamespace(words=repair["words"], mends=repair.get("mends") or ONE_SYMBOL)


def _identity(fault: Mapping[str, Any] | None) -> Fault | None:
    return Fault(**fault) if fault else None
