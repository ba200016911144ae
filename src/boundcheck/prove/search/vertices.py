"""Claims that are concave in a letter: they hold on an interval if they hold at its two ends."""

from __future__ import annotations

from functools import lru_cache

from sympy import Expr, Max, Min, S, Symbol

from boundcheck.symbolic.encode import encode

from ..kernel.calculus import affine_part
from ..kernel.derivative import derivative
from ..kernel.extension import ending
from ..kernel.results import Inapplicable
from ..kernel.sequent import NOT_REAL, Sequent, conditions
from .attempt import Attempt, Goal, Node
from .plausible import Floats


def by_vertices(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Go to the ends of an interval of one of several letters, where the claim is concave in it."""
    claim = goal.sequent.claim.expr
    if not search.patient or search.transforms or len(claim.free_symbols) < 2:
        return None
    depth = max(depth, 2)
    for x in sorted(claim.free_symbols, key=str):
        if search.spent() or not bends_down(search.floats, goal.sequent, x):
            continue
        low, high = tight_ends(search.floats, goal.sequent, x)
        if not low or not high:
            continue
        if len(low) + len(high) > 2:
            return _by_bounds(search, goal.sequent, x, low, high, depth)
        found = between(search, goal.sequent, x, low[0], high[0], depth)
        if found is not None:
            return found
    return None


def by_concavity(search: Attempt, sequent: Sequent, x: Symbol, depth: int) -> Node | None:
    """Try the two ends of an interval."""
    if not all(ends(search.floats, sequent, x)) or not bends_down(search.floats, sequent, x):
        return None
    low, high = tight_ends(search.floats, sequent, x)
    for a in low[:2]:
        for b in high[:2] if not search.spent() else ():
            found = between(search, sequent, x, a, b, depth)
            if found is not None:
                return found
    return None


def cornered(floats: Floats, sequent: Sequent) -> bool:
    """Whether the claim has three letters or more, and seems concave in one of them between two bounds."""
    symbols = sorted(sequent.claim.expr.free_symbols, key=str)
    if len(symbols) < 3:
        return False
    bent = (x for x in symbols if bends_down(floats, sequent, x))
    return any(all(tight_ends(floats, sequent, x)) for x in bent)


def _by_bounds(
    search: Attempt, sequent: Sequent, x: Symbol, low: list[Expr], high: list[Expr], depth: int
) -> Node | None:
    """Split by which of two bounds of a letter is the tighter one."""
    mark = ("bounds", str(x))
    if search.changed.count(mark) > 1:
        return None
    lemma = x - Max(*low[:2]) if len(low) > 1 else Min(*high[:2]) - x
    with search.marked(mark):
        return search.step(sequent, {"rule": "cut", "lemma": encode(lemma), "relation": ">="}, depth)


def between(search: Attempt, sequent: Sequent, x: Symbol, low: Expr, high: Expr, depth: int) -> Node | None:
    """Try two ends of an interval, limits where there is no value."""
    values, limits = zip(*(value_at(sequent.claim.expr, x, end) for end in (low, high)), strict=True)
    if not all(search.floats.seems(sequent, value) for value in values):
        return None
    node: Node = {"rule": "concave", "var": encode(x), "low": encode(low), "high": encode(high)}
    if any(limits):
        node["limits"] = list(limits)
    return search.step(sequent, node, depth - 1)


def bends_down(floats: Floats, sequent: Sequent, x: Symbol) -> bool:
    """Whether the claim seems concave in a letter."""
    try:
        return floats.seems(sequent, -derivative(derivative(sequent.claim.expr, x), x))
    except Inapplicable:
        return False


def ends(floats: Floats, sequent: Sequent, x: Symbol) -> tuple[list[Expr], list[Expr]]:
    """Return lower and upper bounds that single hypotheses put on a symbol."""
    low, high = [], []
    for h in sequent.given:
        parts = affine_part(h.expr, x) if h.expr.has(x) and h.relation != "!=" else None
        if parts is None:
            continue
        end = (-parts[1] / parts[0]).cancel() if parts[1] != 0 else S.Zero
        found = floats.values(sequent, parts[0])
        if found is None or not found[0].size or len(conditions(end)) > 2:
            continue
        if (found[0] > 0).all():
            low.append(end)
        elif (found[0] < 0).all():
            high.append(end)
    return list(dict.fromkeys(low)), list(dict.fromkeys(high))


def tight_ends(floats: Floats, sequent: Sequent, x: Symbol) -> tuple[list[Expr], list[Expr]]:
    """Return the largest lower bound and the least upper one, or those that seem so somewhere.

    Bounds in letters of the claim come before others.
    """
    own = sequent.claim.expr.free_symbols
    found = []
    for bounds, sign in zip(ends(floats, sequent, x), (1, -1), strict=True):
        inside = [b for b in bounds if b.free_symbols <= own]
        found.append(_tightest(floats, sequent, inside or bounds, sign))
    return found[0], found[1]


def _tightest(floats: Floats, sequent: Sequent, bounds: list[Expr], sign: int) -> list[Expr]:
    found: list[Expr] = []
    for one in bounds[:5]:
        if any(floats.seems(sequent, sign * (other - one)) for other in found):
            continue
        found = [other for other in found if not floats.seems(sequent, sign * (one - other))] + [one]
    return found


def value_at(expr: Expr, x: Symbol, at: Expr) -> tuple[Expr, bool]:
    """Return the value at a point, and whether it is one of the continuous extension only."""
    value = _put(expr, x, at)
    if not value.has(*NOT_REAL):
        return value, False
    try:
        return ending(expr, x, at).value, True
    except Inapplicable:
        return value, False


@lru_cache(maxsize=4096)
def _put(expr: Expr, x: Symbol, at: Expr) -> Expr:
    return expr.xreplace({x: at})
