"""Guarantees of code: an event that is too much likelier on one of two neighbours refutes them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import AuditedGuarantee, Evidence, Finding, Outcome, Regime
from boundcheck.privacy import audited_pair
from boundcheck.stats import holm
from boundcheck.symbolic import enclosure

from .cells import cell, numbers
from .context import Context
from .rounded import at_least, at_most
from .row import TESTED, Row

METHOD = "audit: the event chosen on one half of the runs, exact binomial intervals on the other, Holm over regimes"


def check(guarantee: AuditedGuarantee, context: Context) -> Evidence:
    """Refuted by a confirmed event; else it says which epsilon would have been seen. Nothing is proved."""
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in guarantee.regimes}
    results = context.run(list(cells.values()))
    rows = [_row(guarantee, context, regime, results[cells[regime.name]]) for regime in guarantee.regimes]
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p (Holm)"] = float(adjusted)
    data: dict[str, Any] = {"audits": rows, "repeats": sum(2 * row["runs"] for row in rows)}
    failed = [{"cell": r.name, "seed": str(getattr(f, "seed", "")), "message": str(getattr(f, "message", f))}
              for r in guarantee.regimes for f in results[cells[r.name]].failures]  # fmt: skip
    if failed:
        data["failures"] = failed
    without = [row["name"] for row in rows if row["delta"] >= 1]
    empty = tuple(Finding("VACUOUS", f"delta is at least 1 in {name!r}", (name,)) for name in without)
    if false := [row for row in rows if row["p (Holm)"] <= context.risk]:
        row = max(false, key=lambda r: (r["epsilon at least"] - r["epsilon"], r["name"]))
        return Evidence(
            Outcome.REFUTED,
            f"in regime {row['name']!r} ({guarantee.adjacency}) {row['event']} occurs in {row['hits']:,} against {row['base']:,} "
            f"of {row['runs']:,} runs: epsilon is at least {at_least(row['epsilon at least'], 4)}, not {row['epsilon']:.4g}",
            METHOD,
            empty,
            witness={
                "point": {k: sympy.sstr(v) for k, v in sorted(row["point"].items())} | {"regime": row["name"]},
                "lhs": f"{row['epsilon at least']:.6g}",
                "rhs": f"{row['epsilon']:.6g}",
                "text": f"epsilon, by {row['event']}",
            },
            data=data,
        )
    if len(empty) == len(rows):
        return Evidence(Outcome.SUPPORTED, "every mechanism is private with a delta of 1", METHOD, empty, data=data)
    seen = min(row["would have seen"] for row in rows)
    if not math.isfinite(seen):
        words = "so few runs would not have seen any epsilon, however large; more repeats, or a score that tells more, would"
        return Evidence(Outcome.UNDECIDED, words, METHOD, empty, data=data)
    best = min(rows, key=lambda r: r["would have seen"])
    many = "the one pair" if len(rows) == 1 else f"none of {len(rows)} pairs"
    told = f"{many} of neighbours ({guarantee.adjacency}) {'is not' if len(rows) == 1 else 'is'} told apart by more than is allowed"
    return Evidence(
        Outcome.SUPPORTED,
        f"{told}; an epsilon of {at_most(seen, 3)} in place of {best['epsilon']:.4g} would have been seen; other neighbours and "
        f"other events were not looked at",
        METHOD,
        empty,
        data=data,
    )


def _row(guarantee: AuditedGuarantee, context: Context, regime: Regime, found: Any) -> dict[str, Any]:
    epsilon, delta = (_at_most(context, side, regime) for side in (guarantee.epsilon, guarantee.delta))
    one, other = (np.asarray(found.columns.get(name, ()), float) for name in ("one", "other"))
    pair = audited_pair(one, other, epsilon, delta, context.risk / len(guarantee.regimes), found.lost)
    return {
        "name": regime.name,
        "point": {key: regime.point[key] for key in sorted(regime.point)},
        "epsilon": float(epsilon),
        "delta": float(delta),
        "event": f"{pair.event} on {'the first' if pair.first_is_likelier else 'the second'}",
        "hits": pair.hits,
        "base": pair.base,
        "runs": pair.runs,
        "epsilon at least": pair.epsilon_low,
        "would have seen": pair.would_have_seen,
        "p": pair.p_value,
    }


def _at_most(context: Context, side: sympy.Expr, regime: Regime) -> Fraction:
    """The largest value that a side may have; what is not known exactly is no reason to refute."""
    at = {name: sympy.Rational(repr(float(v))) for name, v in numbers(regime.point).items()}
    printed = context.expand(side)
    return enclosure(printed.xreplace({s: at[s.name] for s in printed.free_symbols}), {})[1]


ROWS = (Row(AuditedGuarantee, check, TESTED, sampled=True),)
