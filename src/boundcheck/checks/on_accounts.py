"""Guarantees of composed and sampled mechanisms, beside the accountant's bracket of the least epsilon."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Expr

from boundcheck.claims import AccountedGuarantee, Evidence, Finding, Outcome
from boundcheck.privacy import EpsilonBracket, epsilon_bracket
from boundcheck.privacy.accountant import Effort
from boundcheck.privacy.exact import outward
from boundcheck.symbolic import enclosure

from .context import Context
from .row import evaluated

EFFORTS: tuple[Effort, ...] = ("standard", "deep")
METHOD = "privacy accountant: losses rounded up and down, composed with bounded rounding errors"


def check(guarantee: AccountedGuarantee, context: Context) -> Evidence:
    """Above the bracket a guarantee holds; below it, some neighbours break it; within it, it is open."""
    rows = [_row(guarantee, context, name) for name in guarantee.points]
    data = {"brackets": rows}
    if false := [row for row in rows if row["says"] == "false"]:
        row = max(false, key=lambda r: (r["low"] / max(r["epsilon"], 1e-12), r["name"]))
        apart = f"are told apart as only epsilon >= {row['low']:.5g} allows"
        return Evidence(
            Outcome.REFUTED,
            f"at {row['name']!r} some neighbours ({row['adjacency']}) {apart}, and the guarantee is {row['epsilon']:.6g}",
            METHOD,
            witness={
                "point": {key: str(value) for key, value in sorted(guarantee.points[row["name"]].items())},
                "lhs": f"{row['low']:.5g}",
                "rhs": f"{row['epsilon']:.6g}",
                "text": f"some neighbours {apart}, and {row['epsilon']:.6g} is promised",
            },
            data=data,
        )
    if open_ := [row for row in rows if row["says"] == "open"]:
        row = open_[0]
        return Evidence(
            Outcome.UNDECIDED,
            f"at {row['name']!r} ({row['adjacency']}) the guarantee {row['epsilon']:.6g} lies within "
            f"[{row['low']:.5g}, {row['high']:.5g}], where the accountant does not tell; "
            f"a narrower bracket, or a pair of neighbours that attains it, would decide it",
            METHOD,
            data=data,
        )
    empty = tuple(Finding("VACUOUS", f"delta at {row['name']!r} is at least 1") for row in rows if "high" not in row)
    spare = [row["epsilon"] / row["high"] for row in rows if row.get("high")]
    many = "the one point" if len(rows) == 1 else f"each of {len(rows)} points"
    many += f" ({', '.join(dict.fromkeys(row['adjacency'] for row in rows))})"
    room = f"; epsilon is {min(spare):.3g} to {max(spare):.3g} times what is needed there" if spare else ""
    return Evidence(Outcome.SUPPORTED, f"the accountant guarantees it at {many}{room}", METHOD, empty, data=data)


def _row(guarantee: AccountedGuarantee, context: Context, name: str) -> dict[str, Any]:
    point = guarantee.points[name]
    mechanism, adjacency = guarantee.mechanism(**point)
    least, most = _value(guarantee.epsilon, point, context)
    rare, often = _value(guarantee.delta, point, context)
    row: dict[str, Any] = {"name": name, "epsilon": float(least), "delta": float(rare), "adjacency": str(adjacency)}
    if rare >= 1:
        return {**row, "says": "true"}
    if rare <= 0:
        raise ValueError(f"delta at {name!r} is {float(rare):.6g}; the accountant needs one in (0, 1)")
    for effort in EFFORTS:
        sure = _replayed(epsilon_bracket(mechanism, rare, adjacency, effort=effort))
        lax = sure if often == rare else _replayed(epsilon_bracket(mechanism, often, adjacency, effort=effort))
        low, high = outward(lax.low, sure.high, 5)
        row.update(low=low, high=high)
        if Fraction(sure.high) <= least:
            return {**row, "says": "true"}
        if lax.attained and Fraction(lax.low) > most:
            return {**row, "says": "false"}
    return {**row, "says": "open"}


def _value(expr: Expr, point: Any, context: Context) -> tuple[Fraction, Fraction]:
    printed = context.expand(expr)
    return enclosure(printed.xreplace({s: point[s.name] for s in printed.free_symbols}), {})


def _replayed(found: EpsilonBracket) -> EpsilonBracket:
    if not found.replay():
        raise ArithmeticError(f"{found.mechanism}: the bracket does not replay")
    return found


ROWS = (evaluated(AccountedGuarantee, check),)
