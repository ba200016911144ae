"""Minimax lower bounds: methods of ours that must lie above them, and the Bayes risk of a finite family beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import sympy

from boundcheck.claims import FamilyLowerBound, MinimaxLowerBound, Regime
from boundcheck.minimax import Family, RiskBracket, bayes_risk, minimax_risk, replay, rule_risk
from boundcheck.minimax.exact_numbers import above, below
from boundcheck.minimax.risks import MOST_COUNTS
from boundcheck.stats import mean_at_least, mean_interval, proportion_interval, quantile_interval
from boundcheck.stats.digits import significant
from boundcheck.symbolic import enclosure
from boundcheck.symbolic.balls import rational
from boundcheck.verdict import Evidence, Finding, Outcome, facts, shapes
from boundcheck.verdict.shapes import BayesRisk, Estimator, Found
from boundcheck.verdict.statements import Witness

from . import samples, settling
from .context import Certified, Context, Evaluated, Sampled
from .samples import (
    ROUNDING,
    Sample,
    above_ceiling,
    at_least,
    at_most,
    both_ends,
    cell,
    of_the_regimes,
    refuse_negative,
    rounded_down,
    rounded_up,
    sample_of,
    tested_at,
    value,
)

# Minimax lower bounds: every method of ours must lie above them on some member of the hard family.

METHODS = {
    "median": "exact quantile intervals",
    "mean": "betting intervals of means",
    "probability": "exact binomial intervals",
}
RISKS = {"median": "median error", "mean": "mean error", "probability": "probability of so large an error"}


def check_lower_bound(lower: MinimaxLowerBound, context: Context) -> Evidence:
    """A method whose risk is certainly below the bound on all of its members of the family refutes it.

    The risk is the one that the bound speaks of. A hard instance is a member of the model wherever a method is tried.
    """
    points = {regime.name: regime.point for regime in lower.experiments}
    if (out := settling.outside(lower, points, context.definitions)) is not None:
        return Evidence(Outcome.UNDECIDED, out, "the conditions at the points of the methods")
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in lower.experiments}
    results = context.run(list(cells.values()))
    samples = {name: sample_of(results[cells[name]]) for name in cells}
    if (above := above_ceiling(context, lower.experiments, samples, lower.ceiling)) is not None:
        return Evidence(Outcome.UNDECIDED, above, "one draw")
    each = context.risk / (2 * len(lower.experiments))
    rows = [_risk_row(lower, context, regime, samples[regime.name], each) for regime in lower.experiments]
    points = {name: point for name, point in points.items() if samples[name].sound.any()}
    return _evidence(lower, rows, tested_at(points.values()), context)


def retold(lower: MinimaxLowerBound, recorded: shapes.MinimaxLowerBoundPart, context: Context) -> Evidence | None:
    """The evidence that the recorded intervals give; None where no method was tried, or an error was above its ceiling."""
    evidence = recorded.evidence
    if not evidence.estimators:
        return None
    rows = [
        msgspec.structs.replace(shown, bound=value(context, lower.bound, regime.point))
        for regime, shown in of_the_regimes(lower.experiments, evidence.estimators)
    ]
    sound = all(0 < row.low and row.high < np.inf for row in rows)  # else a method may have drawn nothing
    points = tested_at(regime.point for regime in lower.experiments) if sound else evidence.tested_at
    return _evidence(lower, rows, points, context)


def _evidence(lower: MinimaxLowerBound, rows: Sequence[Estimator], points: Any, context: Context) -> Evidence:
    named = {row.name: row for row in rows}
    families = {method: [named[name] for name in names] for method, names in lower.families.items()}
    found = Found(evidence=shapes.OfEstimators(estimators=tuple(rows), of=lower.of, tested_at=points))
    method, risk = METHODS[lower.of], RISKS[lower.of]
    beaten = {name: family for name, family in families.items() if all(map(_below, family))}
    if beaten:
        worst = max(next(iter(beaten.values())), key=lambda row: row.high - row.bound)
        return Evidence(
            Outcome.REFUTED,
            facts.RiskBelow(risk, tuple(beaten)),
            method,
            witness=Witness(
                point={"method": next(iter(beaten))},
                lhs=str(worst.high),
                rhs=str(worst.bound),
                text=lower.of,
            ),
            found=found,
        )
    unsettled = [family for family in families.values() if not any(r.low >= r.bound * (1 - ROUNDING) for r in family)]
    open_rows = [row for family in unsettled for row in family if not _below(row)]
    if not open_rows:
        times = min(max(r.high / r.bound if r.bound > 0 else np.inf for r in rows) for rows in families.values())
        seen = at_most(times) if np.isfinite(times) else ""
        fact = facts.RisksAbove(risk, tuple(families), seen, settling.hard_instances(lower))
        return Evidence(Outcome.SUPPORTED, fact, method, found=found)
    if not all(np.isfinite(row.high) for row in open_rows):
        unbounded = facts.NoUpperEnd(risk, tuple(row.name for row in open_rows))
        return Evidence(Outcome.UNDECIDED, unbounded, method, found=found)
    return Evidence(
        Outcome.UNDECIDED,
        facts.RisksOpen(
            of=risk,
            methods=tuple(row.name for row in open_rows),
            needed=samples.asked_for(_needed(open_rows, context.budget.repeats), context.budget),
        ),
        method,
        found=found,
    )


def _risk_row(lower: MinimaxLowerBound, context: Context, regime: Regime, sample: Sample, each: float) -> Estimator:
    """The interval of the risk; an unsound replicate has the least error in the lower end and the largest in the upper one."""
    if lower.of == "mean":
        refuse_negative(context, regime.name, sample, regime.experiment)
    least, most = both_ends(sample)
    low, high = _interval(lower, context, regime, least, most, each)
    return Estimator(
        name=regime.name,
        bound=value(context, lower.bound, regime.point),
        low=rounded_down(float(low)),
        high=rounded_up(float(high)),
    )


def _interval(
    lower: MinimaxLowerBound, context: Context, regime: Regime, least: np.ndarray, most: np.ndarray, each: float
) -> tuple[float, float]:
    if lower.of == "median":
        return quantile_interval(least, 0.5, 2 * each).low, quantile_interval(most, 0.5, 2 * each).high
    if lower.of == "probability":
        threshold = value(context, sympy.sympify(lower.threshold), regime.point) * (1 - ROUNDING)
        certain, possible = (int((errors >= threshold).sum()) for errors in (least, most))
        repeats = len(least)
        low = proportion_interval(certain, repeats, each, side="lower").low
        return low, proportion_interval(possible, repeats, each, side="upper").high
    if lower.ceiling is None:
        return mean_at_least(least, each), np.inf
    ceiling = value(context, lower.ceiling, regime.point)
    low = mean_interval(np.minimum(least, ceiling), 0.0, ceiling, each, side="lower").low
    return low, mean_interval(np.minimum(most, ceiling), 0.0, ceiling, each, side="upper").high


def _below(row: Estimator) -> bool:
    return bool(row.high < row.bound * (1 - ROUNDING))


def _needed(rows: list[Estimator], repeats: int) -> float:
    """The fewest repeats that decide one of the risks; nan where none can be foretold."""
    ends = [(row.low, row.high, row.bound) for row in rows]
    found = [samples.for_interval(low, (low + high) / 2, high, bound, repeats) for low, high, bound in ends]
    return min((number for number in found if number == number), default=float("nan"))


# Minimax lower bounds on a finite family: the Bayes risk beside them, and the Bayes rule's own worst risk.

METHOD = "exact Bayes risk, summed over counts in balls"


def check_on_family(lower: FamilyLowerBound, context: Context) -> Evidence:
    """Below a Bayes risk, a bound holds; above the worst risk of a Bayes rule, it is false; between, it is open.

    Equal weights are tried first, then the least favourable ones that a search finds.
    """
    rows = [_bayes_row(lower, context, name) for name in lower.points]
    found = Found(evidence=shapes.OfFamily(risks=tuple(rows)))
    outcome = outcome_of(rows)
    if outcome is Outcome.REFUTED:
        row = _worst(rows)
        return Evidence(
            outcome,
            facts.RuleBeatsBound(row.name, at_most(_rule(row), 6), f"{row.bound:.6g}"),
            METHOD,
            witness=Witness(
                point={key: str(value) for key, value in sorted(lower.points[row.name].items())},
                **_sides(_rule(row), row.bound),
                text="worst risk of the Bayes rule",
            ),
            found=found,
        )
    unsettled = [row.name for row in rows if row.says == "open"]
    if unsettled:
        return Evidence(
            outcome,
            facts.PriorsOpen(tuple(unsettled)),
            METHOD,
            found=found,
        )
    others = [row.name for row in rows if row.instance is False]
    if others:
        return Evidence(outcome, facts.AnotherFamily(tuple(others)), METHOD, found=found)
    spare = [row.risk / row.bound for row in rows if row.bound > 0]
    empty = tuple(
        Finding("VACUOUS", facts.BoundBelowZero(row.name, f"{row.bound:.4g}"))
        for row in rows
        if row.bound <= 0
    )
    ends = (at_least(min(spare)), at_most(max(spare))) if spare else ("", "")
    above_bound = facts.BayesRiskAbove(len(rows), *ends, settling.hard_instances(lower))
    return Evidence(outcome, above_bound, METHOD, empty, found=found)


def outcome_of(rows: Sequence[BayesRisk]) -> Outcome:
    """What the points together say of a bound."""
    if any(row.says == "false" for row in rows):
        return Outcome.REFUTED
    settled = all(row.says == "true" and row.instance is not False for row in rows)
    return Outcome.SUPPORTED if settled and rows else Outcome.UNDECIDED


def _bayes_row(lower: FamilyLowerBound, context: Context, name: str) -> BayesRisk:
    """What one point says, with the certificates of its risks."""
    point = lower.points[name]
    family, loss = lower.family(**point)
    printed = context.expand(lower.bound)
    ends = enclosure(printed.xreplace({s: point[s.name] for s in printed.free_symbols}), {})
    low, high = below(rational(ends[0])), above(rational(ends[1]))
    risk, rule = bayes_risk(family, loss), None
    says = _says(low, high, risk, rule)
    if says == "open" and isinstance(family, Family):  # of thinned draws no rule's worst risk is computed
        rule = rule_risk(family, loss)
        says = _says(low, high, risk, rule)
        if says == "open" and not family.windowed and family.counts <= MOST_COUNTS:
            found = minimax_risk(family, loss)
            risk, rule = max(risk, found.below, key=lambda r: r.low), found.above
            says = _says(low, high, risk, rule)
    known = [settling.is_family(hard, family, loss, point, context.definitions) for hard in lower.hard]
    certificate = {"bound": [str(low), str(high)], "risk": _replayed(risk).certificate}
    beaten = rule if says == "false" else None
    if beaten is not None:
        certificate["rule"] = _replayed(beaten).certificate
    return BayesRisk(
        name=name,
        bound=float(low if says == "false" else high),
        risk=float(risk.low),
        says=says,
        instance=all(known) if known else None,
        rule=None if beaten is None else float(beaten.high),
        certificate=certificate,
    )


def _says(low: Fraction, high: Fraction, risk: RiskBracket, rule: RiskBracket | None) -> shapes.Says:
    """Whether a bound that lies in [low, high] is true, false, or neither for sure."""
    if risk.low >= high:
        return "true"
    return "false" if rule is not None and rule.high < low else "open"


def _worst(rows: Sequence[BayesRisk]) -> BayesRisk:
    return max((row for row in rows if row.says == "false"), key=lambda r: r.bound / _rule(r))


def _rule(row: BayesRisk) -> float:
    """The worst risk of a Bayes rule, where one is below the bound."""
    return np.inf if row.rule is None else row.rule


def _sides(rule: float, bound: float) -> dict[str, str]:
    return {"lhs": f"{rule:.12g}", "rhs": f"{bound:.12g}"}


def _replayed(found: RiskBracket) -> RiskBracket:
    again = replay(found)
    if not again.ok:
        raise ArithmeticError(f"{found.method}: its certificate does not replay: {again.reason}")
    return found


def of_record(settled: shapes.FamilyLowerBoundPart) -> Iterator[tuple[str, str]] | None:
    """The certificates of a record's points, replayed: ``(place, fault)``; None where it has none.

    What is shown of a point has to be what its certificates give, and the outcome what the points give together.
    """
    rows = settled.evidence.risks
    return _faults(settled, rows) if any(row.certificate is not None for row in rows) else None


def _faults(settled: shapes.FamilyLowerBoundPart, rows: Sequence[BayesRisk]) -> Iterator[tuple[str, str]]:
    for row in rows:
        yield f"at {row.name!r}", _fault(row)
    if outcome_of(rows).name != settled.outcome:
        yield "all points", f"they give {outcome_of(rows).name}, the record says {settled.outcome}"
    elif settled.outcome == Outcome.REFUTED.name:
        held = _worst(rows).certificate or {}
        due = _sides(float(Fraction(held["rule"]["values"][1])), float(Fraction(held["bound"][0])))
        if {side: getattr(settled.witness, side, None) for side in due} != due:
            yield "the witness", "it is not what the worst of the points gives"


def _fault(row: BayesRisk) -> str:
    """What is wrong with one point of a record; nothing where its certificates give what it says."""
    held = row.certificate
    if held is None:
        return "there is no certificate"
    low, high = map(Fraction, held["bound"])
    kinds = {"risk": "bayes_risk"} | ({"rule": "rule_risk"} if row.says == "false" else {})
    for name, method in kinds.items():
        again = replay(held[name])
        if not again.ok or held[name]["method"] != method:
            return f"the {name} of its certificate: {again.reason}"
        if held[name]["statement"] != held["risk"]["statement"]:
            return "its certificates are of two families"
    ends = {name: [Fraction(value) for value in held[name]["values"]] for name in kinds}
    true, false = ends["risk"][0] >= high, "rule" in ends and ends["rule"][1] < low
    if low > high or row.says != ("true" if true else "false" if false else "open"):
        return f"its certificates do not say that the bound is {row.says}"
    due = {"bound": low if false else high, "risk": ends["risk"][0]} | ({"rule": ends["rule"][1]} if false else {})
    told = {name: getattr(row, name) for name in ("bound", "risk", "rule")}
    if told != {name: significant(float(due[name])) if name in due else None for name in told}:
        return "it shows other numbers than its certificates give"
    return ""


class OnFamily(Evaluated):
    """Each point of a record has the certificates of its risks."""

    def certified(self, settled: Any) -> Certified | None:
        return of_record(settled)


CHECKS = (Sampled(MinimaxLowerBound, check_lower_bound, retold), OnFamily(FamilyLowerBound, check_on_family))
