"""The paper's working range: where a statement that is false as printed stands, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy
from sympy import Symbol

from boundcheck.claims import Evidence, Identity, Inequality, Letter

from . import inequality
from .context import Context
from .settling import alike, follows, stated_domain


def in_letters(working: Sequence[Any], symbols: set[Symbol]) -> tuple[Any, ...]:
    """The conditions of a working range that speak of letters at hand alone, in these letters."""
    mine = {s.name: s for s in symbols}
    told = [c for c in working if {s.name for s in c.free_symbols} <= mine.keys()]
    return tuple(c.xreplace({s: mine[s.name] for s in c.free_symbols}) for c in told)


def on_range(shape: Identity | Inequality, working: Sequence[Any], context: Context) -> Evidence | None:
    """What the provers say of a scalar statement on the working range; None where that says nothing of its letters."""
    symbols = {s for e in (shape.lhs, shape.rhs, *shape.given) for s in context.expand(e).free_symbols}
    more = in_letters(working, symbols)
    if not more:
        return None
    rest = {"strict": shape.strict} if isinstance(shape, Inequality) else {}
    return inequality.check(type(shape)(shape.lhs, shape.rhs, (*shape.given, *more), **rest), context)


def same_on_range(
    one: Any,
    other: Any,
    working: Sequence[Any],
    definitions: Mapping[Symbol, sympy.Expr],
    parameters: Sequence[Letter],
) -> bool:
    """Whether `other` states what `one` does, under conditions that follow from the working range."""
    if type(one) is not type(other) or not working:
        return False
    expand = dict(definitions)
    for name in ("printed", "bound", "failure", "lhs", "rhs"):
        mine: Any = getattr(one, name, None)
        theirs: Any = getattr(other, name, None)
        both = isinstance(mine, sympy.Expr) and isinstance(theirs, sympy.Expr)
        if both and not alike(mine.xreplace(expand), theirs.xreplace(expand)):
            return False
    more = [c for c in getattr(other, "given", ()) if c not in getattr(one, "given", ())]
    stated = stated_domain(one, parameters)
    symbols = {s for c in (*stated, *more) for s in c.free_symbols}
    given = (*stated, *in_letters(working, symbols))
    return bool(more) and all(follows(condition, given) for condition in more)
