"""What a first-order method reaches on every smooth convex function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .fields import GIVEN, Conditions, Expression, Shape, Side, uncallable


@dataclass(frozen=True)
class FirstOrderBound(Shape):
    r"""The last point of a method with fixed steps is within `bound`, for every convex function with L-Lipschitz gradients.

    The method is :math:`x_{k+1} = x_0 - \frac{1}{L} \sum_{j \le k} h_{kj} \nabla f(x_j)`, in any dimension, from a
    start within R of a minimiser.

    Parameters
    ----------
    bound : sympy.Expr
        With every constant, in the letters of the points.
    steps : callable
        ``(**point) -> rows``: row k has the k + 1 weights :math:`h_{k0}, ..., h_{kk}`, fractions; at most 8 rows.
    points : mapping of str to mapping of str to exact number
        By name, as ``{"three": {"T": 3, "L": 1, "R": 2}}``.
    smooth, radius : sympy.Expr
        The L and R of the page.
    of : {"value", "gradient"}
        What is bounded: the last value less the least one, or the squared norm of the last gradient.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    bound: Expression
    steps: Callable[..., Any]
    points: Mapping[str, Mapping[str, Expression]]
    smooth: Expression
    radius: Expression
    of: Literal["value", "gradient"] = "value"
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No point, one that lacks a letter, or steps that cannot be called with it."""
        if not self.points:
            yield "points", "is empty, so nothing is computed"
        needs = {s.name for side in (self.bound, self.smooth, self.radius) for s in side.free_symbols}
        for name, point in self.points.items():
            if loose := [key for key, value in point.items() if not value.is_number]:
                yield "points", f"{name!r} has {loose[0]} = {point[loose[0]]}; write a number"
            if missing := sorted(needs - point.keys()):
                yield "points", f"{name!r} lacks {missing[0]!r}, on which the bound depends"
            if wrong := uncallable(self.steps, (), point):
                yield "steps", f"is called with the point of {name!r}: {wrong}"

    computed = ("bound",)
    sides = (
        Side("bound", "Compared", "worst case <="),
        Side("smooth", "Every convex function with the smoothness"),
        Side("radius", "Distance of the start at most"),
        GIVEN,
    )
