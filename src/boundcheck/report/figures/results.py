"""How the results of a paper hang together: a node for each, coloured by what has to change, an arrow for each use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boundcheck.report.figures import chart
from boundcheck.report.figures.chart import AMBER, BLUE, GREEN, INK, MUTED, RUST, kept

COLOURS = {  # of a node, by the group of what has to change
    "stands": GREEN, "proof": BLUE, "statement": RUST, "conditional": AMBER, "open": MUTED,
}  # fmt: skip
LABELS = {
    "stands": "stands", "proof": "proof or a symbol to mend", "statement": "statement to change",
    "conditional": "conditional", "open": "open or not judged",
}  # fmt: skip
ROW, WIDTH = 0.28, 6.5  # inches of a row of nodes, and of the page
MOST_IN_A_ROW = 7


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


@kept
def drawing(nodes: Mapping[str, tuple[str, str]], uses: Mapping[str, Sequence[str]]) -> dict | None:
    """The graph, a click on a node opens its page; None where no result uses another.

    Parameters
    ----------
    nodes : mapping of str to (group, href)
        Results as printed; a group is a key of `COLOURS`.
    uses : mapping of str to sequence of str
        As `layers` takes it.
    """
    arrows = [(name, used) for name, below in uses.items() for used in below if used in nodes]
    if not arrows:
        return None
    rows = layers(uses)
    at = {
        name: ((place + 0.5) / len(row), len(rows) - level)
        for level, row in enumerate(rows)
        for place, name in enumerate(row)
    }
    with chart.figure(ROW * (len(rows) + 1), WIDTH) as drawn:
        axes = drawn.subplots()
        axes.set(xlim=(0, 1), ylim=(0.4, len(rows) + 0.6))
        axes.axis("off")
        for name, used in arrows:
            style = {
                "arrowstyle": "-|>",
                "color": MUTED,
                "linewidth": 0.5,
                "shrinkA": 8,
                "shrinkB": 8,
                "mutation_scale": 6,
            }
            axes.annotate("", xy=at[used], xytext=at[name], arrowprops=style, zorder=1)
        for name, (x, y) in at.items():
            group, href = nodes[name]
            box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": COLOURS[group], "linewidth": 1.3}
            axes.text(
                x,
                y,
                name,
                ha="center",
                va="center",
                fontsize=7,
                color=INK,
                bbox=box | {"url": href},
                zorder=3,
                url=href,
            )
        shown = [group for group in COLOURS if any(nodes[name][0] == group for name in at)]
        handles = [axes.plot([], [], color=COLOURS[group], linewidth=3, label=LABELS[group])[0] for group in shown]
        drawn.legend(handles=handles, loc="outside upper left", ncols=5, fontsize=7)
        told = "; ".join(f"{name} uses {', '.join(below)}" for name, below in uses.items() if below)
        return {"svg": chart.svg(drawn), "alt": f"Graph of the results: {told}."}
