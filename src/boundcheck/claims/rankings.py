"""Several methods beside each other: which is best where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .disagreeing import no_probability
from .kinds import Conditions, Expression, Point, Sampled
from .shape import ABOVE, GIVEN, Place, Shape


@dataclass(frozen=True)
class Ranking(Shape):
    """Of several methods on the same data, which has the smallest error where, along one parameter.

    Parameters
    ----------
    methods : mapping of str to experiment
        At least two, by the names that a figure shows.
    parameter : str
        What the errors are drawn against.
    moves : str
        The entry of the point that takes `values`.
    values : tuple of float
    best : tuple of str
        For each of the values the method that is said to be best there; an empty text where nothing is said.
    scale : sympy.Expr
        Where a value stands on the axis.
    failure : sympy.Expr
        Errors are compared by their quantiles at one minus this.
    point : mapping
    beside : mapping of str to experiment
        Shown with them, and not ranked, as what is possible without privacy.
    note : str
    given : tuple of SymPy relations
        Conditions that tie parameters together.
    """

    measured = True

    methods: Mapping[str, Sampled]
    parameter: str
    moves: str
    values: tuple[float, ...]
    best: tuple[str, ...]
    scale: Expression
    failure: Expression
    point: Point
    beside: Mapping[str, Sampled] = field(default_factory=dict)
    note: str = ""
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Fewer than two methods, a name taken twice, and a best one for no value, or that is not there."""
        yield from no_probability("failure", self.failure)
        if len(self.methods) < 2:
            yield "methods", f"has {len(self.methods)}; an order takes two or more"
        for name in sorted(self.methods.keys() & self.beside.keys()):
            yield "beside", f"{name!r} is one of `methods` already"
        if len(self.best) != len(self.values):
            yield "best", f"has {len(self.best)} names for {len(self.values)} values; write '' where nothing is said"
        if not any(self.best):
            yield "best", "says nothing at any value"
        for name in dict.fromkeys(filter(None, self.best)):
            if name not in self.methods:
                yield "best", f"{name!r} is no method; there are {', '.join(self.methods)}"

    @property
    def all(self) -> dict[str, Sampled]:
        """Every experiment, those that are ranked first."""
        return {**self.methods, **self.beside}

    sides = (
        ABOVE,
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Every method at every value."""
        for value in self.values:
            for name, experiment in self.all.items():
                yield (name,), experiment, {**self.point, self.moves: value}, self.formulas("scale", "failure")
