"""What no error falls below with a stated probability: said by proved lines, or enumerated from a finite law."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from boundcheck.checks import inequality
from boundcheck.claims import Collapse, FiniteLaw, Inequality, Outcome

from ..context import Context

MOST_OUTCOMES = 100_000  # of an enumeration


@dataclass(frozen=True)
class Floor:
    """The least error of an instance, with its probability and how both are known; or why they are not.

    Parameters
    ----------
    error, probability : sympy.Expr
    method : str
    missing : str
        Why there is none.
    """

    error: sympy.Expr = sympy.S.Zero
    probability: sympy.Expr = sympy.S.One
    method: str = ""
    missing: str = ""


def floor_of(claimed: Collapse, context: Context) -> Floor:
    for line in (*claimed.rests_on, *(e for e in (claimed.error, claimed.likely) if isinstance(e, Inequality))):
        if not is_proved(line, context):
            return Floor(missing=f"it rests on {line_as_text(line)}, which is not proved; a proof would decide it")
    if isinstance(claimed.error, FiniteLaw):
        return enumerated(claimed.error)
    likely = sympy.S.One if claimed.likely is None else claimed.likely.lhs
    return Floor(claimed.error.lhs, likely, "by proved lines, and drawn in the instance")


def enumerated(law: FiniteLaw) -> Floor:
    """The least positive error of a finite law, with the exact probability of an error at least that large."""
    total = sympy.S.Zero
    weights: dict[sympy.Expr, sympy.Expr] = {}
    for count, outcome in enumerate(law.outcomes()):
        if count >= MOST_OUTCOMES:
            return Floor(
                missing=f"there are more than {MOST_OUTCOMES:,} outcomes; classes of data sets would decide it"
            )
        error = sympy.sympify(law.error(outcome))
        weight = sympy.S.One if law.probability is None else sympy.sympify(law.probability(outcome))
        if not weight.is_Rational or weight < 0 or not error.is_number or error.atoms(sympy.Float):
            return Floor(missing=f"{outcome!r:.60} has no exact probability or error; fractions would decide it")
        total += weight
        weights[error] = weights.get(error, sympy.S.Zero) + weight
    if law.probability is not None and total != 1:
        return Floor(
            missing=f"the probabilities of its outcomes sum to {total}; all outcomes, summing to 1, would decide it"
        )
    positive = [error for error in weights if error.is_positive]
    if not positive or (law.probability is None and len(positive) < len(weights)):
        return Floor(missing="an outcome has no error above 0; another instance would decide it")
    likely = sympy.S.One if law.probability is None else sum((weights[e] for e in positive), sympy.S.Zero)
    least = min(positive, key=lambda error: sympy.N(error, 50))
    return Floor(least, likely, "exact enumeration, drawn in the instance")


def is_proved(line: Any, context: Context) -> bool:
    if line.lhs.is_Rational and line.rhs.is_Rational:  # without a letter there is nothing to search
        return bool(line.lhs < line.rhs if line.strict else line.lhs <= line.rhs)
    return inequality.check(line, context).outcome is Outcome.PROVED


def line_as_text(line: Any) -> str:
    return f"{line.lhs} {line.relation} {line.rhs}"[:200]
