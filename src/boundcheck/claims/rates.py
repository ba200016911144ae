"""How errors move along one parameter, and several methods beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from .experiment import Sweep
from .fields import (
    ABOVE,
    GIVEN,
    Conditions,
    Expression,
    Place,
    Point,
    Sampled,
    Shape,
    Side,
    Total,
    Trivial,
    no_probability,
    of_one_name,
)

# How errors move along one parameter, by themselves and beside others.

@dataclass(frozen=True)
class Scaling(Shape):
    """The error follows the printed rate along each sweep; the measured exponent says how closely.

    Parameters
    ----------
    printed, explicit : sympy.Expr, or mapping of str to sympy.Expr
        The rate, and the version with every constant worked out; terms by name are added up.
    trivial : sympy.Expr
    failure : sympy.Expr
    sweeps : tuple of Sweep
    given : tuple of SymPy relations
        Conditions that tie parameters together.
    constant : sympy.Expr, optional
        Of which ``explicit <= constant * printed`` is to be proved, where an error outgrows the rate on a sweep as the
        explicit version does. Without one, constants that the sweep suggests are tried.
    """

    measured = of_rate = True

    printed: Total
    explicit: Total
    trivial: Trivial
    failure: Expression
    sweeps: tuple[Sweep, ...]
    given: Conditions = ()
    constant: Expression | None = None

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Sweeps of one name or too short, or a failure probability that is none."""
        yield from of_one_name("sweeps", self.sweeps)
        yield from no_probability("failure", self.failure)
        for sweep in self.sweeps:
            if len(set(sweep.values)) < 2:
                yield "sweeps", f"{sweep.parameter!r} has {len(set(sweep.values))} value; a slope takes two or more"

    sides = (
        Side("printed", "Rate, without constant"),
        Side("explicit", "Explicit version"),
        Side("trivial", "Trivial bound"),
        ABOVE,
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Every value of its sweeps."""
        for sweep in self.sweeps:
            bounds = self.formulas("printed", "explicit", "trivial", "failure") | {"scale": sweep.scale}
            for value in sweep.values:
                yield (sweep.parameter,), sweep.experiment, sweep.at(value), bounds


@dataclass(frozen=True)
class Separation(Shape):
    """The error of `harder` is the larger one, against that of `easier` on common random numbers, along one parameter.

    Parameters
    ----------
    of : {"order", "rate"}
        What is said, shown and tested: that the one error is larger, or that their ratio grows and falls as `printed` does.
    printed : sympy.Expr, optional
        For a rate: the ratio up to a constant. A quotient of two upper bounds is none, unless the page says that the errors
        follow it.
    given : tuple of SymPy relations
        Conditions that tie parameters together.
    """

    measured = True

    easier: Sampled
    harder: Sampled
    parameter: str
    moves: str
    values: tuple[float, ...]
    scale: Expression
    failure: Expression
    point: Point
    of: Literal["order", "rate"] = "order"
    printed: Expression | None = None
    note: str = ""
    given: Conditions = ()

    sides = (
        Side("printed", "Tested", "ratio of errors, up to a constant ="),
        GIVEN,
    )

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A rate that is not given, or is given and not tested; a rate at one value."""
        if (self.of == "rate") != (self.printed is not None):
            yield "printed", "goes with of='rate', which needs it; with of='order' no ratio is tested, so that none is shown"
        if self.of == "rate" and len(set(self.values)) < 2:
            yield "values", "a rate takes two or more"

    def stations(self) -> Iterator[Place]:
        """Both experiments at every value."""
        for value in self.values:
            for experiment in (self.easier, self.harder):
                point = {**self.point, self.moves: value}
                yield (self.parameter,), experiment, point, self.formulas("scale", "printed", "failure")


# Several methods beside each other: which is best where.

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
