"""Settings and methods compared along a parameter."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures import comparisons
from boundcheck.report.figures.rivals import ranking
from boundcheck.report.page.paragraphs import figure, muted, table
from boundcheck.report.text.letters import point, symbol
from boundcheck.report.text.numbers import exact, shown
from boundcheck.report.text.prose import sentence_runs, typed


def separated(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """The separation of two settings on common random numbers."""
    found = part.get("separation")
    if not found:
        return []
    against = symbol(str(found.get("parameter") or "value"), known)
    if "methods" in found:
        return ranked(name, found, known)
    caption = [f"{name}: ratio of errors on common random numbers against ", against, "."]
    return figure(comparisons.separation(found, known), caption, 74)


def ranked(name: str, found: Mapping, known: Mapping) -> list[dict]:
    """Several methods along one parameter, where two change places, and every error in numbers."""
    letter = symbol(str(found.get("parameter") or "value"), known)
    crossings, curves = found.get("crossings") or [], found["methods"]
    blocks = rivals(name, found, known)
    changes = [
        [typed(c["first"]), typed(c["second"]), shown(c["from"]), shown(c["to"]), _about(c.get("about"))] for c in crossings
    ]
    if changes:
        header = ["Smaller at first", "Than", "Known up to", "Turned from", "About"]
        blocks.append(table("l1 l1 r r r", header, changes, ["Where two change places, in ", letter, "."], tight=True))
    names = [typed(curve["name"]) for curve in curves]
    rows = [
        [called if curve.get("ranked", True) else muted(called), *(shown(p["quantile"], 2) for p in curve["points"])]
        for called, curve in zip(names, curves, strict=True)
    ]
    header = ["Error at", *(shown(p["value"]) for p in curves[0]["points"])]
    return [*blocks, table("l1" + " r" * (len(header) - 1), header, rows, tight=True)]


def rivals(name: str, found: Mapping, known: Mapping, height: float = 3.6) -> list[dict]:
    """The figure of several methods along one parameter."""
    caption = [f"{name}: errors of the methods against ", symbol(str(found.get("parameter") or "value"), known)]
    caption += [" at ", *point(found["at"], known)] if found.get("at") else []
    caption += [", with intervals that hold all at once; both axes are logarithmic."]
    if found.get("crossings"):
        caption += [" A ring marks where the best method changes, as lines between the points have it."]
    caption += [" ", *sentence_runs(found["note"], known)] if found.get("note") else []
    return figure(ranking(found, known, height=height), caption)


def _about(value: Any) -> str:
    """Two digits of a place that is a guess."""
    return "–" if value is None else exact(float(f"{value:.2g}"))
