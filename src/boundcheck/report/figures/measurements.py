"""Figures of what was measured: errors beside bounds, methods, shares of a bound, table means, dots in a line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boundcheck.report.figures import chart
from boundcheck.report.figures.chart import At, kept
from boundcheck.report.parts import regimes_of
from boundcheck.report.text.letters import plain, plain_point, shared
from boundcheck.report.text.prose import prose
from boundcheck.report.text.words import (
    decimals,
    exact,
    excluded,
    finite,
    label,
    percent,
    positive,
    ratio,
    setting,
    shown,
    span,
    times,
)
from boundcheck.verdict.result import (
    Record,
)
from boundcheck.verdict.shapes import (
    Crossing,
    Exponent,
    ExponentPoint,
    Method,
    MethodPoint,
    Ranks,
    RatioSweep,
    Regime,
    Reported,
    Vacuity,
    VacuityPoint,
)

# Error and bounds along parameters, log against log: one wide figure, or a panel for each parameter.

MOST_NAMES = 6  # of dots in one figure
NEAR = 0.08  # of the height, in which two names would stand on each other
ROOM = 0.17  # of the height, below the lowest dot with a name
BOUNDS = ("printed", "explicit", "trivial")
HEARD = {"quantile": "error", "explicit": "explicit bound", "trivial": "trivial bound"}
Drawn = At | ExponentPoint | VacuityPoint


@kept
def along(
    name: str, points: Iterable[Drawn], known: Mapping[str, str], silent_below: float | None = None, *, rate: bool = False
) -> dict | None:
    """Error and bounds against one parameter, wide.

    Parameters
    ----------
    name : str
        The parameter.
    points : iterable of point
    known : mapping
        Letters of parameters.
    silent_below : float, optional
        Under this value the bound says nothing; that region is shaded.
    rate : bool
        Whether a curve that is both is the printed rate, and no bound with its constants.

    Returns
    -------
    figure : dict with ``svg`` and ``alt``, or None if there is nothing to draw
    """
    places = once(drawable(points), "printed" if rate else "explicit")
    if len(places) < 2:
        return None
    with chart.figure(2.4) as drawn:
        axes = drawn.subplots()
        chart.curves(axes, places)
        _name(axes, places)
        _shade(axes, places, positive(silent_below), label(plain(name, known)))
        chart.label(axes, plain(name, known))
        axes.set_ylabel("error")
        chart.legend(drawn, [axes])
        text = f"Error and bounds against {plain(name, known)}. {_points_in_words(places)}"
        return {"svg": chart.svg(drawn), "alt": text}


@kept
def panels(exponents: Sequence[Exponent], known: Mapping[str, str]) -> dict | None:
    """One small panel for each parameter along which an exponent was fitted, or None."""
    useful = [e for e in exponents if len(drawable(e.points)) > 1]
    if not useful:
        return None
    columns = min(len(useful), 4 if len(useful) == 4 else 3)
    rows = -(-len(useful) // columns)
    with chart.figure(1.95 * rows + 0.3, chart.WIDTH if columns > 1 else chart.WIDTH / 2) as drawn:
        grid = drawn.subplots(rows, columns, squeeze=False).ravel()
        for axes, exponent in zip(grid, useful, strict=False):
            chart.curves(axes, once(drawable(exponent.points), "printed"))
            chart.label(axes, plain(exponent.parameter, known), 7 if columns < 4 else 5)
            axes.set_title(
                label(f"{decimals(exponent.measured)} (printed {decimals(exponent.printed)})", 28)
            )
        for axes in grid[len(useful) :]:
            axes.set_visible(False)
        chart.legend(drawn, grid[: len(useful)])
        said = "; ".join(
            f"along {plain(e.parameter, known)} the measured exponent is {decimals(e.measured)} "
            f"({span(e.low, e.high, decimals)}), the printed one {decimals(e.printed)}"
            for e in useful
        )
        return {"svg": chart.svg(drawn), "alt": f"Error and bounds along {len(useful)} parameters: {said}."}


def drawable(points: Iterable[Drawn]) -> list[At]:
    """The points that have a place on a logarithmic axis."""
    kept = (p for p in points if positive(p.value))
    return [p if isinstance(p, At) else At(**{key: getattr(p, key) for key in p.__struct_fields__}) for p in kept]


def once(points: list[At], kept: str = "explicit") -> list[At]:
    """Where the printed rate is the explicit bound everywhere, only the one that is `kept`: one curve, one name."""
    both = [(finite(p.printed), finite(p.explicit)) for p in points if p.explicit is not None]
    if not both or any(printed is None or printed != explicit for printed, explicit in both):
        return points
    return [replace(p, printed=None) if kept == "explicit" else replace(p, explicit=None) for p in points]


def _name(axes, points: Sequence[At]) -> None:
    """The names of the cells that were measured, each beside its dot; none where there are too many."""
    dots: dict[tuple[float, float], list[str]] = {}
    for p in points:
        if p.name and (height := positive(p.quantile)):
            dots.setdefault((float(p.value), height), []).append(setting(p.name))
    if len(dots) > MOST_NAMES:
        return
    low, high = axes.get_xlim()
    _clear_below(axes, [height for _, height in dots])
    for (value, height), names in _gathered(dots, *axes.get_ylim()).items():
        left = value > low**0.8 * high**0.2  # curves fall to the right, so that the lower left is free
        axes.annotate(
            label(", ".join(names), 40), (value, height), (-6 if left else 6, -9), textcoords="offset points",
            ha="right" if left else "left", va="center", fontsize=8.5, color=chart.BLUE,
            zorder=6, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )  # fmt: skip


def _gathered(dots: Mapping, low: float, high: float) -> dict[tuple[float, float], list[str]]:
    """Dots one above the other, too near for two names, as one with both names, at the lowest."""
    found: dict[tuple[float, float], list[str]] = {}
    for value, height in sorted(dots):
        near = [at for at in found if at[0] == value and height < at[1] * (high / low) ** NEAR]
        found.setdefault(near[-1] if near else (value, height), []).extend(dots[value, height])
    return found


def _clear_below(axes, heights) -> None:
    """Room between the lowest named dot and the axis, so that its name stands on neither."""
    low, high = axes.get_ylim()
    if heights and min(heights) < low ** (1 - ROOM) * high**ROOM:
        axes.set_ylim(bottom=(min(heights) / high**ROOM) ** (1 / (1 - ROOM)))


def _shade(axes, points: Sequence[At], edge: float | None, name: str) -> None:
    """Grey where the bound says less than the trivial one; the words stand where no curve begins."""
    values = [float(p.value) for p in points]
    if not edge or edge <= min(values):
        return
    right = min(edge, max(values) * 2)
    axes.axvspan(min(values) / 2, right, color="#eceff2", zorder=0, linewidth=0)
    axes.set_xlim(min(values) * 0.8, max(values) * 1.25)
    low, high = axes.get_ylim()
    begins = [height for key in BOUNDS if (height := positive(getattr(points[0], key)))]
    crowded = any(height < low * (high / low) ** ROOM for height in begins)
    axes.annotate(
        f"no information below {name} = {shown(edge, 2)}", (0.008, 0.91 if crowded else 0.035), xycoords="axes fraction",
        fontsize=8.5, color=chart.SLATE, style="italic",
    )  # fmt: skip


def _points_in_words(points: Sequence[At]) -> str:
    """First and last point in words."""
    said = []
    measured = [p for p in points[1:-1] if p.name]
    for p in (points[0], *measured, points[-1]):
        words = [f"{word} {shown(found)}" for key, word in HEARD.items() if finite(found := getattr(p, key)) is not None]
        said.append(f"At {shown(p.value)}: {', '.join(words) or 'nothing'}.")
    return " ".join(said)


# Cells next to their bounds, and the ratio of two settings next to the ratio that the page predicts.

MARKS = {  # key in a cell: marker, filled, label
    "trivial": ("|", True, "trivial bound"),
    "printed": ("D", False, "printed rate, constant 1"),
    "bound": ("s", True, "bound under test"),
}
MOST_LETTERS = 3  # that may differ before names say it better
CELL_COLOURS = {"trivial": chart.MUTED, "printed": chart.RUST, "bound": chart.INK}


@kept
def cells(slack: Sequence[Regime], known: Mapping[str, str]) -> dict | None:
    """Every cell on a line of its own: measured quantile with its interval, and the bounds beyond it.

    A quantile of zero has no place on the axis: an arrow points to where it would be.
    """
    slack = [s for s in slack if positive(s.quantile) or finite(s.quantile) == 0]
    if not any(positive(getattr(s, key)) for s in slack for key in ("quantile", *MARKS)):
        return None
    names = labels(slack, known)
    same = all(finite(s.printed) == finite(s.bound) for s in slack)  # one mark, one name
    places = range(len(slack), 0, -1)
    with chart.figure(0.18 * len(slack) + 0.85) as drawn:
        axes = drawn.subplots()
        for key, (marker, filled, name) in MARKS.items():
            if same and key == "printed":
                continue
            xy = [(v, y) for s, y in zip(slack, places, strict=True) if (v := positive(getattr(s, key)))]
            face = CELL_COLOURS[key] if filled else "none"
            look = {"color": face} if marker == "|" else {"facecolors": face, "edgecolors": CELL_COLOURS[key]}
            if xy:
                size = 44 if marker == "|" else 20
                axes.scatter(*zip(*xy, strict=True), marker=marker, s=size, linewidths=1.3, label=name, **look)
        rows = [(s.quantile, s.low, s.high, y) for s, y in zip(slack, places, strict=True)]
        chart.measured(axes, rows, across=True)
        axes.set_xscale("log")
        if not all(finite(s.quantile) for s in slack):
            low, high = axes.get_xlim()
            axes.set_xlim(low * (low / high) ** 0.06, high)  # no mark stands where the arrows do
        chart.logarithmic(axes.xaxis, axes.get_xlim())
        axes.set_yticks(list(places), names)
        axes.set_ylim(0.3, len(slack) + 0.7)
        for s, y in zip(slack, places, strict=True):
            if not finite(s.quantile):
                _zero(axes, y)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("error")
        chart.legend(drawn, [axes])
        said = "; ".join(
            f"{name}: error {shown(s.quantile)}, bound {shown(s.bound)}" for name, s in zip(names, slack, strict=True)
        )
        return {"svg": chart.svg(drawn), "alt": f"Error and bounds in {len(slack)} settings. {said}."}


def _zero(axes, y: int) -> None:
    """An arrow at the left end of a cell's line."""
    left = axes.get_yaxis_transform()
    axes.plot(
        [0.012], [y], marker="<", markersize=4.5, color=chart.BLUE, linestyle="none", transform=left, clip_on=False
    )
    axes.annotate("0", (0.026, y), xycoords=left, va="center", fontsize=8.5, color=chart.BLUE)


