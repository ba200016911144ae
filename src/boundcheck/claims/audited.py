"""Privacy of code, put to the test by running it on neighbouring data sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .experiment import Regime
from .fields import Word, twice
from .kinds import Conditions, Errors, Expression
from .plain_values import name_of
from .shape import GIVEN, Place, Shape, Side


@dataclass(frozen=True)
class Neighbours(Word):
    """An experiment that runs a mechanism on two neighbouring data sets.

    Parameters
    ----------
    runs : callable
        ``(rng, repeats, **point) -> (scores, scores)``, two ndarrays of shape (repeats,): of independent runs on the one
        data set and on the other. A score is any number that is computed from what is released. Defined at the top of its file.
    """

    runs: Errors

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """Columns ``one`` and ``other``."""
        found = [np.asarray(scores, float) for scores in self.runs(rng, repeats, **point)]
        if [scores.shape for scores in found] != [(repeats,), (repeats,)]:
            shapes = " and ".join(str(scores.shape) for scores in found)
            raise ValueError(f"runs gave scores of shape {shapes}; give two of shape ({repeats},)")
        if any(np.isnan(scores).any() for scores in found):
            raise ValueError("runs gave a score that is no number; give every outcome a number of its own")
        return {"one": found[0], "other": found[1], "error": np.zeros(repeats)}


@dataclass(frozen=True)
class AuditedGuarantee(Shape):
    """A mechanism that is there as code is ``(epsilon, delta)``-private.

    Parameters
    ----------
    epsilon, delta : sympy.Expr
    adjacency : str
        Which data sets are neighbours: ``str(USER_REPLACED)`` of `boundcheck.privacy`, or words. The author vouches that
        those of the regimes are.
    regimes : tuple of Regime
        Their experiments are `Neighbours`.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
    """

    epsilon: Expression
    delta: Expression
    adjacency: str
    regimes: tuple[Regime, ...]
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name, numbers that are no privacy level, and no word about who is a neighbour."""
        for name in twice(map(name_of, self.regimes)):
            yield "regimes", f"two are called {name!r}; give each a name of its own"
        if self.epsilon.is_negative:
            yield "epsilon", f"must be 0 or more, got {self.epsilon}"
        if self.delta.is_number and not 0 <= self.delta <= 1:
            yield "delta", f"must lie in [0, 1], got {self.delta}"
        if not self.adjacency.strip():
            yield "adjacency", "is empty; say whose data differs between neighbours, and how"

    sides = (
        Side("epsilon", "Tested: private with epsilon"),
        Side("delta", "and delta"),
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes."""
        return self._at(self.regimes, "epsilon", "delta")
