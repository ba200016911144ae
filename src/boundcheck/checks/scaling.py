"""Measured rates: the error over the rate along each sweep, the constant of a rate, and two pipelines beside each other."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import HighProbabilityBound, Inequality, Scaling, Separation, Step, Sweep
from boundcheck.stats import Interval, paired_ratio, quantile, quantile_interval, slope
from boundcheck.stats.digits import at_least, at_most, significant
from boundcheck.verdict import Evidence, Finding, Outcome, shapes
from boundcheck.verdict import facts as say
from boundcheck.verdict.facts import Along, ConstantSettled, Times
from boundcheck.verdict.shapes import Found
from boundcheck.verdict.statements import Witness
from boundcheck.verdict.values import Extended

from . import constants
from .context import Context, Sampled
from .samples import (
    Sample,
    both_ends,
    cell,
    failures_of,
    rounded_down,
    rounded_up,
    sample_of,
    tested_at,
    unsound_among,
    unsound_of,
    value,
)

# The constant of a measured rate: how it is known that the explicit version is at most that many times the printed one.

def constant_of_rate(scaling: Scaling, context: Context, points: dict[str, list[dict]]) -> Times | None:
    """How ``explicit <= C printed`` is known on the stated domain; None if it is not."""
    explicit, printed = context.expand(scaling.explicit), context.expand(scaling.printed)
    for step, found in context.steps:
        line = step.statement
        if found.evidence.outcome is not Outcome.PROVED or not isinstance(line, Inequality):
            continue
        ratio = sympy.cancel(context.expand(line.rhs) / printed) if context.expand(line.lhs) == explicit else None
        if ratio is not None and ratio.is_number and not _narrower(line, scaling, context):
            return _by_step(ratio, step)
    ratios = [
        value(context, scaling.explicit, at) / value(context, scaling.printed, at)
        for row in points.values()
        for at in row
    ]
    tried = (
        [scaling.constant]
        if scaling.constant is not None
        else [sympy.Integer(math.ceil(k * max(ratios))) for k in (1, 4)]
    )
    for constant in tried:
        bound = HighProbabilityBound(
            scaling.printed, scaling.explicit, constant, scaling.trivial, scaling.failure, (), given=scaling.given
        )
        known = constants.settle(
            bound, context.name, parameters=context.parameters, definitions=context.definitions, steps=context.steps
        )
        if known.everywhere and known.fact is not None:
            return Times(times=str(constant), because=known.fact)
        named = [s for s, found in context.steps if _settles(s, context) and found.evidence.outcome is Outcome.PROVED]
        if named and constant == scaling.constant and known.settled == "points":
            return _by_step(constant, named[0])
    return None


def _by_step(constant: sympy.Expr, step: Step) -> Times:
    return Times(times=str(constant), because=ConstantSettled(how="step", constant=str(constant), step=step.label))


def _settles(step: Step, context: Context) -> bool:
    """Whether a step says that it proves the constant of this part."""
    return context.name in step.settles


def _narrower(line: Inequality, scaling: Scaling, context: Context) -> bool:
    """Whether a line has a condition that the stated domain does not give word for word."""
    stated = {str(c) for p in context.parameters for c in p.domain} | {str(c) for c in scaling.given}
    return any(str(condition) not in stated for condition in line.given)


# Rates: error over rate along each sweep, by simultaneous intervals at all of its points; the exponent is for display.
#
# The tested sentence: at the far end error/rate is at most ``1 + GROWTH`` times its least value.

# By so much of its least value error/rate may grow, or fall, and is called the same; fixed before any sweep was run.
GROWTH = 0.2
# A growth by this factor has to be seen, or a run says nothing of it; and an interval of an exponent wider than the other
# number says that the sweep is too short for one.
SEEN, WIDE = 2.0, 0.25
DECIMALS = 6  # of an exponent
METHOD = "exact quantile intervals of error/rate at all points; slopes with replicate bootstrap"


def check_scaling(scaling: Scaling, context: Context) -> Evidence:
    """Judge every sweep; error/rate that has grown at the far end is GROWS, one that has fallen there is LOOSE.

    Growth that the explicit version shares on the range of the sweep is TRANSIENT where that version is proved to stay
    within a constant of the printed rate on the stated domain.
    """
    within = cache(lambda: constant_of_rate(scaling, context, points))
    points = {sweep.parameter: [_point(sweep, v) for v in sweep.values] for sweep in scaling.sweeps}
    cells = {
        (sweep.parameter, i): cell(
            context, f"{sweep.parameter}: {i}", sweep.experiment, point, context.budget.sweep_repeats
        )
        for sweep in scaling.sweeps
        for i, point in enumerate(points[sweep.parameter])
    }
    results = context.run(list(cells.values()))
    samples = {key: sample_of(results[c]) for key, c in cells.items()}
    if none := _without_exponent(scaling, context, points, samples):
        failures = failures_of({str(key): sample for key, sample in samples.items()})
        return Evidence(Outcome.UNDECIDED, say.NoExponent(places=tuple(none)), METHOD, found=Found(failures=failures))
    risk = context.risk / len(scaling.sweeps)
    judged = [
        _row(scaling, sweep, context, points[sweep.parameter], _of(samples, sweep.parameter), risk, within)
        for sweep in scaling.sweeps
    ]
    failures = failures_of({str(k): s for k, s in samples.items()})
    return _scaling_evidence(judged, points, failures, unsound_of(samples.values()), context)


def retold_scaling(scaling: Scaling, recorded: shapes.ScalingPart, context: Context) -> Evidence | None:
    """The evidence that the recorded quantiles and slopes give; None where errors have no exponent.

    That a growth is one of the explicit version, which stays within a constant of the rate, is left as it is.
    """
    shown = recorded.exponents or ()
    if not shown:
        return None
    points = {sweep.parameter: [_point(sweep, v) for v in sweep.values] for sweep in scaling.sweeps}
    if [row.parameter for row in shown] != [*points]:
        raise ValueError("its sweeps are not those of the claim")
    judged = []
    for sweep, row in zip(scaling.sweeps, shown, strict=True):
        at = [(place.quantile, Interval(place.low, place.high)) for place in row.points]
        measured = Measured(row.measured, row.low, row.high, at)
        judged.append(_judged(scaling, sweep, context, points[sweep.parameter], measured, partial(getattr, row, "within")))
    return _scaling_evidence(judged, points, recorded.failures or (), recorded.evidence.unsound, context)


def _scaling_evidence(
    rows: Sequence[shapes.Exponent],
    points: Mapping[str, list[dict]],
    failures: tuple[shapes.Failure, ...],
    unsound: int,
    context: Context,
) -> Evidence:
    lost = unsound_among(unsound, context.budget.sweep_repeats * sum(map(len, points.values())))
    grows = [(row.parameter, row.growth) for row in rows if row.finding == "GROWS"]
    wide = [row.parameter for row in rows if row.finding == "UNCLEAR"]
    at = tested_at(point for row in points.values() for point in row)
    evidence = shapes.OfSweeps(tolerance=GROWTH, tested_at=at, unsound=unsound)
    found = Found(evidence=evidence, exponents=tuple(rows), failures=failures)
    findings = tuple(Finding(row.finding, along(row)) for row in rows)
    if grows or wide:
        beside = {"unsound": lost[0], "replicates": lost[1], "repeats": context.budget.sweep_repeats}
        open_ = say.RatesOpen(grows=tuple(grows), wide=tuple(wide), **beside)
        return Evidence(Outcome.UNDECIDED, open_, METHOD, findings, found=found)
    return Evidence(Outcome.SUPPORTED, _not_outgrown(rows), METHOD, findings, found=found)


def _without_exponent(scaling: Scaling, context: Context, points: dict[str, list[dict]], samples: dict) -> list[str]:
    """The places of sweeps at which there is no quantile with a logarithm."""
    found = []
    for (parameter, i), sample in samples.items():
        point, error = points[parameter][i], sample.error[sample.sound]
        if len(error) < 2 or quantile(error, 1 - value(context, scaling.failure, point)) <= 0:
            moved = next(sweep.moves for sweep in scaling.sweeps if sweep.parameter == parameter)
            found.append(f"{moved} = {point[moved]:g}")
    return found


def _not_outgrown(rows: Sequence[shapes.Exponent]) -> say.Fact:
    """Where the error outgrows the printed rate, if only on the range of a sweep, where it follows it, what would have shown."""
    kinds = {kind: tuple(row.parameter for row in rows if row.finding == kind) for kind in ("TRANSIENT", "TIGHT")}
    kept = [row.growth_high for row in rows if row.finding != "TRANSIENT"]
    return say.RatesSeen(
        parameters=tuple(row.parameter for row in rows),
        transient=kinds["TRANSIENT"],
        tight=kinds["TIGHT"],
        tolerated=GROWTH,
        seen=Extended(at_most(max(1 + GROWTH, *kept), 2)) if kept else None,
    )


def _of(samples: dict, parameter: str) -> list:
    return [samples[key] for key in samples if key[0] == parameter]


def _point(sweep: Sweep, moved: float) -> dict:
    """The sweep's point with its parameter set, and everything that follows it recomputed."""
    from boundcheck.symbolic import number

    point = {**sweep.point, sweep.moves: moved}
    return {**point, **{name: number(expression, point) for name, expression in sweep.follow.items()}}