def by_name(slack: Sequence[Regime]) -> bool:
    """Whether cells are better told apart by their names than by their points."""
    points = [s.point for s in slack]
    same = shared(points)
    names = [s.name for s in slack]
    return all(names) and len(set(names)) == len(names) and max(len(set(p) - same) for p in points) > MOST_LETTERS


def labels(slack: Sequence[Regime], known: Mapping[str, str]) -> list[str]:
    """What tells the cells apart, a dot before those in which the bound is at most half the trivial one."""
    if not slack:
        return []
    same = shared([s.point for s in slack])
    short = not by_name(slack)
    names = [prose(setting(s.name)) for s in slack]
    told = [(short and plain_point(s.point, known, same)) or name for s, name in zip(slack, names, strict=True)]
    return [("●\N{NO-BREAK SPACE}" if s.biting else "") + label(name) for s, name in zip(slack, told, strict=True)]


@kept
def separation(found: RatioSweep, known: Mapping[str, str]) -> dict | None:
    """A ratio of two errors against a parameter, with the printed one where that is tested."""
    points = [p for p in found.points if positive(p.value) and positive(p.ratio)]
    if len(points) < 2:
        return None
    name = plain(found.parameter, known)
    with chart.figure(2.5, chart.WIDTH * 0.72) as drawn:
        axes = drawn.subplots()
        promised = [(p.value, v) for p in points if (v := positive(p.printed))]
        if promised:
            axes.plot(*zip(*promised, strict=True), label="printed ratio", **chart.PRINTED)
        chart.measured(axes, [(p.ratio, p.low, p.high, p.value) for p in points])
        axes.axhline(1, color=chart.MUTED, lw=0.8)
        axes.set(xscale="log", yscale="log", ylabel="ratio of errors")
        chart.label(axes, name)
        chart.legend(drawn, [axes])
        said = "; ".join(f"at {shown(p.value)} {shown(p.ratio)} ({span(p.low, p.high)})" for p in points)
        return {"svg": chart.svg(drawn), "alt": f"Ratio of errors against {name}: {said}."}


