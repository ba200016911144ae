"""How often something exceeds what is claimed of it: the verdict that rows of violations give."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from boundcheck.claims import Evidence, Finding, Outcome, Regime

from . import enough, margin
from .context import Context
from .rounded import at_least, at_most
from .suspicion import first_look

LARGEST = 1e18  # stands for a ratio to nothing
METHOD = "exact binomial interval"


def refuted(
    violated: Sequence[Mapping[str, Any]],
    exceed: str,
    experiments: Mapping[str, Any],
    findings: tuple,
    data: dict[str, Any],
    context: Context,
) -> Evidence:
    """By the row that exceeds what is allowed most.

    Parameters
    ----------
    violated : sequence of mapping
        Rows whose rate is above the allowed one.
    exceed : str
        What so many of so many do, as "data sets exceed the bound".
    experiments : mapping of str to Experiment
        By name of the row; none for a point that was searched for.
    """
    row = max(violated, key=lambda r: r["rate_low"] / r["allowed"])
    return Evidence(
        Outcome.REFUTED,
        f"in regime {row['name']!r} {row['violations']:,} of {row['repeats']:,} {exceed}"
        f"{first_look(row, experiments.get(row['name']), context)}; "
        f"{row['allowed']:g} is allowed, the rate is at least {at_least(row['rate_low'])}",
        method=f"{METHOD} on fresh samples",
        witness={
            "point": {k: sympy.sstr(v) for k, v in row["point"].items()},
            "lhs": f"{row['rate_low']:.6g}",
            "rhs": f"{row['allowed']:.6g}",
            "text": f"violation rate in regime {row['name']}",
        },
        findings=findings,
        data=data,
    )


def settled(
    rows: Sequence[Mapping[str, Any]],
    each: float,
    failures: list,
    *,
    what: str,
    reach: str,
    context: Context,
    regimes: Sequence[Regime],
    findings: tuple = (),
) -> Evidence:
    """The evidence of rows whose errors are ratios to the bound, so that 1 is the bound.

    Parameters
    ----------
    rows : sequence of mapping
        As `boundcheck.checks.cells.violation_row` makes them.
    each : float
        Error probability of each interval.
    what : str
        What may be exceeded, as "the bound".
    reach : str
        What the verdict covers, a half-sentence.
    context : Context
        Whose budget and claim it is.
    regimes : sequence of Regime
        Where the rows were drawn.
    """
    experiments = {regime.name: regime.experiment for regime in regimes}
    repeats = sum(row["repeats"] for row in rows)
    data = {"repeats": repeats, "slack": list(rows), "failures": failures}
    blunt = [row["name"] for row in rows if not row["biting"]]
    if len(blunt) == len(rows):
        said = f"in every setting {what} exceeds half the trivial one, so that samples say little about it"
        findings = (*findings, Finding("TOOTHLESS", said))
    violated = [row for row in rows if row["rate_low"] > row["allowed"]]
    if violated:
        return refuted(violated, f"replicates exceed {what}", experiments, findings, data, context)
    unclear = [dict(row) for row in rows if row["rate_high"] > margin.limit(row["allowed"])]
    near = [row["name"] for row in rows if row["rate_high"] > row["allowed"]]
    agrees = f"; it agrees, within a factor {margin.FACTOR} of the allowed rate, in: {', '.join(near)}" if near else ""
    if unclear:
        return Evidence(Outcome.UNDECIDED, enough.rates(unclear, each, context.budget), METHOD, findings, data=data)
    seen = at_most(max(row["smallest_visible_rate"] / row["allowed"] for row in rows), 2)
    over = sum(row["violations"] for row in rows)
    return Evidence(
        Outcome.SUPPORTED,
        f"{over:,} of {repeats:,} replicates exceed{'s' if over == 1 else ''} {what} {reach}; a rate of {seen} times the "
        f"allowed one would have been seen{smaller(rows, what)}{agrees}",
        METHOD,
        findings,
        data=data,
    )


def smaller(rows: Sequence[Mapping[str, Any]], what: str) -> str:
    """By which factor the bound could be smaller and still pass, a half-sentence; empty where errors of 0 allow any.

    Below the lower limit of an error's quantile, the rate of violations is certainly above the allowed one.
    """
    shares = [row["low"] / row["bound"] for row in rows if row["bound"] > 0 and not row["unsound"]]
    share = max((s for s in shares if math.isfinite(s)), default=0.0)
    return f", and so would {what} if it were less than {at_least(share, 2)} times as large" if share > 0 else ""
