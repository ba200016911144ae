"""Figures of a proof: what its lines rest on, and a false line along one of its letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from boundcheck.report.figures import chart
from boundcheck.report.figures.chart import kept
from boundcheck.report.text.letters import plain, words
from boundcheck.report.text.prose import prose
from boundcheck.report.text.words import finite, label, shown
from boundcheck.symbolic import Statement, decode
from boundcheck.verdict.result import (
    RestsOn,
)
from boundcheck.verdict.statements import InstanceOf, Mark, Outcome
from boundcheck.verdict.values import Encoded, Exact

# What a proof rests on, its lines in the order of the page, and what they settle; a false line is one that nobody overlooks.

SAID = {"REFUTED": ", refuted", "UNDECIDED": ", undecided"}
LOOKS: dict[str, tuple[str, dict[str, Any]]] = {  # of a line: its name in the legend, and its mark
    "proved": ("proved", {"marker": "s", "s": 34, "facecolors": "none", "edgecolors": chart.BLUE}),
    "cited": ("cited", {"marker": "o", "s": 34, "facecolors": "none", "edgecolors": chart.MUTED}),
    "aside": ("definition, use of a result", {"marker": "D", "s": 17, "facecolors": "none", "edgecolors": chart.MUTED}),
    "open": ("open", {"marker": "^", "s": 40, "facecolors": "none", "edgecolors": chart.RUST}),
    "false": ("false as printed", {"marker": "X", "s": 62, "facecolors": chart.RUST, "edgecolors": chart.RUST}),
}  # fmt: skip
MOST_NAMES = 14  # of results or parts, beyond which their names could not be read
PER_CHARACTER = 0.0084  # of the width, a letter of a name with its share of the space around it
ROW = 0.19  # inches
NEAR = 0.04  # of the width; an arrow that is shorter would be all head


class Line(NamedTuple):
    """What the graph shows of a step, and no more: the same graph for the same proof."""

    label: str
    where: str
    outcome: Outcome
    mark: Mark
    instance_of: InstanceOf | None
    settles: tuple[str, ...]


@kept
def drawing(
    steps: Sequence[Line], rests: Sequence[RestsOn], outcomes: Mapping[str, Outcome], known: Mapping[str, str]
) -> dict | None:
    """The graph, or None for less than three lines.

    Parameters
    ----------
    steps : sequence of Line
    rests : sequence of RestsOn
        The results that lines may be instances of.
    outcomes : mapping of str to outcome
        Of the parts that lines may settle.
    known : mapping of str to str
        Letters of parameters.
    """
    parts = list(outcomes.items())
    if len(steps) < 3 or not (rests or parts):
        return None
    at = {step.label: place for place, step in enumerate(steps, 1)}
    used = {rest.claim: [at[s.label] for s in steps if s.instance_of and s.instance_of.claim == rest.claim] for rest in rests}
    settled = {name: [at[step.label] for step in steps if name in step.settles] for name, _ in parts}
    told = any(used.values()) or any(settled.values()) or any(_kind(step) in ("false", "open") for step in steps)
    if not told:
        return None
    unsound = {rest.claim for rest in rests if rest.outcome in SAID}
    unsound |= {name for name, outcome in parts if outcome in SAID}
    # a name that no line leads to would stand where it means nothing: results and parts are listed beside the picture
    above = _rows([(rest.claim, _named(rest), used[rest.claim]) for rest in rests if used[rest.claim]], len(steps))
    below = _rows([(name, _part(name, outcome, known), settled[name]) for name, outcome in parts if settled[name]], len(steps))
    deep = [max((row for _, _, row in laid.values()), default=-1) + 1 for laid in (above, below)]
    with chart.figure(0.95 + ROW * sum(deep)) as drawn:
        axes = drawn.subplots()
        for step in steps:
            source = step.instance_of.step if step.instance_of else None
            if source in at:
                _bow(axes, at[source], at[step.label], len(steps))
        for laid, places, side in ((above, used, 1.0), (below, settled, -1.0)):
            for name, (x, text, row) in laid.items():
                y = side * (1.6 + row)
                for place in places[name]:
                    axes.plot([place, x], [side * 0.45, y - side * 0.42], color=chart.MUTED, linewidth=0.7, zorder=1)
                axes.text(x, y, text, ha="center", va="center", fontsize=8.5, zorder=2,
                    color=chart.RUST if name in unsound else chart.INK,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0})  # fmt: skip
        for kind, (name, look) in LOOKS.items():
            here = [place for place, step in enumerate(steps, 1) if _kind(step) == kind]
            if here:
                axes.scatter(here, [0] * len(here), label=name, linewidths=1.2, zorder=3, **look)
        for place, step in enumerate(steps, 1):
            if _kind(step) in ("false", "open"):
                axes.annotate(str(place), (place, -0.75), ha="center", va="center", fontsize=8.5, color=chart.RUST)
        axes.set(xlim=(0.2, len(steps) + 0.8), ylim=(-1.2 - deep[1], 1.2 + deep[0]))
        axes.axis("off")
        drawn.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=5)
        return {"svg": chart.svg(drawn), "alt": _alternative_text(steps, rests, parts)}


def _kind(step: Line) -> str:
    if step.outcome == "REFUTED":
        return "false"
    if step.mark != "step":
        return "aside"
    return {"ASSUMED": "cited", "PROVED": "proved"}.get(step.outcome, "open")


def _named(rest: RestsOn) -> str:
    return label(f"{rest.printed or rest.claim}{SAID.get(rest.outcome, '')}", 40)


def _part(name: str, outcome: Outcome, known: Mapping[str, str]) -> str:
    return label(f"{prose(words(name, known))}{SAID.get(outcome, '')}", 40)


def _rows(
    names: Sequence[tuple[str, str, list[int]]], count: int
) -> dict[str, tuple[float, str, int]]:
    """Where each name stands: above the middle of its lines, or where there is room; on the first row with room for it.

    A name without lines stands clear of the lines that lead to others.
    """
    if len(names) > MOST_NAMES:
        names = [one for one in names if one[2]][:MOST_NAMES]
    taken: list[list[tuple[float, float]]] = []  # of each row, from where to where
    laid: dict[str, tuple[float, str, int]] = {}
    free = [one for one in names if not one[2]]
    spread = {name: 0.6 + count * (place + 0.5) / max(1, len(free)) for place, (name, _, _) in enumerate(free)}
    order = sorted(
        names, key=lambda one: (not one[2], sum(one[2]) / len(one[2]) if one[2] else spread[one[0]], one[0])
    )
    led: list[tuple[float, float, int]] = []  # lines: from where to where, and the row that they lead to
    for name, text, places in order:
        half = max(1.0, len(text) * PER_CHARACTER * count) * 0.62
        middle = sum(places) / len(places) if places else spread[name]
        middle = min(max(middle, half + 0.2), count + 0.8 - half)
        left, right = middle - half, middle + half
        row = 0
        while row < len(taken) and (
            any(left <= end and right >= begun for begun, end in taken[row])
            or (not places and any(to > row and left <= last and right >= first for first, last, to in led))
        ):
            row += 1
        taken += [[]] if row == len(taken) else []
        taken[row].append((left, right))
        led += [(min(place, middle), max(place, middle), row) for place in places]
        laid[name] = (middle, text, row)
    return laid


def _bow(axes: Any, first: int, last: int, count: int) -> None:
    """From a line to one that is an instance of it; between near ones the head is small, so that a stroke is seen before it."""
    far = abs(last - first) > NEAR * count
    axes.annotate(
        "", (last, 0.3), (first, 0.3),
        arrowprops={"arrowstyle": "-|>", "color": chart.MUTED, "lw": 0.7, "mutation_scale": 7 if far else 4,
            "shrinkA": 2 * far, "shrinkB": 2 * far, "connectionstyle": f"arc3,rad={'-' if last > first else ''}0.35"},
    )  # fmt: skip


def _alternative_text(steps: Sequence[Line], rests: Sequence[RestsOn], parts: Sequence[tuple]) -> str:
    """The graph for those who listen."""
    false = [f"{place} ({prose(step.where)})" for place, step in enumerate(steps, 1) if step.outcome == "REFUTED"]
    said = [f"{len(steps)} lines in the order of the page"]
    said.append(f"false as printed: {', '.join(false)}" if false else "none of them false")
    if rests:
        said.append(f"rests on {', '.join(rest.printed or rest.claim for rest in rests)}")
    if parts:
        said.append(f"settles {len(parts)} {'part' if len(parts) == 1 else 'parts'}")
    return "The proof: " + "; ".join(said) + "."


# A false line along one of its letters: right side less left side, as printed and mended, around the point where it fails.

PLACES = 161  # of the letter
FEWEST = 40  # of them that the conditions of the line must admit
FLAT = 1e-9  # what rounding makes of a difference that is none
DROWNED = 60  # times the smaller curve, beyond which it could not be seen


@kept
def difference(printed: Encoded, mended: Encoded | None, point: Exact, known: Mapping[str, str]) -> dict | None:
    """The picture, or None where there is nothing to see.

    Parameters
    ----------
    printed, mended : tuple
        Encoded statements; `mended` may be None.
    point : mapping
        Where the printed line fails.
    known : mapping
        Letters of parameters.
    """
    import numpy as np

    at = {name: value_ for name, value in point.items() if (value_ := finite(value)) is not None}
    read = [decode(one) for one in (printed, mended) if one is not None]
    if not read or len(at) < len(point) or not isinstance(read[0], Statement) or not at:
        return None
    found = [curves for name in at if len(read) > 1 and (curves := _along(name, read, at, np)) is not None]
    if not found:
        return None
    name, x, false, repaired, _ = max(found, key=lambda one: (one[4], one[0] != "C"))
    with chart.figure(2.0, 3.9) as drawn:
        axes = drawn.subplots()
        axes.axhline(0, color=chart.INK, linewidth=0.7)
        if read[0].relation != "==":
            below = np.where(false < 0, false, np.nan)
            axes.fill_between(x, below, 0, color=chart.RUST, alpha=0.15, linewidth=0)
        axes.plot(x, false, label="as printed", **chart.PRINTED)
        axes.plot(x, repaired, label="mended", color=chart.BLUE, linewidth=1.5)
        there, then = (float(np.interp(at[name], x, side)) for side in (false, repaired))
        axes.plot([at[name]], [there], label="witness", color=chart.RUST, marker="X", markersize=7, linestyle="none")
        axes.set_xlabel(label(plain(name, known)))
        axes.set_ylabel("right − left side")
        drawn.legend(loc="outside upper left", ncols=3)
        text = (
            f"Right side less left side along {plain(name, known)}: as printed {shown(there)} at {shown(at[name])}, "
            f"mended {shown(then if abs(then) > FLAT else 0.0)} there"
            + ("; below zero the line is false." if read[0].relation != "==" else "; away from zero the line is false.")
        )
        return {"svg": chart.svg(drawn), "alt": text}


def _along(name: str, read: list[Any], at: Mapping[str, float], np: Any) -> tuple | None:
    """Letter, places, both differences, and whether the printed one changes its sign."""
    middle = at[name]
    reach = 1.5 * max(abs(middle), 1e-6) if abs(middle) < 1 else max(1.5, 0.75 * abs(middle))
    places = np.union1d(np.linspace(middle - reach, middle + reach, PLACES), [middle])
    false = _values(read[0], name, places, at, np)
    if false is None:
        return None
    kept_ = np.isfinite(false)
    if kept_.sum() < FEWEST or not kept_[np.searchsorted(places, middle)] or np.ptp(false[kept_]) < FLAT:
        return None
    x, false = places[kept_], false[kept_]
    repaired = _values(read[1], name, x, at, np) if isinstance(read[1], Statement) else None
    if repaired is None or not np.isfinite(repaired).all() or repaired.min() < -FLAT * max(1.0, np.abs(repaired).max()):
        return None  # in other letters, or under other conditions than those of the point
    if np.abs(repaired).max() > DROWNED * np.abs(false).max():
        return None
    return name, x, false, repaired, bool((false > FLAT).any() and (false < -FLAT).any())


def _values(statement: Any, name: str, places: Any, at: Mapping[str, float], np: Any) -> Any:
    """Right side less left side, undefined where a condition fails or a side has no real value; None for other letters."""
    import sympy

    letters = {symbol.name: symbol for symbol in (statement.rhs - statement.lhs).free_symbols}
    every = {symbol.name: symbol for one in statement.given for symbol in one.free_symbols} | letters
    if not set(every) <= set(at):
        return None
    names = list(every)
    given = [sympy.Rel(one.lhs, one.rhs, one.relation) if isinstance(one, Statement) else one for one in statement.given]
    sign = -1 if statement.relation in (">=", ">") else 1
    symbols = [every[letter] for letter in names]
    modules = [{"sigmoid": lambda z: 1 / (1 + np.exp(-z)), "coth": lambda z: 1 / np.tanh(z)}, "numpy", "math"]
    arguments = [places if letter == name else np.full_like(places, at[letter]) for letter in names]
    try:
        with np.errstate(all="ignore"):
            side = sympy.lambdify(symbols, sign * (statement.rhs - statement.lhs), modules=modules)
            found = np.broadcast_to(np.asarray(side(*arguments), dtype=float), places.shape).copy()
            for one in given:
                holds = sympy.lambdify(symbols, one, modules=modules)(*arguments)
                found[~np.broadcast_to(np.asarray(holds, dtype=bool), places.shape)] = np.nan
    except (TypeError, ValueError, NameError, KeyError, OverflowError, ZeroDivisionError, AttributeError):
        return None
    return found
