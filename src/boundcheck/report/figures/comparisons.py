"""Cells next to their bounds, and the ratio of two settings next to the ratio that the page predicts."""

from collections.abc import Mapping, Sequence

from boundcheck.report.figures import chart
from boundcheck.report.figures.drawn_once import kept
from boundcheck.report.text.glyphs import label
from boundcheck.report.text.letters import plain, plain_point, shared
from boundcheck.report.text.numbers import finite, positive, shown, span
from boundcheck.report.text.prose import typed
from boundcheck.report.text.words import setting

MARKS = {  # key in a cell: marker, filled, label
    "trivial": ("|", True, "trivial bound"),
    "printed": ("D", False, "printed rate, constant 1"),
    "bound": ("s", True, "bound under test"),
}
MOST_LETTERS = 3  # that may differ before names say it better
COLOURS = {"trivial": chart.MUTED, "printed": chart.RUST, "bound": chart.INK}


@kept
def cells(slack: Sequence[Mapping], known: Mapping) -> dict | None:
    """Every cell on a line of its own: measured quantile with its interval, and the bounds beyond it.

    A quantile of zero has no place on the axis: an arrow points to where it would be.
    """
    slack = [s for s in slack if positive(s.get("quantile")) or finite(s.get("quantile")) == 0]
    if not any(positive(s.get(key)) for s in slack for key in ("quantile", *MARKS)):
        return None
    names = labels(slack, known)
    if all(finite(s.get("printed")) == finite(s.get("bound")) for s in slack):  # one mark, one name
        slack = [{key: value for key, value in s.items() if key != "printed"} for s in slack]
    places = range(len(slack), 0, -1)
    with chart.figure(0.18 * len(slack) + 0.85) as drawn:
        axes = drawn.subplots()
        for key, (marker, filled, name) in MARKS.items():
            xy = [(v, y) for s, y in zip(slack, places, strict=True) if (v := positive(s.get(key)))]
            face = COLOURS[key] if filled else "none"
            look = {"color": face} if marker == "|" else {"facecolors": face, "edgecolors": COLOURS[key]}
            if xy:
                size = 44 if marker == "|" else 20
                axes.scatter(*zip(*xy, strict=True), marker=marker, s=size, linewidths=1.3, label=name, **look)
        rows = [(s["quantile"], s.get("low"), s.get("high"), y) for s, y in zip(slack, places, strict=True)]
        chart.measured(axes, rows, across=True)
        axes.set_xscale("log")
        if not all(finite(s["quantile"]) for s in slack):
            low, high = axes.get_xlim()
            axes.set_xlim(low * (low / high) ** 0.06, high)  # no mark stands where the arrows do
        chart.logarithmic(axes.xaxis, axes.get_xlim())
        axes.set_yticks(list(places), names)
        axes.set_ylim(0.3, len(slack) + 0.7)
        for s, y in zip(slack, places, strict=True):
            if not finite(s["quantile"]):
                _zero(axes, y)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("error")
        chart.legend(drawn, [axes])
        said = "; ".join(
            f"{name}: error {shown(s['quantile'])}, bound {shown(s.get('bound'))}"
            for name, s in zip(names, slack, strict=True)
        )
        return {"svg": chart.svg(drawn), "alt": f"Error and bounds in {len(slack)} settings. {said}."}


def _zero(axes, y: int) -> None:
    """An arrow at the left end of a cell's line."""
    left = axes.get_yaxis_transform()
    axes.plot(
        [0.012], [y], marker="<", markersize=4.5, color=chart.BLUE, linestyle="none", transform=left, clip_on=False
    )
    axes.annotate("0", (0.026, y), xycoords=left, va="center", fontsize=8.5, color=chart.BLUE)


def by_name(slack: Sequence[Mapping]) -> bool:
    """Whether cells are better told apart by their names than by their points."""
    points = [s.get("point") or {} for s in slack]
    same = shared(points)
    names = [s.get("name") for s in slack]
    return all(names) and len(set(names)) == len(names) and max(len(set(p) - same) for p in points) > MOST_LETTERS


def labels(slack: Sequence[Mapping], known: Mapping) -> list[str]:
    """What tells the cells apart, a dot before those in which the bound is at most half the trivial one."""
    if not slack:
        return []
    same = shared([s.get("point") or {} for s in slack])
    short = not by_name(slack)
    names = [typed(setting(s.get("name"))) for s in slack]
    told = [(short and plain_point(s.get("point"), known, same)) or name for s, name in zip(slack, names, strict=True)]
    return [("●\N{NO-BREAK SPACE}" if s.get("biting") else "") + label(name) for s, name in zip(slack, told, strict=True)]


@kept
def separation(found: Mapping, known: Mapping) -> dict | None:
    """A ratio of two errors against a parameter, with the ratio of the printed bounds."""
    points = [p for p in found.get("points") or [] if positive(p.get("value")) and positive(p.get("ratio"))]
    if len(points) < 2:
        return None
    name = plain(str(found.get("parameter") or "value"), known)
    with chart.figure(2.5, chart.WIDTH * 0.72) as drawn:
        axes = drawn.subplots()
        promised = [(p["value"], v) for p in points if (v := positive(p.get("printed")))]
        if promised:
            axes.plot(*zip(*promised, strict=True), label="ratio of the printed bounds", **chart.PRINTED)
        chart.measured(axes, [(p["ratio"], p.get("low"), p.get("high"), p["value"]) for p in points])
        axes.axhline(1, color=chart.MUTED, lw=0.8)
        axes.set(xscale="log", yscale="log", ylabel="ratio of errors")
        chart.label(axes, name)
        chart.legend(drawn, [axes])
        said = "; ".join(
            f"at {shown(p['value'])} {shown(p['ratio'])} ({span(p.get('low'), p.get('high'))})" for p in points
        )
        return {"svg": chart.svg(drawn), "alt": f"Ratio of errors against {name}: {said}."}
