"""What the solver settles: a sequent as it stands, in polynomial facts about its functions."""

from __future__ import annotations

from sympy import S, log

from ..kernel.sequent import Sequent
from .attempt import Attempt, Goal, Node

_QUICK, _LONG = 20_000, 600_000  # of the solver's counter; algebraic numbers cost far more than it counts


def polynomial(search: Attempt, sequent: Sequent, variants: tuple[str, ...], rlimit: int) -> Node | None:
    """Return a proof by the solver in one of the variants."""
    for variant in variants:
        node = search.step(sequent, {"rule": "polynomial", "variant": variant, "rlimit": rlimit}, 0)
        if node is not None:
            return node
    return None


def quick(search: Attempt, sequent: Sequent) -> Node | None:
    """Return what the solver settles at once."""
    return polynomial(search, sequent, ("logs", "sums", "full") if _has_logs(sequent) else ("light", "full"), _QUICK)


def at_once(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Ask the solver for a moment."""
    return quick(search, goal.sequent)


def in_time(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Give the solver more time, and more facts; then more time with fewer of them."""
    return polynomial(search, goal.sequent, ("full", "wide", "light"), _LONG)


def by_tangents(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Put tangents in the place of logarithms."""
    if not _has_logs(goal.sequent):
        return None
    return polynomial(search, goal.sequent, ("tangents",), _LONG if depth >= 2 else _QUICK)


def contradictory(search: Attempt, sequent: Sequent) -> Node | None:
    """Return a proof that no point satisfies the hypotheses, if floats find none."""
    if not search.floats.empty(sequent):
        return None
    node = polynomial(search, sequent.claims(S.NegativeOne, ">="), ("light", "full"), _QUICK)
    return {"rule": "contradiction", "then": [node]} if node is not None else None


def _has_logs(sequent: Sequent) -> bool:
    return any(a.expr.has(log) for a in (sequent.claim, *sequent.given))
