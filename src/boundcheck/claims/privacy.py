"""Privacy as it is claimed: of composed mechanisms, of code that is run, and of a printed table of noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from .experiment import Regime
from .fields import GIVEN, Conditions, Errors, Expression, Place, Shape, Side, Word, twice, uncallable
from .values import name_of

# Privacy of composed and sampled mechanisms, by an accountant and not by a finite law.


@dataclass(frozen=True)
class AccountedGuarantee(Shape):
    """A mechanism is ``(epsilon, delta)``-private under its adjacency, at the listed points.

    Parameters
    ----------
    epsilon, delta : sympy.Expr
        With every constant, in the letters of the points.
    mechanism : callable
        ``(**point) -> (mechanism, adjacency)`` of `boundcheck.privacy`, or an `Account`, which counts the records of a user;
        the point arrives in exact numbers.
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


# Privacy of code, put to the test by running it on neighbouring data sets.


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


# A printed table of noise, to be recomputed by a privacy accountant.


@dataclass(frozen=True)
class RecomputedTable(Shape):
    """The noise that a page prints for an epsilon is enough, or is the least one, under one of the settings that it allows.

    Parameters
    ----------
    cells : tuple of (str, sympy.Expr, str)
        ``(column, epsilon, noise as printed)``; the digits that are printed count.
    settings : mapping of str to callable
        By name: ``column -> Settings`` of `boundcheck.privacy`. One where the page says all; several where it does not.
    says : {"enough", "least"}
        What the page says of its noise: that it gives the epsilon, or that it is the least that does.
    factor : {"one", "common", "by column"}
        What is printed over the multiplier of one unit's contribution: 1, or unknown and fitted, one for the whole table or
        one for each column. Noise in unknown units is never shown to be enough.
    """

    cells: tuple[tuple[str, Expression, str], ...]
    settings: Mapping[str, Callable[..., Any]]
    says: Literal["enough", "least"] = "enough"
    factor: Literal["one", "common", "by column"] = "one"

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No cell, one that is printed twice or is no number, no settings, and a factor of which nothing follows."""
        if not self.cells:
            yield "cells", "is empty, so nothing is recomputed"
        for name in twice(f"{column}, epsilon = {epsilon}" for column, epsilon, _ in self.cells):
            yield "cells", f"two are called {name!r}; give their columns different names"
        for column, epsilon, printed in self.cells:
            if not (epsilon.is_number and epsilon.is_positive and epsilon.is_rational):
                yield "cells", f"{column!r} has epsilon = {epsilon}; write a fraction above 0"
            if not _positive(printed):
                yield "cells", f"{column!r} has the noise {printed!r}; write the digits of the page, as '0.366'"
        if not self.settings:
            yield "settings", "is empty, so nothing is recomputed"
        for name, function in self.settings.items():
            if wrong := uncallable(function, ("",), {}):
                yield "settings", f"{name!r} is called with the name of a column: {wrong}"
        if self.says == "enough" and self.factor != "one":
            yield "factor", f"{self.factor!r} goes with says='least': noise in unknown units may always be enough"


def _positive(printed: str) -> bool:
    try:
        return float(printed) > 0
    except ValueError:
        return False
