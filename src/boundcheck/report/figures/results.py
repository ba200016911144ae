"""How the results of a paper hang together: a node for each, coloured by what has to change, an arrow for each use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from boundcheck.report.figures import chart
from boundcheck.report.figures.chart import AMBER, BLUE, GREEN, INK, MUTED, PURPLE, RUST, TEAL, kept

COLOURS = {  # of a node, by the group of what has to change
    "stands": GREEN, "unproved": TEAL, "proof": BLUE, "wording": PURPLE, "statement": RUST, "conditional": AMBER, "open": MUTED,
}  # fmt: skip
LABELS = {
    "stands": "no fault found", "unproved": "no fault found, proved in part", "proof": "proof or typo to correct",
    "wording": "wording to change", "statement": "false as stated", "conditional": "conditional", "open": "open or not judged",
}  # fmt: skip
ROW, LEGEND, WIDTH = 0.29, 0.25, 6.5  # inches of a row of nodes, of what is above them, and of the page
MOST_IN_A_ROW = 7
SLOT = 0.2  # of an arrow that passes a row, against the place of a node
SWEEPS = 12  # over the rows, up and down, to untangle arrows, and then as many to straighten them
LEGEND_COLUMNS = 6


def layers(uses: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Names from what rests on nothing to what rests on most, in rows that fit the page; a cycle ends in the last one.

    Parameters
    ----------
    uses : mapping of str to sequence of str
        Every result, and those of the same mapping that it uses.
    """
    left, done, rows = dict(uses), set[str](), list[list[str]]()
    while left:
        free = [name for name, below in left.items() if all(used in done or used not in uses for used in below)]
        free = free or list(left)
        rows += [free[start : start + MOST_IN_A_ROW] for start in range(0, len(free), MOST_IN_A_ROW)]
        done |= set(free)
        left = {name: below for name, below in left.items() if name not in done}
    return rows


def placed(rows: Sequence[Sequence[str]], arrows: Sequence[tuple[str, str]]) -> dict[tuple[str, ...], tuple[float, float]]:
    """Where nodes stand, and where arrows pass the rows between their ends: no arrow runs through a node.

    A node is a tuple of its name, a passage one of the arrow's two names and the row; places are from 0 to 1 across, and numbers
    of rows from the last one up.
    """
    level = {name: place for place, row in enumerate(rows) for name in row}
    order: list[list[tuple[str, ...]]] = [[(name,) for name in row] for row in rows]
    near: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for name, used in arrows:
        chain = [(used,), *((name, used, str(row)) for row in range(level[used] + 1, level[name])), (name,)]
        for row, passage in enumerate(chain[1:-1], level[used] + 1):
            order[row].append(passage)
        for below, above in pairwise(chain):
            near.setdefault(below, []).append(above)
            near.setdefault(above, []).append(below)
    at = {node: x for nodes in order for node, x in _across(nodes)}
    for sweep in range(2 * SWEEPS):
        for nodes in order if sweep % 2 else order[::-1]:
            wanted = {node: sum(at[each] for each in near[node]) / len(near[node]) if node in near else at[node] for node in nodes}
            if sweep < SWEEPS:
                nodes.sort(key=wanted.__getitem__)
                at |= dict(_across(nodes))
            else:
                at |= _apart(nodes, wanted)
    aside = 0.5 - (min(at.values()) + max(at.values())) / 2
    return {node: (at[node] + aside, len(rows) - place) for place, nodes in enumerate(order) for node in nodes}


def _across(row: Sequence[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], float]]:
    """The places of a row's nodes and passages, one after the other, over the whole width."""
    widths = list(map(_width, row))
    done = 0.0
    for node, width in zip(row, widths, strict=True):
        yield node, (done + width / 2) / sum(widths)
        done += width


