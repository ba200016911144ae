"""Error and bounds along parameters, log against log: one wide figure, or a panel for each parameter."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boundcheck.report.figures import chart
from boundcheck.report.figures.drawn_once import kept
from boundcheck.report.text.glyphs import label
from boundcheck.report.text.letters import plain
from boundcheck.report.text.numbers import decimals, finite, positive, shown, span
from boundcheck.report.text.words import setting

MOST_NAMES = 6  # of dots in one figure
NEAR = 0.08  # of the height, in which two names would stand on each other
ROOM = 0.17  # of the height, below the lowest dot with a name
BOUNDS = ("printed", "explicit", "trivial")
HEARD = {"quantile": "error", "explicit": "explicit bound", "trivial": "trivial bound"}


@kept
def along(
    name: str, points: Iterable[Mapping], known: Mapping, silent_below: Any = None, *, rate: bool = False
) -> dict | None:
    """Error and bounds against one parameter, wide.

    Parameters
    ----------
    name : str
        The parameter.
    points : iterable of mapping
        ``value``, and of ``quantile, low, high, printed, explicit, trivial`` those that exist.
    known : mapping
        Letters of parameters.
    silent_below : float, optional
        Under this value the bound says nothing; that region is shaded.
    rate : bool
        Whether a curve that is both is the printed rate, and no bound with its constants.

    Returns
    -------
    figure : dict with ``svg`` and ``alt``, or None if there is nothing to draw
    """
    points = once(drawable(points), "printed" if rate else "explicit")
    if len(points) < 2:
        return None
    with chart.figure(2.4) as drawn:
        axes = drawn.subplots()
        chart.curves(axes, points)
        _name(axes, points)
        _shade(axes, points, positive(silent_below), label(plain(name, known)))
        chart.label(axes, plain(name, known))
        axes.set_ylabel("error")
        chart.legend(drawn, [axes])
        text = f"Error and bounds against {plain(name, known)}. {_alternative_text(points)}"
        return {"svg": chart.svg(drawn), "alt": text}


@kept
def panels(exponents: Sequence[Mapping], known: Mapping) -> dict | None:
    """One small panel for each parameter along which an exponent was fitted, or None."""
    useful = [e for e in exponents if len(drawable(e.get("points") or [])) > 1]
    if not useful:
        return None
    columns = min(len(useful), 4 if len(useful) == 4 else 3)
    rows = -(-len(useful) // columns)
    with chart.figure(1.95 * rows + 0.3, chart.WIDTH if columns > 1 else chart.WIDTH / 2) as drawn:
        grid = drawn.subplots(rows, columns, squeeze=False).ravel()
        for axes, exponent in zip(grid, useful, strict=False):
            chart.curves(axes, once(drawable(exponent["points"]), "printed"))
            chart.label(axes, plain(exponent["parameter"], known), 7 if columns < 4 else 5)
            axes.set_title(
                label(f"{decimals(exponent.get('measured'))} (printed {decimals(exponent.get('printed'))})", 28)
            )
        for axes in grid[len(useful) :]:
            axes.set_visible(False)
        chart.legend(drawn, grid[: len(useful)])
        said = "; ".join(
            f"along {plain(e['parameter'], known)} the measured exponent is {decimals(e.get('measured'))} "
            f"({span(e.get('low'), e.get('high'), decimals)}), the printed one {decimals(e.get('printed'))}"
            for e in useful
        )
        return {"svg": chart.svg(drawn), "alt": f"Error and bounds along {len(useful)} parameters: {said}."}


def drawable(points: Iterable[Any]) -> list[Mapping]:
    """The points that have a place on a logarithmic axis."""
    return [p for p in points if isinstance(p, Mapping) and positive(p.get("value"))]


def once(points: list[Mapping], kept: str = "explicit") -> list[Mapping]:
    """Where the printed rate is the explicit bound everywhere, only the one that is `kept`: one curve, one name."""
    left_out = "printed" if kept == "explicit" else "explicit"
    both = [(finite(p.get("printed")), finite(p.get("explicit"))) for p in points if p.get("explicit") is not None]
    if not both or any(printed is None or printed != explicit for printed, explicit in both):
        return points
    return [{key: value for key, value in p.items() if key != left_out} for p in points]


def _name(axes, points) -> None:
    """The names of the cells that were measured, each beside its dot; none where there are too many."""
    dots: dict[tuple[float, float], list[str]] = {}
    for p in points:
        if p.get("name") and (height := positive(p.get("quantile"))):
            dots.setdefault((float(p["value"]), height), []).append(setting(p["name"]))
    if len(dots) > MOST_NAMES:
        return
    low, high = axes.get_xlim()
    _clear_below(axes, [height for _, height in dots])
    for (value, height), names in _gathered(dots, *axes.get_ylim()).items():
        left = value > low**0.8 * high**0.2  # curves fall to the right, so that the lower left is free
        axes.annotate(
            label(", ".join(names), 40), (value, height), (-6 if left else 6, -9), textcoords="offset points",
            ha="right" if left else "left", va="center", fontsize=8.5, color=chart.BLUE,
            zorder=6, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )  # fmt: skip


def _gathered(dots: Mapping, low: float, high: float) -> dict[tuple[float, float], list[str]]:
    """Dots one above the other, too near for two names, as one with both names, at the lowest."""
    found: dict[tuple[float, float], list[str]] = {}
    for value, height in sorted(dots):
        near = [at for at in found if at[0] == value and height < at[1] * (high / low) ** NEAR]
        found.setdefault(near[-1] if near else (value, height), []).extend(dots[value, height])
    return found


def _clear_below(axes, heights) -> None:
    """Room between the lowest named dot and the axis, so that its name stands on neither."""
    low, high = axes.get_ylim()
    if heights and min(heights) < low ** (1 - ROOM) * high**ROOM:
        axes.set_ylim(bottom=(min(heights) / high**ROOM) ** (1 / (1 - ROOM)))


def _shade(axes, points, edge, name) -> None:
    """Grey where the bound says less than the trivial one; the words stand where no curve begins."""
    values = [float(p["value"]) for p in points]
    if not edge or edge <= min(values):
        return
    right = min(edge, max(values) * 2)
    axes.axvspan(min(values) / 2, right, color="#eceff2", zorder=0, linewidth=0)
    axes.set_xlim(min(values) * 0.8, max(values) * 1.25)
    low, high = axes.get_ylim()
    begins = [height for key in BOUNDS if (height := positive(points[0].get(key)))]
    crowded = any(height < low * (high / low) ** ROOM for height in begins)
    axes.annotate(
        f"no information below {name} = {shown(edge, 2)}", (0.008, 0.91 if crowded else 0.035), xycoords="axes fraction",
        fontsize=8.5, color=chart.SLATE, style="italic",
    )  # fmt: skip


def _alternative_text(points) -> str:
    """First and last point in words."""
    said = []
    measured = [p for p in points[1:-1] if p.get("name")]
    for p in (points[0], *measured, points[-1]):
        words = [f"{word} {shown(p[key])}" for key, word in HEARD.items() if finite(p.get(key)) is not None]
        said.append(f"At {shown(p['value'])}: {', '.join(words) or 'nothing'}.")
    return " ".join(said)
