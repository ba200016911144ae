"""What else a part found: its constant and worst instance, a separation, and the mutants it killed."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report import comparisons
from boundcheck.report.blocks import beside, figure, pairs, para, strong, table
from boundcheck.report.instance import drawing
from boundcheck.report.letters import point, symbol
from boundcheck.report.numbers import percent, shown, span

LONGEST = 300


def constant(part: Mapping, known: Mapping) -> list[dict]:
    """The constant that was derived, and the smallest that survived the search."""
    found = part.get("constant")
    if not found:
        return []
    runs: list = [strong("Constant. ")]
    if found.get("explicit_text") or found.get("explicit") is not None:
        runs.append(f"Derived: {found.get('explicit_text') or shown(found['explicit'])}. ")
    if found.get("smallest_surviving") is not None:
        runs.append(f"The smallest that survived the worst case found: {shown(found['smallest_surviving'])}")
        if found.get("low") is not None:
            runs.append(f" ({span(found['low'], found.get('high'))})")
        upper = found.get("upper")
        runs.append(". " if upper is None else f", at most {shown(upper)} with confidence. ")
    runs.append(found.get("note") or "")
    instance = found.get("instance")
    where = point(instance.get("point"), known) if isinstance(instance, Mapping) else []
    caption = ["The worst instance found", *([", at ", *where] if where else []), "."]
    return beside([para(*runs)], figure(drawing(instance, known), caption))


def separated(part: Mapping, known: Mapping) -> list[dict]:
    """The separation of two settings on common random numbers."""
    found = part.get("separation")
    if not found:
        return []
    against = symbol(str(found.get("parameter") or "value"), known)
    caption = ["Ratio of errors on common random numbers against ", against, "."]
    return figure(comparisons.separation(found, known), caption, 74, floats=True)


def mutants(part: Mapping, known: Mapping) -> list[dict]:
    """False versions of the claim, and whether this study saw through them."""
    found = part.get("mutants")
    if not found:
        return []
    survivors = ", ".join(map(str, found.get("survivors") or []))
    said = f"Mutants: {found.get('killed', 0)} of {found.get('total', 0)} false versions were refuted"
    said += f"; survived: {survivors}." if survivors else "."
    rows = [
        [
            strong(str(mutant.get("name", ""))),
            mutant.get("text") or "",
            mutant.get("regime") or "",
            "–" if mutant.get("rate_low") is None else f"≥ {percent(mutant['rate_low'])}",
            percent(mutant.get("allowed")),
            "✓ killed" if mutant.get("killed") else "✗ survived",
        ]
        for mutant in found.get("rows") or []
    ]
    header = ["Mutant", "What was changed", "Regime", "Violated", "Allowed", "Fate"]
    return [table("l l1 l r r l", header, rows, said, tight=True)] if rows else [para(said)]


def evidence(part: Mapping, known: Mapping) -> list[dict]:
    """Whatever else the check noted, as far as it is short."""
    found = part.get("evidence") or {}
    rows = [(str(name).replace("_", " "), short(value)) for name, value in found.items()]
    return [para(strong("Also noted")), pairs(rows)] if rows else []


def failures(part: Mapping, known: Mapping) -> list[dict]:
    """Replicates that did not finish; silence here would be a lie."""
    found = part.get("failures") or []
    rows = [[str(f.get(key, "")) for key in ("cell", "seed", "message")] for f in found]
    said = f"{len(rows)} computations failed."
    return [table("l1 l l2", ["Failed cell", "Seed", "Message"], rows, said)] if rows else []


def short(value: Any) -> str:
    """A value on one line, or where to find it."""
    if isinstance(value, list | Mapping) and len(value) > 8:
        return f"{len(value)} entries, in the record"
    if isinstance(value, list):
        return ", ".join(map(short, value))
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {short(item)}" for name, item in value.items())
    text = shown(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
