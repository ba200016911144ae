"""Several methods on the same data, along one parameter: who has the smallest error where, and where two change places."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from boundcheck.claims import Ranking
from boundcheck.stats import quantile, quantile_interval
from boundcheck.stats.digits import significant
from boundcheck.verdict import Evidence, Finding, Outcome, facts, shapes
from boundcheck.verdict.shapes import Found, Method, MethodPoint
from boundcheck.verdict.statements import Witness

from .context import Context, Sampled
from .samples import ROUNDING, both_ends, cell, failures_of, sample_of, tested_at, unsound_among, unsound_of, value

METHOD = "simultaneous intervals of quantiles, on common random numbers"


def check(ranking: Ranking, context: Context) -> Evidence:
    """An interval for every method at every value; the order of two is known where their intervals do not meet.

    An unsound replicate has the least error in the lower end and the largest in the upper one.
    """
    points = [{**ranking.point, ranking.moves: v} for v in ranking.values]
    cells = {
        (name, i): cell(
            context, f"{name}: {i}", experiment, point, context.budget.sweep_repeats, f"{context.name}: {i}"
        )
        for name, experiment in ranking.all.items()
        for i, point in enumerate(points)
    }
    results = context.run(list(cells.values()))
    samples = {key: sample_of(results[c]) for key, c in cells.items()}
    each = context.risk / len(cells)
    curves = []
    for name in ranking.all:
        rows = []
        for i, point in enumerate(points):
            sample, q = samples[name, i], 1 - value(context, ranking.failure, point)
            least, most = both_ends(sample)
            middle = quantile(most, q) if len(most) else math.nan
            rows.append(
                MethodPoint(
                    value=value(context, ranking.scale, point),
                    quantile=significant(float(middle)),
                    low=significant(float(quantile_interval(least, q, each).low)),
                    high=significant(float(quantile_interval(most, q, each).high)),
                )
            )
        curves.append(Method(name=name, ranked=name in ranking.methods, points=tuple(rows)))
    failures = failures_of({str(key): sample for key, sample in samples.items()})
    return _evidence(ranking, curves, failures, unsound_of(samples.values()), context)


def _evidence(
    ranking: Ranking, curves: list[Method], failures: tuple[shapes.Failure, ...], unsound: int, context: Context
) -> Evidence:
    ranked = [curve for curve in curves if curve.ranked]
    crossings = [found for i, one in enumerate(ranked) for other in ranked[i + 1 :] for found in crossed(one, other)]
    places = [_place(ranked, i) for i in range(len(ranking.values))]
    lost = unsound_among(unsound, context.budget.sweep_repeats * len(ranking.values) * len(curves))
    points = tested_at({**ranking.point, ranking.moves: v} for v in ranking.values)
    found = Found(
        evidence=shapes.OfComparison(tested_at=points, unsound=unsound),
        separation=shapes.Ranks(
            parameter=ranking.parameter,
            at={key: entry for key, entry in ranking.point.items() if key != ranking.moves},
            note=ranking.note,
            methods=tuple(curves),
            best=tuple(ranking.best),
            crossings=tuple(crossings),
        ),
        failures=failures,
    )
    letter = ranking.parameter
    changes = (facts.PlacesChange(c.first, c.second, letter, _number(c.lower), _number(c.upper)) for c in crossings)
    findings = tuple(Finding("SEPARATED", change) for change in changes)
    said = [i for i, name in enumerate(ranking.best) if name]
    wrong = [i for i in said if places[i] and ranking.best[i] not in places[i]]
    at = [ranked[0].points[i].value for i in range(len(ranking.values))]
    if wrong:
        i = wrong[0]
        better = min((c for c in ranked if c.name in places[i]), key=lambda c: c.points[i].high)
        claimed = next(c for c in ranked if c.name == ranking.best[i])
        return Evidence(
            Outcome.REFUTED,
            facts.AnotherIsBest(
                letter,
                _number(at[i]),
                better.name,
                f"{better.points[i].high:.3g}",
                claimed.name,
                f"{claimed.points[i].low:.3g}",
            ),
            METHOD,
            findings,
            witness=Witness(
                point={ranking.moves: f"{ranking.values[i]:g}"},
                lhs=f"{claimed.points[i].low:.6g}",
                rhs=f"{better.points[i].high:.6g}",
                text="Left is the error said to be smallest, from below; right is another one, from above",
            ),
            found=found,
        )
    unsure = tuple(at[i] for i in said if places[i] != {ranking.best[i]})
    if unsure:
        open_ = facts.BestOpen(parameter=letter, at=unsure, unsound=lost[0], replicates=lost[1])
        return Evidence(Outcome.UNDECIDED, open_, METHOD, findings, found=found)
    return Evidence(Outcome.SUPPORTED, _best(ranking, at), METHOD, findings, found=found)


def _number(value: float) -> str:
    """A value of the parameter, thousands apart."""
    return f"{value:,.0f}" if value == int(value) else f"{value:.4g}"


def _place(ranked: Sequence[Method], i: int) -> set[str]:
    """The methods that may be the best at one value: none of them is certainly above another."""
    least = min(curve.points[i].high for curve in ranked)
    return {curve.name for curve in ranked if curve.points[i].low <= least * (1 + ROUNDING)}


def crossed(one: Method, other: Method) -> Iterator[shapes.Crossing]:
    """Where the order of two is known to change: the last value with the one order, the first with the other.

    Between them the place is a guess: where straight lines between the quantiles meet, on logarithmic axes.
    """
    pairs = list(zip(one.points, other.points, strict=True))
    far = 1 + ROUNDING
    signs = [-1 if a.high * far < b.low else 1 if b.high * far < a.low else 0 for a, b in pairs]
    last = None
    for i, sign in enumerate(signs):
        if sign and last is not None and sign != signs[last]:
            lower, upper = (one, other) if signs[last] < 0 else (other, one)
            yield shapes.Crossing(
                first=lower.name,
                second=upper.name,
                lower=pairs[last][0].value,
                upper=pairs[i][0].value,
                **_meeting(pairs[last : i + 1]),
            )
        last = i if sign else last


def _meeting(pairs: Sequence[tuple[MethodPoint, MethodPoint]]) -> dict[str, float]:
    """Value and error at which lines between the quantiles cross; nothing where a quantile is 0."""
    for (a, b), (c, d) in itertools.pairwise(pairs):
        heights = [p.quantile for p in (a, b, c, d)]
        if min(heights) <= 0:
            continue
        before, after = math.log(heights[0] / heights[1]), math.log(heights[2] / heights[3])
        if before * after <= 0 and before != after:
            share = before / (before - after)
            return {
                "about": float(math.exp((1 - share) * math.log(a.value) + share * math.log(c.value))),
                "error": float(math.exp((1 - share) * math.log(heights[0]) + share * math.log(heights[2]))),
            }
    return {}


def _best(ranking: Ranking, at: Sequence[float]) -> facts.BestMethods:
    """Who wins where."""
    runs: list[list[Any]] = []
    for name, where in zip(ranking.best, at, strict=True):
        if not name:
            continue
        if runs and runs[-1][0] == name:
            runs[-1][2] = where
        else:
            runs.append([name, where, where])
    best = tuple((name, _number(low), _number(high)) for name, low, high in runs)
    return facts.BestMethods(len(ranking.methods), ranking.parameter, best)


def retold(ranking: Ranking, recorded: shapes.RankingPart, context: Context) -> Evidence:
    """The evidence that the recorded quantiles and their intervals give."""
    points = [{**ranking.point, ranking.moves: v} for v in ranking.values]
    at = [value(context, ranking.scale, point) for point in points]
    shown = recorded.separation.methods
    if [curve.name for curve in shown] != [*ranking.all]:
        raise ValueError("its methods are not those of the claim")
    curves = []
    for curve in shown:
        rows = tuple(msgspec.structs.replace(row, value=where) for where, row in zip(at, curve.points, strict=True))
        curves.append(Method(name=curve.name, ranked=curve.name in ranking.methods, points=rows))
    return _evidence(ranking, curves, recorded.failures or (), recorded.evidence.unsound, context)


CHECKS = (Sampled(Ranking, check, retold),)
