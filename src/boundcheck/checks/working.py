"""The paper's working range: where a statement that is false as printed stands, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy
from sympy import Symbol

from boundcheck.claims import Evidence, HighProbabilityBound, Identity, Inequality, Letter, Outcome
from boundcheck.prove import Proved, prove

from . import inequality
from .bound.claimed import on_domain
from .bound.vacuity import over_sample_size
from .cells import value
from .context import Context
from .settling import alike, follows, stated_domain

EFFORT = 3.0  # in the seconds of `prove`, of the proof that a bound says nothing


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


def says_nothing(bound: Any, evidence: Evidence, context: Context) -> Evidence | None:
    """The proof that a bound is nowhere below the trivial one, with its constants and as printed; None without it.

    Looked for only where no regime and no sample size has shown the contrary, and no error exceeds the trivial bound.
    """
    if not isinstance(bound, HighProbabilityBound) or bound.collapse is not None or evidence.data.get("above_trivial"):
        return None
    rows, region = evidence.data.get("slack") or (), evidence.data.get("vacuity") or {}
    if any(row["bound"] < row["trivial"] for row in rows) or region.get("says_something_from") is not None:
        return None
    if not rows and _speaks(bound, context):
        return None
    proofs = []
    for side in dict.fromkeys((bound.explicit, bound.printed)):
        trivial, limit = context.expand(bound.trivial), context.expand(side)
        statement, bare = on_domain(trivial, limit, bound, context.parameters, context.definitions)
        try:
            found = None if bare else prove(statement, seconds=EFFORT)
        except (ValueError, TypeError):  # outside the language of the provers
            found = None
        if not isinstance(found, Proved):
            return None
        proofs.append((statement, found))
    return Evidence(
        Outcome.PROVED,
        "the bound is never below the trivial one",
        certificate={
            "engine": "trivial bound",
            "comparisons": [
                {"what": "the trivial bound is at most this one", "certificate": found.certificate} for _, found in proofs
            ],
        },
        data={"statements": [statement for statement, _ in proofs]},
    )


def _speaks(bound: HighProbabilityBound, context: Context) -> bool:
    """Whether the bound is below the trivial one at a point of its regimes or at a larger n; it takes no sample to see that."""
    sides = [[value(context, side, regime.point) for side in (bound.explicit, bound.trivial)] for regime in bound.regimes]
    if any(explicit < trivial for explicit, trivial in sides):
        return True
    region = over_sample_size(bound, context)
    return region is not None and region["says_something_from"] is not None
