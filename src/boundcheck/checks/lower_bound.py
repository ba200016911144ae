"""Minimax lower bounds: every method of ours must lie above them on some member of the hard family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Evidence, MinimaxLowerBound, Outcome, Regime
from boundcheck.stats import mean_at_least, mean_interval, proportion_interval, quantile_interval

from . import derived_risk, enough
from .cells import ROUNDING, Sample, cell, refuse_negative, sample_of, value
from .context import Context
from .rounded import at_most
from .row import TESTED, Row

METHODS = {
    "median": "exact quantile intervals",
    "mean": "betting intervals of means",
    "probability": "exact binomial intervals",
}
RISKS = {"median": "median error", "mean": "mean error", "probability": "probability of so large an error"}


def check(lower: MinimaxLowerBound, context: Context) -> Evidence:
    """A method whose risk is certainly below the bound on all of its members of the family refutes it.

    The risk is the one that the bound speaks of.
    """
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in lower.experiments}
    results = context.run(list(cells.values()))
    each = context.risk / (2 * len(lower.experiments))
    rows = [_row(lower, context, regime, sample_of(results[cells[regime.name]]), each) for regime in lower.experiments]
    found = {row["name"]: row for row in rows}
    families = {method: [found[name] for name in names] for method, names in lower.families.items()}
    data: dict[str, Any] = {"estimators": rows, "of": lower.of}
    method, risk = METHODS[lower.of], RISKS[lower.of]
    beaten = {name: family for name, family in families.items() if all(map(_below, family))}
    if beaten:
        names = ", ".join(beaten)
        worst = max(next(iter(beaten.values())), key=lambda row: row["high"] - row["bound"])
        return Evidence(
            Outcome.REFUTED,
            f"the {risk} lies below the bound on the whole hard family for: {names}",
            method,
            witness={
                "point": {"method": next(iter(beaten))},
                "lhs": str(worst["high"]),
                "rhs": str(worst["bound"]),
                "text": lower.of,
            },
            data=data,
        )
    unsettled = [family for family in families.values() if not any(r["low"] >= r["bound"] * (1 - ROUNDING) for r in family)]
    open_rows = [row for family in unsettled for row in family if not _below(row)]
    if not open_rows:
        many = "each of the methods" if len(families) > 1 else next(iter(families))
        words = f"the {risk} of {many} lies above the bound on the hard family"
        times = min(max(r["high"] / r["bound"] if r["bound"] > 0 else np.inf for r in rows) for rows in families.values())
        seen = f"; a bound more than {at_most(times)} times as large would have been refuted" if np.isfinite(times) else ""
        return Evidence(Outcome.SUPPORTED, words + seen + derived_risk.in_words(lower), method, data=data)
    named = ", ".join(row["name"] for row in open_rows)
    if not all(np.isfinite(row["high"]) for row in open_rows):
        words = f"the interval of a {risk} has no upper end ({named}); a ceiling, or more repeats, would decide it"
        return Evidence(Outcome.UNDECIDED, words, method, data=data)
    return Evidence(
        Outcome.UNDECIDED,
        f"the interval of a {risk} holds the bound ({named}); "
        f"to tell it from the bound takes {enough.asked_for(_needed(open_rows, context.budget.repeats), context.budget)}",
        method,
        data=data,
    )


def _row(lower: MinimaxLowerBound, context: Context, regime: Regime, sample: Sample, each: float) -> dict[str, Any]:
    """The interval of the risk; an unsound replicate has the least error in the lower end and the largest in the upper one."""
    if lower.of == "mean":
        refuse_negative(context, regime.name, sample, regime.experiment)
    least, most = (np.where(sample.sound, sample.error, end) for end in (0.0, np.inf))
    low, high = _interval(lower, context, regime, least, most, each)
    return {
        "name": regime.name,
        "bound": value(context, lower.bound, regime.point),
        "low": float(low),
        "high": float(high),
    }


def _interval(
    lower: MinimaxLowerBound, context: Context, regime: Regime, least: np.ndarray, most: np.ndarray, each: float
) -> tuple[float, float]:
    if lower.of == "median":
        return quantile_interval(least, 0.5, 2 * each).low, quantile_interval(most, 0.5, 2 * each).high
    if lower.of == "probability":
        threshold = value(context, sympy.sympify(lower.threshold), regime.point) * (1 - ROUNDING)
        certain, possible = (int((errors >= threshold).sum()) for errors in (least, most))
        repeats = len(least)
        low = proportion_interval(certain, repeats, each, side="lower").low
        return low, proportion_interval(possible, repeats, each, side="upper").high
    if lower.ceiling is None:
        return mean_at_least(least, each), np.inf
    ceiling = value(context, lower.ceiling, regime.point)
    low = mean_interval(least, 0.0, ceiling, each, side="lower").low
    return low, mean_interval(np.minimum(most, ceiling), 0.0, ceiling, each, side="upper").high


def _below(row: Mapping[str, Any]) -> bool:
    return bool(row["high"] < row["bound"] * (1 - ROUNDING))


def _needed(rows: list[dict[str, Any]], repeats: int) -> float:
    """The fewest repeats that decide one of the risks; nan where none can be foretold."""
    ends = [(row["low"], row["high"], row["bound"]) for row in rows]
    found = [enough.for_interval(low, (low + high) / 2, high, bound, repeats) for low, high, bound in ends]
    return min((number for number in found if number == number), default=float("nan"))


ROWS = (Row(MinimaxLowerBound, check, TESTED, sampled=True),)
