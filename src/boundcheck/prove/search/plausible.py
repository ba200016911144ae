"""What floats say about a sequent: they prune the search and propose, and prove nothing."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from sympy import Add, Expr, Symbol

from boundcheck.symbolic.balls import ball
from boundcheck.symbolic.evaluate import number
from boundcheck.symbolic.exact_values import Undefined, Unsure, precision, rational

from ..kernel.sequent import NOT_REAL, Atom, Sequent
from . import samples


@lru_cache(maxsize=512)
def _drawn(given: tuple[Atom, ...], symbols: tuple[Symbol, ...]) -> samples.Points:
    """Points of a domain, the same for all that is asked about it; nobody writes to them."""
    points = samples.draw(given, list(symbols), frozenset(), 300, 7)
    for values in points.values():
        values.flags.writeable = False
    return points


class Floats:
    """Points of a sequent's domain, and what expressions do on them."""

    def __init__(self, sequent: Sequent):
        symbols = sorted(set().union(*(a.expr.free_symbols for a in (*sequent.given, sequent.claim))), key=str)
        self.points = _drawn(sequent.given, tuple(symbols))
        self.kept: dict[tuple[Atom, ...], Any] = {}

    def inside(self, sequent: Sequent) -> Any:
        """Return the points at hand that satisfy the hypotheses in floats, or None."""
        key = sequent.given
        if key not in self.kept:
            try:
                mask = samples.holds(sequent.given, self.points)
                kept = {n: v[mask] for n, v in self.points.items()} if np.ndim(mask) else self.points
                self.kept[key] = kept if not kept or len(next(iter(kept.values()))) else None
            except (KeyError, ValueError, TypeError):
                self.kept[key] = None
        return self.kept[key]

    def values(self, sequent: Sequent, expr: Expr) -> tuple[Any, Any] | None:
        """Return values of an expression and of the sum of its terms' sizes on points of the domain."""
        inside = self.inside(sequent)
        if inside is None or expr.has(*NOT_REAL):
            return None
        if not expr.free_symbols <= {Symbol(name, real=True) for name in inside}:
            return None
        with np.errstate(all="ignore"):
            value = np.asarray(number(expr, inside), float)
            size = sum(np.abs(np.asarray(number(term, inside), float)) for term in Add.make_args(expr))
        value, size = np.broadcast_arrays(value, size)
        finite = np.isfinite(value) & np.isfinite(size)
        return value[finite], size[finite]

    def seems(self, sequent: Sequent, expr: Expr, *, both: bool = False) -> bool:
        """Whether no point at hand shows that an expression is negative (or, with `both`, not 0)."""
        if expr.has(*NOT_REAL):
            return False
        inside = self.inside(sequent)
        if inside is None or not expr.free_symbols <= {Symbol(name, real=True) for name in inside}:
            return True
        with np.errstate(all="ignore"):
            value = np.asarray(number(expr, inside), float)
        value = np.where(np.isfinite(value), -np.abs(value) if both else value, 0.0)
        if not (value < 0).any():
            return True
        if value.ndim == 0:
            return not self._certain(Sequent((), sequent.claim), expr, {}, both)
        worst = np.argsort(value, kind="stable")
        median = worst[int((value < 0).sum()) // 2]
        return not any(
            value[i] < 0 and self._certain(sequent, expr, {n: v[i] for n, v in inside.items()}, both)
            for i in dict.fromkeys((*worst[:2], median))
        )

    def _certain(self, sequent: Sequent, expr: Expr, point: dict, both: bool) -> bool:
        exact = {n: rational(Fraction(float(v))) for n, v in point.items()}
        try:
            with precision(160):
                value = ball(expr, exact)
                if not (value < 0 or (both and value > 0)):
                    return False
                # floats may have let in a point that is not of the domain
                return all(_allowed(h, ball(h.expr, exact)) for h in sequent.given)
        except (Undefined, Unsure, KeyError, ValueError):
            return False

    def implausible(self, sequent: Sequent) -> bool:
        """Whether the claim fails at a point of the domain that floats found and balls confirm."""
        relation = sequent.claim.relation
        if relation == "!=":
            return False
        return not self.seems(sequent, sequent.claim.expr, both=relation == "==")

    def empty(self, sequent: Sequent) -> bool:
        """Whether floats know no point that satisfies the hypotheses."""
        if not self.points:
            return False
        try:
            return not np.any(samples.holds(sequent.given, self.points))
        except (KeyError, ValueError, TypeError):
            return False

    def positive(self, sequent: Sequent) -> bool:
        """Whether the claim keeps a distance from 0 on all points tried."""
        found = self.values(sequent, sequent.claim.expr)
        return found is None or bool((found[0] > 1e-7 * found[1]).all())


def _allowed(h: Atom, value: Any) -> bool:
    if h.relation == "!=":
        return bool(value > 0 or value < 0)
    if h.relation == "==":
        return not (value > 0 or value < 0)
    return bool(value > 0) if h.relation == ">" else not value < 0
