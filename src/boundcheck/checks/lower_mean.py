"""Lower bounds on a mean or a probability: is what is measured certainly below, or certainly above?"""

from __future__ import annotations

from typing import Any

import numpy as np

from boundcheck.claims import Evidence, ExpectationLowerBound, Finding, Outcome, ProbabilityLowerBound
from boundcheck.stats import mean_interval, proportion_interval

from . import enough
from .cells import ROUNDING, cell, failures_of, refuse_negative, sample_of, value
from .context import Budget, Context
from .rounded import at_most
from .row import TESTED, Row

CUT = 20.0  # without a ceiling, errors are cut off at so many times the bound


def check(bound: ExpectationLowerBound | ProbabilityLowerBound, context: Context) -> Evidence:
    """Guaranteed intervals in every regime; unsound replicates count as the worst on either side."""
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in bound.regimes}
    results = context.run(list(cells.values()))
    each = context.risk / (2 * len(bound.regimes))
    samples = {name: sample_of(results[cells[name]]) for name in cells}
    rows = [_row(bound, context, regime, samples[regime.name], each) for regime in bound.regimes]
    data: dict[str, Any] = {"least": rows, "repeats": sum(row["repeats"] for row in rows)}
    if failures := failures_of(samples):
        data["failures"] = failures
    mean = isinstance(bound, ExpectationLowerBound)
    what = "mean" if mean else "probability"
    method = "betting interval for a bounded mean" if mean else "exact binomial interval"
    findings = tuple(
        Finding("VACUOUS", f"the bound in {row['name']!r} is {row['bound']:.4g}, which every error satisfies")
        for row in rows
        if row["bound"] <= 0
    )
    under = [row for row in rows if row["high"] < row["bound"]]
    if under:
        row = min(under, key=lambda r: r["high"] / r["bound"])
        return Evidence(
            Outcome.REFUTED,
            f"in regime {row['name']!r} the {what} is at most {at_most(row['high'], 4)}, the bound is {row['bound']:.4g}",
            method,
            findings,
            witness={
                "point": {"regime": row["name"]},
                "lhs": str(row["high"]),
                "rhs": str(row["bound"]),
                "text": what,
            },
            data=data,
        )
    open_rows = [row for row in rows if row["low"] < row["bound"]]
    if open_rows:
        return Evidence(
            Outcome.UNDECIDED, "; ".join(_takes(row, what, context.budget) for row in open_rows), method, findings, data=data
        )
    where = "the one regime" if len(rows) == 1 else f"all {len(rows)} regimes"
    spare = min((row["high"] / row["bound"] for row in rows if row["bound"] > 0), default=np.inf)
    seen = f"; a bound {at_most(spare)} times as large would have been refuted" if np.isfinite(spare) else ""
    return Evidence(Outcome.SUPPORTED, f"the {what} is above the bound in {where}{seen}", method, findings, data=data)


def _row(bound: Any, context: Context, regime: Any, sample: Any, each: float) -> dict[str, Any]:
    printed = value(context, bound.bound, regime.point)
    repeats = len(sample.error)
    refuse_negative(context, regime.name, sample, regime.experiment)
    if isinstance(bound, ProbabilityLowerBound):
        threshold = value(context, bound.threshold, regime.point)
        above = (sample.error >= threshold * (1 - ROUNDING)) & sample.sound
        certain, possible = int(above.sum()), int(above.sum() + (~sample.sound).sum())
        low = float(proportion_interval(certain, repeats, each, side="lower").low)
        high = float(proportion_interval(possible, repeats, each, side="upper").high)
        return {
            "name": regime.name,
            "bound": printed,
            "mean": certain / repeats,
            "low": low,
            "high": high,
            "repeats": repeats,
        }
    cut = bound.ceiling is None
    ceiling = CUT * max(printed, 0.0) if cut else value(context, bound.ceiling, regime.point)
    sound = np.where(sample.sound, sample.error, 0.0)
    least = np.minimum(sound, ceiling) if cut else sound
    if ceiling <= 0:
        low, high, mean = 0.0, np.inf, float(least.mean())
    else:
        low = float(mean_interval(least, 0.0, ceiling, each, side="lower").low)
        most = np.where(sample.sound, sample.error, ceiling)
        high = np.inf if cut else float(mean_interval(most, 0.0, ceiling, each, side="upper").high)
        mean = float(least.mean())
    return {"name": regime.name, "bound": printed, "mean": mean, "low": low, "high": high, "repeats": repeats}


def _takes(row: dict[str, Any], what: str, budget: Budget) -> str:
    if not np.isfinite(row["high"]):
        return (
            f"the {what} in {row['name']!r} is at least {row['low']:.4g} and has no known ceiling; the bound {row['bound']:.4g} "
            f"can be supported by more repeats, and refuted only with a ceiling"
        )
    return enough.narrower_interval(what, row, budget)


ROWS = tuple(Row(shape, check, TESTED, sampled=True) for shape in (ExpectationLowerBound, ProbabilityLowerBound))