def along(row: shapes.Exponent) -> Along:
    """What is found along one parameter, of a row of exponents."""
    return Along(**{name: getattr(row, name) for name in Along.__struct_fields__})


def _row(
    scaling: Scaling,
    sweep: Sweep,
    context: Context,
    points: list[dict],
    samples: list,
    risk: float,
    within: Callable[[], Times | None],
) -> shapes.Exponent:
    """What the record holds of a sweep."""
    x = [value(context, sweep.scale, point) for point in points]
    q = [1 - value(context, scaling.failure, point) for point in points]
    rng = np.random.default_rng(
        [context.seed, zlib.crc32(f"{context.claim}/{context.name}/{sweep.parameter}".encode())]
    )
    errors = [s.error[s.sound] for s in samples]
    measured = slope(x, errors, q, risk / 2, rng)
    each = risk / (2 * len(points))
    ends = [[quantile_interval(side, qi, each) for side in both_ends(s)] for s, qi in zip(samples, q, strict=True)]
    at = [
        (significant(float(size)), Interval(rounded_down(float(least.low)), rounded_up(float(most.high))))
        for size, (least, most) in zip(measured.quantiles, ends, strict=True)
    ]
    slope_, low, high = map(_exponent, (measured.value, measured.interval.low, measured.interval.high))
    return _judged(scaling, sweep, context, points, Measured(slope_, low, high, at), within)


