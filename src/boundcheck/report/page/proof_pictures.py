"""Pictures of a proof: its lines and what they settle, and a false line along one of its letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures import false_line, proof_graph
from boundcheck.report.page.paragraphs import figure
from boundcheck.report.text.prose import runs
from boundcheck.report.text.words import WORST_FIRST

CAPTION = "Right side less left side of the line as it was checked: an inequality is false below zero, an equality off it."
SLIGHT = ("MISPRINT", "NONE")


def graph(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """What the proof rests on, its lines, and what they settle."""
    needed = _needed(record)
    above = any((step.get("instance_of") or {}).get("claim") for step in needed["steps"])
    below = any(step.get("settles") for step in needed["steps"])
    caption = "The lines of the proof, in the order in which they are listed below"
    caption += "; above them the results of which lines are instances" if above else ""
    caption += "; below them what a line settles" if below else ""
    return figure(proof_graph.drawing(needed, known), f"{caption}.")


def failing(fault: Mapping[str, Any], record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """Where a false line fails, and what mends it; nothing for a misprint, or a line that is no formula."""
    if fault["severity"] in SLIGHT:
        return []
    printed, mended = _settled(str(fault.get("printed") or ""), record)
    point = (fault.get("witness") or {}).get("point") or {}
    if printed is None or not point:
        return []
    drawn = false_line.difference(printed, mended, point, known)
    return figure(drawn, CAPTION, 62)


def gravest(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict]:
    """The first picture of a false line, the gravest first."""
    found = sorted(record.get("faults") or [], key=lambda fault: WORST_FIRST.index(fault["severity"]))
    for fault in found:
        if drawn := failing(fault, record, known):
            where = runs(fault.get("where") or "", known) if len(found) > 1 else []  # which of several lines it shows
            caption = [*where, ": ", CAPTION[0].lower(), CAPTION[1:]] if where else CAPTION
            return [block | {"floats": True, "width": 50, "caption": caption} for block in drawn]
    return []


def _settled(name: str, record: Mapping[str, Any]) -> tuple[Any, Any]:
    """The encoded statements of a step and its repair, or of a part and the reading of it that stands."""
    for step in record.get("steps") or []:
        if step.get("label") == name:
            return step.get("checked"), (step.get("repair") or {}).get("checked")
    parts = record.get("parts") or {}
    stem = name.partition("@")[0]
    standing = [part for key, part in parts.items() if key.startswith(f"{stem}@") and part["outcome"] == "PROVED"]
    return (parts.get(name) or {}).get("checked"), next((part.get("checked") for part in standing), None)


def _needed(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the graph is drawn from, and no more: the same graph for the same proof."""
    steps = [
        {key: step.get(key) for key in ("label", "where", "outcome", "mark", "instance_of", "settles")}
        for step in record.get("steps") or []
    ]
    parts = {name: {"outcome": part["outcome"]} for name, part in (record.get("parts") or {}).items()}
    return {"steps": steps, "rests_on": record.get("rests_on") or [], "parts": parts}
