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
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")  # of the layers, from below
HEIGHT = 1.75  # inches, of the layers


def of_terms(vacuity: Any, count: int) -> tuple[list[float], list[list[float]]] | None:
    """Sample sizes, and of each term its share at each of them in per cent; None where the record does not hold them.

    Parameters
    ----------
    vacuity : mapping
        ``points`` with their ``value``, and ``terms``, at each of them the terms of the printed bound.
    count : int
        How many terms there are.
    """
    if not isinstance(vacuity, Mapping):
        return None
    rows = [
        (size, [float(term) for term in terms])
        for point, terms in zip(vacuity.get("points") or [], vacuity.get("terms") or [], strict=False)
        if (size := positive(point.get("value"))) and all(finite(term) is not None for term in terms)
    ]
    rows = [(size, terms) for size, terms in rows if terms and min(terms) >= 0 and sum(terms) > 0]
    counts = {len(terms) for _, terms in rows}
    if len(rows) < 2 or len(counts) != 1 or not 2 <= count <= len(LOOKS) or counts != {count}:
        return None
    return [size for size, _ in rows], [[100 * terms[place] / sum(terms) for _, terms in rows] for place in range(count)]


@kept
def stacked(vacuity: Any, named: Sequence[str]) -> dict | None:
    """The layers, or None where there are not two terms and two sample sizes.

    The layers stand from below in the order of the terms, each with its name; what they are stands in the caption, where
    formulas are set.

    Parameters
    ----------
    vacuity : mapping
        As of `of_terms`.
    named : sequence of str
        What the terms are called, in the same order.
    """
    from matplotlib.patches import Patch

    found = of_terms(vacuity, len(named))
    if found is None:
        return None
    sizes, shares = found
    with chart.figure(HEIGHT + 0.2) as drawn:
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

