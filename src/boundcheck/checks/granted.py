"""Conditions of a used result that hold here as they stand: they are among those given, or proved steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy
from sympy.core.relational import Relational

from boundcheck.symbolic import Statement

from .context import Context
from .settling import proved


def is_given(low: sympy.Expr, relation: str, high: sympy.Expr, given: tuple[Any, ...], context: Context) -> bool:
    """Whether a condition of the result, in the letters of this claim, is one of the conditions here, word for word."""
    mine = (side for condition in given for side in sides_of(condition))
    return any(
        (context.expand(lesser), kind, context.expand(greater)) == (low, relation, high)
        for lesser, kind, greater in mine
    )


def is_proved(low: sympy.Expr, relation: str, high: sympy.Expr, given: tuple[Any, ...], context: Context) -> bool:
    """Whether a condition of the result, in the letters of this claim, is a proved step under conditions that hold here.

    These conditions are among those given, or proved steps themselves, which stand before the one that needs them.
    """
    here = {
        str(context.expand(condition)) for condition in (*given, *(c for p in context.parameters for c in p.domain))
    }

    def holds(condition: Any, before: int) -> bool:
        sides = (
            (context.expand(lesser), kind, context.expand(greater)) for lesser, kind, greater in sides_of(condition)
        )
        return str(context.expand(condition)) in here or all(stands(*each, before) for each in sides)

    def stands(low: sympy.Expr, relation: str, high: sympy.Expr, before: int) -> bool:
        for place, (step, settled) in enumerate(context.steps[:before]):
            found = proved(step, settled) if settled is not None else None
            if found is None or (context.expand(found.lhs), found.relation, context.expand(found.rhs)) != (
                low,
                relation,
                high,
            ):
                continue
            if all(holds(condition, place) for condition in found.given):
                return True
        return False

    return stands(low, relation, high, len(context.steps))


def sides_of(condition: Any) -> Iterator[tuple[sympy.Expr, str, sympy.Expr]]:
    """The comparisons of a condition, each as lesser, relation, greater."""
    if isinstance(condition, sympy.And):
        for each in condition.args:
            yield from sides_of(each)
    elif isinstance(condition, Relational) and condition.rel_op in ("<", "<=", ">", ">="):
        yield condition.lts, "<" if condition.rel_op in ("<", ">") else "<=", condition.gts
    elif isinstance(condition, Relational):
        yield condition.lhs, condition.rel_op, condition.rhs
    elif isinstance(condition, Statement):
        swapped = {">": "<", ">=": "<="}
        if condition.relation in swapped:
            yield condition.rhs, swapped[condition.relation], condition.lhs
        else:
            yield condition.lhs, condition.relation, condition.rhs
