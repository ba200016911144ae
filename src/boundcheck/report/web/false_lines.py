"""The false lines of a page, the gravest first: what is wrong, where anyone can see it, what mends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from boundcheck.report.page.proof_pictures import failing
from boundcheck.report.page.steps import witness
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import words
from boundcheck.report.text.prose import entitled, prose, sentence_runs
from boundcheck.report.text.words import LOOKS, WORST_FIRST
from boundcheck.report.web.elements import Drawing, copied, severity_label, slug
from boundcheck.report.web.proof import anchor_of
from boundcheck.report.web.witness_code import snippet


def entries(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict[str, Any]]:
    """What is drawn of each fault, as runs: formulas are found in it before it is drawn."""
    found = sorted(record.get("faults") or [], key=lambda fault: WORST_FIRST.index(fault["severity"]))
    return [
        {
            "line": fault,
            "where": entitled(fault.get("where") or fault["id"], known),
            "text": sentence_runs(fault.get("text"), known),
            "printed": _printed(fault, record),
            "witness": witness(fault.get("witness"), known, str(fault.get("text") or "")) or [],
            "figure": failing(fault, record, known),
            "repair": sentence_runs(fault.get("repair"), known),
            "touches": [
                {"link": prose(words(label, known)), "href": f"#{at}"} for label, at in _touched(fault, record)
            ],
        }
        for fault in found
    ]


def _printed(fault: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any] | None:
    """The false line itself, where it is a line of the proof."""
    own = (fault.get("touches") or {}).get("steps") or []
    for place, step in enumerate(record.get("steps") or []):
        if step.get("label") in own and step.get("outcome") == "REFUTED":
            shown = step.get("statement") or {}
            source = shown.get("printed") or shown.get("typst")
            return formula({"typst": source, "alt": source}, f"steps[{place}].statement", block=True)
    return None


def faults(draw: Drawing, shown: list[dict[str, Any]], record: Mapping[str, Any]) -> str:
    """All of them."""
    return "".join(_entry(draw, one, record) for one in shown)


def _entry(draw: Drawing, shown: Mapping[str, Any], record: Mapping[str, Any]) -> str:
    fault = shown["line"]
    name = f"fault-{slug(str(fault['id']))}"
    told = fault.get("kind") not in (None, "", fault["severity"].lower())
    kind = f' <span class="muted">{draw.run(fault["kind"])}</span>' if told else ""
    code = next(filter(None, (snippet(settled, fault.get("witness")) for settled in _settled(fault, record))), "")
    lines = [
        f"<h3>{draw.run(shown['where'])}</h3><p>{severity_label(fault['severity'])}{kind}</p><p>{draw.run(shown['text'])}</p>"
    ]
    if shown["printed"]:
        lines.append(f'<div class="para"><span class="muted">Printed:</span> {draw.run(shown["printed"])}</div>')
    if shown["witness"]:
        lines.append(f'<div class="para"><span class="muted">Witness:</span> {draw.run(shown["witness"])}</div>')
    lines.append(draw.blocks(shown["figure"]))
    lines += [copied(code, "Python that evaluates the witness", f"{name}-python")] if code else []
    lines.append(f'<p><span class="muted">Mended:</span> {draw.run(shown["repair"]) or "no repair is known."}</p>')
    if shown["touches"]:
        lines.append(
            f'<p class="by">Touches {", ".join(map(draw.run, shown["touches"]))}. '
            f'<a class="anchor" href="#{name}">Link to this fault</a></p>'
        )
    return f'<article class="fault-entry of-{LOOKS[fault["severity"]]}" id="{name}">{"".join(lines)}</article>'


def _touched(fault: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Steps and parts of this record that a fault touches, with where they stand in the page."""
    touches = fault.get("touches") or {}
    yield from ((key, f"part-{slug(key)}") for key in touches.get("parts") or [] if key in (record.get("parts") or {}))
    own = {step.get("label") for step in record.get("steps") or []}
    yield from ((label, anchor_of({"label": label})) for label in touches.get("steps") or [] if label in own)


def _settled(fault: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The steps and parts whose witness a fault has."""
    steps = {step.get("label"): step for step in record.get("steps") or []}
    touches = fault.get("touches") or {}
    found = [(record.get("parts") or {}).get(key) for key in touches.get("parts") or []]
    for settled in (*found, *(steps.get(label) for label in touches.get("steps") or [])):
        if settled and (settled.get("witness") or {}).get("point") == (fault.get("witness") or {}).get("point"):
            yield settled
