"""Minimax lower bounds: every method of ours must lie above them on some member of the hard family."""

from __future__ import annotations

from typing import Any

from boundcheck.claims import Evidence, MinimaxLowerBound, Outcome
from boundcheck.stats import quantile_interval

from . import enough
from .cells import cell, sample_of, value
from .context import Context


def check(lower: MinimaxLowerBound, context: Context) -> Evidence:
    """A method whose median error is certainly below the bound on all of its members of the family refutes it."""
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
    found = {row["name"]: row for row in rows}
    families = {method: [found[name] for name in names] for method, names in lower.families.items()}
    data = {"estimators": rows}
    beaten = {method: family for method, family in families.items() if all(r["high"] < r["bound"] for r in family)}
    if beaten:
        names = ", ".join(beaten)
        worst = max(next(iter(beaten.values())), key=lambda row: row["high"] - row["bound"])
        return Evidence(
            Outcome.REFUTED,
            f"the median error lies below the bound on the whole hard family for: {names}",
            "exact quantile intervals",
            witness={
                "point": {"method": next(iter(beaten))},
                "lhs": str(worst["high"]),
                "rhs": str(worst["bound"]),
                "text": "median",
            },
            data=data,
        )
    unsettled = [family for family in families.values() if not any(r["low"] >= r["bound"] for r in family)]
    open_rows = [row for family in unsettled for row in family if row["high"] >= row["bound"]]
    if not open_rows:
        many = "each of the methods" if len(families) > 1 else next(iter(families))
        return Evidence(
            Outcome.SUPPORTED,
            f"the median error of {many} lies above the bound on the hard family",
            "exact quantile intervals",
            data=data,
        )
    needed = enough.asked_for(_needed(open_rows, repeats))
    return Evidence(
        Outcome.UNDECIDED,
        f"the interval of a median holds the bound ({', '.join(row['name'] for row in open_rows)}); "
        f"to tell it from the bound takes {needed}",
        "exact quantile intervals",
        data=data,
    )


def _needed(rows: list[dict[str, Any]], repeats: int) -> float:
    """The fewest repeats that decide one of the medians."""
    ends = [(row["low"], row["high"], row["bound"]) for row in rows]
    return min(enough.for_interval(low, (low + high) / 2, high, bound, repeats) for low, high, bound in ends)
