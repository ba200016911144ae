"""Bounds that a method gives of its own error: a width returned beside the estimate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .experiment import Regime
from .fields import Word, twice
from .kinds import Conditions, Errors, Expression, Trivial
from .plain_values import name_of
from .shape import FAILURE, GIVEN, Place, Shape, Side


@dataclass(frozen=True)
class Widths(Word):
    """An experiment that returns each error with the width that the method claims for it.

    Parameters
    ----------
    draws : callable
        ``(rng, repeats, **point) -> (errors, widths)``, two ndarrays of shape (repeats,). Defined at the top of its file.
    """

    draws: Errors

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """Errors and widths of `repeats` replicates."""
        error, width = self.draws(rng, repeats, **point)
        return {
            "error": np.asarray(error, float),
            "width": np.broadcast_to(np.asarray(width, float), (repeats,)).copy(),
        }


@dataclass(frozen=True)
class WidthBound(Shape):
    """``P(error <= factor * width) >= 1 - failure``, where the width is computed from the data.

    A width of zero, or below, covers an error of zero at most: it is a violation of the bound, not a draw that is left out.

    Parameters
    ----------
    failure : sympy.Expr
    trivial : sympy.Expr
        A width that would always do; a typical width above half of it says little.
    regimes : tuple of Regime
        Their experiments return a column ``width`` beside ``error``, as `Widths` does.
    factor : sympy.Expr
        1 where the width is claimed as it is.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    failure: Expression
    trivial: Trivial
    regimes: tuple[Regime, ...]
    factor: Expression = 1
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name, a failure probability or a factor that is none."""
        for name in twice(map(name_of, self.regimes)):
            yield "regimes", f"two are called {name!r}; give each a name of its own"
        if self.failure.is_number and not 0 < self.failure < 1:
            yield "failure", f"must lie in (0, 1), got {self.failure}"
        if self.factor.is_nonpositive:
            yield "factor", f"must be positive, got {self.factor}"

    sides = (
        Side("factor", "Tested: error over width at most"),
        Side("trivial", "Trivial width"),
        FAILURE,
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "failure", "trivial", "factor")
