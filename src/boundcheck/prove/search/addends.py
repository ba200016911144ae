"""Sums compared term by term: which positive term of a claim pays for which negative ones, as floats suggest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Add, Dummy, Expr, Mul, Pow, expand_mul

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.evaluate import number

from ..kernel.sequent import Sequent
from .attempt import Attempt, Goal, Node
from .plausible import Floats

MOST_TERMS, MOST_PARTS = 12, 3
SLACK = 1e-9  # relative, of a float


def by_addends(search: Attempt, goal: Goal, depth: int) -> Node | None:
    """Pay for the negative terms of a sum one by one."""
    for parts in partitions(search.floats, goal.sequent):
        node = search.step(goal.sequent, {"rule": "addends", "parts": [encode(part) for part in parts]}, depth)
        if node is not None:
            return node
    return None


def partitions(floats: Floats, sequent: Sequent) -> Iterator[list[Expr]]:
    """Yield ways to write the claim as a sum of two or more expressions, none of which floats see negative."""
    terms = Add.make_args(distributed(sequent.claim.expr))
    inside = floats.inside(sequent)
    if not 4 <= len(terms) <= MOST_TERMS or not inside:
        return
    try:
        with np.errstate(all="ignore"):
            rows = [np.asarray(number(term, inside), float) for term in terms]
    except (KeyError, ValueError, TypeError, OverflowError):
        return
    table = np.stack(np.broadcast_arrays(*rows)) if rows else np.zeros((0, 1))
    table = table.reshape(len(terms), -1)
    table = table[:, np.isfinite(table).all(axis=0)]
    if not table.shape[1]:
        return
    payers = [k for k in range(len(terms)) if (table[k] >= 0).all()]
    costs = [k for k in range(len(terms)) if k not in payers]
    if len(payers) < 2 or len(costs) < 2 or not all((table[k] <= 0).all() for k in costs):
        return
    for found, owners in enumerate(_assigned(table, payers, costs)):
        groups: dict[int, list[int]] = {}
        for cost, payer in owners.items():
            groups.setdefault(payer, [payer]).append(cost)
        if len(groups) > 1 or len(groups) < len(payers):
            idle = [k for k in payers if k not in groups]
            yield [Add(*(terms[k] for k in group)) for group in (*groups.values(), *([k] for k in idle))]
        if found + 1 == MOST_PARTS:
            return


def _assigned(table: Any, payers: list[int], costs: list[int]) -> Iterator[dict[int, int]]:
    """Yield a payer for each cost, none of which overspends at any point."""
    order = sorted(costs, key=lambda k: float(table[k].min()))

    def place(index: int, left: Any, owners: dict[int, int]) -> Iterator[dict[int, int]]:
        if index == len(order):
            yield dict(owners)
            return
        for row, payer in enumerate(payers):
            rest = left[row] + table[order[index]]
            if (rest >= -SLACK * table[payer]).all():
                kept = left[row].copy()
                left[row] = rest
                yield from place(index + 1, left, {**owners, order[index]: payer})
                left[row] = kept

    yield from place(0, table[payers].copy(), {})


def distributed(expr: Expr) -> Expr:
    """Multiply sums out, save those that occur twice: they are factors of whole groups of terms."""
    seen: Counter[Expr] = Counter()
    _count(expr, seen)
    kept = {node: Dummy(positive=True) for node, count in seen.items() if count > 1}
    return expand_mul(_swapped(expr, kept)).xreplace({stands: node for node, stands in kept.items()})


def _count(expr: Expr, seen: Counter[Expr]) -> None:
    for arg in expr.args if isinstance(expr, (Add, Mul, Pow)) else ():
        if isinstance(expr, Pow) and not expr.exp.is_Integer:
            return
        if isinstance(arg, Add) and isinstance(expr, (Mul, Pow)):
            seen[arg] += 1
        _count(arg, seen)


def _swapped(expr: Expr, kept: dict[Expr, Expr]) -> Expr:
    if expr in kept:
        return kept[expr]
    if isinstance(expr, (Add, Mul)) or (isinstance(expr, Pow) and expr.exp.is_Integer):
        return expr.func(*(_swapped(arg, kept) for arg in expr.args))
    return expr
