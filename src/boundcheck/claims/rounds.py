"""Bounds that hold at every round up to the last one at once: on an error, and on regret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import sympy

from .experiment import Regime
from .fields import Word, twice
from .kinds import Conditions, Errors, Expression, Trivial
from .plain_values import name_of
from .shape import FAILURE, GIVEN, Place, Shape, Side


@dataclass(frozen=True)
class Paths(Word):
    """An experiment whose error is followed over rounds.

    Parameters
    ----------
    paths : callable
        ``(rng, repeats, **point) -> ndarray of shape (repeats, len(rounds))``: the error, or the regret so far, at each
        of `rounds`. Defined at the top of its file, so that other processes find it.
    rounds : tuple of int
        Increasing, from 1 or later: ``tuple(range(1, T + 1))`` follows every round.
    """

    paths: Errors
    rounds: tuple[int, ...]

    def along(self, rng: Any, repeats: int, **point: Any) -> Any:
        """The paths of `repeats` replicates."""
        return np.asarray(self.paths(rng, repeats, **point), float)

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """The largest error of each replicate."""
        found = self.along(rng, repeats, **point)
        if found.shape != (repeats, len(self.rounds)):
            raise ValueError(
                f"paths of shape {found.shape} for {repeats} repeats and {len(self.rounds)} rounds; return one row per "
                f"replicate and one column per round"
            )
        return {"error": found.max(axis=1)}

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Rounds that do not increase from 1 on."""
        yield from _increasing(self.rounds)


@dataclass(frozen=True)
class _InEveryRound(Shape):
    """A bound at all the rounds that its experiments follow, at once; not of what."""

    bound: Expression
    round: sympy.Symbol
    failure: Expression
    trivial: Trivial
    regimes: tuple[Regime, ...]
    given: Conditions = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Two regimes of one name, a point that fixes the round, an experiment without rounds."""
        for name in twice(map(name_of, self.regimes)):
            yield "regimes", f"two are called {name!r}; give each a name of its own"
        if self.failure.is_number and not 0 < self.failure < 1:
            yield "failure", f"must lie in (0, 1), got {self.failure}"
        for condition in self.given:
            if self.round in condition.free_symbols:
                yield "given", f"{condition} speaks of the round {self.round}; list the rounds in Paths(paths, rounds)"
        for regime in self.regimes:
            along: Callable[..., Any] | None = getattr(regime.experiment, "along", None)
            if not callable(along) or not hasattr(regime.experiment, "rounds"):
                yield "regimes", f"{regime.name!r} does not follow rounds; write Paths(paths, rounds)"
            if self.round.name in regime.point:
                yield "regimes", f"the point of {regime.name!r} fixes {self.round.name!r}, which runs over the rounds"

    summed_up = True
    sides = (
        Side("bound", "Tested, in every round", "error <="),
        Side("trivial", "Trivial bound"),
        FAILURE,
        GIVEN,
    )

    def stations(self) -> Iterator[Place]:
        """Its regimes, each at its last round."""
        for regime in self.regimes:
            last = self.bound.xreplace({self.round: sympy.Integer(regime.experiment.rounds[-1])})
            yield (regime.name,), regime.experiment, regime.point, self.formulas("failure", "trivial") | {"bound": last}


@dataclass(frozen=True)
class UniformBound(_InEveryRound):
    """``P(error_t <= bound(t) for all t at once) >= 1 - failure``, for the rounds that the experiment follows.

    Parameters
    ----------
    bound : sympy.Expr
        With every constant, in `round` and the letters of the points.
    round : sympy.Symbol
        The letter of the round.
    failure : sympy.Expr
    trivial : sympy.Expr
        What no error exceeds at the last round, without any data.
    regimes : tuple of Regime
        Their experiments are `Paths`, or have ``rounds`` and ``along(rng, repeats, **point)`` as `Paths` has.
    given : tuple of SymPy relations
        Conditions that tie parameters together; a point outside them is refused.
        None of them speaks of the round, which runs over those of the experiment.
    """


@dataclass(frozen=True)
class RegretBound(_InEveryRound):
    """``P(sum of (best - played) over the rounds s <= t is at most bound(t), for all t at once) >= 1 - failure``.

    The paths are cumulative and never fall, so that listed rounds speak of those between them as well: what is
    above the bound's value at the listed round before may have crossed it on the way.

    Parameters
    ----------
    bound, round, failure, trivial, regimes, given
        As for `UniformBound`; the paths are the regret so far.
    """


def _increasing(rounds: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    if not rounds or rounds[0] < 1 or any(a >= b for a, b in pairwise(rounds)):
        shown = f"{rounds[:4]}..." if len(rounds) > 4 else str(rounds)
        yield "rounds", f"must increase from 1 or later, got {shown}; write tuple(range(1, T + 1)) for every round"
