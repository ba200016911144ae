"""The bounds of a claim that have a number to them, each under its readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from boundcheck.claims import Claim


class PlanError(ValueError):
    """What was asked cannot be evaluated; the message is one line with the way out.

    Parameters
    ----------
    text : str
    argument : str
        The argument of `boundcheck.bound` or `boundcheck.plan` that is at fault; the command line has its own word.
    """

    def __init__(self, text: str, argument: str = "") -> None:
        super().__init__(f"{argument}: {text}" if argument else text)
        self.text, self.argument = text, argument


@dataclass(frozen=True)
class Bound:
    """One bound of a claim under one reading, its abbreviating letters replaced where `expand` is applied.

    Parameters
    ----------
    part, reading : str
    statement : Shape
        An upper bound.
    claim : Claim
    """

    part: str
    reading: str
    statement: Any
    claim: Claim

    @property
    def name(self) -> str:
        """How the part is called where readings matter."""
        return self.part if self.reading == "literal" else f"{self.part}@{self.reading}"

    @property
    def printed(self) -> sympy.Expr:
        """The printed shape, without its unspecified constant."""
        return self.statement.printed

    @property
    def explicit(self) -> sympy.Expr:
        """The version with every constant; the printed one where print has them."""
        return getattr(self.statement, "explicit", self.statement.printed)

    @property
    def trivial(self) -> sympy.Expr:
        """What holds without any data."""
        return self.statement.without_data

    @property
    def given(self) -> tuple[sympy.Basic, ...]:
        """Conditions that tie parameters together."""
        return tuple(getattr(self.statement, "given", ()))

    def expand(self, expression: sympy.Basic) -> sympy.Basic:
        """`expression` with the claim's abbreviating letters replaced by what they stand for."""
        return sympy.sympify(expression).xreplace(dict(self.claim.definitions))

    @property
    def names(self) -> set[str]:
        """The parameters that the bound depends on."""
        shown = (self.printed, self.explicit, self.trivial, *self.given)
        return {symbol.name for each in shown for symbol in self.expand(each).free_symbols}

    @property
    def accepted(self) -> set[str]:
        """What a point may name: also the failure probability where the bound does not depend on it."""
        failure = sympy.sympify(getattr(self.statement, "failure", 0))
        return self.names | {symbol.name for symbol in failure.free_symbols}

    @property
    def assumed(self) -> dict[str, Fraction]:
        """What the claim fixes where nobody says otherwise; whoever uses it states it."""
        fixed = getattr(self.statement, "fixed", {})
        return {name: Fraction(value) for name, value in fixed.items() if isinstance(value, int | float)}


def bounds_of(claim_id: str, claim: Claim, part: str | None = None) -> list[Bound]:
    """The bounds of a claim, under each reading; those of one part if `part` names it."""
    found = [
        Bound(name, reading, under, claim)
        for name, statement in claim.parts.items()
        for reading, under in (statement.items() if isinstance(statement, Mapping) else [("literal", statement)])
        if under.upper
    ]
    if not found:
        parts = [s for part in claim.parts.values() for s in (part.values() if isinstance(part, Mapping) else (part,))]
        what = "states no bound with a number to it"
        if any(statement.lower for statement in parts):
            what = (
                "states a lower bound and no upper one, which is what is evaluated and planned with; give the claim one "
                "as a part, a HighProbabilityBound or ExpectationBound"
            )
        raise PlanError(f"{claim_id} {what}; 'boundcheck show {_shown_by(claim_id)}' says what it states")
    chosen = [b for b in found if part in (None, b.part, b.name)]
    if not chosen:
        raise PlanError(f"{part!r}: {claim_id} has {', '.join(dict.fromkeys(b.part for b in found))}", "part")
    return chosen


def _shown_by(claim_id: str) -> str:
    """The name by which the command line finds a claim."""
    return f"{claim_id.removeprefix('own/')}.py" if claim_id.startswith("own/") else claim_id
