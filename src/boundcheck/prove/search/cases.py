"""Proofs by cases: on the sign of a factor, on either side of a number; and the claim turned round with a hypothesis."""

from __future__ import annotations

from sympy import Pow, Rational, S, exp, log

from boundcheck.symbolic.encode import encode

from ..kernel import boxes
from ..kernel.generators import factors
from ..kernel.model import model
from ..kernel.results import Inapplicable
from ..kernel.sequent import conditions
from .attempt import Attempt, Goal, Node, after_clearing

_SPLITS = [Rational(1, 4), S.Half, S.One, Rational(2), Rational(4), Rational(10)]


def by_hypothesis(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Split where a product among the hypotheses has a factor that may vanish."""
    m = model(goal.sequent)
    for poly, relation in m.signs.facts:
        parts = factors(poly)[1] if relation in (">=", "==") else []
        for f, _ in parts if len(parts) > 1 else ():
            on = m.expr(f)
            if m.signs.not_negative(f) and not m.signs.of(f) and not conditions(on):
                return search.step(goal.sequent, {"rule": "sign", "on": encode(on)}, depth)
    return None


def by_factor(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Split on the sign of one factor of a product."""
    try:
        parts = factors(model(goal.cleared).num)[1]
    except Inapplicable:
        return None
    unsettled = [i for i, (f, _) in enumerate(parts) if not model(goal.cleared).signs.of(f)]
    if len(unsettled) < 2:
        return None
    order = sorted(unsettled, key=lambda i: (len(parts[i][0]), i))
    return after_clearing(search.step(goal.cleared, {"rule": "factor", "index": order[0]}, depth))


def by_contraposition(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Turn a simple claim and a hypothesis with functions of its letters round."""
    claim, mark = goal.sequent.claim.expr, ("contrapose", "")
    if mark in search.changed or claim.has(log, exp, Pow) or len(claim.free_symbols) != 2:
        return None
    for i, h in enumerate(goal.sequent.given):
        if h.relation in (">=", ">") and h.expr.free_symbols >= claim.free_symbols and h.expr.has(log, exp, Pow):
            with search.marked(mark):
                node = search.step(goal.sequent, {"rule": "contrapose", "hypothesis": i}, depth)
            if node is not None:
                return node
    return None


def in_one_variable(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Cut a line into a piece near an end, a compact middle and a tail."""
    symbols = goal.sequent.claim.expr.free_symbols
    if len(symbols) != 1:
        return None
    (x,) = symbols
    low, high = boxes.bounds(goal.sequent)[x.name]
    for at in _SPLITS + [-c for c in _SPLITS]:
        if (low is None or float(at) > float(low.p) / float(low.q)) and (
            high is None or float(at) < float(high.p) / float(high.q)
        ):
            found = search.step(goal.sequent, {"rule": "split", "var": encode(x), "at": encode(at)}, depth - 1)
            if found is not None:
                return found
    return None
