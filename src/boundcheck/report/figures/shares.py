"""The terms of a printed bound, stacked: which share of it each has as the sample grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.report.figures import chart
from boundcheck.report.figures.drawn_once import kept
from boundcheck.report.text.glyphs import label
from boundcheck.report.text.numbers import finite, positive, shown

LOOKS = (  # of a layer: its colour and its hatching, so that layers differ without colours
    (chart.BLUE, ""), (chart.RUST, "///"), (chart.MUTED, "\\\\\\\\"), (chart.SLATE, "xx"), (chart.BLUE, "+++"), (chart.RUST, "--"),
)  # fmt: skip
LONGEST = 46  # characters of a term in the legend
HEIGHT = 1.75  # inches, of the layers


@kept
def stacked(vacuity: Any, named: Sequence[str]) -> dict | None:
    """The layers, or None where there are not two terms and two sample sizes.

    Parameters
    ----------
    vacuity : mapping
        ``points`` with their ``value``, and ``terms``, at each of them the terms of the printed bound.
    named : sequence of str
        The terms in one line each, in the same order.
    """
    from matplotlib.patches import Patch

    if not isinstance(vacuity, Mapping):
        return None
    rows = [
        (size, [float(term) for term in terms])
        for point, terms in zip(vacuity.get("points") or [], vacuity.get("terms") or [], strict=False)
        if (size := positive(point.get("value"))) and all(finite(term) is not None for term in terms)
    ]
    rows = [(size, terms) for size, terms in rows if terms and min(terms) >= 0 and sum(terms) > 0]
    counts = {len(terms) for _, terms in rows}
    if len(rows) < 2 or len(counts) != 1 or not 2 <= len(named) <= len(LOOKS) or counts != {len(named)}:
        return None
    sizes = [size for size, _ in rows]
    shares = [[100 * terms[place] / sum(terms) for _, terms in rows] for place in range(len(named))]
    with chart.figure(HEIGHT + 0.2 * -(-len(named) // 2)) as drawn:
        axes = drawn.subplots()
        below = [0.0] * len(sizes)
        layers: list[Any] = []  # as the legend shows them, hatched; a term that is 0 throughout has none
        seen = [(share, name) for share, name in zip(shares, named, strict=True) if max(share) > 0]
        for (share, name), (colour, hatch) in zip(seen, LOOKS, strict=False):
            above = [low + part for low, part in zip(below, share, strict=True)]
            axes.fill_between(sizes, below, above, facecolor="none", edgecolor=colour, hatch=hatch, linewidth=0.8, zorder=2)
            axes.fill_between(sizes, below, above, color=colour, alpha=0.25, linewidth=0)
            look: dict[str, Any] = {"facecolor": (colour, 0.25), "edgecolor": colour, "hatch": 2 * hatch, "linewidth": 0.8}
            layers.append(Patch(**look, label=label(name, LONGEST)))
            below = above
        axes.set(xscale="log", xlim=(min(sizes), max(sizes)), ylim=(0, 100))
        chart.logarithmic(axes.xaxis, axes.get_xlim())
        axes.set_xlabel("n")
        axes.set_ylabel("share, %")
        drawn.legend(handles=layers, loc="outside upper left", ncols=2)
        ends = "; ".join(
            f"{name}: {shown(share[0], 2)} % at n = {shown(sizes[0])}, {shown(share[-1], 2)} % at n = {shown(sizes[-1])}"
            for share, name in zip(shares, named, strict=True)
        )
        return {"svg": chart.svg(drawn), "alt": f"Shares of the terms of the printed bound. {ends}."}