# Errors of several methods along one parameter: a curve each, named at its end, and a ring where the best one changes.

CURVE_COLOURS = (chart.BLUE, chart.RUST, chart.INK, chart.GREEN, chart.PURPLE, chart.AMBER, chart.TEAL)
MARKERS = "osD^vPX"
STYLES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (6, 1.5, 1, 1.5)))
NOT_RANKED: dict[str, Any] = {"marker": None, "linestyle": (0, (1, 2))}
RING: dict[str, Any] = {"marker": "o", "markersize": 10, "color": chart.INK, "fillstyle": "none", "zorder": 7}
APART = 0.17  # inches between two names

Curve = tuple[Method, list[MethodPoint]]


@kept
def ranking(found: Ranks, known: Mapping[str, str], height: float) -> dict | None:
    """Curves with intervals on logarithmic axes; what is not ranked is grey.

    Parameters
    ----------
    found : Ranks
    known : mapping
        Letters of parameters.
    height : float
        In inches.
    """
    every = [(curve, _drawable(curve)) for curve in found.methods]
    curves: list[Curve] = [(curve, points) for curve, points in every if len(points) > 1]
    if not curves:
        return None
    name = plain(found.parameter, known)
    values = [float(p.value) for _, points in curves for p in points]
    with chart.figure(height) as drawn:
        axes = drawn.subplots()
        ends, place = [], 0
        for curve, points in curves:
            ranked = curve.ranked
            colour = CURVE_COLOURS[place % len(CURVE_COLOURS)] if ranked else chart.MUTED
            look = {"marker": MARKERS[place % len(MARKERS)], "linestyle": STYLES[place % len(STYLES)]} if ranked else NOT_RANKED
            place += bool(ranked)
            _curve(axes, points, colour, look)
            ends.append((float(points[-1].quantile), label(curve.name, 50), colour))
        axes.set(xscale="log", yscale="log", ylabel="error", xlim=(min(values) / 1.15, max(values) * 1.15))
        chart.label(axes, name)
        for crossing in at_the_front(found, curves):
            here = (float(crossing.about or 0), float(crossing.error or 0))
            axes.plot([here[0]], [here[1]], **RING)
            text = label(f"{name} ≈ {exact(float(f'{here[0]:.2g}'))}")
            axes.annotate(text, here, (0, -9), textcoords="offset points", ha="center", va="top", fontsize=8.5, zorder=7)
        _names(axes, ends, max(values) * 1.25, APART / (0.83 * height))
        return {"svg": chart.svg(drawn), "alt": _curves_in_words(found, curves, name)}


