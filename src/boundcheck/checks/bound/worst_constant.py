"""The smallest constant that survives: worst-case search on error/bound, confirmed on fresh samples."""

from __future__ import annotations

import decimal
import math
from dataclasses import dataclass, field
from typing import Any

import sympy

from boundcheck.claims import Axis, HighProbabilityBound
from boundcheck.study import Axis as SearchAxis
from boundcheck.study import Choice as SearchChoice

from ..cells import cell, sample_of, value, violation_row
from ..context import Context
from ..described import described
from ..rounded import at_least
from .claimed import Claimed, in_short
from .worst_ratio import WorstRatio

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
    row: dict[str, Any] | None
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
    confirmation = cell(context, f"worst case of the {version} bound", experiment, point, context.budget.repeats)
    sample = sample_of(context.run([confirmation])[confirmation])
    bounds = {
        "explicit": value(context, bound.explicit, point),
        "printed": value(context, bound.printed, point),
        "trivial": value(context, bound.trivial, point),
    }
    row = violation_row(
        context,
        confirmation.name,
        sample,
        point,
        bounds=bounds,
        allowed=value(context, bound.failure, point),
        each=each,
    )
    scale = bounds["explicit" if version == "explicit" else "printed"]
    return WorstCase(
        point,
        float(result.value),
        row["quantile"] / scale,
        row["low"] / scale,
        row["high"] / scale,
        context.budget.evaluations,
        row,
        described(experiment, point),
    )


def summary(bound: HighProbabilityBound, worst: dict[str, WorstCase], claimed: Claimed) -> dict[str, Any]:
    """The record's `constant`: from above as it was settled, confirmed from below, with the instance that forces it.

    The constant from above is kept only where it is proved, or where nothing is proved and no point of the run
    contradicts it; then with a reserve.
    """
    known: dict[str, Any] = {"explicit": None, "upper": None}
    if claimed.quoted:
        known = {"explicit": in_short(bound.constant), "upper": quoted(bound.constant)}
        if claimed.reserve:
            known["explicit_text"] = f"{in_short(bound.constant)} ({claimed.reserve})"
    elif claimed.settled == "refuted":
        known["explicit_text"] = f"none, {in_short(bound.constant)} is refuted"
    how = {"settled": claimed.settled, "reserve": claimed.reserve, "by": claimed.text, "step": claimed.step}
    known |= {"claimed": str(bound.constant), **how}
    if claimed.certificate is not None:
        known |= {"certificate": claimed.certificate, "checked": claimed.checked}
        known |= {"method": claimed.method, "trusted": list(claimed.trusted)}
    if claimed.witness is not None:
        known["witness"] = claimed.witness
    if "printed" not in worst:
        return known
    case = worst["printed"]
    if BITING in worst:  # a point of the domain as well, so the larger of two confirmed bounds from below speaks of it
        case = max(case, worst[BITING], key=lambda found: found.low)
        known["where_it_bites"] = _found(worst[BITING]) | {"instance": {"point": worst[BITING].point}}
    return {
        **known,
        **_found(case),
        "note": f"the search looked at {case.evaluations:,} points; no constant below {at_least(case.low, DIGITS)} is valid",
        "instance": {"point": case.point} | case.numbers,
    }


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
