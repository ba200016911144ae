"""Which method is ahead where, in a figure and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.report.page.compared import rivals
from boundcheck.report.page.paragraphs import heading
from boundcheck.report.referee.across import (
    Record,
    called,
)
from boundcheck.report.text.letters import in_words, letters, plain
from boundcheck.report.text.numbers import shown
from boundcheck.report.text.prose import typed

HEIGHT = 1.9  # inches of a figure


def rivalled(records: Sequence[Record]) -> list[dict]:
    """Who wins where, for every result that ranks methods."""
    drawn = [
        block | ({"told": best(part["separation"], letters(record))} if block["kind"] == "figure" else {})
        for record in records
        for part in record["parts"].values()
        if "methods" in (part.get("separation") or {})
        for block in rivals(called(record), part["separation"], letters(record), HEIGHT)
    ]
    return [heading("Beside other methods", numbered=False), *drawn] if drawn else []


def best(found: Mapping[str, Any], known: Mapping[str, str]) -> str:
    """Which of the ranked methods has the least error along the parameter, and the errors of all at its end."""
    letter = in_words(plain(str(found.get("parameter") or "value"), known))
    curves = [curve for curve in found["methods"] if curve.get("points")]
    ranked = [curve for curve in curves if curve.get("ranked", True)]
    stretches: list[tuple[str, list[Mapping[str, Any]]]] = []
    for points in zip(*(curve["points"] for curve in ranked), strict=True):
        place = min(range(len(ranked)), key=lambda k: points[k]["quantile"])
        if not stretches or stretches[-1][0] != ranked[place]["name"]:
            stretches.append((ranked[place]["name"], []))
        stretches[-1][1].append(points[place])
    told = [f"{typed(name)} {_stretch(points, letter)}" for name, points in stretches]
    end = [f"{typed(curve['name'])} {shown(curve['points'][-1]['quantile'], 3)}" for curve in curves]
    last = shown(curves[0]["points"][-1]["value"])
    return f"Least error: {', then '.join(told)}. At {letter} = {last}: {', '.join(end)}."


def _stretch(points: Sequence[Mapping[str, Any]], letter: str) -> str:
    first, last = points[0], points[-1]
    if first is last:
        return f"at {letter} = {shown(first['value'])} ({shown(first['quantile'], 3)})"
    errors = f"{shown(first['quantile'], 3)} to {shown(last['quantile'], 3)}"
    return f"for {letter} from {shown(first['value'])} to {shown(last['value'])} ({errors})"
