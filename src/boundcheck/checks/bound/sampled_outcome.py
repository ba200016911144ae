"""What samples say of a bound: refuted, undecided or supported, with the constant, the false versions and the reserves beside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from boundcheck.checks import enough, margin
from boundcheck.claims import Evidence, Finding, HighProbabilityBound, Outcome

from ..context import Context
from ..rounded import at_most
from ..violations import METHOD, refuted, smaller
from . import claimed, collapse, per_term, vacuity
from . import worst_constant as constants

CORNER = ("name", "point", "bound", "trivial", "violations", "unsound", "repeats", "rate_low", "rate_high", "allowed")
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Drawn:
    """What was drawn for a bound.

    Parameters
    ----------
    rows, corners : sequence of dict
        Rates of violation at the regimes and worst cases, and at corners of the domain, which can refute alone.
    mutants : sequence of dict
        False versions that the claim lists.
    variants : dict
        Those that are made from the bound.
    worst : dict
        Worst cases of the constant, by how they were searched for.
    failures : list of dict
    each : float
        The error probability of one interval.
    """

    rows: Rows
    corners: Rows
    mutants: Rows
    variants: Any
    worst: dict[str, constants.WorstCase]
    failures: Rows
    each: float

    @property
    def violated(self) -> Rows:
        """Where the bound is certainly exceeded more often than it allows."""
        return [row for row in (*self.rows, *self.corners) if row["rate_low"] > row["allowed"]]

    @property
    def reported(self) -> Rows:
        """The rows that are reported: a corner only where it refutes."""
        return [*self.rows, *(row for row in self.violated if row in self.corners)]

    @property
    def unclear(self) -> Rows:
        """Where it may be exceeded more often than it allows, by more than the margin."""
        violated = self.violated
        return [row for row in self.reported if row["rate_high"] > margin.limit(row["allowed"]) and row not in violated]

    @property
    def near(self) -> list[str]:
        """Where the margin decides."""
        return [row["name"] for row in self.reported if row["allowed"] < row["rate_high"] <= margin.limit(row["allowed"])]


def sampled_outcome(bound: HighProbabilityBound, drawn: Drawn, context: Context) -> Evidence:
    """The evidence that samples give; a bound that no constant saves is refuted without them."""
    region = vacuity.over_sample_size(bound, context)
    collapsed = collapse.settle(bound, context)
    constant = claimed.settle(
        bound, context.name, parameters=context.parameters, definitions=context.definitions, steps=context.steps
    )
    constant = claimed.at_points(constant, bound.constant, drawn.reported)
    data = _data(bound, drawn, constant, region, context)
    findings = tuple(_findings(bound, drawn, constant, region))
    if collapsed is not None and collapsed.outcome is Outcome.REFUTED:
        return replace(collapsed, findings=findings, data={**data, **collapsed.data})
    if drawn.violated:
        experiments = {regime.name: regime.experiment for regime in bound.regimes}
        return refuted(drawn.violated, "data sets exceed the bound", experiments, findings, data, context)
    if drawn.unclear:
        return Evidence(Outcome.UNDECIDED, _open(drawn, context), METHOD, findings, data=data)
    method = METHOD + (", worst-case search" if drawn.worst else "")
    return Evidence(Outcome.SUPPORTED, _agreeing(bound, drawn), method, findings, data=data)


def _data(
    bound: HighProbabilityBound, drawn: Drawn, constant: claimed.Claimed, region: Any, context: Context
) -> dict[str, Any]:
    terms = per_term.per_term(bound, context)
    survivors = [m["name"] for m in drawn.mutants if not m["killed"]]
    killed, total = len(drawn.mutants) - len(survivors), len(drawn.mutants)
    return {
        "repeats": sum(row["repeats"] for row in drawn.reported),
        "slack": drawn.reported,
        "corners": [{key: row[key] for key in CORNER} for row in drawn.corners],
        "margin": {"factor": margin.FACTOR, "within": drawn.near},
        "constant": constants.summary(bound, drawn.worst, constant) | ({"per_term": terms} if terms else {}),
        "mutants": {"killed": killed, "total": total, "survivors": survivors, "rows": drawn.mutants},
        "variants": drawn.variants,
        "vacuity": region,
        "failures": drawn.failures,
    }


def _findings(bound: HighProbabilityBound, drawn: Drawn, constant: claimed.Claimed, region: Any) -> list[Finding]:
    """What is worth knowing beside the outcome: a bound that says little, a constant that is false."""
    rows = drawn.reported
    findings = list(vacuity.findings(rows, region))
    if constant.settled in ("refuted", "unusable") or (constant.settled == "step" and constant.witness):
        findings.append(Finding("CONSTANT", constant.text))
    if not any(row["biting"] for row in rows):
        said = "in every setting the bound exceeds half the trivial one, so that samples say little about it"
        findings.append(Finding("TOOTHLESS", said))
    meant = {regime.name for regime in bound.regimes if regime.biting}
    blunt = [row["name"] for row in rows if row["name"] in meant and not row["biting"]]
    if blunt:
        said = f"meant to be small, yet the bound exceeds half the trivial one in: {', '.join(blunt)}"
        findings.append(Finding("TOOTHLESS", said, tuple(blunt)))
    return findings


def _open(drawn: Drawn, context: Context) -> str:
    """What would decide it."""
    lost = [row["name"] for row in drawn.unclear if row["unsound"] == row["repeats"]]
    if not lost:
        return enough.rates(drawn.unclear, drawn.each, context.budget)
    why = f": {drawn.failures[0]['message']}" if drawn.failures else ""
    return f"the experiment of {', '.join(map(repr, lost))} returned no finite error{why}; mending it would decide it"


def _agreeing(bound: HighProbabilityBound, drawn: Drawn) -> str:
    """How often the bound was exceeded, and which rate would have been seen."""
    rows, near = drawn.reported, drawn.near
    agrees = (
        f"; it agrees, within a factor {margin.FACTOR} of the allowed rate, in: {vacuity.listed(near)}" if near else ""
    )
    seen = at_most(max(row["smallest_visible_rate"] / row["allowed"] for row in rows), 2)
    repeats, over = (sum(row[key] for row in rows) for key in ("repeats", "violations"))
    searched = len(rows) - len(bound.regimes)
    where = "the one regime" if len(rows) == 1 else f"{len(rows)} regimes"
    where += f", {searched} of them found by search" if searched else ""
    return (
        f"{over:,} of {repeats:,} data sets exceed{'s' if over == 1 else ''} the explicit bound in {where}; "
        f"a rate of {seen} times the allowed one would have been seen{smaller(rows, 'the bound')}{agrees}"
    )
