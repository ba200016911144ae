"""Minimax lower bounds: every estimator of ours must lie above them on the hard family."""

from __future__ import annotations

from typing import Any

from boundcheck.claims import Evidence, MinimaxLowerBound, Outcome
from boundcheck.stats import quantile_interval

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
    data = {"estimators": rows}
    beaten = [row for row in rows if row["high"] < row["bound"]]
    if len(beaten) == len(rows):
        names = ", ".join(row["name"] for row in beaten)
        return Evidence(
            Outcome.REFUTED,
            f"the median error lies below the bound on the whole hard family ({names}).",
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
    return Evidence(
        Outcome.UNDECIDED, "no interval clears the bound; more repeats decide it", "quantile intervals", data=data
    )
