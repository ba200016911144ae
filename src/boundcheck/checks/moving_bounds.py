"""Bounds that move with the data: one for every round at once, or a width that the method gives of its own error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import sympy

from boundcheck.claims import Regime, RegretBound, UniformBound, WidthBound
from boundcheck.prove import Proved, proof
from boundcheck.stats.digits import significant
from boundcheck.symbolic import Statement, number
from boundcheck.verdict import Evidence, Finding, Outcome, shapes
from boundcheck.verdict import facts as say
from boundcheck.verdict.shapes import TestedAt

from .context import Context, Sampled
from .samples import (
    LARGEST,
    NOUGHT,
    Sample,
    cell,
    counts_of,
    deciding,
    failures_of,
    measured_of,
    numbers,
    of_the_regimes,
    row_of_counts,
    sample_of,
    settled,
    value,
    violation_row,
)

# Bounds at every round at once: how often does a path cross the bound anywhere?

EVERY = 10**6  # up to so many rounds the bound is evaluated at each of them
EVERY_ROUND = 0  # in place of a number of listed rounds
Limits = Mapping[str, tuple[list[float], list[float], int]]  # by regime
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Crossing:
    """Of each replicate, its path over the bound where that is largest.

    Parameters
    ----------
    experiment : object with ``rounds`` and ``along(rng, repeats, **point)``
    limits : tuple of float
        The bound at each listed round.
    between : tuple of float
        The least bound from the listed round before (from round 1 on) up to each listed round; empty where listed rounds
        are all that is spoken of.
    rising : bool
        The paths are sums of what is never negative; one that falls is an error of the experiment.
    """

    experiment: Any
    limits: tuple[float, ...]
    between: tuple[float, ...] = ()
    rising: bool = False

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """Columns ``error``, the largest ratio at listed rounds, and ``most``, what it may be at any round."""
        paths = np.asarray(self.experiment.along(rng, repeats, **point), float)
        if paths.shape != (repeats, len(self.limits)):
            raise ValueError(f"paths of shape {paths.shape}, where ({repeats}, {len(self.limits)}) was expected")
        certain = _ratios(paths, np.array(self.limits)).max(axis=1)
        most = certain
        if self.rising and (np.diff(paths, axis=1) < -_ROUNDING * np.maximum(1, np.abs(paths[:, 1:]))).any():
            raise ValueError("the regret of a path falls; it is a sum of best - played, which is never negative")
        if self.between:
            most = np.maximum(certain, _ratios(paths, np.array(self.between)).max(axis=1))
        return {"error": certain, "most": most}


def check_rounds(bound: UniformBound | RegretBound, context: Context) -> Evidence:
    """The rate of replicates that exceed the bound at any round, in every regime."""
    each = context.risk / (3 * len(bound.regimes))
    limits = {regime.name: _limits(bound, regime, context) for regime in bound.regimes}
    if (lacking := _not_defined(limits)) is not None:
        return lacking
    cells = {}
    for regime in bound.regimes:
        values, between, _ = limits[regime.name]
        crossing: Any = Crossing(regime.experiment, tuple(values), tuple(between), isinstance(bound, RegretBound))
        cells[regime.name] = cell(context, regime.name, crossing, regime.point, context.budget.repeats)
    results = context.run(list(cells.values()))
    samples, rows = {}, []
    for regime in bound.regimes:
        found = results[cells[regime.name]]
        sample = sample_of(found)
        most = np.append(np.asarray(found.columns.get("most", ()), float), np.full(found.lost, np.nan))
        # May have crossed between listed rounds: counted neither way.
        open_between = (most > 1) & (sample.error <= 1) & sample.sound
        samples[regime.name] = sample = Sample(sample.error, sample.sound & ~open_between, sample.failures)
        sides = _rounds_sides(bound, regime, limits[regime.name][0], context)
        row = violation_row(context, regime.name, sample, regime.point, **sides, each=each)
        rows.append(_with_unknown(row, int(open_between.sum())))
    return _rounds_evidence(bound, rows, each, failures_of(samples), limits, context)


def _rounds_sides(bound: UniformBound | RegretBound, regime: Regime, values: list[float], context: Context) -> dict[str, Any]:
    """What a row holds of the formulas: the errors are ratios to the bound, and so is what holds without data."""
    trivial = value(context, bound.trivial, regime.point) / values[-1] if values[-1] > 0 else LARGEST
    bounds = {"explicit": 1.0, "printed": 1.0, "trivial": trivial}
    return {"bounds": bounds, "allowed": value(context, bound.failure, regime.point)}


def _with_unknown(row: shapes.Regime, unknown: int) -> shapes.Regime:
    """A row with the replicates that may have crossed between listed rounds apart from those that are unsound."""
    return msgspec.structs.replace(row, unsound=row.unsound - unknown, between=unknown) if unknown else row


def _rounds_evidence(
    bound: UniformBound | RegretBound,
    rows: list[shapes.Regime],
    each: float,
    failures: tuple[shapes.Failure, ...],
    limits: Limits,
    context: Context,
) -> Evidence:
    covered = tuple(dict.fromkeys(listed for _, _, listed in limits.values()))
    last = max(int(regime.experiment.rounds[-1]) for regime in bound.regimes)
    around: dict[str, Any] = {"context": context, "regimes": bound.regimes, "over": _rounds(bound, limits)}
    return settled(rows, each, failures, what="the bound", rounds=(covered, last), **around)


def _not_defined(limits: Limits) -> Evidence | None:
    """The bound has no value at some round of a regime."""
    name = next((name for name, (values, _, _) in limits.items() if not np.isfinite(values).all()), None)
    if name is None:
        return None
    return Evidence(Outcome.UNDECIDED, say.NotDefined(setting=name), "evaluation")


def retold_rounds(bound: UniformBound | RegretBound, recorded: shapes.RoundsPart, context: Context) -> Evidence:
    """The evidence that the recorded counts give."""
    limits = {regime.name: _limits(bound, regime, context) for regime in bound.regimes}
    if (lacking := _not_defined(limits)) is not None:
        return lacking
    each, rows = context.risk / (3 * len(bound.regimes)), []
    for regime, shown in of_the_regimes(bound.regimes, recorded.slack):
        unknown = shown.between or 0
        counts = shown.violations, shown.unsound + unknown, shown.repeats
        sides = _rounds_sides(bound, regime, limits[regime.name][0], context)
        row = row_of_counts(regime.name, regime.point, counts, measured_of(shown), **sides, each=each)
        rows.append(_with_unknown(row, unknown))
    return _rounds_evidence(bound, rows, each, recorded.failures or (), limits, context)


def _rounds(bound: Any, limits: Limits) -> TestedAt:
    """The rounds of which the test speaks: the first and the last where it speaks of those between, else the listed ones."""
    found: set[float] = set()
    for regime in bound.regimes:
        rounds = [float(t) for t in regime.experiment.rounds]
        found |= {1.0, rounds[-1]} if limits[regime.name][2] == EVERY_ROUND else set(rounds)
    return {bound.round.name: tuple(sorted(found))}


def _ratios(paths: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Paths over limits; a limit of 0 or less is exceeded by every error above it, by more than rounding."""
    over = np.where(paths > np.where(limits < -NOUGHT, limits, NOUGHT), LARGEST, 0.0)
    with np.errstate(all="ignore"):
        plain = np.minimum(paths / limits, LARGEST)
    found = np.where(limits > 0, plain, over)
    return np.where(np.isnan(paths), np.nan, found)


