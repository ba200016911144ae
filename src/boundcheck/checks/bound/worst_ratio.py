"""What a worst-case search of a bound climbs: a quantile of error/bound at a point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Experiment
from boundcheck.symbolic import broken, number

from ..cells import numbers


@dataclass(frozen=True)
class WorstRatio:
    """The (1 - failure)-quantile of error/bound at a point: what a worst-case search climbs.

    Parameters
    ----------
    bound, failure : sympy.Expr
        Abbreviating letters already replaced.
    instance : callable
        ``**point -> Experiment``.
    repeats : int
    fixed : tuple of pairs
        Entries of the point that the search does not move.
    given : tuple of SymPy relations
        Where the bound is stated, abbreviating letters replaced; elsewhere there is no ratio.
    follow : callable, optional
        ``**point -> dict``: entries of the point that depend on the others.
    biting : pair of sympy.Expr, optional
        Two sides, abbreviating letters replaced; where the first is above the second there is no ratio.
    """

    bound: sympy.Expr
    failure: sympy.Symbol
    instance: Callable[..., Experiment]
    repeats: int
    fixed: tuple[tuple[str, Any], ...] = ()
    given: tuple[Any, ...] = ()
    follow: Callable[..., Any] | None = None
    biting: tuple[sympy.Expr, sympy.Expr] | None = None

    def value(self, rng: np.random.Generator, **point: Any) -> float:
        """Ratio at `point`, nan outside the conditions; an unsound replicate counts as no error at all."""
        point = {**dict(self.fixed), **point}
        if self.follow is not None:
            point |= self.follow(**point)
        if broken(self.given, point):
            return float("nan")
        if self.biting is not None and not number(self.biting[0], numbers(point)) <= number(
            self.biting[1], numbers(point)
        ):
            return float("nan")
        columns = self.instance(**point).sample(rng, self.repeats, **point)
        error = np.where(columns.get("converged", True), columns["error"], 0.0)
        at = numbers(point)
        quantile = float(np.quantile(error, 1 - number(self.failure, at), method="lower"))
        return quantile / number(self.bound, at)
