"""Bounds on means and probabilities, from above and from below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from boundcheck.claims import ExpectationBound, ExpectationLowerBound, ProbabilityLowerBound, Regime
from boundcheck.stats import mean_at_least, mean_at_most, mean_interval, proportion_interval
from boundcheck.stats.digits import at_least, at_most, significant
from boundcheck.verdict import Evidence, Finding, Outcome, shapes
from boundcheck.verdict import facts as say
from boundcheck.verdict.shapes import Found, TestedAt
from boundcheck.verdict.statements import Witness

from . import corners, samples
from .context import Budget, Context, Sampled
from .samples import (
    ROUNDING,
    Sample,
    above_ceiling,
    cell,
    failures_of,
    first_look,
    of_the_regimes,
    over,
    refuse_negative,
    rounded_down,
    rounded_up,
    sample_of,
    tested_at,
    value,
)

# Bounds in expectation, for errors with a known ceiling, a known second moment, or neither.

LAST_DIGIT = 1e-5  # of six, relatively


def check_mean(bound: ExpectationBound, context: Context) -> Evidence:
    """Guaranteed limits of the mean in every regime; unsound replicates count as the worst on either side.

    The lower limit needs no ceiling. The upper one needs one, or a second moment; without either nothing is supported. A draw
    above the ceiling, or a mean square above the second moment, contradicts the statement. A corner of the domain can refute.
    """
    extreme, unmoved = corners.made(bound, context)
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in bound.regimes}
    cells |= {c.regime.name: cell(context, c.regime.name, c.regime.experiment, c.regime.point, c.repeats) for c in extreme}
    results = context.run(list(cells.values()))
    limits = 3 if bound.second_moment is not None else 2
    each = context.risk / (limits * len(bound.regimes) + min(len(extreme), 1))  # all corners together as one limit
    rows: list[shapes.Mean] = []
    samples = {name: sample_of(results[cells[name]]) for name in cells}
    at_corners = [
        _at_corner(bound, context, corner, samples.pop(corner.regime.name), each / (2 * len(extreme))) for corner in extreme
    ]
    at_corners = _once_more(bound, context, extreme, at_corners, each / max(1, 2 * len(extreme)))
    for regime in bound.regimes:
        sample = samples[regime.name]
        refuse_negative(context, regime.name, sample, regime.experiment)
        if (against := _beyond(bound, context, regime, sample, each)) is not None:
            return against
        least = np.where(sample.sound, sample.error, 0.0)
        printed = value(context, bound.printed, regime.point)
        many = int(over(least, printed, 1.0).sum())
        rows.append(
            shapes.Mean(
                name=regime.name,
                bound=printed,
                mean=significant(float(least.mean())),
                low=rounded_down(_low(bound, context, regime, least, each)),
                high=rounded_up(_high(bound, context, regime, sample, each)),
                repeats=len(sample.error),
                exceeding=many if _suspected(many, len(sample.error), regime, context) else 0,
            )
        )
    drawn = [row.point for row in at_corners if not row.failed]
    drawn += [r.point for r in bound.regimes if samples[r.name].sound.any()]
    return _mean_evidence(bound, rows, at_corners, (tested_at(drawn), unmoved or None, failures_of(samples)), context)


def retold_mean(bound: ExpectationBound, recorded: shapes.ExpectationBoundPart, context: Context) -> Evidence | None:
    """The evidence that the recorded means and their limits give; None where one draw says all."""
    evidence = recorded.evidence
    if not evidence.means:
        return None
    rows = []
    for regime, shown in of_the_regimes(bound.regimes, evidence.means):
        if not shown.low <= shown.mean * (1 + LAST_DIGIT) or shown.mean > shown.high * (1 + LAST_DIGIT):
            raise ValueError(f"the mean of {regime.name!r} lies outside its own interval")
        rows.append(msgspec.structs.replace(shown, bound=value(context, bound.printed, regime.point)))
        if (many := shown.exceeding) and (many > shown.repeats or not _suspected(many, shown.repeats, regime, context)):
            raise ValueError(f"so many errors above their bound are no cause to suspect {regime.name!r}")
    at_corners = []
    for shown in evidence.corners:
        if corners.outside(bound, context, shown.point):
            raise ValueError(f"the bound is not stated at {shown.name!r}")
        at_corners.append(msgspec.structs.replace(shown, bound=value(context, bound.printed, shown.point)))
    drawn = [row.point for row in at_corners if not row.failed] + [r.point for r in bound.regimes]
    sound = not recorded.failures and all(row.mean > 0 for row in rows)  # else a regime may have drawn nothing
    points = tested_at(drawn) if sound else evidence.tested_at
    return _mean_evidence(bound, rows, at_corners, (points, evidence.kept_at_corners, recorded.failures or ()), context)


def _mean_evidence(
    bound: ExpectationBound,
    rows: Sequence[shapes.Mean],
    at_corners: Sequence[shapes.MeanAtCorner],
    beside: tuple[TestedAt, Mapping[str, str] | None, tuple[shapes.Failure, ...]],
    context: Context,
) -> Evidence:
    points, unmoved, failures = beside
    evidence = shapes.OfMeans(
        repeats=sum(row.repeats for row in rows),
        tested_at=points,
        means=tuple(rows),
        corners=tuple(at_corners),
        kept_at_corners=unmoved,
    )
    found = Found(evidence=evidence, failures=failures or None)
    method = "betting interval for a bounded mean" if bound.ceiling is not None else "one-sided bets on a mean, no ceiling"
    exceeded = [row for row in rows if _over(row)]
    if exceeded:
        row = max(exceeded, key=lambda r: r.low / r.bound if r.bound > 0 else np.inf)
        regime = next(regime for regime in bound.regimes if regime.name == row.name)
        return Evidence(
            Outcome.REFUTED,
            _above(row, setting=row.name, **_suspected(row.exceeding, row.repeats, regime, context)),
            method,
            witness=Witness(
                point={"regime": row.name},
                lhs=str(row.low),
                rhs=str(row.bound),
                text="mean",
            ),
            found=found,
        )
    above = sorted(filter(_over, at_corners), key=lambda row: bool(row.kept))  # those that accuse first
    if above and not above[0].kept:
        corner = above[0]
        return Evidence(
            Outcome.REFUTED,
            _above(corner, corner=corners.words_of(corner)),
            method,
            witness=Witness(
                point={key: str(entry) for key, entry in corner.point.items()},
                lhs=str(corner.low),
                rhs=str(corner.bound),
                text=f"mean at the {corner.name}",
            ),
            found=found,
        )
    open_rows = [row for row in rows if over(row.high, row.bound, 1.0)]
    if above and not open_rows:
        return Evidence(Outcome.UNDECIDED, corners.open_at(above[0], _above(above[0])), method, found=found)
    if not open_rows:
        share = max((row.low / row.bound for row in rows if row.bound > 0), default=0.0)
        seen = float(at_least(share, 2)) if share > 0 else None
        fact: say.Fact = say.OnItsSide(of="mean", side="below", settings=len(rows), factor_seen=seen)
        return Evidence(Outcome.SUPPORTED, fact, method, found=found)
    fact = say.Several(facts=tuple(_needs_above(row, context.budget) for row in open_rows))
    return Evidence(Outcome.UNDECIDED, fact, method, found=found)


def _above(row: shapes.Mean | shapes.MeanAtCorner, **where: Any) -> say.Fact:
    low, bound = significant(row.low, 4), significant(row.bound, 4)
    return say.Beyond(of="mean", side="at least", value=low, bound=bound, **where)


def _over(row: shapes.Mean | shapes.MeanAtCorner) -> bool:
    """Whether a mean is certainly above its bound."""
    return bool(over(row.low, row.bound, 1.0))


def _at_corner(
    bound: ExpectationBound, context: Context, corner: corners.Corner, sample: Sample, each: float
) -> shapes.MeanAtCorner:
    """The lower limit of the mean at a corner; what cannot be drawn there says why, and nothing else."""
    regime = corner.regime
    least = np.where(sample.sound, sample.error, 0.0)
    said = corners.described(corner, sample)
    ceiling = np.inf if bound.ceiling is None else value(context, bound.ceiling, regime.point)
    if least.min(initial=0.0) < 0:
        said["failed"] = f"it returns negative errors, as {least.min():.4g}"
    elif least.max(initial=0.0) > ceiling * (1 + ROUNDING):
        said["failed"] = f"it returns the error {least.max():.4g}, above the ceiling {ceiling:.4g}"
    elif not sample.sound.any():
        said["failed"] = said["failed"] or "it returns no sound error"
    low = 0.0 if said["failed"] else rounded_down(_low(bound, context, regime, least, each))
    return shapes.MeanAtCorner(
        name=regime.name,
        point={key: regime.point[key] for key in sorted(regime.point)},
        bound=value(context, bound.printed, regime.point),
        mean=significant(float(least.mean())) if len(least) else 0.0,
        low=low,
        repeats=len(sample.error),
        **said,
    )


def _once_more(
    bound: ExpectationBound, context: Context, extreme: Sequence[corners.Corner], rows: list[shapes.MeanAtCorner], each: float
) -> list[shapes.MeanAtCorner]:
    """The rows, with fresh samples for those of few repeats whose mean seems to be above the bound, and is not for sure."""
    open_ = {
        row.name: corners.once_more(corner, context)
        for corner, row in zip(extreme, rows, strict=True)
        if not row.failed and row.mean > row.bound and not _over(row) and corner.repeats < context.budget.repeats
    }
    cells = {name: cell(context, c.regime.name, c.regime.experiment, c.regime.point, c.repeats) for name, c in open_.items()}
    results = context.run(list(cells.values())) if cells else {}
    fresh = {name: _at_corner(bound, context, c, sample_of(results[cells[name]]), each) for name, c in open_.items()}
    return [fresh.get(row.name, row) for row in rows]


def _beyond(bound: ExpectationBound, context: Context, regime: Regime, sample: Sample, each: float) -> Evidence | None:
    """The evidence against what a statement says of its errors besides the mean: their ceiling, their second moment."""
    errors = sample.error[sample.sound]
    found = Found(evidence=shapes.OfMeans(repeats=len(sample.error), tested_at=tested_at([regime.point])))
    at = {key: str(regime.point[key]) for key in sorted(regime.point)}
    if bound.ceiling is not None and len(errors):
        ceiling, largest = value(context, bound.ceiling, regime.point), float(errors.max())
        if largest > ceiling * (1 + ROUNDING):
            return Evidence(
                Outcome.REFUTED,
                say.AboveCeiling(
                    setting=regime.name, error=significant(largest, 6), ceiling=significant(ceiling, 6), decided=True
                ),
                "one draw",
                witness=_against(at, largest, ceiling, f"largest error in {regime.name}"),
                found=found,
            )
    if bound.second_moment is not None and len(errors):
        moment = value(context, bound.second_moment, regime.point)
        low = mean_at_least(np.where(sample.sound, sample.error, 0.0) ** 2, each)
        if low > moment * (1 + ROUNDING):
            return Evidence(
                Outcome.REFUTED,
                say.Beyond(
                    setting=regime.name,
                    of="mean square",
                    side="at least",
                    value=significant(low, 4),
                    bound=significant(moment, 4),
                ),
                "one-sided bets on a mean, no ceiling",
                witness=_against(at, low, moment, f"mean square in {regime.name}"),
                found=found,
            )
    return None


def _against(point: dict[str, str], left: float, right: float, text: str) -> Witness:
    return Witness(point=point, lhs=f"{left:.6g}", rhs=f"{right:.6g}", text=text)


def _suspected(many: int, repeats: int, regime: Regime, context: Context) -> dict[str, Any]:
    """Where nearly every single error exceeds the bound on their mean: what to look at first."""
    look = first_look(many, repeats, regime.experiment, context)
    return {"exceeding": many, "repeats": repeats, "look_at": look} if look else {}


def _low(bound: ExpectationBound, context: Context, regime: Regime, least: np.ndarray, each: float) -> float:
    if bound.ceiling is None:
        return mean_at_least(least, each)
    ceiling = value(context, bound.ceiling, regime.point)
    return float(mean_interval(np.minimum(least, ceiling), 0.0, ceiling, each, side="lower").low)


def _high(bound: ExpectationBound, context: Context, regime: Regime, sample: Sample, each: float) -> float:
    """The smaller of the two upper limits that are known, each at half of the error probability where both are."""
    ends, share = [np.inf], each / max(1, (bound.ceiling is not None) + (bound.second_moment is not None))
    if bound.ceiling is not None:
        ceiling = value(context, bound.ceiling, regime.point)
        most = np.where(sample.sound, np.minimum(sample.error, ceiling), ceiling)
        ends.append(float(mean_interval(most, 0.0, ceiling, share, side="upper").high))
    if bound.second_moment is not None and sample.sound.all():
        ends.append(mean_at_most(sample.error, value(context, bound.second_moment, regime.point), share))
    return min(ends)


def _needs_above(row: shapes.Mean, budget: Budget) -> say.Fact:
    if not np.isfinite(row.high):
        return _unlimited(row, "mean", above=False)
    return samples.narrower_interval("mean", row, budget)


def _unlimited(row: shapes.Mean, what: Any, above: bool) -> say.Fact:
    """Of errors without a ceiling: a mean that should be above its bound, or below."""
    sides: Any = {key: significant(getattr(row, key), 4) for key in ("mean", "low", "bound")}
    return say.IntervalOpen(setting=row.name, of=what, **sides, high=None, above=above)


# Lower bounds on a mean or a probability: is what is measured certainly below, or certainly above?

CUT = 20.0  # without a ceiling, errors are cut off at so many times the bound


def check_lower_mean(bound: ExpectationLowerBound | ProbabilityLowerBound, context: Context) -> Evidence:
    """Guaranteed intervals in every regime; unsound replicates count as the worst on either side."""
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in bound.regimes}
    results = context.run(list(cells.values()))
    each = context.risk / (2 * len(bound.regimes))
    samples = {name: sample_of(results[cells[name]]) for name in cells}
    if (above := above_ceiling(context, bound.regimes, samples, getattr(bound, "ceiling", None))) is not None:
        return Evidence(Outcome.UNDECIDED, above, "one draw")
    rows = [_row(bound, context, regime, samples[regime.name], each) for regime in bound.regimes]
    drawn = [regime.point for regime in bound.regimes if samples[regime.name].sound.any()]
    return _lower_mean_evidence(bound, rows, tested_at(drawn), failures_of(samples), context)


def retold_lower_mean(
    bound: ExpectationLowerBound | ProbabilityLowerBound,
    recorded: shapes.ExpectationLowerBoundPart | shapes.ProbabilityLowerBoundPart,
    context: Context,
) -> Evidence | None:
    """The evidence that the recorded means and their intervals give; None where an error above its ceiling is all that is said."""
    evidence = recorded.evidence
    if not evidence.least:
        return None
    rows = [
        msgspec.structs.replace(shown, bound=value(context, bound.bound, regime.point))
        for regime, shown in of_the_regimes(bound.regimes, evidence.least)
    ]
    failures = recorded.failures or ()
    sound = not failures and all(row.mean > 0 for row in rows)  # else a regime may have drawn nothing, which no number tells
    points = tested_at(regime.point for regime in bound.regimes) if sound else evidence.tested_at
    return _lower_mean_evidence(bound, rows, points, failures, context)


def _lower_mean_evidence(
    bound: ExpectationLowerBound | ProbabilityLowerBound,
    rows: Sequence[shapes.Mean],
    points: TestedAt | None,
    failures: tuple[shapes.Failure, ...],
    context: Context,
) -> Evidence:
    evidence = shapes.OfLeast(least=tuple(rows), repeats=sum(row.repeats for row in rows), tested_at=points)
    found = Found(evidence=evidence, failures=failures or None)
    mean = isinstance(bound, ExpectationLowerBound)
    what: Any = "mean" if mean else "probability"
    method = "betting interval for a bounded mean" if mean else "exact binomial interval"
    findings = tuple(
        Finding("VACUOUS", say.SaysNothingThere(setting=row.name, bound=significant(row.bound, 4)))
        for row in rows
        if row.bound <= 0
    )
    under = [row for row in rows if row.high < row.bound * (1 - ROUNDING)]
    if under:
        row = min(under, key=lambda r: r.high / r.bound)
        return Evidence(
            Outcome.REFUTED,
            say.Beyond(
                setting=row.name,
                of=what,
                side="at most",
                value=float(at_most(row.high, 4)),
                bound=significant(row.bound, 4),
            ),
            method,
            findings,
            witness=Witness(
                point={"regime": row.name},
                lhs=str(row.high),
                rhs=str(row.bound),
                text=what,
            ),
            found=found,
        )
    open_rows = [row for row in rows if row.low < row.bound * (1 - ROUNDING)]
    if open_rows:
        fact: say.Fact = say.Several(facts=tuple(_needs_below(row, what, context.budget) for row in open_rows))
        return Evidence(Outcome.UNDECIDED, fact, method, findings, found=found)
    spare = min((row.high / row.bound for row in rows if row.bound > 0), default=np.inf)
    seen = float(at_most(spare)) if np.isfinite(spare) else None
    fact = say.OnItsSide(of=what, side="above", settings=len(rows), factor_seen=seen)
    return Evidence(Outcome.SUPPORTED, fact, method, findings, found=found)


def _row(bound: Any, context: Context, regime: Any, sample: Any, each: float) -> shapes.Mean:
    printed = value(context, bound.bound, regime.point)
    repeats = len(sample.error)
    refuse_negative(context, regime.name, sample, regime.experiment)
    if isinstance(bound, ProbabilityLowerBound):
        threshold = value(context, bound.threshold, regime.point)
        above = (sample.error >= threshold * (1 - ROUNDING)) & sample.sound
        certain, possible = int(above.sum()), int(above.sum() + (~sample.sound).sum())
        low = float(proportion_interval(certain, repeats, each, side="lower").low)
        high = float(proportion_interval(possible, repeats, each, side="upper").high)
        return shapes.Mean(
            name=regime.name,
            bound=printed,
            mean=significant(certain / repeats),
            low=rounded_down(low),
            high=rounded_up(high),
            repeats=repeats,
        )
    cut = bound.ceiling is None
    ceiling = CUT * max(printed, 0.0) if cut else value(context, bound.ceiling, regime.point)
    sound = np.where(sample.sound, sample.error, 0.0)
    least = np.minimum(sound, ceiling) if cut else sound
    if ceiling <= 0:
        low, high, mean = 0.0, np.inf, float(least.mean())
    else:
        low = float(mean_interval(np.minimum(least, ceiling), 0.0, ceiling, each, side="lower").low)
        most = np.where(sample.sound, np.minimum(sample.error, ceiling), ceiling)
        high = np.inf if cut else float(mean_interval(most, 0.0, ceiling, each, side="upper").high)
        mean = float(least.mean())
    low, high = rounded_down(low), rounded_up(high)
    return shapes.Mean(name=regime.name, bound=printed, mean=significant(mean), low=low, high=high, repeats=repeats)


def _needs_below(row: shapes.Mean, what: Any, budget: Budget) -> say.Fact:
    if not np.isfinite(row.high):
        return _unlimited(row, what, above=True)
    return samples.narrower_interval(what, row, budget)


CHECKS = (
    Sampled(ExpectationBound, check_mean, retold_mean, samples.deciding),
    Sampled(ExpectationLowerBound, check_lower_mean, retold_lower_mean, samples.deciding),
    Sampled(ProbabilityLowerBound, check_lower_mean, retold_lower_mean, samples.deciding),
)