@dataclass(frozen=True)
class Measured:
    """What was measured along a sweep: the slope with its interval, and at every point the quantile with its own."""

    slope: float
    low: float
    high: float
    at: list[tuple[float, Interval]]


def _judged(
    scaling: Scaling,
    sweep: Sweep,
    context: Context,
    points: list[dict],
    measured: Measured,
    within: Callable[[], Times | None],
) -> shapes.Exponent:
    """The row of a sweep, by what was measured."""
    x = [value(context, sweep.scale, point) for point in points]
    rates = {
        "printed": [value(context, scaling.printed, point) for point in points],
        "explicit": [value(context, scaling.explicit, point) for point in points],
        "trivial": [value(context, scaling.trivial, point) for point in points],
    }
    printed, explicit = (_exponent(_least_squares(x, rates[name])) for name in ("printed", "explicit"))
    low, high = measured.low, measured.high
    if len(measured.at) != len(points):
        raise ValueError(f"the points along {sweep.parameter} are not those of the claim")
    intervals = [interval for _, interval in measured.at]
    bands = Bands.over(intervals, rates["printed"], x, sweep.towards)
    finding: shapes.AlongRate = "UNCLEAR" if high - low > WIDE else bands.finding
    if finding == "TIGHT" and too_short(x):
        finding = "UNCLEAR"
    how = None
    if finding == "GROWS":
        beside = Bands.over(intervals, rates["explicit"], x, sweep.towards)
        if beside.finding not in ("GROWS", "UNCLEAR") and (how := within()):
            finding = "TRANSIENT"
    centre = [quantile_ / rate for (quantile_, _), rate in zip(measured.at, rates["printed"], strict=True)]
    growth = significant(_far(centre, x, sweep.towards) / min(centre))
    return shapes.Exponent(
        parameter=sweep.parameter,
        printed=printed,
        explicit=explicit,
        measured=measured.slope,
        low=low,
        high=high,
        growth=growth,
        growth_low=significant(bands.least),
        growth_high=significant(bands.most),
        finding=finding,
        late=finding == "GROWS" and bands.late,
        within=how,
        remark=sweep.note,
        points=tuple(
            shapes.ExponentPoint(
                value=x[i], quantile=size, low=ends.low, high=ends.high, **{name: rate[i] for name, rate in rates.items()}
            )
            for i, (size, ends) in enumerate(measured.at)
        ),
    )


