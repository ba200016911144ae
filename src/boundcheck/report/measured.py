"""The measurements, part by part: error against bounds, exponents, constants, and the mutants that died."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report import figures
from boundcheck.report.blocks import badge, bullets, figure, heading, muted, para, strong, table, tag
from boundcheck.report.instance import drawing
from boundcheck.report.letters import point, shared, symbol
from boundcheck.report.numbers import finite, percent, shown, span, times

MOST_ROWS = 18
FINDINGS = {"LOOSE": "loose", "TIGHT": "tight", "GROWS": "grows", "VACUOUS": "vacuous", "MATCHES": "matches"}


def measured(record: Mapping, known: Mapping) -> list[dict]:
    """Blocks of every part that has something to show."""
    blocks: list[dict] = []
    for name, part in (record.get("parts") or {}).items():
        head = [badge(part["outcome"])] + ([" ", muted(part["shape"])] if part.get("shape") else [])
        if part.get("reading"):
            head += [muted(", read as "), muted(part["reading"])]
        blocks += [heading(name, 2), para(*head)]
        if part.get("summary"):
            blocks.append(para(part["summary"]))
        if part.get("findings"):
            blocks.append(bullets([[tag(str(f.get("kind", ""))), "  ", f.get("text") or ""] for f in part["findings"]]))
        for section in (bounds, cells, exponents, constant, ratio, mutants, evidence, failures):
            blocks += section(part, known)
    return [heading("Measured against the bound"), *blocks] if blocks else []


def bounds(part: Mapping, known: Mapping) -> list[dict]:
    """Error and all bounds against the sample size, and from where they say something."""
    vacuity = part.get("vacuity") or {}
    along = {finite(p.get("value")): dict(p) for p in vacuity.get("points") or [] if finite(p.get("value"))}
    for exponent in part.get("exponents") or []:
        if exponent.get("parameter") == "n" and not along:
            along = {finite(p.get("value")): dict(p) for p in exponent.get("points") or []}
    drawn = figures.along("n", [along[v] for v in sorted(along)], known, vacuity.get("says_something_from"))
    text = [para(vacuity["text"])] if vacuity.get("text") else []
    return text + figure(drawn, "Error and bounds against the sample size; both axes are logarithmic.")


def cells(part: Mapping, known: Mapping) -> list[dict]:
    """Slack, cell by cell."""
    every = [s for s in part.get("slack") or [] if isinstance(s, Mapping)]
    if not every:
        return []
    kept = sorted(range(len(every)), key=lambda i: -_tightness(every[i]))[:MOST_ROWS]
    slack = [every[i] for i in sorted(kept)]
    same = shared([s.get("point") or {} for s in slack])
    fixed = point({name: slack[0]["point"][name] for name in slack[0].get("point") or {} if name in same}, known)
    caption: list = ["Each cell: measured quantile with its interval, and the bounds."]
    caption += [" In all of them ", *fixed, "."] if fixed else []
    if any(s.get("biting") for s in slack):
        caption.append(" ● marks the regime in which the bound bites.")
    if len(slack) < len(every):
        caption.append(f" The {len(slack)} tightest of {len(every)}; the record holds all.")
    rows = []
    for s in slack:
        name = (["● "] if s.get("biting") else []) + (point(s.get("point"), known, same) or [str(s.get("name", ""))])
        over = finite(s.get("bound")) / finite(s.get("quantile")) if finite(s.get("bound")) and finite(s.get("quantile")) else None  # type: ignore[operator]
        rows.append(
            [name, shown(s.get("quantile")), span(s.get("low"), s.get("high")), shown(s.get("bound")), times(over),
             f"{shown(s.get('violations'))} of {shown(s.get('repeats'))}", f"≤ {percent(s.get('rate_high'))}",
             percent(s.get("allowed")), percent(s.get("smallest_visible_rate"))]
        )  # fmt: skip
    header = ["Cell", "Quantile", "Interval", "Bound", "Slack", "Above", "Rate", "Allowed", "Visible from"]
    return [
        *figure(figures.cells(slack, known), caption),
        table("l1 r r r r r r r r", header, rows, "The same in numbers: how often the error was above the bound, "
              "the rate that this leaves possible, the rate that the statement allows, and the smallest rate that would have shown.", tight=True),
    ]  # fmt: skip


def exponents(part: Mapping, known: Mapping) -> list[dict]:
    """Measured exponents against the printed ones."""
    found = part.get("exponents") or []
    if not found:
        return []
    rows = [
        [symbol(e["parameter"], known), shown(e.get("printed")), shown(e.get("explicit")), shown(e.get("measured")), span(e.get("low"), e.get("high")),
         [tag(e["finding"])] if e.get("finding") else [], e.get("note") or ""]
        for e in found
    ]  # fmt: skip
    header = ["Along", "Printed", "Explicit", "Measured", "Interval", "Finding", "Note"]
    return [
        table("l r r r r l l1", header, rows, "Exponents: how the error moves with each parameter, next to the local exponent of the printed rate."),
        *figure(figures.panels(found, known), "Error and bounds along each parameter; all axes are logarithmic."),
    ]


def constant(part: Mapping, known: Mapping) -> list[dict]:
    """The constant: derived, and the smallest that survived the search."""
    found = part.get("constant")
    if not found:
        return []
    runs: list = [strong("Constant. ")]
    if found.get("explicit_text") or found.get("explicit") is not None:
        runs.append(f"Derived: {found.get('explicit_text') or shown(found['explicit'])}. ")
    if found.get("smallest_surviving") is not None:
        runs.append(f"The smallest that survived the worst case found: {shown(found['smallest_surviving'])}")
        runs.append(f" ({span(found['low'], found['high'])})" if found.get("low") is not None else "")
        runs.append(f", at most {shown(found['upper'])} with confidence. " if found.get("upper") is not None else ". ")
    runs.append(found.get("note") or "")
    instance = found.get("instance")
    where = point(instance.get("point"), known) if isinstance(instance, Mapping) else []
    caption = ["The worst instance found", *([", at ", *where] if where else []), "."]
    return [para(*runs), *figure(drawing(instance, known), caption, 46)]


def ratio(part: Mapping, known: Mapping) -> list[dict]:
    """The separation of two settings on common random numbers."""
    found = part.get("separation")
    if not found:
        return []
    caption = ["Ratio of errors on common random numbers against ", symbol(found.get("parameter") or "value", known), "."]
    return figure(figures.separation(found, known), caption, 74)


def mutants(part: Mapping, known: Mapping) -> list[dict]:
    """False versions of the claim, and whether this study saw through them."""
    found = part.get("mutants")
    if not found:
        return []
    survivors = ", ".join(map(str, found.get("survivors") or []))
    caption = f"Mutants: {found.get('killed', 0)} of {found.get('total', 0)} false versions were refuted" + (f"; survived: {survivors}." if survivors else ".")
    rows = [
        [strong(str(m.get("name", ""))), m.get("text") or "", m.get("regime") or "", f"≥ {percent(m.get('rate_low'))}", percent(m.get("allowed")), "✓ killed" if m.get("killed") else "✗ survived"]
        for m in found.get("rows") or []
    ]
    header = ["Mutant", "What was changed", "Regime", "Violated", "Allowed", ""]
    return [table("l l1 l r r l", header, rows, caption, tight=True)] if rows else [para(caption)]


def evidence(part: Mapping, known: Mapping) -> list[dict]:
    """Whatever else the check noted, as far as it is short."""
    found = part.get("evidence") or {}
    rows = [[str(name).replace("_", " "), _short(value)] for name, value in found.items()]
    return [table("l l1", ["Also noted", ""], rows, tight=True)] if rows else []


def failures(part: Mapping, known: Mapping) -> list[dict]:
    """Replicates that did not finish; silence here would be a lie."""
    found = part.get("failures") or []
    rows = [[str(f.get("cell", "")), str(f.get("seed", "")), str(f.get("message", ""))] for f in found]
    return [table("l1 l l2", ["Failed cell", "Seed", "Message"], rows, f"{len(rows)} computations failed.")] if rows else []


def _tightness(cell: Mapping) -> float:
    quantile, bound = finite(cell.get("quantile")), finite(cell.get("bound"))
    return (quantile / bound if quantile and bound else 0.0) + (10.0 if cell.get("biting") else 0.0)


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_short, value)) if len(value) <= 8 else f"{len(value)} entries, in the record"
    if isinstance(value, Mapping):
        return "; ".join(f"{k}: {_short(v)}" for k, v in value.items()) if len(value) <= 8 else f"{len(value)} entries, in the record"
    text = shown(value)
    return text if len(text) <= 300 else text[:297] + "…"
