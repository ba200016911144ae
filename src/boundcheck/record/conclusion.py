"""The verdict that a record's own outcomes give, with its claim or without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from boundcheck.checks.mending import ONE_SYMBOL
from boundcheck.claims import Claim, Fault, Identity, Inequality, Reading, Step
from boundcheck.record.build import BESIDE, derived_of
from boundcheck.settle.headline import conclude
from boundcheck.settle.settle import differs, is_ours, mark_of
from boundcheck.settle.severity import LITERAL
from boundcheck.symbolic import Statement, decode
from boundcheck.symbolic.evaluate import number_of_text
from boundcheck.symbolic.plain_letters import replaced
from boundcheck.verdict import (
    Evidence,
    Finding,
    Headline,
    Outcome,
    PartVerdict,
    RestsOn,
    Severity,
    StepVerdict,
    Trial,
    Verdict,
    facts,
)


def concluded(
    record: Mapping[str, Any], claim: Claim | None, seen: Callable[[PartVerdict], PartVerdict] = lambda part: part
) -> Verdict:
    """The verdict on the recorded outcomes; without its claim, as far as the record shows the claim.

    `seen` says what of a part counts.
    """
    own = {} if claim is None else {step.label: step for step in claim.steps}
    steps = tuple(_today(step_verdict(step), own.get(step["label"]), record, claim) for step in record["steps"])
    parts = tuple(seen(part_verdict(key, part)) for key, part in record["parts"].items())
    rests = tuple(
        RestsOn(
            rest["claim"],
            Headline[rest["outcome"]],
            Severity[rest["severity"]],
            rest.get("printed") or "",
            rest.get("reads") or "",
            bool(rest.get("defines")),
        )
        for rest in record.get("rests_on") or ()
    )
    return conclude(record["claim"], claim or _stand_in(record), parts, steps, rests)


def _today(found: StepVerdict, step: Step | None, record: Mapping[str, Any], claim: Claim | None) -> StepVerdict:
    """A settled step with what its line is today, where its claim is at hand; else as its record says."""
    if step is None or claim is None:
        return found
    ours, mark = is_ours(step, record["claim"], claim), mark_of(step, _as_written(found.evidence, step, claim))
    return replace(found, doubt=step.doubt, mark=mark, ours=ours, differs=differs(step, claim))


def _as_written(found: Evidence, step: Step, claim: Claim) -> Evidence:
    """Evidence whose statement has the sides that the claim wrote: an encoding does not keep what was left to compute."""
    checked, stated = found.data.get("statement"), step.statement
    if not isinstance(checked, Statement) or not isinstance(stated, Identity | Inequality):
        return found
    sides = [replaced(side, claim.definitions) for side in (stated.lhs, stated.rhs)]
    return replace(found, data={**found.data, "statement": Statement(sides[0], checked.relation, sides[1], checked.given)})


def part_verdict(key: str, part: Mapping[str, Any]) -> PartVerdict:
    """A part as its record has it."""
    working, empty = part.get("working"), part.get("empty")
    return PartVerdict(
        *_key(key, part),
        _evidence(part),
        float(part.get("seconds") or 0.0),
        shape=part["shape"],
        settled_by=part.get("settled_by") or "",
        within=bool(part.get("within")),
        same_rate=part.get("same_rate"),
        same_line=bool(part.get("same_line", True)),
        working=_evidence(working) if working else None,
        empty=_evidence(empty) if empty else None,
        formula=part.get("formula") or "",
        derived=derived_of(part.get("derivation")),
    )


def step_verdict(step: Mapping[str, Any]) -> StepVerdict:
    """A step as its record has it."""
    shown = step["repair"] if step.get("repair") else step
    return StepVerdict(
        step["label"],
        _evidence(step),
        _evidence(step["repair"]) if step.get("repair") else None,
        float(step.get("seconds") or 0.0),
        tuple(
            Trial(tuple(t["left_out"]), t["finding"], t.get("witness"), t.get("certificate"), tuple(t.get("trusted") or ()))
            for t in shown.get("trials") or ()
        ),
        doubt=step.get("doubt") or "",
        mark=step["mark"],
        ours=bool(step.get("ours")),
        differs=step.get("differs") or "",
    )


def _key(key: str, part: Mapping[str, Any]) -> tuple[str, str]:
    reading = part["reading"]
    return (key if reading == LITERAL else key.removesuffix(f"@{reading}")), reading


def _evidence(settled: Mapping[str, Any]) -> Evidence:
    data = dict(settled.get("evidence") or {}) | {key: settled[key] for key in BESIDE if settled.get(key) is not None}
    upper = (data.get("constant") or {}).get("upper")
    if upper is not None:
        number_of_text(str(upper))
    if settled.get("checked") is not None:
        data["statement"] = decode(settled["checked"])
    if settled.get("checked_parts"):
        data["statements"] = [decode(encoded) for encoded in settled["checked_parts"]]
    if settled.get("trusted"):
        data["trusted"] = settled["trusted"]
    return Evidence(
        Outcome[settled["outcome"]],
        _fact(settled),
        settled.get("method") or "",
        tuple(
            Finding(
                f["kind"],
                facts.Words(f["text"]),
                tuple(f.get("about") or ()),
                facts.Words(f["brief"]) if f.get("brief") else None,
            )
            for f in settled.get("findings") or ()
        ),
        settled.get("certificate"),
        settled.get("witness"),
        data,
    )


def _fact(settled: Mapping[str, Any]) -> facts.Fact:
    """The fact of a record, which has it as words."""
    witness, summary = settled.get("witness") or {}, str(settled.get("summary") or "")
    if settled.get("bare") and witness.get("point"):
        domain = summary.partition(", with the stated domain ")[2]
        return facts.FalseAt(witness["point"], witness.get("lhs") or "", witness.get("rhs") or "", "", domain)
    return facts.Words(summary)


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
            mark="step" if step["mark"] in ("rewriting", "restated") else step["mark"],
            scope=step.get("scope") or "page",
            misprint=step.get("misprint") or "",
            settles=tuple(step.get("settles") or ()),
            fault=_identity(step.get("fault")),
            repair=_mended(step["repair"]) if step.get("repair") else None,
        )
        for step in record["steps"]
    )
    faults = {key: _identity(part["fault"]) for key, part in record["parts"].items() if part.get("fault")}
    findings = tuple(_key_finding(finding) for finding in record.get("findings") or ())
    source = SimpleNamespace(printed=record["printed"], where=record.get("where") or "", kind=record["kind"])
    displays = record["statement"].get("displays") or ()
    stand_in = SimpleNamespace(
        readings=readings,
        steps=steps,
        parts={name.partition("@")[0] for name in record["parts"]},
        faults=faults,
        findings=findings,
        source=source,
        parameters=tuple(
            SimpleNamespace(name=p["name"], integer=p["integer"], domain=p["domain"].split(", ") if p["domain"] else ())
            for p in record["parameters"]
        ),
        unshown=[display["label"] for display in displays if not display["proved_as"]],
    )
    return cast(Claim, stand_in)


def _mended(repair: Mapping[str, Any]) -> SimpleNamespace:
    """As much of a repair as a headline needs; a record that does not say how it lies to its line is taken at its word."""
    return SimpleNamespace(words=repair["words"], mends=repair.get("mends") or ONE_SYMBOL)


def _key_finding(finding: Mapping[str, Any]) -> SimpleNamespace:
    """A finding with the numbers that its record has."""
    words = str(finding["text"]).replace("{", "{{").replace("}", "}}")
    fault = SimpleNamespace(id=finding["fault"]) if finding["fault"] else None
    return SimpleNamespace(words=words, where=finding["where"], weight=finding["weight"], of=tuple(finding["of"]), fault=fault)


def _identity(fault: Mapping[str, Any] | None) -> Fault | None:
    return Fault(**fault) if fault else None
