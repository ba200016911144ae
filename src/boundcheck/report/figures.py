"""The figures of a part: error against bounds, cell by cell and along one parameter; the CTL/LTC ratio."""

from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.report import chart
from boundcheck.report.letters import plain, plain_point, shared
from boundcheck.report.numbers import finite, shown, span

NAMES = {"printed": "printed rate, constant 1", "explicit": "explicit bound", "trivial": "trivial bound"}
STYLES: dict[str, dict[str, Any]] = {
    "printed": chart.PRINTED, "explicit": chart.EXPLICIT, "trivial": chart.TRIVIAL,
}  # fmt: skip
COLUMNS = 3


def along(name: str, points: Sequence[Mapping], known: Mapping, silent_below: Any = None) -> dict | None:
    """Error and bounds against one parameter, both axes logarithmic, wide.

    Parameters
    ----------
    name : str
        The parameter.
    points : sequence of mapping
        ``value``, and of ``quantile, low, high, printed, explicit, trivial`` those that exist.
    known : mapping
        Letters of parameters.
    silent_below : float, optional
        Under this value the bound says nothing; that region is shaded.

    Returns
    -------
    figure : dict with ``svg``, ``alt``; or None if there is nothing to draw
    """
    points = [p for p in points if _positive(p.get("value"))]
    if len(points) < 2:
        return None
    with chart.figure(2.9) as drawn:
        axes = drawn.subplots()
        _curves(axes, points)
        edge = _positive(silent_below)
        values = [float(p["value"]) for p in points]
        if edge and edge > min(values):
            axes.axvspan(min(values) / 2, min(edge, max(values) * 2), color="#eceff2", zorder=0, hatch="///", ec="#dde2e7", lw=0)
            axes.set_xlim(min(values) * 0.8, max(values) * 1.25)
            axes.annotate(
                f"no information below {plain(name, known)} = {shown(edge, 2)}", (min(values) * 0.86, 0.03),
                xycoords=("data", "axes fraction"), fontsize=8.5, color=chart.SLATE, style="italic",
            )  # fmt: skip
        _label(axes, name, known)
        axes.set_ylabel("error")
        axes.legend(loc="upper right", bbox_to_anchor=(1, 1.02), ncols=2)
        text = f"Error and bounds against {plain(name, known)}. " + _spoken(points, name, known)
        return {"svg": chart.svg(drawn), "alt": text}


def panels(exponents: Sequence[Mapping], known: Mapping) -> dict | None:
    """One small log-log panel for each parameter along which an exponent was fitted."""
    useful = [e for e in exponents if len([p for p in e.get("points") or [] if _positive(p.get("value"))]) > 1]
    if not useful:
        return None
    rows = -(-len(useful) // COLUMNS)
    columns = min(COLUMNS, len(useful))
    with chart.figure(1.95 * rows + 0.3, chart.WIDTH if columns > 1 else chart.WIDTH / 2) as drawn:
        grid = drawn.subplots(rows, columns, squeeze=False).ravel()
        for axes, exponent in zip(grid, useful, strict=False):
            _curves(axes, [p for p in exponent["points"] if _positive(p.get("value"))])
            _label(axes, exponent["parameter"], known)
            axes.set_title(f"{shown(exponent.get('measured'), 2)} measured, {shown(exponent.get('printed'), 2)} printed")
        for axes in grid[len(useful) :]:
            axes.set_visible(False)
        handles: dict = {}
        for axes in grid[: len(useful)]:
            handles.update(dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True)))
        drawn.legend(handles.values(), handles.keys(), loc="outside upper left", ncols=4)
        alt = "; ".join(
            f"along {plain(e['parameter'], known)} the measured exponent is {shown(e.get('measured'))} "
            f"({span(e.get('low'), e.get('high'))}), the printed one {shown(e.get('printed'))}"
            for e in useful
        )
        return {"svg": chart.svg(drawn), "alt": f"Error and bounds along {len(useful)} parameters: {alt}."}