@dataclass(frozen=True)
class Bands:
    """Between what error/rate at the far end of a sweep lies, in units of values of its own, by intervals that all hold at once.

    Parameters
    ----------
    least, most : float
        Of the value at the far end over the least one.
    fallen : float
        Of the value at the far end over the largest one, at most.
    late : bool
        Whether it has certainly grown over the last half of the points, too.
    """

    least: float
    most: float
    fallen: float
    late: bool

    @classmethod
    def over(cls, intervals: Sequence[Interval], rate: Sequence[float], x: Sequence[float], towards: str) -> Bands:
        """Of the intervals of an error at the points `x` of a sweep, in units of `rate`."""
        order = sorted(range(len(x)), key=lambda i: x[i], reverse=towards == "small")
        low = [max(intervals[i].low, 0.0) / rate[i] for i in order]
        high = [intervals[i].high / rate[i] for i in order]
        half = len(order) // 2
        return cls(
            low[-1] / min(high),
            max(1.0, high[-1] / min(low)) if min(low) > 0 else math.inf,
            high[-1] / max(low) if max(low) > 0 else math.inf,
            low[-1] > (1 + GROWTH) * min(high[half:]),
        )

    @property
    def finding(self) -> shapes.AlongRate:
        """GROWS and LOOSE where that is certain, UNCLEAR where a growth could have been missed."""
        if self.least > 1 + GROWTH:
            return "GROWS"
        if not self.most <= SEEN:
            return "UNCLEAR"
        return "LOOSE" if self.fallen < 1 / (1 + GROWTH) else "TIGHT"


def too_short(x: Sequence[float]) -> bool:
    """Whether a change by `GROWTH` is that of an exponent which is off by more than `WIDE`: everything follows a rate there."""
    return math.log(1 + GROWTH) > WIDE * math.log(max(x) / min(x))


def _far(values: Sequence[float], x: Sequence[float], towards: str) -> float:
    """The value at the far end."""
    return values[(max if towards == "large" else min)(range(len(x)), key=lambda i: x[i])]


def _exponent(slope: float) -> float:
    """To six decimals: what lies below is the processor's."""
    return round(float(slope), DECIMALS) + 0.0


