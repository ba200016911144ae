"""Minimax lower bounds: every estimator of ours must lie above them on the hard family."""

from __future__ import annotations

from typing import Any

from boundcheck.claims import Evidence, MinimaxLowerBound, Outcome
from boundcheck.stats import quantile_interval

from . import enough
from .cells import cell, sample_of, value
from .context import Context


def check(lower: MinimaxLowerBound, context: Context) -> Evidence:
    """An estimator whose worst error over the hard family is certainly below the bound refutes it."""
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in lower.experiments}
    results = context.run(list(cells.values()))
    each = context.risk / len(lower.experiments)
    rows: list[dict[str, Any]] = []
    for regime in lower.experiments:
        sample = sample_of(results[cells[regime.name]])
        interval = quantile_interval(sample.error[sample.sound], 0.5, each)
        bound = value(context, lower.bound, regime.point)
        rows.append({"name": regime.name, "bound": bound, "low": float(interval.low), "high": float(interval.high)})
    repeats = context.budget.repeats
    data = {"estimators": rows}
    beaten = [row for row in rows if row["high"] < row["bound"]]
    if len(beaten) == len(rows):
        names = ", ".join(row["name"] for row in beaten)
        return Evidence(
            Outcome.REFUTED,
            f"the median error lies below the bound on the whole hard family ({names})",
            "exact quantile intervals",
            witness={
                "point": {"family": names},
                "lhs": str(beaten[0]["high"]),
                "rhs": str(beaten[0]["bound"]),
                "text": "median",
            },
            data=data,
        )
    above = [row for row in rows if row["low"] >= row["bound"]]
    if above:
        return Evidence(
            Outcome.SUPPORTED, "the estimator lies above the bound on the hard family", "quantile intervals", data=data
        )
    needed = enough.asked_for(_needed(rows, repeats))
    return Evidence(
        Outcome.UNDECIDED,
        f"no interval of a median lies beside the bound; to tell it from the bound takes {needed}",
        "quantile intervals",
        data=data,
    )


def _needed(rows: list[dict[str, Any]], repeats: int) -> float:
    """The fewest repeats that decide one of the medians."""
    ends = [(row["low"], row["high"], row["bound"]) for row in rows]
    return min(enough.for_interval(low, (low + high) / 2, high, bound, repeats) for low, high, bound in ends)
