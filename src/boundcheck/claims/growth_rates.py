"""How errors move along one parameter, by themselves and beside others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .disagreeing import no_probability, of_one_name
from .experiment import Sweep
from .kinds import Conditions, Expression, Point, Sampled, Total, Trivial
from .shape import ABOVE, GIVEN, Place, Shape, Side


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
    """The errors of `easier` and `harder`, paired on common random numbers, along one parameter.

    `printed` is the ratio that the printed bounds suggest; `given` are conditions that tie parameters together.
    """

    measured = True

    easier: Sampled
    harder: Sampled
    parameter: str
    moves: str
    values: tuple[float, ...]
    scale: Expression
    printed: Expression
    failure: Expression
    point: Point
    note: str = ""
    given: Conditions = ()

    sides = (
        Side("printed", "Ratio of the printed bounds"),
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Both experiments at every value."""
        for value in self.values:
            for experiment in (self.easier, self.harder):
                point = {**self.point, self.moves: value}
                yield (self.parameter,), experiment, point, self.formulas("scale", "printed", "failure")