def at_the_front(found: Ranks, curves: Sequence[Curve]) -> list[Crossing]:
    """The crossings below which no ranked curve lies: there the best method changes."""
    ranked = [points for curve, points in curves if curve.ranked]
    return [
        crossing
        for crossing in found.crossings
        if (about := positive(crossing.about))
        and (error := positive(crossing.error))
        and not any(_below(points, about, error) for points in ranked)
    ]


def _drawable(curve: Method) -> list[MethodPoint]:
    return [p for p in curve.points if positive(p.value) and positive(p.quantile)]


def _curve(axes, points: Sequence[MethodPoint], colour: str, look: Mapping) -> None:
    middle = [float(p.quantile) for p in points]
    low = [max(0.0, m - (positive(p.low) or m)) for m, p in zip(middle, points, strict=True)]
    high = [max(0.0, (positive(p.high) or m) - m) for m, p in zip(middle, points, strict=True)]
    axes.errorbar(
        [float(p.value) for p in points], middle, yerr=[low, high], color=colour, linewidth=1.3, markersize=4,
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


def _below(points: Sequence[MethodPoint], value: float, error: float) -> bool:
    """Whether a curve lies below a point, by more than a hair."""
    for a, b in itertools.pairwise(points):
        if a.value <= value <= b.value:
            share = math.log(value / a.value) / math.log(b.value / a.value)
            height = (1 - share) * math.log(a.quantile) + share * math.log(b.quantile)
            return height < math.log(error) - 1e-4
    return False


def _heard(point: MethodPoint) -> str:
    return f"{shown(point.quantile)} ({span(point.low, point.high)}) at {shown(point.value)}"


def _curves_in_words(found: Ranks, curves: Sequence[Curve], name: str) -> str:
    """What the picture shows, in words."""
    said = []
    for curve, points in curves:
        said.append(f"{curve.name}: {_heard(points[0])}, {_heard(points[-1])}")
    changes = [
        f"{c.first} and {c.second} change places between {shown(c.lower)} and {shown(c.upper)}" for c in found.crossings
    ]
    turned = "; ".join(changes) or "No two are known to change places"
    return f"Errors of {len(curves)} methods against {name}. {'; '.join(said)}. {turned}."


# The terms of a printed bound, stacked: which share of it each has as the sample grows.

LOOKS = (  # of a layer: its colour and its hatching, so that layers differ without colours
    (chart.BLUE, ""), (chart.RUST, "///"), (chart.MUTED, "\\\\\\\\"), (chart.SLATE, "xx"), (chart.BLUE, "+++"), (chart.RUST, "--"),
)  # fmt: skip
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")  # of the layers, from below
SHARES_HEIGHT = 1.75  # inches, of the layers


def of_terms(vacuity: Vacuity, count: int) -> tuple[list[float], list[list[float]]] | None:
    """Sample sizes, and of each term its share at each of them in per cent; None where the record does not hold them.

    Parameters
    ----------
    vacuity : Vacuity
    count : int
        How many terms there are.
    """
    rows = [
        (size, [float(term) for term in terms])
        for point, terms in zip(vacuity.points, vacuity.terms, strict=False)
        if (size := positive(point.value)) and all(finite(term) is not None for term in terms)
    ]
    rows = [(size, terms) for size, terms in rows if terms and min(terms) >= 0 and sum(terms) > 0]
    counts = {len(terms) for _, terms in rows}
    if len(rows) < 2 or len(counts) != 1 or not 2 <= count <= len(LOOKS) or counts != {count}:
        return None
    return [size for size, _ in rows], [[100 * terms[place] / sum(terms) for _, terms in rows] for place in range(count)]


@kept
def stacked(vacuity: Vacuity, named: Sequence[str]) -> dict | None:
    """The layers, or None where there are not two terms and two sample sizes.

    The layers stand from below in the order of the terms, each with its name; what they are stands in the caption, where
    formulas are set.

    Parameters
    ----------
    vacuity : Vacuity
    named : sequence of str
        What the terms are called, in the same order.
    """
    from matplotlib.patches import Patch

    found = of_terms(vacuity, len(named))
    if found is None:
        return None
    sizes, shares = found
    with chart.figure(SHARES_HEIGHT + 0.2) as drawn:
        axes = drawn.subplots()
        below = [0.0] * len(sizes)
        layers: list[Any] = []  # as the legend shows them, hatched; a term that is 0 throughout has none
        seen = [(share, name) for share, name in zip(shares, named, strict=True) if max(share) > 0]
        for (share, name), (colour, hatch) in zip(seen, LOOKS, strict=False):
            above = [low + part for low, part in zip(below, share, strict=True)]
            axes.fill_between(sizes, below, above, facecolor="none", edgecolor=colour, hatch=hatch, linewidth=0.8, zorder=2)
            axes.fill_between(sizes, below, above, color=colour, alpha=0.25, linewidth=0)
            look: dict[str, Any] = {"facecolor": (colour, 0.25), "edgecolor": colour, "hatch": 2 * hatch, "linewidth": 0.8}
            layers.append(Patch(**look, label=label(name)))
            below = above
        axes.set(xscale="log", xlim=(min(sizes), max(sizes)), ylim=(0, 100))
        chart.logarithmic(axes.xaxis, axes.get_xlim())
        axes.set_xlabel("n")
        axes.set_ylabel("share, %")
        drawn.legend(handles=layers, loc="outside upper left", ncols=len(layers))
        ends = "; ".join(
            f"{name}: {shown(share[0], 2)} % at n = {shown(sizes[0])}, {shown(share[-1], 2)} % at n = {shown(sizes[-1])}"
            for share, name in zip(shares, named, strict=True)
        )
        return {"svg": chart.svg(drawn), "alt": f"Shares of the terms of the bound. {ends}."}


# The means that a table reports, comparison by comparison, each with its interval.

MOST = 24  # comparisons
LONGEST = 52  # characters of a comparison beside its means
SIDES = (  # prefix in a row, name in the legend, look
    ("", "said to be the larger", {"marker": "o", "color": chart.BLUE}),
    ("other_", "the other", {"marker": "s", "color": chart.RUST, "markerfacecolor": "white"}),
)


@kept
def drawing(reported: Sequence[Reported]) -> dict | None:
    """Two dots a comparison, or None without any."""
    rows = [row for row in reported if None not in (finite(end) for side, *_ in SIDES for end in _ends(row, side))][:MOST]
    if not rows:
        return None
    with chart.figure(0.34 * len(rows) + 0.75) as drawn:
        axes = drawn.subplots()
        for place, row in enumerate(rows):
            for shift, (side, name, look) in zip((0.14, -0.14), SIDES, strict=True):
                middle, low, high = _ends(row, side)
                axes.errorbar(
                    [middle], [len(rows) - place + shift], xerr=[[middle - low], [high - middle]],
                    label=name if not place else None, linestyle="none", markersize=5, elinewidth=1.1, capsize=2.5, **look,
                )  # fmt: skip
        axes.set_yticks(range(len(rows), 0, -1), [label(prose(row.comparison), LONGEST) for row in rows])
        axes.set_ylim(0.4, len(rows) + 0.6)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("mean")
        drawn.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=2)
        said = "; ".join(
            f"{prose(row.comparison)}: {shown(row.mean)} ({span(row.low, row.high)}) against "
            f"{shown(row.other_mean)} ({span(row.other_low, row.other_high)})"
            for row in rows
        )
        return {"svg": chart.svg(drawn), "alt": f"Reported means with intervals of 95 %. {said}."}


