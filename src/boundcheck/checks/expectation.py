"""Bounds in expectation, for errors with a known ceiling, a known second moment, or neither."""

from __future__ import annotations

from typing import Any

import numpy as np

from boundcheck.claims import Evidence, ExpectationBound, Outcome, Regime
from boundcheck.stats import mean_at_least, mean_at_most, mean_interval

from . import enough
from .cells import ROUNDING, Sample, cell, failures_of, refuse_negative, sample_of, value
from .context import Budget, Context
from .rounded import at_least
from .row import TESTED, Row
from .suspicion import first_look


def check(bound: ExpectationBound, context: Context) -> Evidence:
    """Guaranteed limits of the mean in every regime; unsound replicates count as the worst on either side.

    The lower limit needs no ceiling. The upper one needs one, or a second moment; without either nothing is supported.
    """
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in bound.regimes}
    results = context.run(list(cells.values()))
    each = context.risk / (2 * len(bound.regimes))
    rows: list[dict[str, Any]] = []
    exceeding: dict[str, int] = {}
    samples = {name: sample_of(results[cells[name]]) for name in cells}
    for regime in bound.regimes:
        sample = samples[regime.name]
        refuse_negative(context, regime.name, sample, regime.experiment)
        least = np.where(sample.sound, sample.error, 0.0)
        rows.append(
            {
                "name": regime.name,
                "bound": value(context, bound.printed, regime.point),
                "mean": float(least.mean()),
                "low": _low(bound, context, regime, least, each),
                "high": _high(bound, context, regime, sample, each),
                "repeats": len(sample.error),
            }
        )
        exceeding[regime.name] = int((least > rows[-1]["bound"] * (1 + ROUNDING)).sum()
        )
    data: dict[str, Any] = {"means": rows, "repeats": sum(row["repeats"] for row in rows)}
    if failures := failures_of(samples):
        data["failures"] = failures
    over = [row for row in rows if row["low"] > row["bound"] * (1 + ROUNDING)]
    method = "betting interval for a bounded mean" if bound.ceiling is not None else "one-sided bets on a mean, no ceiling"
    if over:
        row = max(over, key=lambda r: r["low"] / r["bound"])
        return Evidence(
            Outcome.REFUTED,
            f"in regime {row['name']!r} the mean is at least {row['low']:.4g}, the bound is {row['bound']:.4g}"
            f"{_suspected(row, exceeding[row['name']], bound, context)}",
            method,
            witness={
                "point": {"regime": row["name"]},
                "lhs": str(row["low"]),
                "rhs": str(row["bound"]),
                "text": "mean",
            },
            data=data,
        )
    if all(row["high"] <= row["bound"] * (1 + ROUNDING) for row in rows):
        where = "the one regime" if len(rows) == 1 else f"all {len(rows)} regimes"
        share = max((row["low"] / row["bound"] for row in rows if row["bound"] > 0), default=0.0)
        seen = f"; a bound less than {at_least(share, 2)} times as large would have been refuted" if share > 0 else ""
        return Evidence(Outcome.SUPPORTED, f"the mean is below the bound in {where}{seen}", method, data=data)
    open_rows = [row for row in rows if row["high"] > row["bound"] * (1 + ROUNDING)]
    return Evidence(Outcome.UNDECIDED, "; ".join(_takes(row, context.budget) for row in open_rows), method, data=data)


def _suspected(row: dict[str, Any], over: int, bound: ExpectationBound, context: Context) -> str:
    """Where nearly every single error exceeds the bound on their mean: what to look at first."""
    experiment = next(regime.experiment for regime in bound.regimes if regime.name == row["name"])
    look = first_look({"violations": over, "repeats": row["repeats"]}, experiment, context)
    return f"; {over:,} of {row['repeats']:,} errors exceed it{look}" if look else ""


def _low(bound: ExpectationBound, context: Context, regime: Regime, least: np.ndarray, each: float) -> float:
    if bound.ceiling is None:
        return mean_at_least(least, each)
    return float(mean_interval(least, 0.0, value(context, bound.ceiling, regime.point), each, side="lower").low)


def _high(bound: ExpectationBound, context: Context, regime: Regime, sample: Sample, each: float) -> float:
    """The smaller of the two upper limits that are known, each at half of the error probability where both are."""
    ends, share = [np.inf], each / max(1, (bound.ceiling is not None) + (bound.second_moment is not None))
    if bound.ceiling is not None:
        ceiling = value(context, bound.ceiling, regime.point)
        most = np.where(sample.sound, sample.error, ceiling)
        ends.append(float(mean_interval(most, 0.0, ceiling, share, side="upper").high))
    if bound.second_moment is not None and sample.sound.all():
        ends.append(mean_at_most(sample.error, value(context, bound.second_moment, regime.point), share))
    return min(ends)


def _takes(row: dict[str, Any], budget: Budget) -> str:
    if not np.isfinite(row["high"]):
        return (
            f"the mean in {row['name']!r} is at least {row['low']:.4g}, the bound is {row['bound']:.4g}, and a rare large error "
            f"may carry the mean: a ceiling of the errors, or a second_moment, would decide it"
        )
    return enough.narrower_interval("mean", row, budget)


ROWS = (Row(ExpectationBound, check, TESTED, sampled=True),)
