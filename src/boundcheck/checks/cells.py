"""Regimes become cells of a study; what comes back is read off against a bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Experiment, Simulation
from boundcheck.stats import Interval, proportion_interval, quantile_interval, smallest_visible_rate
from boundcheck.stats.digits import significant
from boundcheck.study import Cell, StudyError
from boundcheck.symbolic import number

from .context import Context
from .suspicion import called

# A replicate whose optimality residual exceeds this is no minimiser; it is never counted in a claim's favour.
RESIDUAL = 1e-8
# An error above its bound by less, relatively, is one at its bound: that far two processors differ.
ROUNDING = 1e-9
NEGATIVE = 1e-12  # errors may be negative by so much of the largest one, or of 1: that is rounding, and 0


@dataclass(frozen=True)
class Sample:
    """Errors of one cell, with the replicates that failed."""

    error: np.ndarray
    sound: np.ndarray
    failures: tuple[Any, ...]


def cell(
    context: Context, name: str, experiment: Experiment | Simulation, point: Mapping, repeats: int, stream: str = ""
) -> Cell:
    """The cell of a study that runs `experiment` at `point`; one and the same for all readings of a part."""
    return Cell(context.claim, context.part, name, experiment, point, repeats, stream=stream)


def sample_of(replicates: Any) -> Sample:
    """Errors and soundness of a cell's replicates; those of a failed block are there, as unsound."""
    columns = replicates.columns
    error = without_rounding(np.asarray(columns.get("error", ()), float))
    sound = np.isfinite(error)
    if "converged" in columns:
        sound &= np.asarray(columns["converged"], bool)
        sound &= np.asarray(columns["residual"], float) <= RESIDUAL
    lost = replicates.lost
    error, sound = np.append(error, np.full(lost, np.nan)), np.append(sound, np.zeros(lost, bool))
    return Sample(error, sound, tuple(replicates.failures))


def without_rounding(error: np.ndarray) -> np.ndarray:
    """The errors, with 0 for one that is negative by no more than rounding, relatively to the largest or to 1."""
    finite = error[np.isfinite(error)]
    if not (finite < 0).any():
        return error
    return np.where((error < 0) & (error >= -NEGATIVE * max(1.0, float(np.abs(finite).max()))), 0.0, error)


def refuse_negative(context: Context, name: str, sample: Sample, experiment: Any) -> None:
    """Raise `StudyError` for errors below 0, of which nothing can be said: an error is a distance."""
    below = int((sample.error < 0).sum())
    if below:
        raise StudyError(
            f"{context.claim}, part {context.name!r}: {called(experiment)} at the point of {name!r} returns negative errors, "
            f"{below:,} of {len(sample.error):,}, as {np.nanmin(sample.error):.4g}; an error is a distance >= 0: np.abs(...), "
            f"or np.maximum(..., 0) for a one-sided bound"
        )


def value(context: Context, expression: sympy.Expr, point: Mapping) -> float:
    """`expression` at `point`, its abbreviating letters replaced first."""
    return number(context.expand(sympy.sympify(expression)), numbers(point))


def numbers(point: Mapping) -> dict[str, float]:
    """The numeric entries of a point; named choices are for the experiment alone."""
    return {name: entry for name, entry in point.items() if not isinstance(entry, str)}


def violation_row(
    context: Context,
    name: str,
    sample: Sample,
    point: Mapping,
    *,
    bounds: Mapping[str, float],
    allowed: float,
    each: float,
) -> dict[str, Any]:
    """One row of the slack table: violations of the explicit bound, and the quantile against every bound.

    Unsound replicates count as violations in the upper limit of the rate and as none in the lower one.
    """
    repeats = len(sample.error)
    over = (sample.error > bounds["explicit"] * (1 + ROUNDING)) & sample.sound
    certain, possible = int(over.sum()), int(over.sum() + (~sample.sound).sum())
    sound = sample.error[sample.sound]
    quantile = float(np.quantile(sound, 1 - allowed)) if len(sound) else float("nan")
    interval = quantile_interval(sound, 1 - allowed, each) if len(sound) else Interval(0.0, float("inf"))
    return {
        "name": name,
        "point": {key: point[key] for key in sorted(point)},
        "bound": bounds["explicit"],
        "printed": bounds["printed"],
        "trivial": bounds["trivial"],
        "quantile": significant(quantile),
        "low": significant(interval.low),
        "high": significant(interval.high),
        "violations": certain,
        "unsound": int((~sample.sound).sum()),
        "repeats": repeats,
        "rate_low": float(proportion_interval(certain, repeats, each, side="lower").low),
        "rate_high": float(proportion_interval(possible, repeats, each, side="upper").high),
        "allowed": allowed,
        "smallest_visible_rate": float(smallest_visible_rate(repeats, allowed, each)),
        "biting": bounds["explicit"] <= bounds["trivial"] / 2,
    }


def failures_of(samples: Mapping[str, Sample]) -> list[dict[str, str]]:
    """Recorded failures of all cells, for the record."""
    return [
        {"cell": name, "seed": str(getattr(f, "seed", "")), "message": str(getattr(f, "message", f))}
        for name, sample in samples.items()
        for f in sample.failures
    ]
