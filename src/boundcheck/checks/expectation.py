"""Bounds in expectation, for errors with a known ceiling."""

from __future__ import annotations

from typing import Any

import numpy as np

from boundcheck.claims import Evidence, ExpectationBound, Outcome
from boundcheck.stats import mean_interval

from . import enough
from .cells import cell, failures_of, sample_of, value
from .context import Context


def check(bound: ExpectationBound, context: Context) -> Evidence:
    """Guaranteed interval for the mean in every regime; unsound replicates count as the worst on either side."""
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in bound.regimes}
    results = context.run(list(cells.values()))
    each = context.risk / (2 * len(bound.regimes))
    rows: list[dict[str, Any]] = []
    samples = {name: sample_of(results[cells[name]]) for name in cells}
    for regime in bound.regimes:
        sample = samples[regime.name]
        ceiling = value(context, bound.ceiling, regime.point)
        least = np.where(sample.sound, sample.error, 0.0)
        most = np.where(sample.sound, sample.error, ceiling)
        rows.append(
            {
                "name": regime.name,
                "bound": value(context, bound.printed, regime.point),
                "mean": float(least.mean()),
                "low": float(mean_interval(least, 0.0, ceiling, each, side="lower").low),
                "high": float(mean_interval(most, 0.0, ceiling, each, side="upper").high),
                "repeats": len(sample.error),
            }
        )
    data: dict[str, Any] = {"means": rows, "repeats": sum(row["repeats"] for row in rows)}
    if failures := failures_of(samples):
        data["failures"] = failures
    over = [row for row in rows if row["low"] > row["bound"]]
    method = "betting interval for a bounded mean"
    if over:
        row = max(over, key=lambda r: r["low"] / r["bound"])
        return Evidence(
            Outcome.REFUTED,
            f"in regime {row['name']!r} the mean is at least {row['low']:.4g}, the bound is {row['bound']:.4g}",
            method,
            witness={
                "point": {"regime": row["name"]},
                "lhs": str(row["low"]),
                "rhs": str(row["bound"]),
                "text": "mean",
            },
            data=data,
        )
    if all(row["high"] <= row["bound"] for row in rows):
        where = "the one regime" if len(rows) == 1 else f"all {len(rows)} regimes"
        return Evidence(Outcome.SUPPORTED, f"the mean is below the bound in {where}", method, data=data)
    open_rows = [row for row in rows if row["high"] > row["bound"]]
    return Evidence(Outcome.UNDECIDED, "; ".join(map(_takes, open_rows)), method, data=data)


def _takes(row: dict[str, Any]) -> str:
    needed = enough.for_interval(row["low"], row["mean"], row["high"], row["bound"], row["repeats"])
    return (
        f"the interval of the mean in {row['name']!r}, {row['low']:.4g} to {row['high']:.4g}, contains the bound "
        f"{row['bound']:.4g}; to tell {row['mean']:.4g} from it takes {enough.asked_for(needed)}"
    )
