"""Stirling's series in the place of logarithms of gamma functions."""

from __future__ import annotations

from sympy import gamma, loggamma

from .attempt import Attempt, Goal, Node


def by_stirling(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Put the series, with few terms first, in the place of logarithms of gamma functions."""
    if goal.sequent.claim.expr.has(gamma, loggamma):
        for terms in (0, 1, 2):
            node = search.step(goal.sequent, {"rule": "stirling", "terms": terms}, depth)
            if node is not None:
                return node
    return None