def _limits(bound: Any, regime: Regime, context: Context) -> tuple[list[float], list[float], int]:
    """The bound at the listed rounds, the least one before each, and how many are listed where nothing is said between them."""
    rounds = np.array(regime.experiment.rounds, dtype=float)
    at = numbers(regime.point)
    printed = context.expand(bound.bound)

    def there(where: np.ndarray) -> np.ndarray:
        return np.broadcast_to(np.asarray(number(printed, {**at, bound.round.name: where}), float), where.shape)

    values = there(rounds)
    last = int(rounds[-1])
    if len(rounds) == last:
        return values.tolist(), [], EVERY_ROUND
    if not isinstance(bound, RegretBound):
        return values.tolist(), [], len(rounds)
    starts = np.concatenate(([1], rounds[:-1])).astype(int)
    if last <= EVERY:
        every = there(np.arange(1.0, last + 1))
        least = [float(every[a - 1 : int(b)].min()) for a, b in zip(starts, rounds, strict=True)]
        return values.tolist(), least, EVERY_ROUND
    if _never_falls(printed, bound.round, at):
        return values.tolist(), there(starts.astype(float)).tolist(), EVERY_ROUND
    return values.tolist(), [], len(rounds)


def _never_falls(printed: sympy.Expr, letter: sympy.Symbol, at: Mapping[str, float]) -> bool:
    """Whether the bound is proved to increase in the round, at this point."""
    t = sympy.Symbol(letter.name, positive=True)
    exact = {
        s: t if s.name == letter.name else sympy.nsimplify(at[s.name], rational=True) for s in printed.free_symbols
    }
    try:
        slope = sympy.diff(printed.subs(exact), t)
        return isinstance(proof(Statement(slope, ">=", sympy.S.Zero, (t >= 1,))), Proved)
    except ValueError:
        return False


