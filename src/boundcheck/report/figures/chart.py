"""How every figure looks: lines that differ without colour, the type of the page, each drawn once."""

from __future__ import annotations

import io
import json
import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any

from boundcheck.report.text import words
from boundcheck.report.text.words import exact, positive

# How every figure looks: lines that differ without colour, the page's typeface, the same bytes each time.

INK, MUTED, GRID = "#1d2733", "#68727d", "#dfe3e8"
BLUE, RUST, SLATE = "#1f4e79", "#a8481a", "#3d4854"
GREEN, PURPLE, AMBER, TEAL = "#4f7a28", "#7a3e8c", "#9a6b00", "#0f7b7b"  # of further curves
PAGE_FONT, MEASURED_WITH = "Libertinus Serif", "STIXGeneral"  # the second comes with matplotlib
WIDTH = 6.5  # inches, of the text on the page

MEASURED: dict[str, Any] = {
    "color": BLUE, "marker": "o", "markersize": 4.5, "linestyle": "none", "elinewidth": 1.1, "capsize": 2.5,
}  # fmt: skip
PRINTED: dict[str, Any] = {"color": RUST, "linestyle": (0, (5, 2)), "linewidth": 1.4}
EXPLICIT: dict[str, Any] = {
    "color": INK,
    "linestyle": "-",
    "linewidth": 1.5,
    "marker": "s",
    "markersize": 3.4,
}
TRIVIAL: dict[str, Any] = {"color": MUTED, "linestyle": (0, (1, 1.6)), "linewidth": 1.6}
BOUNDS = {
    "trivial": ("trivial bound", TRIVIAL),
    "printed": ("printed rate, constant 1", PRINTED),
    "explicit": ("explicit bound", EXPLICIT),
}

STYLE: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "boundcheck", "font.family": [MEASURED_WITH, "DejaVu Sans Mono"],
    "font.size": 9, "mathtext.fontset": "stix", "text.parse_math": False, "figure.dpi": 72,
    "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.7, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.5, "axes.titlesize": 9,
    "axes.titlelocation": "left", "legend.frameon": False, "legend.fontsize": 8.5, "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5, "axes.unicode_minus": True,
}  # fmt: skip


@contextmanager
def figure(height: float, width: float = WIDTH) -> Iterator[Any]:
    """An empty figure; what is drawn inside the block has the page's style."""
    import matplotlib
    from matplotlib.figure import Figure

    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    with matplotlib.rc_context(STYLE):
        yield Figure(figsize=(width, height), layout="constrained")


_blank: ContextVar[bool] = ContextVar("blank", default=False)


@contextmanager
def left_blank() -> Iterator[None]:
    """No figure is drawn inside the block, for whoever wants what stands beside them alone."""
    before = _blank.set(True)
    try:
        yield
    finally:
        _blank.reset(before)


def svg(drawn) -> str:
    """The figure as SVG text that reads the same on every run, in one line and without a word on its format."""
    if _blank.get():
        return ""
    stream = io.StringIO()
    drawn.savefig(stream, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    before, _, after = stream.getvalue().partition("<metadata>")
    text = before + after.partition("</metadata>")[2]
    return " ".join(text.replace(MEASURED_WITH, PAGE_FONT).split()).replace("> <", "><")


@dataclass(frozen=True)
class At:
    """What is drawn at one value of a letter: the error with its interval and the bounds, as far as they are known there.

    `name` is that of the setting in which the error was measured.
    """

    value: float
    quantile: float | None = None
    low: float | None = None
    high: float | None = None
    printed: float | None = None
    explicit: float | None = None
    trivial: float | None = None
    name: str = ""


def curves(axes, points: Sequence[At]) -> None:
    """All bounds that the points hold as lines, the measured quantiles as dots with their intervals."""
    for key, (name, look) in BOUNDS.items():
        xy = [(float(p.value), v) for p in points if (v := positive(getattr(p, key)))]
        if xy:
            axes.plot(*zip(*xy, strict=True), label=name, **look)
    measured(axes, [(p.quantile, p.low, p.high, p.value) for p in points])
    axes.set(xscale="log", yscale="log")


def measured(axes, rows: Iterable[tuple], *, across: bool = False) -> None:
    """Dots with intervals from rows of quantile, low, high and place; `across` draws them sideways."""
    kept = [(m, positive(low) or m, positive(high) or m, float(at)) for q, low, high, at in rows if (m := positive(q))]
    if not kept:
        return
    middle, low, high, at = zip(*kept, strict=True)
    reach = [
        [max(0.0, m - end) for m, end in zip(middle, low, strict=True)],
        [max(0.0, end - m) for m, end in zip(middle, high, strict=True)],
    ]
    pair = {"x": middle, "y": at, "xerr": reach} if across else {"x": at, "y": middle, "yerr": reach}
    axes.errorbar(**pair, label="measured, with interval", zorder=5, **MEASURED)


def legend(drawn, every) -> None:
    """One legend above all axes, what was measured first."""
    handles: dict = {}
    for axes in every:
        handles |= dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    drawn.legend(list(handles.values())[::-1], list(handles)[::-1], loc="outside upper left", ncols=4)


def label(axes, name: str, most: int = 7) -> None:
    """Name of the parameter, and readable numbers on both logarithmic axes, `most` of them below."""
    axes.set_xlabel(words.label(name))
    axes.autoscale_view()
    logarithmic(axes.xaxis, axes.get_xlim(), most)
    logarithmic(axes.yaxis, axes.get_ylim())


def logarithmic(axis, limits, most: int = 7) -> None:
    """A log axis whose few labels are numbers a person would write."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    low, high = limits
    axis.set_minor_locator(NullLocator())
    axis.set_major_locator(FixedLocator(ticks(low, high, most)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: exact(float(f"{value:.6g}"))))


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Three to `most` or so round places between two positive numbers, even on a log scale if they can be."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    if last - first > 3:
        return [10.0**power for power in range(first, last + 1, math.ceil((last - first) / (most - 1)))]
    for digits in (
        (1,),
        (1, 3),
        (1, 2, 5),
        (1, 1.5, 2, 3, 5, 7),
        (1, 1.2, 1.4, 1.7, 2, 2.5, 3, 4, 5, 6, 7, 8, 9),
    ):
        inside = [d * 10.0**power for power in range(first, last + 1) for d in digits]
        inside = [place for place in inside if low * 0.98 <= place <= high * 1.02]
        if len(inside) >= 3:
            return inside
    for step in (digit * 10.0**power for power in range(last, first - 6, -1) for digit in (5, 2, 1)):  # hardly a range
        inside = [round(step * place, 12) for place in range(math.ceil(low / step), math.floor(high / step) + 1)]
        if len(inside) >= 3:
            return inside
    return [low, high]


# A figure that the PDF and the page for a browser both have is drawn once.

MOST = 64  # figures that are kept; a result has about twenty
_kept: OrderedDict[str, dict | None] = OrderedDict()


def kept(draw: Callable[..., dict | None]) -> Callable[..., dict | None]:
    """`draw`, which for the same data gives the same figure, without drawing it again."""

    @wraps(draw)
    def drawn(*args: object, **options: object) -> dict | None:
        if _blank.get():
            return draw(*args, **options)
        key = json.dumps([draw.__module__, draw.__name__, args, options], sort_keys=True, default=repr)
        if key in _kept:
            _kept.move_to_end(key)
        else:
            _kept[key] = draw(*args, **options)
            while len(_kept) > MOST:
                _kept.popitem(last=False)
        found = _kept[key]
        return None if found is None else dict(found)

    return drawn
