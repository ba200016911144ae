"""Proofs by ball arithmetic, on boxes that cover the domain."""

from __future__ import annotations

from ..kernel import boxes
from ..kernel.results import Inapplicable
from ..kernel.sequent import Sequent
from .attempt import Attempt, Goal, Node

_FEW, _MANY = 60, 1500  # boxes


def in_boxes(search: Attempt, sequent: Sequent, limit: int) -> Node | None:
    """Return a proof by ball arithmetic, on at most `limit` boxes."""
    search.effort -= 1 + limit // 50
    search.note("balls")
    try:
        node, left = boxes.search(sequent, limit)
    except Inapplicable:
        return None
    search.residual = left or search.residual
    return node


def of_numbers(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Evaluate a claim without letters."""
    return in_boxes(search, goal.sequent, 1) if not goal.cleared.claim.expr.free_symbols else None


def in_few_boxes(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Cover the domain where the claim keeps a distance from 0."""
    return in_boxes(search, goal.sequent, _FEW) if search.floats.positive(goal.sequent) else None


def in_many_boxes(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Cover the domain by smaller boxes."""
    return in_boxes(search, goal.sequent, _MANY) if search.floats.positive(goal.sequent) else None


def without_field(search: Attempt, sequent: Sequent, depth: int) -> Node | None:
    """Return a proof of what has no polynomial form, or the wrong sign in it: balls and slopes need none."""
    if sequent.claim.relation == "==" or not search.floats.positive(sequent):
        return None
    node = in_boxes(search, sequent, _FEW)
    if node is None and depth >= 2:
        node = in_boxes(search, sequent, _MANY)
    return node