def _apart(row: Sequence[tuple[str, ...]], wanted: Mapping[tuple[str, ...], float]) -> dict[tuple[str, ...], float]:
    """Near the places that are wanted, in the row's order, and far enough from one another."""
    scale = min(1.0 / MOST_IN_A_ROW, 1.0 / sum(map(_width, row)))
    from_left: dict[tuple[str, ...], float] = {}
    end = 0.0
    for node in row:
        from_left[node] = max(wanted[node], end + scale * _width(node) / 2)
        end = from_left[node] + scale * _width(node) / 2
    end = 1.0
    for node in reversed(row):
        from_left[node] = min(from_left[node], end - scale * _width(node) / 2)
        end = from_left[node] - scale * _width(node) / 2
    return from_left


def _width(node: tuple[str, ...]) -> float:
    return 1.0 if len(node) == 1 else SLOT


def legend(drawn: Any, handles: Sequence[Any]) -> Any:
    """The legend of a figure above it, in as many columns as its width has room for."""
    for columns in range(LEGEND_COLUMNS, 0, -1):
        made = drawn.legend(handles=handles, loc="outside upper left", ncols=columns, fontsize=7)
        drawn.draw_without_rendering()
        if made.get_window_extent().width <= drawn.bbox.width or columns == 1:
            return made
        made.remove()
    return None


@kept
def drawing(
    nodes: Mapping[str, tuple[str, str]], uses: Mapping[str, Sequence[str]], carried: Collection[tuple[str, str]] = ()
) -> dict | None:
    """The graph, a click on a node opens its page; None where no result uses another.

    Parameters
    ----------
    nodes : mapping of str to (group, href)
        Results as printed; a group is a key of `COLOURS`.
    uses : mapping of str to sequence of str
        As `layers` takes it.
    carried : collection of (str, str), optional
        Uses along which a false statement reaches the result that uses another.
    """
    arrows = [(name, used) for name, below in uses.items() for used in below if used in nodes and used != name]
    if not arrows:
        return None
    rows = layers(uses)
    level = {name: place for place, row in enumerate(rows) for name in row}
    arrows = [(name, used) for name, used in arrows if level[used] < level[name]]  # of a cycle one arrow is left out
    at = placed(rows, arrows)
    with chart.figure(ROW * (len(rows) + 1) + LEGEND, WIDTH) as drawn:
        axes = drawn.subplots()
        axes.set(xlim=(0, 1), ylim=(0.4, len(rows) + 0.6))
        axes.axis("off")
        boxes = {}
        for name, (group, href) in nodes.items():
            look: dict[str, Any] = {"boxstyle": "round,pad=0.25", "facecolor": "white", "lw": 1.3, "edgecolor": COLOURS[group]}
            how: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7, "color": INK, "zorder": 3, "url": href}
            boxes[name] = axes.text(*at[name,], name, bbox=look | {"url": href}, **how)
        shown = [group for group in COLOURS if any(nodes[name][0] == group for name in boxes)]
        handles = [axes.plot([], [], color=COLOURS[group], linewidth=3, label=LABELS[group])[0] for group in shown]
        if set(carried).intersection(arrows):
            handles += axes.plot([], [], color=RUST, linewidth=1.1, label="leads to a statement that has to change")
        legend(drawn, handles)
        for _ in range(2):  # boxes have their sizes, and arrows end at them, only once everything is laid out
            drawn.draw_without_rendering()
        for name, used in arrows:
            way = [at[name,], *(at[name, used, str(row)] for row in range(level[name] - 1, level[used], -1))]
            look = {"color": RUST, "linewidth": 0.9} if (name, used) in carried else {"color": MUTED, "linewidth": 0.5}
            if len(way) > 1:
                axes.plot(*zip(*way, strict=True), **look, zorder=1, solid_joinstyle="round")
            style = {
                "arrowstyle": "-|>", **look, "mutation_scale": 6, "shrinkA": 0, "shrinkB": 0.5,
                "patchB": boxes[used].get_bbox_patch(),
            }  # fmt: skip
            axes.annotate("", xy=at[used,], xytext=way[-1], arrowprops=style, zorder=2)
        told = "; ".join(f"{name} uses {', '.join(below)}" for name, below in uses.items() if below)
        return {"svg": chart.svg(drawn), "alt": f"Graph of the results: {told}."}
