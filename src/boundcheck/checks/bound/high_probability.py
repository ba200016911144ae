"""High-probability bounds: is the explicit version violated, does it bite, and do its mutants die?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import sympy

from boundcheck.claims import Evidence, Finding, HighProbabilityBound, Outcome

from ..cells import ROUNDING, Sample, cell, failures_of, sample_of, value, violation_row
from ..context import Context
from ..row import TESTED, Row
from . import claimed, collapse, corners, recorded, silent, unsampled, variants
from . import worst_constant as constants
from .sampled_outcome import Drawn, sampled_outcome


def check(bound: HighProbabilityBound, context: Context) -> Evidence:
    """Test the explicit version in every regime and against worst cases; find the smallest constant.

    The part's risk is split over every interval that is reported: three per regime and corner, two per mutant, one for
    all false versions that are made from the bound, which are held against the probes as well, and three per worst
    case, each of which is confirmed on samples that the search has not seen. A corner of the domain can refute; where
    its experiment fails, or nothing is clear, it says nothing.
    """
    negative = _negative(bound, context)
    if negative is not None:
        return negative
    extreme = corners.regimes(bound, context)
    found = constants.SEARCHES if bound.instance is not None else 2
    each = context.risk / (3 * (len(bound.regimes) + len(extreme) + found) + 2 * len(bound.mutants) + 1)
    regimes = {regime.name: regime for regime in bound.regimes}
    repeats = context.budget.repeats
    cells = {name: cell(context, name, r.experiment, r.point, repeats) for name, r in regimes.items()}
    cells |= {
        f"mutant: {m.name}": cell(context, f"mutant: {m.name}", m.regime.experiment, m.regime.point, repeats)
        for m in bound.mutants
    }
    cells |= {f"probe: {r.name}": cell(context, f"probe: {r.name}", r.experiment, r.point, repeats) for r in bound.probes}
    cells |= {r.name: cell(context, r.name, r.experiment, r.point, repeats) for r in extreme}
    results = context.run(list(cells.values()))
    samples = {name: sample_of(results[c]) for name, c in cells.items()}
    rows = [_row(context, bound, name, samples[name], r.point, each) for name, r in regimes.items()]
    worst = constants.worst_cases(bound, context, each)
    rows += [case.row for case in worst.values() if case.row is not None]
    at_corners = [_row(context, bound, r.name, samples.pop(r.name), r.point, each) for r in extreme]
    mutants = [_mutant_row(context, bound, m, samples[f"mutant: {m.name}"], each) for m in bound.mutants]
    drawn = [(r, samples[name]) for name, r in regimes.items()]
    drawn += [(r, samples[f"probe: {r.name}"]) for r in bound.probes]
    made = variants.killed(bound, drawn, context, each)
    drawn_for = Drawn(rows, at_corners, mutants, made, worst, failures_of(samples), each)
    evidence = sampled_outcome(bound, drawn_for, context)
    if above := _above_trivial(rows, samples):
        evidence = replace(evidence, data={**evidence.data, "above_trivial": above})
    zeros = _all_zero(samples, regimes)
    if zeros:
        brief = f"every one of {zeros:,} errors is 0"
        said = Finding("TOOTHLESS", f"{brief}; does the experiment draw at all?", brief=brief)
        evidence = replace(evidence, findings=(*evidence.findings, said))
    return evidence


def _negative(bound: HighProbabilityBound, context: Context) -> Evidence | None:
    """A bound below zero at a regime's point is false of an error, which is a distance; that takes no simulation."""
    below = {r.name: value(context, bound.explicit, r.point) for r in bound.regimes}
    below = {name: size for name, size in below.items() if size < 0}
    if not below or bound.collapse is not None:
        return None
    where = ", ".join(f"{name!r} ({size:.4g})" for name, size in below.items())
    first = next(regime for regime in bound.regimes if regime.name in below)
    return Evidence(
        Outcome.REFUTED,
        f"the bound is negative at {where}, and no error is; nothing was simulated",
        method="the bound at the points of the regimes",
        witness={
            "point": {key: sympy.sstr(first.point[key]) for key in sorted(first.point)},
            "lhs": "0",
            "rhs": f"{below[first.name]:.6g}",
            "text": f"the bound in regime {first.name}",
        },
        data={"negative": list(below)},
    )


def _above_trivial(rows: Iterable[Mapping[str, Any]], samples: Mapping[str, Sample]) -> list[str]:
    """The regimes in which an error that was drawn exceeds the trivial bound: there that is not what always holds."""
    trivial = {row["name"]: row["trivial"] for row in rows if row["name"] in samples}
    largest = {name: float(samples[name].error[samples[name].sound].max(initial=0.0)) for name in trivial}
    return [name for name in trivial if largest[name] > trivial[name] * (1 + ROUNDING)]


def _all_zero(samples: Mapping[str, Sample], names: Iterable[str]) -> int:
    """How many errors there are in the regimes, if every one is 0; else 0."""
    errors = [samples[name].error for name in names]
    total = sum(map(len, errors))
    return total if all(not error.any() for error in errors) else 0


def _row(context: Context, bound: HighProbabilityBound, name: str, sample, point, each: float) -> dict:
    allowed = value(context, bound.failure, point)
    bounds = {
        "explicit": value(context, bound.explicit, point),
        "printed": value(context, bound.printed, point),
        "trivial": value(context, bound.trivial, point),
    }
    return violation_row(context, name, sample, point, bounds=bounds, allowed=allowed, each=each)


def _mutant_row(context: Context, bound: HighProbabilityBound, mutant, sample, each: float) -> dict:
    """A mutant is killed when its violation rate is certainly above what it allows."""
    point = mutant.regime.point
    false = mutant.bound if mutant.bound is not None else bound.explicit
    row = violation_row(
        context,
        mutant.name,
        sample,
        point,
        bounds={
            "explicit": value(context, false, point),
            "printed": value(context, bound.printed, point),
            "trivial": value(context, bound.trivial, point),
        },
        allowed=value(context, bound.failure, point),
        each=each,
    )
    return {
        "name": mutant.name,
        "text": mutant.words,
        "regime": mutant.regime.name,
        "killed": row["rate_low"] > row["allowed"],
        "rate_low": row["rate_low"],
        "allowed": row["allowed"],
        "ratio": row["quantile"] / row["bound"] if row["bound"] else float("inf"),
    }


def again(bound: HighProbabilityBound, settled: Mapping[str, Any], context: Context) -> Evidence | None:
    """The exact refutation of every constant, where the bound has one; all else rests on samples."""
    found = collapse.settle(bound, context, sampled=False)
    return found if found is not None and found.outcome is Outcome.REFUTED else None


ROWS = (
    Row(
        HighProbabilityBound,
        check,
        TESTED,
        sampled=True,
        without_samples=unsampled.check,
        again=again,
        no_constant=True,
        empty=silent.says_nothing,
        limit=claimed.limit,
        constant=recorded.differences,
    ),
)
