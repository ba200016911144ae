"""How every figure looks: lines that differ without colour, the page's typeface, the same bytes each time."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

INK, MUTED, GRID = "#1d2733", "#68727d", "#dfe3e8"
BLUE, RUST, SLATE = "#1f4e79", "#a8481a", "#3d4854"
PAGE_FONT, MEASURED_WITH = "Libertinus Serif", "STIXGeneral"  # the second comes with matplotlib
WIDTH = 6.5  # inches, of the text on the page

MEASURED = {"color": BLUE, "marker": "o", "markersize": 4.5, "linestyle": "none", "elinewidth": 1.1, "capsize": 2.5}
PRINTED = {"color": RUST, "linestyle": (0, (5, 2)), "linewidth": 1.4}
EXPLICIT = {"color": INK, "linestyle": "-", "linewidth": 1.5, "marker": "s", "markersize": 3.4}
TRIVIAL = {"color": MUTED, "linestyle": (0, (1, 1.6)), "linewidth": 1.6}

STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "boundcheck", "font.family": [MEASURED_WITH, "DejaVu Sans Mono"], "font.size": 9,
    "mathtext.fontset": "stix", "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK,
    "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
    "axes.linewidth": 0.7, "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.5, "axes.axisbelow": True,
    "axes.titlesize": 9, "axes.titlelocation": "left", "legend.frameon": False, "legend.fontsize": 8.5,
    "xtick.labelsize": 8.5, "ytick.labelsize": 8.5, "axes.unicode_minus": True, "figure.dpi": 72,
}  # fmt: skip


@contextmanager
def figure(height: float, width: float = WIDTH) -> Iterator[Any]:
    """An empty figure; what is drawn inside the block has the page's style."""
    import matplotlib
    from matplotlib.figure import Figure

    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    with matplotlib.rc_context(STYLE):
        yield Figure(figsize=(width, height), layout="constrained")


def svg(drawn) -> str:
    """The figure as SVG text that reads the same on every run."""
    stream = io.StringIO()
    drawn.savefig(stream, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    return stream.getvalue().replace(MEASURED_WITH, PAGE_FONT)


def logarithmic(axis, values) -> None:
    """A log axis whose few labels are numbers a person would write."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

    from boundcheck.report.numbers import shown

    low, high = min(values), max(values)
    axis.set_minor_locator(NullLocator())
    axis.set_minor_formatter(NullFormatter())
    axis.set_major_locator(FixedLocator(ticks(low, high)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: shown(float(f"{value:.6g}"), 2)))


def ticks(low: float, high: float) -> list[float]:
    """Three to seven round places between two positive numbers, evenly spaced on a log scale if they can be."""
    import math

    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    decades = last - first
    if decades > 3:
        step = math.ceil(decades / 6)
        return [10.0**power for power in range(first, last + 1, step)]
    for digits in ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 5, 7), (1, 1.2, 1.4, 1.7, 2, 2.5, 3, 4, 5, 6, 7, 8, 9)):
        places = [digit * 10.0**power for power in range(first, last + 1) for digit in digits]
        inside = [place for place in places if low * 0.98 <= place <= high * 1.02]
        if len(inside) >= 3:
            return inside
    return [low, high]
