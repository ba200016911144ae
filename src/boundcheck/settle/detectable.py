"""The smallest violation of each kind of bound that a run would have seen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist
from typing import Any

from boundcheck.claims import PartVerdict

POWER = 0.95
STEPS = 20  # to the unit: multiples of a bound are rounded to twentieths, on their safe side


def detectable(parts: tuple[PartVerdict, ...], each: float) -> str:
    """Sentences, empty where nothing was put to samples that a bound limits.

    Parameters
    ----------
    parts : tuple of PartVerdict
    each : float
        Error probability of each sampled part.
    """
    return " ".join((*_rates(parts), *_means(parts, each), *_medians(parts, each)))


def _rates(parts: tuple[PartVerdict, ...]) -> Iterator[str]:
    rows = [row for p in parts for row in p.evidence.data.get("slack", ())]
    if rows:
        times = max(row["smallest_visible_rate"] / row["allowed"] for row in rows)
        if not math.isfinite(times):
            yield (
                f"{_where(rows)} of a high-probability bound, there are too few repeats for any rate of violations to be "
                f"seen with probability {POWER}."
            )
            return
        yield (
            f"{_where(rows)} of a high-probability bound, a rate of violations {_up(times)} times the allowed one "
            f"would have been seen with probability {POWER}."
        )


def _means(parts: tuple[PartVerdict, ...], each: float) -> Iterator[str]:
    """Of errors that spread as the measured ones, with the mean moved beyond the bound."""
    rows = [(row, each / (2 * len(group))) for group in _groups(parts, "means") for row in group]
    left = [row["mean"] - _reach(risk) * (row["mean"] - row["low"]) for row, risk in rows]
    if rows and min(left) > 0:
        times = max(row["mean"] / rest for (row, _), rest in zip(rows, left, strict=True))
        yield (
            f"{_where(rows)} of a bound in expectation, a mean error of about {_up(times)} times the bound would have "
            f"been seen with probability {POWER}, if errors spread as the measured ones do."
        )


def _medians(parts: tuple[PartVerdict, ...], each: float) -> Iterator[str]:
    rows = [(row, each / (2 * len(group))) for group in _groups(parts, "estimators") for row in group]
    if rows and all(0 < row["low"] <= row["high"] < math.inf for row, _ in rows):
        share = min(math.exp(-_reach(risk) * math.log(row["high"] / row["low"]) / 2) for row, risk in rows)
        down = min(math.floor(STEPS * share), STEPS - 1) / STEPS
        if down > 0:
            yield (
                f"{_where(rows)} of a lower bound, a median error of about {down:g} times the bound would have been seen "
                f"with probability {POWER}, if errors spread as the measured ones do."
            )


def _groups(parts: tuple[PartVerdict, ...], kind: str) -> list[list[dict[str, Any]]]:
    """The rows of each part that were read off as means or medians."""
    return [list(p.evidence.data[kind]) for p in parts if p.evidence.data.get(kind)]


def _reach(risk: float) -> float:
    """By how much an interval's half width is to be stretched so that a violation is seen with that power."""
    normal = NormalDist()
    return 1 + normal.inv_cdf(POWER) / normal.inv_cdf(1 - risk)


def _up(times: float) -> str:
    return f"{math.ceil(STEPS * times) / STEPS:g}"


def _where(rows: list[Any]) -> str:
    return "In the one regime" if len(rows) == 1 else "In every regime"
