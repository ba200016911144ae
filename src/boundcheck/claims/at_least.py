"""Lower bounds on a mean and on a probability, of one method on one law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .disagreeing import of_one_name
from .experiment import Regime
from .kinds import Conditions, Expression
from .shape import GIVEN, Place, Shape, Side


@dataclass(frozen=True)
class ExpectationLowerBound(Shape):
    """``E[error] >= bound``.

    Parameters
    ----------
    bound : sympy.Expr
    regimes : tuple of Regime
    ceiling : sympy.Expr, optional
        What no error exceeds. Without one, samples can support the bound, by errors that are cut off, and never refute it:
        a rare large error may carry the mean.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    bound: Expression
    regimes: tuple[Regime, ...]
    ceiling: Expression | None = None
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name."""
        yield from of_one_name("regimes", self.regimes)

    lower = True
    sides = (
        Side("bound", "Tested", "mean error >="),
        Side("ceiling", "Largest error"),
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "bound", "ceiling")


@dataclass(frozen=True)
class ProbabilityLowerBound(Shape):
    """``P(error >= threshold) >= bound``.

    Parameters
    ----------
    threshold, bound : sympy.Expr
    regimes : tuple of Regime
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    threshold: Expression
    bound: Expression
    regimes: tuple[Regime, ...]
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name, and a probability that is none."""
        yield from of_one_name("regimes", self.regimes)
        if self.bound.is_number and not 0 <= self.bound <= 1:
            yield "bound", f"must lie in [0, 1], got {self.bound}"

    lower = True
    sides = (
        Side("bound", "Tested: probability at least"),
        Side("threshold", "Of", "error >="),
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "bound", "threshold")
