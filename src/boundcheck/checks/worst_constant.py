"""The smallest constant that survives: worst-case search on a quantile of error/bound, confirmed on fresh samples."""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Axis, Experiment, HighProbabilityBound
from boundcheck.stats.digits import at_least
from boundcheck.study import Axis as SearchAxis
from boundcheck.study import Choice as SearchChoice
from boundcheck.symbolic import broken, number
from boundcheck.verdict import shapes

from .constants import Claimed, in_short
from .context import Context
from .corners import outside
from .instances import described
from .samples import cell, counts_of, measured_of, numbers, row_of_counts, sample_of, value, violation_row

# What a worst-case search of a bound climbs: a quantile of error/bound at a point.

@dataclass(frozen=True)
class WorstRatio:
    """The (1 - failure)-quantile of error/bound at a point: what a worst-case search climbs.

    Parameters
    ----------
    bound, failure : sympy.Expr
        Abbreviating letters already replaced.
    instance : callable
        ``**point -> Experiment``.
    repeats : int
    fixed : tuple of pairs
        Entries of the point that the search does not move.
    given : tuple of SymPy relations
        Where the bound is stated, abbreviating letters replaced; elsewhere there is no ratio.
    follow : callable, optional
        ``**point -> dict``: entries of the point that depend on the others.
    biting : pair of sympy.Expr, optional
        Two sides, abbreviating letters replaced; where the first is above the second there is no ratio.
    """

    bound: sympy.Expr
    failure: sympy.Symbol
    instance: Callable[..., Experiment]
    repeats: int
    fixed: tuple[tuple[str, Any], ...] = ()
    given: tuple[Any, ...] = ()
    follow: Callable[..., Any] | None = None
    biting: tuple[sympy.Expr, sympy.Expr] | None = None

    def value(self, rng: np.random.Generator, **point: Any) -> float:
        """Ratio at `point`, nan outside the conditions; an unsound replicate counts as no error at all."""
        point = {**dict(self.fixed), **point}
        if self.follow is not None:
            point |= self.follow(**point)
        if broken(self.given, point):
            return float("nan")
        if self.biting is not None and not number(self.biting[0], numbers(point)) <= number(
            self.biting[1], numbers(point)
        ):
            return float("nan")
        columns = self.instance(**point).sample(rng, self.repeats, **point)
        error = np.where(columns.get("converged", True), columns["error"], 0.0)
        at = numbers(point)
        quantile = float(np.quantile(error, max(0.0, 1 - number(self.failure, at)), method="lower"))
        return quantile / number(self.bound, at)


# The smallest constant that survives: worst-case search on error/bound, confirmed on fresh samples.

SHORT = 12  # characters of a constant that is quoted exactly
DIGITS = 4
RECORDED = 6  # digits of a lower end, which stays one in the record and in every sentence
BITING = "printed, biting"  # where the explicit bound is at most half the trivial one, as in a regime that bites
SEARCHES = 3  # worst cases of a bound


@dataclass(frozen=True)
class WorstCase:
    """The worst point found for one version of the bound, its confirmation on fresh samples, the instance in numbers."""

    point: dict[str, Any]
    searched: float
    confirmed: float
    low: float
    high: float
    evaluations: int
    row: shapes.Regime
    numbers: dict[str, Any] = field(default_factory=dict)


def worst_cases(bound: HighProbabilityBound, context: Context, each: float) -> dict[str, WorstCase]:
    """The worst case of the printed rate, also where the explicit bound says something, and that of the explicit bound.

    Empty without a search space.
    """
    if bound.instance is None:
        return {}
    found = {}
    for version, expression in (("printed", bound.printed), (BITING, bound.printed), ("explicit", bound.explicit)):
        case = _worst_case(bound, context, each, version, expression)
        if case is not None:
            found[version] = case
    return found


def _worst_case(bound, context: Context, each: float, version: str, expression: sympy.Expr) -> WorstCase | None:
    objective = WorstRatio(
        context.expand(expression),
        bound.failure,
        bound.instance,
        context.budget.search_repeats,
        tuple(sorted(bound.fixed.items())),
        tuple(context.expand(c) for c in (*bound.given, *(c for p in context.parameters for c in p.domain))),
        bound.follow,
        (context.expand(bound.explicit), context.expand(bound.trivial) / 2) if version == BITING else None,
    )
    axes = tuple(
        SearchAxis(a.name, a.low, a.high, a.scale) if isinstance(a, Axis) else SearchChoice(a.name, a.options)
        for a in bound.search
    )
    result = context.search(
        objective,
        axes,
        evaluations=context.budget.evaluations,
        claim=context.claim,
        part=context.part,
        name=f"worst {version}",
    )
    if math.isnan(result.value):  # every point lay outside the conditions, or failed
        return None
    point = bound.placed(result.point)
    experiment = bound.instance(**point)
    confirmation = cell(context, _called(version), experiment, point, context.budget.repeats)
    sample = sample_of(context.run([confirmation])[confirmation])
    row = violation_row(context, confirmation.name, sample, point, **sides_at(bound, point, context), each=each)
    return _confirmed(version, float(result.value), row, point, bound, context)


