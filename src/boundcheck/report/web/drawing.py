"""A figure within a page: its colours are the page's, so that it can be read in the dark, and its ids its own."""

from __future__ import annotations

import re
from html import escape

from boundcheck.report.figures import chart
from boundcheck.report.web.compact_svg import compact

COLOURS = {
    chart.INK: "var(--ink)",
    chart.MUTED: "var(--muted)",
    chart.GRID: "var(--line)",
    chart.BLUE: "var(--blue)",
    chart.RUST: "var(--rust)",
    chart.SLATE: "var(--muted)",
    chart.GREEN: "var(--green)",
    chart.PURPLE: "var(--purple)",
    chart.AMBER: "var(--amber)",
    chart.TEAL: "var(--teal)",
    "#eceff2": "var(--panel)",
    "#ffffff": "var(--paper)",
}
PAINTED = re.compile("|".join(COLOURS))


def inline(svg: str, alt: str, name: str) -> str:
    """The drawing as an element of a page.

    Parameters
    ----------
    svg : str
        As `boundcheck.report.figures.chart.svg` makes it.
    alt : str
        For those who listen.
    name : str
        That no other drawing of the page has.
    """
    body = PAINTED.sub(lambda found: COLOURS[found.group()], compact(svg, name))
    return body.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1).strip()