def cells(slack: Sequence[Mapping], known: Mapping) -> dict | None:
    """Every measured cell on one logarithmic line: its quantile with interval, and the bounds beyond it."""
    slack = [s for s in slack if _positive(s.get("quantile"))]
    if not slack:
        return None
    same = shared([s.get("point") or {} for s in slack])
    with chart.figure(0.21 * len(slack) + 0.85) as drawn:
        axes = drawn.subplots()
        places = range(len(slack), 0, -1)
        marks = {"printed": ("D", chart.RUST, "none"), "bound": ("s", chart.INK, chart.INK), "trivial": ("|", chart.MUTED, "none")}
        seen = []
        for kind, (marker, edge, face) in marks.items():
            xy = [(v, y) for s, y in zip(slack, places, strict=True) if (v := _positive(s.get(kind)))]
            if xy:
                seen += [x for x, _ in xy]
                label = NAMES.get(kind, "bound under test")
                axes.scatter(*zip(*xy, strict=True), marker=marker, s=44 if marker == "|" else 20, edgecolors=edge if marker != "|" else None,
                             facecolors=face if marker != "|" else None, color=edge if marker == "|" else None, linewidths=1.3, label=label)
        _measured(axes, [(s["quantile"], s.get("low"), s.get("high"), y) for s, y in zip(slack, places, strict=True)], across=True)
        seen += [v for s in slack for key in ("quantile", "low", "high") if (v := _positive(s.get(key)))]
        axes.set_xscale("log")
        chart.logarithmic(axes.xaxis, seen)
        names = [("● " if s.get("biting") else "") + (plain_point(s.get("point"), known, same) or str(s.get("name", ""))) for s in slack]
        axes.set_yticks(list(places), names)
        axes.set_ylim(0.3, len(slack) + 0.7)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("error")
        drawn.legend(loc="outside upper left", ncols=4)
        alt = "; ".join(
            f"{name}: error {shown(finite(s.get('quantile')))}, bound {shown(finite(s.get('bound')))}" for name, s in zip(names, slack, strict=True)
        )
        return {"svg": chart.svg(drawn), "alt": f"Error and bounds in {len(slack)} cells. {alt}."}


def separation(found: Mapping, known: Mapping) -> dict | None:
    """A ratio of two errors against the ratio that the page predicts."""
    points = [p for p in found.get("points") or [] if _positive(p.get("value")) and _positive(p.get("ratio"))]
    if len(points) < 2:
        return None
    with chart.figure(2.5, chart.WIDTH * 0.72) as drawn:
        axes = drawn.subplots()
        _measured(axes, [(p["ratio"], p.get("low"), p.get("high"), p["value"]) for p in points])
        promised = [(p["value"], v) for p in points if (v := _positive(p.get("printed")))]
        if promised:
            axes.plot(*zip(*promised, strict=True), label="ratio of the printed bounds", **chart.PRINTED)
        axes.axhline(1, color=chart.MUTED, lw=0.8)
        axes.set_xscale("log")
        axes.set_yscale("log")
        _label(axes, found.get("parameter", "value"), known)
        axes.set_ylabel("ratio of errors")
        axes.legend(loc="upper left")
        alt = "; ".join(f"at {shown(p['value'])} {shown(p['ratio'])} ({span(p.get('low'), p.get('high'))})" for p in points)
        return {"svg": chart.svg(drawn), "alt": f"Ratio of errors against {plain(found.get('parameter', 'value'), known)}: {alt}."}


def _curves(axes, points) -> None:
    for kind in ("trivial", "printed", "explicit"):
        xy = [(float(p["value"]), v) for p in points if (v := _positive(p.get(kind)))]
        if xy:
            axes.plot(*zip(*xy, strict=True), label=NAMES[kind], **STYLES[kind])
    _measured(axes, [(p.get("quantile"), p.get("low"), p.get("high"), p["value"]) for p in points])
    axes.set_xscale("log")
    axes.set_yscale("log")


def _measured(axes, rows, *, across=False) -> None:
    rows = [(float(q), _positive(low) or float(q), _positive(high) or float(q), float(at)) for q, low, high, at in rows if _positive(q)]
    if not rows:
        return
    middle, low, high, at = zip(*rows, strict=True)
    reach = [[max(0.0, m - a) for m, a in zip(middle, low, strict=True)], [max(0.0, b - m) for m, b in zip(middle, high, strict=True)]]
    pair = {"x": middle, "y": at, "xerr": reach} if across else {"x": at, "y": middle, "yerr": reach}
    axes.errorbar(**pair, label="measured, with interval", zorder=5, **chart.MEASURED)


def _label(axes, name, known) -> None:
    axes.set_xlabel(plain(name, known))
    axes.autoscale_view()
    for axis, limits in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        chart.logarithmic(axis, limits)


def _spoken(points, name, known) -> str:
    heard = [p for p in points if _positive(p.get("quantile"))] or list(points)
    words = [
        ", ".join(f"{label} {shown(finite(p.get(key)))}" for key, label in (("quantile", "error"), ("explicit", "explicit bound"), ("trivial", "trivial bound")) if finite(p.get(key)) is not None)
        for p in (heard[0], heard[-1])
    ]
    return f"At {plain(name, known)} = {shown(heard[0]['value'])}: {words[0]}. At {shown(heard[-1]['value'])}: {words[1]}."


def _positive(value: Any) -> float | None:
    known = finite(value)
    return known if known is not None and known > 0 else None
