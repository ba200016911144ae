"""Errors of several methods along one parameter: a curve each, named at its end, and a ring where the best one changes."""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.report.figures import chart
from boundcheck.report.figures.drawn_once import kept
from boundcheck.report.text.glyphs import label
from boundcheck.report.text.letters import plain
from boundcheck.report.text.numbers import exact, positive, shown, span

COLOURS = (chart.BLUE, chart.RUST, chart.INK, chart.GREEN, chart.PURPLE, chart.AMBER, chart.TEAL)
MARKERS = "osD^vPX"
STYLES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (6, 1.5, 1, 1.5)))
NOT_RANKED: dict[str, Any] = {"marker": None, "linestyle": (0, (1, 2))}
RING: dict[str, Any] = {"marker": "o", "markersize": 10, "color": chart.INK, "fillstyle": "none", "zorder": 7}
APART = 0.17  # inches between two names

Curve = tuple[Mapping, list[Mapping]]


@kept
def ranking(found: Mapping, known: Mapping, height: float) -> dict | None:
    """Curves with intervals on logarithmic axes; what is not ranked is grey.

    Parameters
    ----------
    found : mapping
        ``parameter``, ``methods`` (``name, ranked, points``) and ``crossings`` of a record.
    known : mapping
        Letters of parameters.
    height : float
        In inches.
    """
    every = [(curve, _drawable(curve)) for curve in found.get("methods") or []]
    curves: list[Curve] = [(curve, points) for curve, points in every if len(points) > 1]
    if not curves:
        return None
    name = plain(str(found.get("parameter") or "value"), known)
    values = [float(p["value"]) for _, points in curves for p in points]
    with chart.figure(height) as drawn:
        axes = drawn.subplots()
        ends, place = [], 0
        for curve, points in curves:
            ranked = curve.get("ranked", True)
            colour = COLOURS[place % len(COLOURS)] if ranked else chart.MUTED
            look = {"marker": MARKERS[place % len(MARKERS)], "linestyle": STYLES[place % len(STYLES)]} if ranked else NOT_RANKED
            place += bool(ranked)
            _curve(axes, points, colour, look)
            ends.append((float(points[-1]["quantile"]), label(str(curve["name"]), 50), colour))
        axes.set(xscale="log", yscale="log", ylabel="error", xlim=(min(values) / 1.15, max(values) * 1.15))
        chart.label(axes, name)
        for crossing in at_the_front(found, curves):
            here = (float(crossing["about"]), float(crossing["error"]))
            axes.plot([here[0]], [here[1]], **RING)
            text = label(f"{name} ≈ {exact(float(f'{here[0]:.2g}'))}")
            axes.annotate(text, here, (0, -9), textcoords="offset points", ha="center", va="top", fontsize=8.5, zorder=7)
        _names(axes, ends, max(values) * 1.25, APART / (0.83 * height))
        return {"svg": chart.svg(drawn), "alt": _alternative_text(found, curves, name)}


def at_the_front(found: Mapping, curves: Sequence[Curve]) -> list[Mapping]:
    """The crossings below which no ranked curve lies: there the best method changes."""
    ranked = [points for curve, points in curves if curve.get("ranked", True)]
    return [
        crossing
        for crossing in found.get("crossings") or []
        if (about := positive(crossing.get("about")))
        and (error := positive(crossing.get("error")))
        and not any(_below(points, about, error) for points in ranked)
    ]


def _drawable(curve: Mapping) -> list[Mapping]:
    return [p for p in curve.get("points") or [] if positive(p.get("value")) and positive(p.get("quantile"))]


def _curve(axes, points: Sequence[Mapping], colour: str, look: Mapping) -> None:
    middle = [float(p["quantile"]) for p in points]
    low = [max(0.0, m - (positive(p.get("low")) or m)) for m, p in zip(middle, points, strict=True)]
    high = [max(0.0, (positive(p.get("high")) or m) - m) for m, p in zip(middle, points, strict=True)]
    axes.errorbar(
        [float(p["value"]) for p in points], middle, yerr=[low, high], color=colour, linewidth=1.3, markersize=4,
        elinewidth=0.9, capsize=2, zorder=5, **look,
    )  # fmt: skip


def _names(axes, ends: Sequence[tuple[float, str, str]], x: float, apart: float) -> None:
    """The names right of the axes, near the ends of their curves and not on each other."""
    low, high = (math.log(end) for end in axes.get_ylim())
    ordered = sorted(ends)
    heights = [(math.log(end[0]) - low) / (high - low) for end in ordered]
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + apart)
    heights[-1] = min(heights[-1], 1.0)
    for i in range(len(heights) - 2, -1, -1):
        heights[i] = min(heights[i], heights[i + 1] - apart)
    for (_, text, colour), height in zip(ordered, heights, strict=True):
        y = math.exp(low + height * (high - low))
        axes.annotate(text, (x, y), va="center", ha="left", fontsize=8.5, color=colour, annotation_clip=False)


def _below(points: Sequence[Mapping], value: float, error: float) -> bool:
    """Whether a curve lies below a point, by more than a hair."""
    for a, b in itertools.pairwise(points):
        if a["value"] <= value <= b["value"]:
            share = math.log(value / a["value"]) / math.log(b["value"] / a["value"])
            height = (1 - share) * math.log(a["quantile"]) + share * math.log(b["quantile"])
            return height < math.log(error) - 1e-4
    return False


def _heard(point: Mapping) -> str:
    return f"{shown(point['quantile'])} ({span(point.get('low'), point.get('high'))}) at {shown(point['value'])}"


def _alternative_text(found: Mapping, curves: Sequence[Curve], name: str) -> str:
    """What the picture shows, in words."""
    said = []
    for curve, points in curves:
        said.append(f"{curve['name']}: {_heard(points[0])}, {_heard(points[-1])}")
    changes = [
        f"{c['first']} and {c['second']} change places between {shown(c['from'])} and {shown(c['to'])}"
        for c in found.get("crossings") or []
    ]
    turned = "; ".join(changes) or "No two are known to change places"
    return f"Errors of {len(curves)} methods against {name}. {'; '.join(said)}. {turned}."
