"""Privacy of composed and sampled mechanisms, by an accountant and not by a finite law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .fields import uncallable
from .kinds import Conditions, Expression
from .shape import GIVEN, Shape, Side


@dataclass(frozen=True)
class AccountedGuarantee(Shape):
    """A mechanism is ``(epsilon, delta)``-private under its adjacency, at the listed points.

    Parameters
    ----------
    epsilon, delta : sympy.Expr
        With every constant, in the letters of the points.
    mechanism : callable
        ``(**point) -> (mechanism, adjacency)`` of `boundcheck.privacy`; the point arrives in exact numbers.
    points : mapping of str to mapping of str to exact number
        By name, as ``{"strong privacy": {"steps": 1000, "epsilon": Rational(1, 10)}}``.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    epsilon: Expression
    delta: Expression
    mechanism: Callable[..., Any]
    points: Mapping[str, Mapping[str, Expression]]
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No point, one that is no number or lacks a letter, or a mechanism that cannot be called with it."""
        if not self.points:
            yield "points", "is empty, so nothing is computed"
        needs = {s.name for side in (self.epsilon, self.delta) for s in side.free_symbols}
        for name, point in self.points.items():
            if loose := [key for key, value in point.items() if not value.is_number]:
                yield "points", f"{name!r} has {loose[0]} = {point[loose[0]]}; write a number"
            if missing := sorted(needs - point.keys()):
                yield "points", f"{name!r} lacks {missing[0]!r}, on which the guarantee depends"
            if wrong := uncallable(self.mechanism, (), point):
                yield "mechanism", f"is called with the point of {name!r}: {wrong}"

    computed = ("epsilon", "delta")
    sides = (
        Side("epsilon", "Private with epsilon"),
        Side("delta", "and delta"),
        GIVEN,
    )
