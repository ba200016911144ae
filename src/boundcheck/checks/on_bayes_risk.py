"""Minimax lower bounds on a finite family: the Bayes risk beside them, and the Bayes rule's own worst risk."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from boundcheck.claims import Evidence, FamilyLowerBound, Finding, Outcome
from boundcheck.minimax import Family, RiskBracket, bayes_actions, bayes_risk, method_risk, minimax_risk, replay
from boundcheck.minimax.posterior_losses import Loss
from boundcheck.minimax.unfavourable import MOST_COUNTS
from boundcheck.symbolic import enclosure

from . import derived_risk
from .context import Context
from .rounded import at_least, at_most
from .row import evaluated

METHOD = "exact Bayes risk, summed over counts in balls"


def check(lower: FamilyLowerBound, context: Context) -> Evidence:
    """Below a Bayes risk, a bound holds; above the worst risk of a Bayes rule, it is false; between, it is open.

    Equal weights are tried first, then the least favourable ones that a search finds.
    """
    rows = [_row(lower, context, name) for name in lower.points]
    data = {"risks": rows}
    false = [row for row in rows if row["says"] == "false"]
    if false:
        row = max(false, key=lambda r: r["bound"] / r["rule"])
        return Evidence(
            Outcome.REFUTED,
            f"at {row['name']!r} the Bayes rule has risk {at_most(row['rule'], 6)} at most on the whole family, and the bound is "
            f"{row['bound']:.6g}",
            METHOD,
            witness={
                "point": {key: str(value) for key, value in sorted(lower.points[row["name"]].items())},
                "lhs": f"{row['rule']:.12g}",
                "rhs": f"{row['bound']:.12g}",
                "text": "worst risk of the Bayes rule",
            },
            data=data,
        )
    unsettled = [row["name"] for row in rows if row["says"] == "open"]
    if unsettled:
        return Evidence(
            Outcome.UNDECIDED,
            f"no prior that was tried puts the Bayes risk above the bound, or its rule's worst risk below it, at "
            f"{', '.join(map(repr, unsettled))}; another prior would decide it, or a rule that draws lots",
            METHOD,
            data=data,
        )
    others = [row["name"] for row in rows if lower.hard and not row["instance"]]
    if others:
        words = f"the hard instance is not the family at {', '.join(map(repr, others))}; one that is would decide it"
        return Evidence(Outcome.UNDECIDED, words, METHOD, data=data)
    spare = [row["risk"] / row["bound"] for row in rows if row["bound"] > 0]
    empty = tuple(
        Finding("VACUOUS", f"the bound at {row['name']!r} is {row['bound']:.4g}, and no risk is below 0")
        for row in rows
        if row["bound"] <= 0
    )
    many = "the one point" if len(rows) == 1 else f"each of {len(rows)} points"
    room = f"; it could be {at_least(min(spare))} to {at_most(max(spare))} times as large there" if spare else ""
    words = f"the Bayes risk lies above the bound at {many}{room}{derived_risk.in_words(lower)}"
    return Evidence(Outcome.SUPPORTED, words, METHOD, empty, data=data)


def _row(lower: FamilyLowerBound, context: Context, name: str) -> dict[str, Any]:
    point = lower.points[name]
    family, loss = lower.family(**point)
    printed = context.expand(lower.bound)
    low, high = enclosure(printed.xreplace({s: point[s.name] for s in printed.free_symbols}), {})
    risk = _replayed(bayes_risk(family, loss))
    row: dict[str, Any] = {"name": name, "bound": float(high), "risk": float(risk.low), "says": "true"}
    if lower.hard:
        known = (derived_risk.is_family(hard, family, loss, point, context.definitions) for hard in lower.hard)
        row["instance"] = all(known)
    if risk.low >= high:
        return row
    rule = _rule(family, loss)
    if rule is not None and rule.high < low:
        return {**row, "bound": float(low), "rule": float(rule.high), "says": "false"}
    if not isinstance(family, Family) or family.windowed or family.counts > MOST_COUNTS:
        return {**row, "says": "open"}
    found = minimax_risk(family, loss)
    row["risk"] = max(row["risk"], float(_replayed(found.below).low))
    if found.low >= high:
        return row
    if _replayed(found.above).high < low:
        return {**row, "bound": float(low), "rule": float(found.high), "says": "false"}
    return {**row, "says": "open"}


def _rule(family: Any, loss: Loss) -> RiskBracket | None:
    """The Bayes rule's worst risk; of thinned draws it is not computed."""
    if not isinstance(family, Family):
        return None
    outside = bayes_actions(Family.bits([Rational(1, 2)] * family.hypotheses, 0), loss)[0] if family.windowed else None
    return _replayed(method_risk(family, loss, bayes_actions(family, loss), outside))


def _replayed(found: RiskBracket) -> RiskBracket:
    again = replay(found)
    if not again.ok:
        raise ArithmeticError(f"{found.method}: its certificate does not replay: {again.reason}")
    return found


ROWS = (evaluated(FamilyLowerBound, check),)
