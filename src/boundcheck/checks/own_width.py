"""Widths that a method claims for its own error: how often are they too small?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.claims import Evidence, Finding, WidthBound

from .cells import cell, failures_of, sample_of, value, violation_row
from .context import Context
from .row import TESTED, Row
from .violations import LARGEST, settled


@dataclass(frozen=True)
class Covered:
    """Error over ``factor * width`` of each replicate; a width of 0 or less covers an error of 0 at most."""

    experiment: Any
    factor: float

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """The experiment's own columns, with the ratio for the error."""
        columns = dict(self.experiment.sample(rng, repeats, **point))
        if "width" not in columns:
            raise ValueError("the experiment returns no column 'width' beside 'error'; write Widths(draws)")
        error = np.asarray(columns["error"], float)
        width = self.factor * np.asarray(columns["width"], float)
        with np.errstate(all="ignore"):
            ratio = np.where(width > 0, np.minimum(error / width, LARGEST), np.where(error > 0, LARGEST, 0.0))
        unknown = np.isnan(error) | np.isnan(width)
        return {**columns, "error": np.where(unknown, np.nan, ratio), "width": width}


def check(bound: WidthBound, context: Context) -> Evidence:
    """The rate of errors above their own width, in every regime; and how small the widths are."""
    each = context.risk / (3 * len(bound.regimes))
    cells = {}
    for regime in bound.regimes:
        covered: Any = Covered(regime.experiment, value(context, bound.factor, regime.point))
        cells[regime.name] = cell(context, regime.name, covered, regime.point, context.budget.repeats)
    results = context.run(list(cells.values()))
    samples, rows, findings = {}, [], []
    for regime in bound.regimes:
        found = results[cells[regime.name]]
        samples[regime.name] = sample = sample_of(found)
        widths = np.asarray(found.columns.get("width", (np.nan,)), float)
        typical = float(np.nanmedian(widths)) if np.isfinite(widths).any() else np.nan
        none = int((widths <= 0).sum())
        if none:
            words = f"{none:,} of {len(widths):,} widths in {regime.name!r} are 0 or less"
            findings.append(Finding("WIDTH", words, (regime.name,)))
        trivial = value(context, bound.trivial, regime.point)
        row = violation_row(
            context,
            regime.name,
            sample,
            regime.point,
            bounds={"explicit": 1.0, "printed": 1.0, "trivial": trivial / typical if typical > 0 else LARGEST},
            allowed=value(context, bound.failure, regime.point),
            each=each,
        )
        rows.append({**row, "median_width": typical})
    return settled(
        rows,
        each,
        failures_of(samples),
        what="the width",
        reach="that came with them",
        findings=tuple(findings),
        context=context,
        regimes=bound.regimes,
    )


ROWS = (Row(WidthBound, check, TESTED, sampled=True),)
