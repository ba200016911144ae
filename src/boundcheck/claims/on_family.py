"""A minimax lower bound on a finite family, whose risk is computed and not drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .fields import uncallable
from .hard_instance import HardLogits
from .kinds import Conditions, Expression
from .shape import GIVEN, Shape, Side


@dataclass(frozen=True)
class FamilyLowerBound(Shape):
    """No method has a smaller worst risk than `bound` on this family, at the listed points.

    Parameters
    ----------
    bound : sympy.Expr
        With every constant, in the letters of the points.
    family : callable
        ``(**point) -> (family, loss)`` of `boundcheck.minimax`; the point arrives in exact numbers.
    points : mapping of str to mapping of str to exact number
        By name, as ``{"strong privacy": {"n": 1000, "epsilon": Rational(1, 10)}}``.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    hard : tuple of HardLogits
        The family in letters, for every point: from it the check itself derives what no method beats, and at the listed
        points it has to be the family. Without one the bound stands at the listed points, and no step settles it.
    """

    bound: Expression
    family: Callable[..., Any]
    points: Mapping[str, Mapping[str, Expression]]
    given: Conditions = ()
    hard: tuple[HardLogits, ...] = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No point, one that is no number, or a family that cannot be called with it."""
        if not self.points:
            yield "points", "is empty, so nothing is computed"
        for name, point in self.points.items():
            if loose := [key for key, value in point.items() if not value.is_number]:
                yield "points", f"{name!r} has {loose[0]} = {point[loose[0]]}; write a number"
            if wrong := uncallable(self.family, (), point):
                yield "family", f"is called with the point of {name!r}: {wrong}"

    lower = True
    computed = ("bound",)
    sides = (
        Side("bound", "Compared", "worst risk >="),
        GIVEN,
    )
