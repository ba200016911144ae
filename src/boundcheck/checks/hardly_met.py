"""Whether hardly anything meets a formula that is false: then a statement that assumes it is true of nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy
from sympy import Integer, Symbol

from boundcheck.claims import Identity, Inequality, Letter
from boundcheck.prove import Proved, proof
from boundcheck.symbolic import Statement

from .settling import stated_domain

EFFORT = 0.5  # in the seconds of `proof`


def hardly_met(statement: Any, definitions: Mapping[Symbol, sympy.Expr], letters: Sequence[Letter]) -> bool:
    """Whether an inequality is proved false at every point, or an identity at all but one value of some letter.

    For an identity the difference of its sides is proved to rise, or to fall, strictly in that letter.
    """
    if not isinstance(statement, Identity | Inequality):
        return False
    expand = dict(definitions)
    given = tuple(c.xreplace(expand) for c in stated_domain(statement, letters))
    gap = (statement.lhs - statement.rhs).xreplace(expand)
    if isinstance(statement, Inequality):
        return _proved(Integer(0), "<=" if statement.strict else "<", gap, given)
    slopes = (sympy.diff(gap, x) for x in sorted(gap.free_symbols, key=str))
    return any(_proved(Integer(0), "<", sign * slope, given) for slope in slopes if slope != 0 for sign in (1, -1))


def _proved(low: sympy.Expr, relation: str, high: sympy.Expr, given: tuple[Any, ...]) -> bool:
    mine = {s.name for s in high.free_symbols}
    own = tuple(c for c in given if {s.name for s in c.free_symbols} <= mine)
    try:
        return isinstance(proof(Statement(low, relation, high, own), seconds=EFFORT), Proved)
    except (ValueError, TypeError):  # outside the language of the provers
        return False
