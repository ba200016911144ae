"""Why a part is false, as a sentence says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boundcheck.claims import Claim, Identity, Inequality, Outcome, PartVerdict

_SHORT = 60  # characters of a formula in a sentence


def reasons(claim: Claim, parts: list[PartVerdict]) -> str:
    """Why parts are refuted, a sentence for each reason; the parts are named where there are several."""
    named: dict[str, list[str]] = {}
    for part in parts:
        if part.evidence.outcome is Outcome.REFUTED:
            named.setdefault(_reason(claim, part).rstrip("."), []).append(part.name)
    if len({part.name for part in parts}) == 1:
        return " ".join(map(as_sentence, named))
    return " ".join(f"In {joined(names)}: {_within(reason)}." for reason, names in named.items())


def _reason(claim: Claim, part: PartVerdict) -> str:
    """What was found; of a formula that is false at a point also the formula, if it is short, and its sides there."""
    evidence, statement = part.evidence, claim.parts.get(part.name)
    if isinstance(statement, Mapping):
        statement = statement.get(part.reading)
    sides = [(evidence.witness or {}).get(side) for side in ("lhs", "rhs")]
    if (
        not isinstance(statement, Identity | Inequality)
        or not evidence.summary.startswith("false at")
        or not all(sides)
    ):
        return evidence.summary
    relation = "=" if statement.relation == "==" else statement.relation
    formula = f"{statement.lhs} {relation} {statement.rhs}"
    letters = [symbol.name for side in (statement.lhs, statement.rhs) for symbol in side.free_symbols]
    short = len(formula) <= _SHORT and all(len(name) == 1 for name in letters)
    left, right = map(_digits, sides)
    of = f" of {formula}" if short else ""
    return f"{evidence.summary.rstrip('.')}: the left side{of} is {left}, the right side {right}"


def _within(reason: str) -> str:
    """A reason after a colon."""
    return f"no {reason[3:]}" if reason.startswith("No ") else reason


def _digits(side: Any) -> str:
    try:
        return f"{float(side):.6g}"
    except ValueError:
        return str(side)


def joined(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def as_sentence(summary: str) -> str:
    """A summary with a capital and a full stop."""
    return summary[:1].upper() + summary[1:].rstrip(".") + "."