# Widths that a method claims for its own error: how often are they too small?

@dataclass(frozen=True)
class Covered:
    """Error over ``factor * width`` of each replicate; a width of 0 or less covers an error of 0 at most, up to rounding."""

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
            ratio = np.where(width > 0, np.minimum(error / width, LARGEST), np.where(error > NOUGHT, LARGEST, 0.0))
        unknown = np.isnan(error) | np.isnan(width)
        return {**columns, "error": np.where(unknown, np.nan, ratio), "width": width}


def check_width(bound: WidthBound, context: Context) -> Evidence:
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
        typical = significant(float(np.nanmedian(widths))) if np.isfinite(widths).any() else np.nan
        none = int((widths <= 0).sum())
        if none:
            few = say.WidthsNotPositive(setting=regime.name, count=none, of=len(widths))
            findings.append(Finding("WIDTH", few, (regime.name,)))
        sides = _width_sides(bound, regime, typical, context)
        row = violation_row(context, regime.name, sample, regime.point, **sides, each=each)
        rows.append(msgspec.structs.replace(row, median_width=typical))
    return _width_evidence(bound, rows, each, failures_of(samples), findings, context)


def _width_sides(bound: WidthBound, regime: Regime, typical: float, context: Context) -> dict[str, Any]:
    """What a row holds of the formulas: the errors are ratios to their width, and so is what holds without data."""
    trivial = value(context, bound.trivial, regime.point)
    bounds = {"explicit": 1.0, "printed": 1.0, "trivial": trivial / typical if typical > 0 else LARGEST}
    return {"bounds": bounds, "allowed": value(context, bound.failure, regime.point)}


def _width_evidence(
    bound: WidthBound,
    rows: list[shapes.Regime],
    each: float,
    failures: tuple[shapes.Failure, ...],
    findings: Iterable[Finding],
    context: Context,
) -> Evidence:
    return settled(
        rows,
        each,
        failures,
        what="the width",
        findings=tuple(findings),
        context=context,
        regimes=bound.regimes,
    )


def retold_width(bound: WidthBound, recorded: shapes.WidthBoundPart, context: Context) -> Evidence:
    """The evidence that the recorded counts and median widths give; how many widths are 0 or less is left as it is."""
    each, rows = context.risk / (3 * len(bound.regimes)), []
    for regime, shown in of_the_regimes(bound.regimes, recorded.slack):
        typical = float(shown.median_width)
        sides = _width_sides(bound, regime, typical, context)
        row = row_of_counts(regime.name, regime.point, counts_of(shown), measured_of(shown), **sides, each=each)
        rows.append(msgspec.structs.replace(row, median_width=typical))
    findings = [finding for finding in recorded.findings if finding.kind == "WIDTH"]
    return _width_evidence(bound, rows, each, recorded.failures or (), findings, context)


CHECKS = (
    Sampled(UniformBound, check_rounds, retold_rounds, deciding),
    Sampled(RegretBound, check_rounds, retold_rounds, deciding),
    Sampled(WidthBound, check_width, retold_width, deciding),
)
