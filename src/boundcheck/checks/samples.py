"""Regimes as cells of a study, and what rows of violations say: margins, repeats that would decide, suspicion."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Experiment, Regime, Simulation
from boundcheck.stats import Interval, proportion_interval, quantile_interval, smallest_visible_rate
from boundcheck.stats.digits import AGREED, at_least, at_most, significant
from boundcheck.study import Cell, StudyError
from boundcheck.symbolic import number
from boundcheck.verdict import Evidence, Finding, Outcome, shapes
from boundcheck.verdict import facts as say
from boundcheck.verdict.shapes import Found, TestedAt
from boundcheck.verdict.statements import Witness

from .context import BUDGETS, MOST_REPEATS, Budget, Context

# By how much a rate of violations may seem to exceed the allowed one and still agree with it; fixed before anything was run.

FACTOR = 1.15


def limit(allowed: float) -> float:
    """The rate up to which samples agree with `allowed`: 1.15 times it, or of what is left to 1 beyond one half."""
    return min(FACTOR * allowed, 1 - (1 - allowed) / FACTOR)


KEPT = 6  # digits of a limit in a record


def rounded_down(limit: float) -> float:
    """A lower limit at the digits that a record keeps, of those on which processors agree."""
    return float(at_least(significant(limit, AGREED), KEPT))


def rounded_up(limit: float) -> float:
    """An upper limit at the digits that a record keeps, of those on which processors agree."""
    return float(at_most(significant(limit, AGREED), KEPT))


# Where nearly every replicate exceeds a bound, a wrong simulation is suspected before the bound; no outcome depends on it.

NEARLY_ALL = 0.99  # of the replicates of a regime
RARE = 0.5  # allowed failure probabilities up to this one make so many violations strange
OWN = "own/"  # claims whose simulation nobody else has looked at


def first_look(violations: int, repeats: int, experiment: Any, context: Context, allowed: float = 0.0) -> str:
    """Whose function to check before the bound is doubted; empty without cause.

    Parameters
    ----------
    violations, repeats : int >= 0
    allowed : float, optional
        The share of failures that a bound allows.
    experiment : object with ``sample``
        What was drawn there; `Simulation`, `Paths` and `Widths` name their function.
    context : Context
        Only someone's own claim is suspected; the claims of the papers have tests of their experiments.
    """
    if not context.claim.startswith(OWN) or allowed > RARE:
        return ""
    if violations < NEARLY_ALL * repeats:
        return ""
    return called(experiment)


def called(experiment: Any) -> str:
    """The function that draws, as its file calls it."""
    for field in ("errors", "paths", "draws"):
        name = getattr(getattr(experiment, field, None), "__name__", "")
        if name:
            return f"{name}()"
    return "the simulation"


# Where a statement was put to samples: the values of every letter, over all points.

def tested_at(points: Iterable[Mapping[str, Any]]) -> TestedAt:
    """The values at which each letter stood, in ascending order; named choices are no values.

    Parameters
    ----------
    points : iterable of mapping
        At which something was drawn.
    """
    found: dict[str, set[float]] = {}
    for point in points:
        for name, entry in point.items():
            if isinstance(entry, int | float) and not isinstance(entry, bool):
                found.setdefault(name, set()).add(significant(float(entry)))
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


# Regimes become cells of a study; what comes back is read off against a bound.

# A replicate whose optimality residual exceeds this is no minimiser; it is never counted in a claim's favour.
RESIDUAL = 1e-8
# An error above its bound by less, relatively, is one at its bound: that far two processors differ.
ROUNDING = 1e-9
NEGATIVE = 1e-12  # errors may be negative by so much of the largest one, or of 1: that is rounding, and 0
NOUGHT = 1e-12  # of what holds without data, or of 1 where that is less: an error up to this is one of 0 beside a bound of 0


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
    stream = f"{stream or name}, again" if context.again else stream
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


def both_ends(sample: Sample) -> tuple[np.ndarray, np.ndarray]:
    """The errors with 0 for each unsound replicate, and with infinity: what they are at least, and at most."""
    least, most = (np.where(sample.sound, sample.error, end) for end in (0.0, np.inf))
    return least, most


def unsound_of(samples: Iterable[Sample]) -> int:
    """How many replicates of all cells are unsound."""
    return sum(int((~sample.sound).sum()) for sample in samples)


def unsound_among(unsound: int, replicates: int) -> tuple[int, int]:
    """How many replicates are unsound, of how many; a `ValueError` where that are more than were drawn."""
    if not 0 <= unsound <= replicates:
        raise ValueError("more replicates are unsound than were drawn")
    return unsound, replicates


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


def above_ceiling(context: Context, regimes: Iterable[Any], samples: Mapping[str, Sample], ceiling: Any) -> say.Fact | None:
    """Where an error was drawn above the ceiling that a claim file says; None where none was."""
    for regime in regimes if ceiling is not None else ():
        sample, most = samples[regime.name], value(context, ceiling, regime.point)
        largest = float(sample.error[sample.sound].max(initial=0.0))
        if largest > most * (1 + ROUNDING):
            shown = significant(largest, 6), significant(most, 6)
            return say.AboveCeiling(setting=regime.name, error=shown[0], ceiling=shown[1], decided=False)
    return None


def value(context: Context, expression: sympy.Expr, point: Mapping) -> float:
    """`expression` at `point`, its abbreviating letters replaced first."""
    return number(context.expand(sympy.sympify(expression)), numbers(point))


def numbers(point: Mapping) -> dict[str, float]:
    """The numeric entries of a point; named choices are for the experiment alone."""
    return {name: entry for name, entry in point.items() if not isinstance(entry, str)}


def over(error: Any, bound: float, trivial: float) -> Any:
    """Which errors are above a bound, by more than rounding."""
    return error > (bound * (1 + ROUNDING) if bound > 0 else NOUGHT * min(1.0, max(trivial, 0.0)))


def violation_row(
    context: Context,
    name: str,
    sample: Sample,
    point: Mapping,
    *,
    bounds: Mapping[str, float],
    allowed: float,
    each: float,
) -> shapes.Regime:
    """One row of the slack table: violations of the explicit bound, and the quantile against every bound.

    Unsound replicates count as violations in the upper limit of the rate and as none in the lower one.
    """
    repeats = len(sample.error)
    above = over(sample.error, bounds["explicit"], bounds["trivial"]) & sample.sound
    certain, possible = int(above.sum()), int(above.sum() + (~sample.sound).sum())
    sound = sample.error[sample.sound]
    quantile = float(np.quantile(sound, max(0.0, 1 - allowed))) if len(sound) else float("nan")
    said = len(sound) and 0 < 1 - allowed < 1  # with a failure probability of 1 or more nothing is said
    interval = quantile_interval(sound, 1 - allowed, each) if said else Interval(0.0, float("inf"))
    counts, measured = (certain, possible - certain, repeats), (quantile, interval.low, interval.high)
    return row_of_counts(name, point, counts, measured, bounds=bounds, allowed=allowed, each=each)


def row_of_counts(
    name: str,
    point: Mapping,
    counts: tuple[int, int, int],
    measured: tuple[float, float, float],
    *,
    bounds: Mapping[str, float],
    allowed: float,
    each: float,
) -> shapes.Regime:
    """The row that counts and a measured quantile give: whatever else stands in it follows from these and the formulas.

    `counts` are violations, unsound data sets, and all of them; `measured` is the quantile with both limits.
    """
    certain, unsound, repeats = counts
    quantile, low, high = (significant(float(size)) for size in measured)
    if not 0 <= certain <= certain + unsound <= repeats:
        raise ValueError(f"{name!r} has more violations than data sets")
    return shapes.Regime(
        name=name,
        point={key: point[key] for key in sorted(point)},
        bound=bounds["explicit"],
        printed=bounds["printed"],
        trivial=bounds["trivial"],
        quantile=quantile,
        low=low,
        high=high,
        violations=certain,
        unsound=unsound,
        repeats=repeats,
        rate_low=float(proportion_interval(certain, repeats, each, side="lower").low),
        rate_high=float(proportion_interval(certain + unsound, repeats, each, side="upper").high),
        allowed=allowed,
        smallest_visible_rate=float(smallest_visible_rate(repeats, min(allowed, 1.0), each)),
        biting=bounds["explicit"] <= bounds["trivial"] / 2,
    )


def counts_of(row: shapes.Violations) -> tuple[int, int, int]:
    """Violations, unsound data sets, and all of them."""
    return row.violations, row.unsound, row.repeats


def measured_of(row: shapes.Regime | None) -> tuple[float, float, float]:
    """The quantile with both limits; of a point at which none is kept none."""
    return (math.nan, math.nan, math.nan) if row is None else (row.quantile, row.low, row.high)


def of_the_regimes(regimes: Sequence[Any], rows: Sequence[Any] | None) -> list[tuple[Any, Any]]:
    """Each regime with its row of a record; a `ValueError` where there is not one for each, in their order."""
    if [row.name for row in rows or ()] != [regime.name for regime in regimes]:
        raise ValueError("its rows are not at the points of the claim, one for each")
    return list(zip(regimes, rows or (), strict=True))


def failures_of(samples: Mapping[str, Sample]) -> tuple[shapes.Failure, ...]:
    """What failed in each cell."""
    return tuple(failure(name, f) for name, sample in samples.items() for f in sample.failures)


def failure(name: str, failed: Any) -> shapes.Failure:
    """What failed in a cell, as the record has it."""
    return shapes.Failure(cell=name, seed=str(getattr(failed, "seed", "")), message=str(getattr(failed, "message", failed)))


# How many repeats would decide what this run left open, and which option asks for them.

FORETOLD = 4.8  # standard errors
STANDARD_ERRORS = 4.0  # in half an interval


def for_agreement(allowed: float, error_probability: float) -> float:
    """Repeats at which a rate no larger than `allowed` agrees with it, up to the margin, with probability 0.95; inf if none."""
    if not 0 < allowed < 1:
        return math.inf
    room, spread = limit(allowed) - allowed, math.sqrt(allowed * (1 - allowed))
    reach = math.sqrt(2 * math.log(1 / error_probability)) + 1.65
    return (reach * spread / room) ** 2


def for_interval(low: float, centre: float, high: float, bound: float, repeats: int) -> float:
    """Repeats at which an interval of this kind lies beside `bound`; nan where what was seen is too near to foretell it.

    The number goes with one over the square of the gap, and is foretold within a factor 2, nine times in ten, only where
    the gap is `FORETOLD` standard errors or more; such an interval is taken to be some four of them wide on each side.
    """
    half = high - centre if bound > centre else centre - low
    gap = abs(bound - centre)
    if not math.isfinite(half) or half <= 0 or gap * STANDARD_ERRORS / half < FORETOLD:
        return math.nan
    return repeats * max(1.2, (1.2 * half / gap) ** 2)


def narrower_interval(what: Any, row: shapes.Mean, budget: Budget) -> say.Fact:
    """What it takes to tell a mean from a bound that its interval contains."""
    needed = for_interval(row.low, row.mean, row.high, row.bound, row.repeats)
    sides: Any = {key: significant(getattr(row, key), 4) for key in ("mean", "low", "high", "bound")}
    return say.IntervalOpen(setting=row.name, of=what, **sides, needed=asked_for(needed, budget))


def asked_for(repeats: float, budget: Budget | None = None) -> say.RepeatsNeeded:
    """Which option gives that many repeats; nan is a number that nobody can tell. The `budget` at hand is not suggested again."""
    if not repeats <= MOST_REPEATS:
        return say.RepeatsNeeded(repeats=None, too_many=not math.isnan(repeats))
    enough = min((b for b in BUDGETS.values() if b.repeats >= repeats), key=lambda b: b.repeats, default=None)
    at = budget.name if budget is not None else ""
    if enough is not None and enough.name != at:
        return say.RepeatsNeeded(repeats=_rounded(repeats), budget=enough.name, of_budget=enough.repeats)
    largest = max(known.repeats for known in BUDGETS.values())
    return say.RepeatsNeeded(repeats=_rounded(repeats), largest=0 if at == "deep" else largest)


def deciding(evidence: Evidence) -> float:
    """With how many replicates of a regime a second look would tell more than what was drawn; inf is all there is time for.

    More replicates decide nothing where some are unsound, where paths may have crossed between rounds, or where no end is known.
    """
    if evidence.outcome is not Outcome.UNDECIDED:
        return 0.0
    open_ = evidence.fact.facts if isinstance(evidence.fact, say.Several) else (evidence.fact,)
    return max(map(_deciding, open_))


def _deciding(fact: say.Fact) -> float:
    if not isinstance(fact, say.RateOpen | say.IntervalOpen):
        return 0.0
    if fact.needed is not None:
        return math.inf if fact.needed.repeats is None else float(fact.needed.repeats)
    near = fact.why == "near" if isinstance(fact, say.RateOpen) else not fact.above and fact.mean > fact.bound
    return math.inf if near else 0.0


def rates(rows: Sequence[shapes.Regime], error_probability: float, budget: Budget | None = None) -> say.Fact:
    """What would decide the violation rates that could not be told from the allowed ones."""
    return say.Several(facts=tuple(_rate_open(row, error_probability, budget) for row in rows))


def _rate_open(row: shapes.Regime, error_probability: float, budget: Budget | None) -> say.Fact:
    rate, allowed, repeats, between = row.violations / row.repeats, row.allowed, row.repeats, row.between or 0
    why: Any = "repeats"
    if rate < allowed <= rate + between / repeats:
        why = "between"
    elif rate < allowed <= rate + (between + row.unsound) / repeats:
        why = "unsound"
    needed = for_agreement(allowed, error_probability) if why == "repeats" else 0.0
    return say.RateOpen(
        setting=row.name,
        why="near" if why == "repeats" and needed <= repeats else why,
        count=between if why == "between" else row.unsound,
        of=repeats,
        rate=significant(rate, 4),
        allowed=significant(allowed, 4),
        margin=FACTOR,
        needed=asked_for(needed, budget) if needed > repeats else None,
    )


def _rounded(repeats: float) -> int:
    """Two digits, upwards."""
    unit = 10 ** max(0, math.floor(math.log10(max(repeats, 1))) - 1)
    return math.ceil(repeats / unit) * unit


# How often something exceeds what is claimed of it: the verdict that rows of violations give.

LARGEST = 1e18  # stands for a ratio to nothing
METHOD = "exact binomial interval"


def refuted(
    violated: Sequence[shapes.Regime],
    of: Any,
    what: Any,
    experiments: Mapping[str, Any],
    findings: tuple,
    found: Found,
    context: Context,
) -> Evidence:
    """By the row that exceeds what is allowed most, of the author's own points where one of them does.

    Parameters
    ----------
    violated : sequence of Regime
        Rows whose rate is above the allowed one.
    of : {"data sets", "replicates"}
    what : {"the bound", "the width"}
        What they exceed.
    experiments : mapping of str to Experiment
        By name of the row; none for a point that was searched for.
    """
    named = [row for row in violated if row.made is None]  # points of the author go before those that a check made
    row = max(named or violated, key=lambda r: r.rate_low / r.allowed)
    made = "" if named else row.made or ""
    experiment = experiments.get(row.name, next(iter(experiments.values()), None) if made else None)
    return Evidence(
        Outcome.REFUTED,
        say.Exceeded(
            setting="" if made else row.name,
            corner=made,
            violations=row.violations,
            repeats=row.repeats,
            of=of,
            what=what,
            allowed=significant(row.allowed, 6),
            rate=float(at_least(row.rate_low)),
            look_at=first_look(row.violations, row.repeats, experiment, context, row.allowed),
        ),
        method=f"{METHOD} on fresh samples",
        witness=Witness(
            point={k: sympy.sstr(v) for k, v in row.point.items()},
            lhs=f"{row.rate_low:.6g}",
            rhs=f"{row.allowed:.6g}",
            text=f"violation rate in regime {row.name}",
        ),
        findings=findings,
        found=found,
    )


def settled(
    rows: Sequence[shapes.Regime],
    each: float,
    failures: tuple[shapes.Failure, ...],
    *,
    what: Any,
    context: Context,
    regimes: Sequence[Regime],
    findings: tuple = (),
    rounds: tuple[tuple[int, ...], int] = ((), 0),
    over: TestedAt | None = None,
) -> Evidence:
    """The evidence of rows whose errors are ratios to the bound, so that 1 is the bound.

    Parameters
    ----------
    rows : sequence of Regime
        As `boundcheck.checks.samples.violation_row` makes them.
    each : float
        Error probability of each interval.
    what : {"the bound", "the width"}
        What may be exceeded.
    context : Context
        Whose budget and claim it is.
    regimes : sequence of Regime
        Where the rows were drawn.
    rounds : tuple of (tuple of int, int)
        How many listed rounds the verdict speaks of, 0 for every one, and up to which.
    over : mapping of str to tuple of float, optional
        The rounds that were looked at, by their letter.
    """
    experiments = {regime.name: regime.experiment for regime in regimes}
    repeats = sum(row.repeats for row in rows)
    drawn = [row.point for row in rows if row.unsound < row.repeats]
    evidence = shapes.OfRegimes(repeats=repeats, tested_at={**tested_at(drawn), **(over or {})})
    found = Found(evidence=evidence, slack=tuple(rows), failures=failures)
    blunt = [row.name for row in rows if not row.biting]
    if len(blunt) == len(rows):
        findings = (*findings, Finding("TOOTHLESS", say.Blunt(what=what)))
    violated = [row for row in rows if row.rate_low > row.allowed]
    if violated:
        return refuted(violated, "replicates", what, experiments, findings, found, context)
    unclear = [row for row in rows if row.rate_high > limit(row.allowed)]
    if unclear:
        return Evidence(Outcome.UNDECIDED, rates(unclear, each, context.budget), METHOD, findings, found=found)
    near = [row.name for row in rows if row.rate_high > row.allowed]
    return Evidence(
        Outcome.SUPPORTED,
        say.Within(of="replicates", what=what, near=tuple(near), listed=rounds[0], last=rounds[1], **counted(rows)),
        METHOD,
        findings,
        found=found,
    )


def counted(rows: Sequence[shapes.Regime]) -> dict[str, Any]:
    """Of rows that stand: their counts, the rate that would have been seen, and at which share of its size the bound would fail.

    Below the lower limit of an error's quantile, the rate of violations is certainly above the allowed one; errors of 0 allow any.
    """
    shares = [row.low / row.bound for row in rows if row.bound > 0 and not row.unsound]
    share = max((s for s in shares if math.isfinite(s)), default=0.0)
    return {
        "violations": sum(row.violations for row in rows),
        "repeats": sum(row.repeats for row in rows),
        "rate_seen": float(at_most(max(row.smallest_visible_rate / row.allowed for row in rows), 2)),
        "share_seen": float(at_least(share, 2)) if share > 0 else None,
        "margin": FACTOR,
    }