def _least_squares(x: list[float], y: list[float]) -> float:
    """Slope of log y on log x over the design: the exponent that the rate itself would show there."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


# Separations: two pipelines on common random numbers, along one parameter: the order of their errors, or the rate of the ratio.
#
# The tested sentence of a rate: ratio/printed is the same at all points, up to the factor ``1 + GROWTH`` of `scaling`.

def check_separation(separation: Separation, context: Context) -> Evidence:
    """Ratio of the harder error to the easier one at every point; below one with certainty is a refutation.

    That a ratio does not follow its rate on a range of points refutes no rate, and supports none.
    """
    points = [{**separation.point, separation.moves: v} for v in separation.values]
    pairs = []
    for i, point in enumerate(points):
        # One stream for both: the same rows, labels and coins, so the ratio is that of the pipelines.
        stream = f"{context.name}: pair {i}"
        pairs.append(
            tuple(
                cell(context, f"{side} {i}", experiment, point, context.budget.sweep_repeats, stream)
                for side, experiment in (("easier", separation.easier), ("harder", separation.harder))
            )
        )
    results = context.run([c for pair in pairs for c in pair])
    each = context.risk / (2 * len(points))
    rows, samples = [], []
    for point, (easier, harder) in zip(points, pairs, strict=True):
        a, b = sample_of(results[easier]), sample_of(results[harder])
        samples += [a, b]
        rng = np.random.default_rng([context.seed, zlib.crc32(f"{context.claim}/{easier.name}".encode())])
        ratio, interval = _ratio(b, a, 1 - value(context, separation.failure, point), each, rng)
        measured = {"ratio": ratio, "low": interval.low, "high": interval.high}
        rows.append(_formulas(separation, point, context, {key: significant(float(size)) for key, size in measured.items()}))
    return _separation_evidence(separation, rows, tested_at(points), unsound_of(samples), context)


def _formulas(
    separation: Separation, point: Mapping[str, Any], context: Context, measured: Mapping[str, float]
) -> shapes.RatioPoint:
    """A row: what was measured, with the value of the parameter and of the printed ratio."""
    printed = None if separation.printed is None else value(context, separation.printed, point)
    return shapes.RatioPoint(value=value(context, separation.scale, point), printed=printed, **measured)


def _ratio(harder: Sample, easier: Sample, q: float, each: float, rng: np.random.Generator) -> tuple[float, Interval]:
    """The ratio of two quantiles, and its interval; an unsound replicate may have any error, and an error of 0 has no ratio."""
    whole = (harder.sound & easier.sound).all()
    if whole and min(harder.error.min(initial=1.0), easier.error.min(initial=1.0)) > 0:
        found = paired_ratio(harder.error, easier.error, q, each, rng)
        return float(found.value), found.interval
    ends = [[quantile_interval(side, q, each / 2) for side in both_ends(sample)] for sample in (harder, easier)]
    (above_low, above_high), (below_low, below_high) = ends
    low = _over(max(above_low.low, 0.0), below_high.high, 0.0)
    high = _over(above_high.high, max(below_low.low, 0.0), math.inf)
    sound = [sample.error[sample.sound] for sample in (harder, easier)]
    middle = _over(quantile(sound[0], q), quantile(sound[1], q), math.inf) if all(map(len, sound)) else math.inf
    return middle, Interval(low, high)


def _over(above: float, below: float, otherwise: float) -> float:
    """A quotient; `otherwise` where there is none."""
    return above / below if 0 < below < math.inf else otherwise


def _separation_evidence(
    separation: Separation, rows: list[shapes.RatioPoint], points: shapes.TestedAt, unsound: int, context: Context
) -> Evidence:
    sweep = shapes.RatioSweep(parameter=separation.parameter, of=separation.of, points=tuple(rows))
    found = Found(evidence=shapes.OfComparison(tested_at=points, unsound=unsound), separation=sweep)
    lost = unsound_among(unsound, 2 * context.budget.sweep_repeats * len(rows))  # of either side
    largest = max(rows, key=lambda row: row.ratio)
    reversed_ = [row for row in rows if row.high < 1]
    extreme = min(reversed_, key=lambda row: row.high) if reversed_ else largest
    shown: Any = {key: significant(getattr(extreme, key), 3) for key in ("value", "ratio", "low", "high")}
    seen = say.RatioSeen(parameter=separation.parameter, **shown, below=bool(reversed_), remark=separation.note)
    finding = Finding("SEPARATED", seen)
    method = "paired replicates on common random numbers"
    if reversed_:
        moved, most = separation.values[rows.index(extreme)], at_most(extreme.high)
        return Evidence(
            Outcome.REFUTED,
            say.OrderReversed(
                moves=separation.moves,
                value=significant(moved, 6),
                parameter=separation.parameter,
                at=significant(extreme.value, 3),
                most=float(most),
            ),
            method,
            (finding,),
            witness=Witness(point={separation.moves: f"{moved:g}"}, lhs=most, rhs="1"),
            found=found,
        )
    clear = sum(row.low > 1 for row in rows)
    supported = all(row.low >= 1 - 0.05 for row in rows) and clear > 0
    rate = _along_the_rate(rows) if separation.of == "rate" else None
    supported = supported and (rate is None or rate.finding == "same")
    fact = say.Ordered(larger=clear, points=len(rows), unsound=lost[0], replicates=lost[1], rate=rate)
    return Evidence(Outcome.SUPPORTED if supported else Outcome.UNDECIDED, fact, method, (finding,), found=found)


def _along_the_rate(rows: list[shapes.RatioPoint]) -> say.RatioAlong:
    """Whether ratio/printed is the same at all points, as far as is seen."""
    rates = [row.printed for row in rows if row.printed is not None]  # of all: a ratio that is a rate is printed
    low, high = ([getattr(row, end) / rate for row, rate in zip(rows, rates, strict=True)] for end in ("low", "high"))
    if min(low) <= 0:
        return say.RatioAlong(finding="wide")
    if too_short([row.value for row in rows]):
        return say.RatioAlong(finding="short")
    apart, most = max(low) / min(high), max(high) / min(low)
    if apart > 1 + GROWTH:
        ends = [place(range(len(rows)), key=lambda i: rows[i].ratio / rates[i]) for place in (min, max)]
        pairs = tuple((significant(rows[i].ratio, 3), significant(rates[i], 3)) for i in ends)
        return say.RatioAlong(finding="apart", factor=float(at_least(apart, 3)), pairs=pairs)
    if most > SEEN:
        return say.RatioAlong(finding="open", factor=float(at_most(most, 2)))
    return say.RatioAlong(finding="same", factor=float(at_most(max(most, 1 + GROWTH), 2)), tolerated=GROWTH)


def retold_separation(separation: Separation, recorded: shapes.SeparationPart, context: Context) -> Evidence:
    """The evidence that the recorded ratios and their intervals give."""
    points = [{**separation.point, separation.moves: v} for v in separation.values]
    rows = [
        _formulas(separation, point, context, {"ratio": row.ratio, "low": row.low, "high": row.high})
        for point, row in zip(points, recorded.separation.points, strict=True)
    ]
    return _separation_evidence(separation, rows, tested_at(points), recorded.evidence.unsound, context)


CHECKS = (Sampled(Scaling, check_scaling, retold_scaling), Sampled(Separation, check_separation, retold_separation))
