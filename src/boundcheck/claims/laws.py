"""A mean under every law with some moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy

from boundcheck.symbolic import Statement

from .fields import GIVEN, Conditions, Expression, Shape, Side


@dataclass(frozen=True)
class EveryLaw(Shape):
    """``E[value; event] <= bound`` for every law of a number in [low, high] with the stated moments, at the listed points.

    Parameters
    ----------
    value : sympy.Expr
        In the letter `variable`; 1 for the probability of the event.
    bound : sympy.Expr
        With every constant, in the letters of the points.
    variable : sympy.Symbol
        The number whose law is any.
    low, high : sympy.Expr
        Between which it lies.
    moments : tuple of SymPy relations
        Each with a formula of `variable` on its left, of which the mean is meant, and what is known of it on its right:
        ``(Eq(x, mu), Le(x**2, v))``.
    points : mapping of str to mapping of str to exact number
        By name, as ``{"far": {"t": 3, "v": Rational(1, 2)}}``.
    event : tuple of SymPy relations
        ``x >= t`` or ``x <= t``, between polynomials in `variable`; the value counts only where all of them hold.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    value: Expression
    bound: Expression
    variable: sympy.Symbol
    low: Expression
    high: Expression
    moments: Conditions
    points: Mapping[str, Mapping[str, Expression]]
    event: Conditions = ()
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No point, one that lacks a letter, a moment that is none, and ends that speak of the variable."""
        if not self.points:
            yield "points", "is empty, so nothing is computed"
        for name, side in (("bound", self.bound), ("low", self.low), ("high", self.high)):
            if self.variable in side.free_symbols:
                yield name, f"speaks of {self.variable}, whose law is any"
        for moment in self.moments:
            if not isinstance(moment, sympy.Eq | sympy.Le | sympy.Ge):
                yield (
                    "moments",
                    f"{moment} is no moment; write Eq, Le or Ge of a formula in {self.variable} and a number",
                )
            elif self.variable not in moment.lhs.free_symbols or self.variable in moment.rhs.free_symbols:
                yield "moments", f"{moment} has no formula in {self.variable} on its left and a number on its right"
        for relation in self.event:
            if not isinstance(relation, sympy.Le | sympy.Ge):
                yield (
                    "event",
                    f"{relation} is no closed half-line; write x >= t or x <= t, or their squares for two sides",
                )
        formulas = (self.value, self.bound, self.low, self.high, *self.moments, *self.event)
        needs = {s.name for formula in formulas for s in formula.free_symbols} - {self.variable.name}
        for name, point in self.points.items():
            if loose := [key for key, value in point.items() if not value.is_number]:
                yield "points", f"{name!r} has {loose[0]} = {point[loose[0]]}; write a number"
            if self.variable.name in point:
                yield "points", f"{name!r} has {self.variable}, whose law is any; leave it out"
            if missing := sorted(needs - point.keys()):
                yield "points", f"{name!r} lacks {missing[0]!r}, on which the statement depends"

    @property
    def interval(self) -> tuple[Statement, Statement]:
        """The ends, as conditions."""
        return Statement(self.low, "<=", self.variable), Statement(self.variable, "<=", self.high)

    computed = ("bound",)
    sides = (
        Side("value", "Mean of"),
        Side("event", "Where"),
        Side("bound", "Compared", "largest mean <="),
        Side("interval", "Every law on"),
        Side("moments", "Given in the mean"),
        GIVEN,
    )
