"""The means that a table reports, comparison by comparison, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures import chart
from boundcheck.report.figures.drawn_once import kept
from boundcheck.report.text.glyphs import label
from boundcheck.report.text.numbers import finite, shown, span
from boundcheck.report.text.prose import prose

MOST = 24  # comparisons
LONGEST = 52  # characters of a comparison beside its means
SIDES = (  # prefix in a row, name in the legend, look
    ("", "said to be the larger", {"marker": "o", "color": chart.BLUE}),
    ("other_", "the other", {"marker": "s", "color": chart.RUST, "markerfacecolor": "white"}),
)


@kept
def drawing(reported: Any) -> dict | None:
    """Two dots a comparison, or None without any.

    Parameters
    ----------
    reported : list of mapping
        ``comparison``, and ``mean``, ``low``, ``high`` of both sides, those of the second after ``other_``.
    """
    rows = [row for row in reported or [] if isinstance(row, Mapping) and _numbers(row) is not None][:MOST]
    if not rows:
        return None
    with chart.figure(0.34 * len(rows) + 0.75) as drawn:
        axes = drawn.subplots()
        for place, row in enumerate(rows):
            for shift, (side, name, look) in zip((0.14, -0.14), SIDES, strict=True):
                middle, low, high = (float(row[f"{side}{end}"]) for end in ("mean", "low", "high"))
                axes.errorbar(
                    [middle], [len(rows) - place + shift], xerr=[[middle - low], [high - middle]],
                    label=name if not place else None, linestyle="none", markersize=5, elinewidth=1.1, capsize=2.5, **look,
                )  # fmt: skip
        axes.set_yticks(range(len(rows), 0, -1), [label(prose(row["comparison"]), LONGEST) for row in rows])
        axes.set_ylim(0.4, len(rows) + 0.6)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("mean")
        drawn.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=2)
        said = "; ".join(
            f"{prose(row['comparison'])}: {shown(row['mean'])} ({span(row['low'], row['high'])}) against "
            f"{shown(row['other_mean'])} ({span(row['other_low'], row['other_high'])})"
            for row in rows
        )
        return {"svg": chart.svg(drawn), "alt": f"Reported means with intervals of 95 %. {said}."}


def _numbers(row: Mapping[str, Any]) -> list[float] | None:
    found = [finite(row.get(f"{side}{end}")) for side, *_ in SIDES for end in ("mean", "low", "high")]
    return None if None in found else [number for number in found if number is not None]
