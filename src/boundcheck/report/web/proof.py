"""The steps of a proof: sound ones folded, false and open ones in sight, each with an address of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from boundcheck.report.web.elements import Drawing, badge, copied, slug
from boundcheck.report.web.witness_code import snippet

OPEN = ("REFUTED", "UNDECIDED")
KINDS = {  # of lines, in the words of the filter
    "all": "all lines",
    "attention": "false or open",
    "proved": "proved",
    "special": "special case",
    "cited": "cited",
    "definition": "definitions and uses of results",
}


def proof(draw: Drawing, block: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> str:
    """All steps of a record, behind a filter.

    Parameters
    ----------
    draw : Drawing
    block : mapping
        Of kind ``steps``, as `boundcheck.report.page.steps.steps` makes it.
    steps : sequence of mapping
        The same steps in the record.
    """
    kinds = [kinds_of(step) for step in steps]
    counts = {kind: sum(kind in found for found in kinds) for kind in KINDS} | {"all": len(steps)}
    choices = "".join(
        f'<label><input type="radio" name="steps" value="{kind}"{" checked" if kind == "all" else ""}> '
        f"{words} ({counts[kind]})</label>"
        for kind, words in KINDS.items()
        if counts[kind]
    )
    rows = "".join(_step(draw, *row) for row in zip(block["steps"], steps, kinds, strict=True))
    return (
        f'<fieldset class="controls"><legend>Show</legend>{choices}<button type="button" id="unfold">Unfold all</button>'
        f'<span id="shown" role="status" class="muted"></span></fieldset>{rows}'
    )


def kinds_of(step: Mapping[str, Any]) -> list[str]:
    """Under which of the filter's words a line falls."""
    if step["outcome"] in OPEN:
        return ["attention"]
    if step.get("mark") in ("definition", "by"):
        return ["definition"]
    if step["outcome"] == "ASSUMED":
        return ["cited"]
    return ["proved", "special"] if step.get("scope") == "special case" else ["proved"]


def anchor_of(step: Mapping[str, Any]) -> str:
    """Where a step stands in its page."""
    return f"step-{slug(str(step.get('label') or 'x'))}"


def _step(draw: Drawing, shown: Mapping[str, Any], step: Mapping[str, Any], kinds: Sequence[str]) -> str:
    name = anchor_of(step)
    where = f' <span class="muted">{draw.run(shown["where"])}</span>' if shown["where"] else ""
    repaired = ' <span class="muted">mended:</span> ' + badge(shown["repair"]["outcome"]) if shown["repair"] else ""
    head = f"{escape(shown['number'])}. <strong>{draw.run(shown['label'])}</strong>{where} {badge(shown['outcome'])}{repaired}"
    code = snippet(step, step.get("witness"))
    body = statement_blocks(draw, shown)
    body += copied(code, "Python that evaluates the witness", f"{name}-python") if code else ""
    if shown["repair"]:
        body += f"<h3>Mended {badge(shown['repair']['outcome'])}</h3>{statement_blocks(draw, shown['repair'])}"
    established = draw.run(shown["method"]) or "–"
    said = "Refuted by" if step["outcome"] == "REFUTED" else "Established by"
    if shown["repair"] and (mended := draw.run(shown["repair"]["method"])):
        established += f"; mended: {mended}"
    body += f'<p class="by">{said}: {established}. <a class="anchor" href="#{name}">Link to this step</a></p>'
    opened = " open" if step["outcome"] in OPEN else ""
    return (
        f'<details class="step" id="{name}" data-kinds="{" ".join(kinds)}"{opened}><summary>{head}</summary>'
        f"<div>{body}</div></details>"
    )


def statement_blocks(draw: Drawing, shown: Mapping[str, Any]) -> str:
    """What a step or its repair says, as printed and as checked."""
    rows = []
    if shown["formula"]:
        rows.append(("", shown["formula"]))
    if shown["checked"]:
        rows.append(("Checked as", shown["checked"]))
    rows += [
        (words, shown[key])
        for key, words in (("given", "For"), ("because", ""), ("witness", "False"), ("note", ""))
        if shown[key]
    ]
    return "".join(
        f'<div class="para">{f"<span class=muted>{words}:</span> " if words else ""}{draw.run(value)}</div>'
        for words, value in rows
    )
