"""A line of dots as inline SVG: how far below its bound each measured cell stayed."""

import math
from collections.abc import Mapping

from boundcheck.report.text.numbers import percent, ratio, times
from boundcheck.report.text.words import excluded

WIDTH, HEIGHT, EDGE = 150, 26, 7
LOW, HIGH = -3.0, 0.5  # decades of error over bound; what lies outside is drawn at the rim


def ratios(record: Mapping) -> list[float]:
    """Measured error over bound, cell by cell, of the parts that stand behind the headline.

    Where that is no refutation, a part that is refuted belongs to another reading.
    """
    refuted = (record.get("headline") or {}).get("outcome") == "REFUTED"
    parts = [p for p in (record.get("parts") or {}).values() if refuted or p.get("outcome") != "REFUTED"]
    cells = [cell for part in parts if not excluded(part) for cell in part.get("slack") or []]
    return [found for cell in cells if (found := ratio(cell.get("quantile"), cell.get("bound")))]


def spark(record: Mapping) -> str:
    """The dots, a line where error equals bound, and a sentence for those who listen; empty without cells."""
    found = ratios(record)
    if not found:
        return ""
    near, far = times(1 / max(found)), times(1 / min(found))
    seen = f"bound ÷ error {near}" + (f" to {far}" if far != near else "")
    above = sum(1 for share in found if share > 1)
    said = f"{len(found)} setting{'' if len(found) == 1 else 's'}, {seen}" + (
        f"; in {percent(above / len(found))} the error is above it" if above else ""
    )
    line, middle = _across(1.0), HEIGHT / 2
    return (
        f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">'
        f"<title>{said}</title>"
        f'<line class="base" x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{middle}" y2="{middle}"/>'
        f'<line class="bound" x1="{line:.1f}" x2="{line:.1f}" y1="2" y2="{HEIGHT - 2}"/>'
        + "".join(_dot(share, middle) for share in sorted(found))
        + f'</svg><p class="slack" aria-hidden="true">{seen}</p>'
    )


def _dot(share: float, middle: float) -> str:
    """A circle; a cross where the error is above the bound."""
    across = _across(share)
    if share > 1:
        return f'<path class="above" d="M{across - 3:.1f} {middle - 3:.1f}l6 6m0-6l-6 6"/>'
    return f'<circle cx="{across:.1f}" cy="{middle}" r="3"/>'


def _across(share: float) -> float:
    place = min(1.0, max(0.0, (math.log10(share) - LOW) / (HIGH - LOW)))
    return EDGE + place * (WIDTH - 2 * EDGE)