def _confirmed(
    version: str, searched: float, row: shapes.Regime, point: dict[str, Any], bound: HighProbabilityBound, context: Context
) -> WorstCase:
    """A worst case by its row: the quantile and its interval over the version of the bound that was searched."""
    assert bound.instance is not None
    scale = row.bound if version == "explicit" else row.printed
    quantile, low, high = (size / scale for size in measured_of(row))
    numbers = described(bound.instance(**point), point)
    return WorstCase(point, searched, quantile, low, high, context.budget.evaluations, row, numbers)


def sides_at(bound: HighProbabilityBound, point: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """What a row holds of the formulas of a bound at a point: ``bounds`` and ``allowed``."""
    bounds = {name: value(context, getattr(bound, name), point) for name in ("explicit", "printed", "trivial")}
    return {"bounds": bounds, "allowed": value(context, bound.failure, point)}


def retold(
    bound: HighProbabilityBound, rows: Sequence[shapes.Regime], recorded: shapes.Constant | None, context: Context, each: float
) -> dict[str, WorstCase]:
    """The worst cases that a record has, by their rows; what the search itself saw there is taken from its constant."""
    found = {}
    for version in ("printed", BITING, "explicit") if bound.instance is not None else ():
        row = next((row for row in rows if row.name == _called(version)), None)
        if row is None:
            continue
        point = dict(row.point)
        searched = {axis.name: point[axis.name] for axis in bound.search if axis.name in point}
        if bound.placed(searched) != point or outside(bound, context, point):
            raise ValueError(f"{row.name!r} is not at a point of the search")
        again = row_of_counts(row.name, point, counts_of(row), measured_of(row), **sides_at(bound, point, context), each=each)
        beside = recorded.where_it_bites if recorded is not None and version == BITING else recorded
        searched_ = math.nan if beside is None or beside.searched is None else float(beside.searched)
        found[version] = _confirmed(version, searched_, again, point, bound, context)
    return found


def _called(version: str) -> str:
    return f"worst case of the {version} bound"


def summary(
    bound: HighProbabilityBound, worst: dict[str, WorstCase], claimed: Claimed, terms: tuple[shapes.PerTerm, ...] = ()
) -> shapes.Constant:
    """The record's `constant`: from above as it was settled, confirmed from below, with the instance that forces it.

    The constant from above is kept only where it is proved, or where nothing is proved and no point of the run
    contradicts it; how it was settled has the reserve.
    """
    ends: dict[str, Any] = {"explicit": None, "upper": None}
    if claimed.quoted:
        ends = {"explicit": in_short(bound.constant), "upper": quoted(bound.constant)}
    proved: dict[str, Any] = {}
    if claimed.certificate is not None:
        proved = {"certificate": claimed.certificate, "checked": claimed.checked}
        proved |= {"method": claimed.method, "trusted": claimed.trusted}
    below: dict[str, Any] = {}
    if "printed" in worst:
        case = worst["printed"]
        if BITING in worst:  # a point of the domain as well, so the larger of two confirmed bounds from below speaks of it
            case = max(case, worst[BITING], key=lambda found: found.low)
            bites = shapes.WorstFound(**_found(worst[BITING]), instance={"point": worst[BITING].point})
            below = {"where_it_bites": bites}
        below |= {**_found(case), "evaluations": case.evaluations, "instance": {"point": case.point} | case.numbers}
    return shapes.Constant(
        claimed=str(bound.constant),
        settled=claimed.settled,
        by=claimed.fact,
        step=claimed.step,
        witness=claimed.witness,
        per_term=terms,
        **ends,
        **proved,
        **below,
    )


def _found(case: WorstCase) -> dict[str, float]:
    """The ratio of a worst case: confirmed with its interval, of which the lower end is rounded down, and as the search saw it."""
    return {
        "smallest_surviving": case.confirmed,
        "low": float(at_least(case.low, RECORDED)),
        "high": case.high,
        "searched": case.searched,
    }


def quoted(constant: sympy.Expr) -> str:
    """A constant as it was written where that is short; else its leading digits, the last of them rounded up."""
    text = str(constant)
    if len(text) <= SHORT:
        return text
    up = decimal.Context(prec=DIGITS, rounding=decimal.ROUND_CEILING)
    digits = up.create_decimal(str(sympy.N(constant, 30)))
    size = float(digits)
    return f"{size:.{DIGITS}g}" if math.isfinite(size) else str(digits).lower()
