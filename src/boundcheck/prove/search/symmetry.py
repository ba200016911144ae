"""Letters in order: where claim and hypotheses are symmetric, one order is enough, and letters become sums of distances."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from sympy import Expr, Symbol

from boundcheck.symbolic.encode import encode

from ..kernel import rules
from ..kernel.generators import used
from ..kernel.model import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import Sequent
from . import solver
from .attempt import Attempt, Goal, Node, after_clearing

_MARK = ("order",)


def by_order(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Put letters in order and write them as sums of distances."""
    names = polynomial_letters(goal.cleared)
    if len(names) < 2 or _MARK in search.changed:
        return None
    for node, chosen in orders(goal.cleared, names):
        with search.marked(_MARK):
            (inside,) = rules.apply(goal.cleared, node)
            search.note("order")
            found = chain(search, inside, distances(chosen, node["rotate"]), depth)
        return after_clearing({**node, "then": [found]} if found is not None else None)
    return None


def chain(search: Attempt, sequent: Sequent, nodes: list[Node], depth: int) -> Node | None:
    """Apply shifts one after the other, then close what is left by signs of coefficients or the solver."""
    if not nodes:
        search.effort -= 1
        return search.step(sequent, {"rule": "clear"}, -1) or solver.quick(search, sequent)
    try:
        goals = rules.apply(sequent, nodes[0])
    except Inapplicable:
        return None
    side = [search.solve(goal, 0) for goal in goals[:-1]]
    last = chain(search, goals[-1], nodes[1:], depth) if None not in side else None
    return {**nodes[0], "then": [*side, last]} if last is not None else None


def polynomial_letters(sequent: Sequent) -> list[Symbol]:
    """Return the letters of a claim that is a polynomial in them, else nothing."""
    try:
        m = model(sequent)
    except Inapplicable:
        return []
    generators = [m.field.generators[i] for i in sorted(used(m.num))]
    if any(g.kind != "symbol" for g in generators):
        return []
    return sorted((g.expr for g in generators if isinstance(g.expr, Symbol)), key=str)


def orders(sequent: Sequent, letters: list[Symbol]) -> Iterator[tuple[Node, list[Symbol]]]:
    """Yield orders that the symmetry of claim and hypotheses allows, of as many letters as possible."""
    for size in range(min(4, len(letters)), 1, -1):
        for chosen in combinations(letters, size):
            for rotate in (False, True):
                if rotate and size == 2:
                    continue
                node = {"rule": "order", "letters": [encode(x) for x in chosen], "rotate": rotate}
                try:
                    rules.apply(sequent, node)
                except Inapplicable:
                    continue
                yield node, list(chosen)
                return


def distances(letters: list[Symbol], rotate: bool) -> list[Node]:
    """Return the shifts that make letters in order sums of distances."""
    if rotate:
        return [shifted(x, letters[0]) for x in letters[1:]]
    # from the far end: the letter before is still a letter of its own when it is added
    return [shifted(b, a) for a, b in reversed(list(pairwise(letters)))]


def shifted(x: Symbol, base: Expr) -> Node:
    """Return the shift of a letter by what bounds it below."""
    return {"rule": "shift", "var": encode(x), "base": encode(base)}