def _ends(row: Reported, side: str) -> tuple[float, float, float]:
    """Mean and interval of one side."""
    return (row.mean, row.low, row.high) if not side else (row.other_mean, row.other_low, row.other_high)


# A line of dots as inline SVG: how far below its bound each measured cell stayed.

WIDTH, SPARK_HEIGHT, EDGE = 150, 26, 7
LOW, HIGH = -3.0, 0.5  # decades of error over bound; what lies outside is drawn at the rim


def ratios(record: Record) -> list[float]:
    """Measured error over bound, cell by cell, of the parts that stand behind the headline.

    Where that is no refutation, a part that is refuted belongs to another reading.
    """
    refuted = record.headline.outcome == "REFUTED"
    parts = [part for part in record.parts.values() if refuted or part.outcome != "REFUTED"]
    cells = [cell for part in parts if not excluded(part) for cell in regimes_of(part)]
    return [found for cell in cells if (found := ratio(cell.quantile, cell.bound))]


def spark(record: Record) -> str:
    """The dots, a line where error equals bound, and a sentence for those who listen; empty without cells."""
    found = ratios(record)
    if not found:
        return ""
    near, far = times(1 / max(found)), times(1 / min(found))
    seen = f"bound ÷ error {near}" + (f" to {far}" if far != near else "")
    above = sum(1 for share in found if share > 1)
    said = f"{len(found)} setting{'' if len(found) == 1 else 's'}, {seen}" + (
        f"; in {percent(above / len(found))} the error is above it" if above else ""
    )
    line, middle = _across(1.0), SPARK_HEIGHT / 2
    return (
        f'<svg class="spark" viewBox="0 0 {WIDTH} {SPARK_HEIGHT}" width="{WIDTH}" height="{SPARK_HEIGHT}" role="img">'
        f"<title>{said}</title>"
        f'<line class="base" x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{middle}" y2="{middle}"/>'
        f'<line class="bound" x1="{line:.1f}" x2="{line:.1f}" y1="2" y2="{SPARK_HEIGHT - 2}"/>'
        + "".join(_dot(share, middle) for share in sorted(found))
        + f'</svg><p class="slack" aria-hidden="true">{seen}</p>'
    )


def _dot(share: float, middle: float) -> str:
    """A circle; a cross where the error is above the bound."""
    across = _across(share)
    if share > 1:
        return f'<path class="above" d="M{across - 3:.1f} {middle - 3:.1f}l6 6m0-6l-6 6"/>'
    return f'<circle cx="{across:.1f}" cy="{middle}" r="3"/>'


def _across(share: float) -> float:
    place = min(1.0, max(0.0, (math.log10(share) - LOW) / (HIGH - LOW)))
    return EDGE + place * (WIDTH - 2 * EDGE)
