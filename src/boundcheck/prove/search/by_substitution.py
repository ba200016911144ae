"""Tactics that change letters: powers that take roots away, reciprocals, units, Stirling's series."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from sympy import Expr, Pow, Rational, Symbol, exp, gamma, log, loggamma

from boundcheck.symbolic.encode import encode

from ..kernel import points
from ..kernel.field import GENS, used
from ..kernel.polynomial_form import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import Sequent
from .attempt import Attempt, Goal, Node
from .falsify import Floats

# Stirling's series in the place of logarithms of gamma functions.


def by_stirling(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Put the series, with few terms first, in the place of logarithms of gamma functions."""
    if goal.sequent.claim.expr.has(gamma, loggamma):
        for terms in (0, 1, 2):
            node = search.step(goal.sequent, {"rule": "stirling", "terms": terms}, depth)
            if node is not None:
                return node
    return None


# Changes of letters: powers that take roots away, reciprocals, units, and what an equation determines.

_POWER = 12


def by_lift(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Write letters as powers where their roots occur."""
    return _first(search, goal.sequent, lifts(search.floats, goal.sequent), depth)


def by_equation(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Use up an equation that determines a letter."""
    return _first(search, goal.sequent, solved(goal.sequent), depth)


def by_reciprocal(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Look at a letter without an upper bound from its other end."""
    for node in unbounded(goal.sequent):
        inside = natural(goal.sequent)
        if len(goal.sequent.claim.expr.free_symbols) == 1:
            found = search.once(goal.sequent, node, depth if inside else depth - 1)
            if found is not None:
                return found
    return None


def by_units(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Measure letters in the one that divides them inside of functions, or take its reciprocal."""
    if not natural(goal.sequent):
        return None
    node = _first(search, goal.sequent, units(goal.sequent), depth)
    return node or by_reciprocal(search, goal, depth)


def _first(search: Attempt, sequent: Sequent, nodes: Iterable[Node], depth: int) -> Node | None:
    """Make the first change that was not made on the way here."""
    node = next((node for node in nodes if search.is_new(node)), None)
    return None if node is None else search.once(sequent, node, depth)


def lifts(floats: Floats, sequent: Sequent) -> Iterator[Node]:
    """Yield a power for each letter whose roots the claim contains."""
    wanted: dict[Symbol, int] = {}
    kept: set[Symbol] = set()
    for node in sequent.claim.expr.atoms(Pow):
        if not isinstance(node.exp, Rational) or node.exp.is_Integer:
            continue
        letters, ok = _monomial(node.base)
        if not ok:
            kept |= node.base.free_symbols  # its roots would only grow
        for x in letters:
            wanted[x] = math.lcm(wanted.get(x, 1), int(node.exp.q))
    for x, k in sorted(wanted.items(), key=str):
        if k <= _POWER and x not in kept and floats.seems(sequent, x):
            node = {"rule": "lift", "var": encode(x), "power": k}
            if any(h.expr == x and h.relation == ">" for h in sequent.given):
                node["strict"] = True
            yield node


def _monomial(base: Expr) -> tuple[set[Symbol], bool]:
    found: set[Symbol] = set()
    for factor in base.as_ordered_factors():
        inner = factor.base if isinstance(factor, Pow) and factor.exp.is_Integer else factor
        if isinstance(inner, Symbol):
            found.add(inner)
        elif inner.free_symbols:
            return set(), False
    return found, bool(found)


def units(sequent: Sequent) -> list[Node]:
    """Return stretches that take a letter out of the exponents that it divides: other letters are measured in it."""
    found: dict[Symbol, set[Symbol]] = {}
    for node in sequent.claim.expr.atoms(exp):
        top, bottom = node.args[0].as_numer_denom()
        if isinstance(bottom, Symbol) and top.free_symbols and not top.has(bottom):
            found.setdefault(bottom, set()).update(top.free_symbols)
    if len(found) != 1:
        return []
    ((by, letters),) = found.items()
    return [{"rule": "stretch", "var": encode(x), "by": encode(by)} for x in sorted(letters, key=str)]


def unbounded(sequent: Sequent) -> Iterator[Node]:
    """Yield the reciprocal of a positive letter that has no upper bound and whose claim fades far out."""
    limits = points.bounds(sequent)
    for x in sorted(sequent.claim.expr.free_symbols, key=str):
        low, high = limits[x.name]
        if low is None or low < 0 or high is not None:
            continue
        yield {"rule": "invert", "var": encode(x)}


def solved(sequent: Sequent) -> Iterator[Node]:
    """Yield letters that an equation among the hypotheses determines as fractions of the others."""
    for h in sequent.given:
        if h.relation != "==" or not h.expr.free_symbols:
            continue
        try:
            m = model(sequent.claims(h.expr, "=="))
        except Inapplicable:
            continue
        for i in sorted(used(m.num)):
            x = m.field.generators[i].expr
            if not isinstance(x, Symbol) or m.num.degrees()[i] != 1:
                continue
            lead = m.num.derivative(i)
            by = -m.expr(m.num - lead * GENS[i]) / m.expr(lead)
            if not by.has(x):
                yield {"rule": "replace", "var": encode(x), "by": encode(by)}


def natural(sequent: Sequent) -> bool:
    """Whether reciprocals stand inside of functions."""
    nodes = (f for f in sequent.claim.expr.atoms(exp, log))
    return any(p.exp.is_negative and isinstance(p.base, Symbol) for f in nodes for p in f.args[0].atoms(Pow))
