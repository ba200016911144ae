"""Which part carries the exponents of a rate: a bound of the same claim with that rate, which a proved step settles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import sympy

from boundcheck.checks.at_instances import met
from boundcheck.claims import Claim, PartVerdict
from boundcheck.claims.shape import shapes_with

from .severity import LITERAL


def carried(claim: Claim, rate: PartVerdict, parts: Sequence[PartVerdict]) -> bool:
    """Whether another of the parts has the printed rate up to a number, is settled, and speaks of every point of the sweeps.

    That an error follows a rate on the range of its sweeps says nothing of what lies beyond: the bound does. Of a record
    whose claim is not at hand any settled part does.
    """
    others = [part for part in parts if part.settled_by and part.shape not in shapes_with("of_rate")]
    if not isinstance(claim, Claim):
        return bool(others)
    mine = _statement(claim, rate)
    return any(_same(mine, _statement(claim, part), claim) for part in others)


def _statement(claim: Claim, part: PartVerdict) -> Any:
    given = claim.parts.get(part.name)
    if isinstance(given, Mapping):
        return given.get(part.reading) or (given[claim.readings[0].name] if part.reading == LITERAL else None)
    return given


def _same(rate: Any, bound: Any, claim: Claim) -> bool:
    """Whether a bound has the printed rate up to a number, and its conditions are met wherever the rate is measured."""
    one, other = getattr(rate, "printed", None), getattr(bound, "printed", None)
    if not isinstance(one, sympy.Expr) or not isinstance(other, sympy.Expr):
        return False
    expand = dict(claim.definitions)
    if not _proportional(one.xreplace(expand), other.xreplace(expand)):
        return False
    points = [point for _, _, point, _ in rate.stations()]
    conditions = [c.xreplace(expand) for c in getattr(bound, "given", ()) if c not in rate.given]
    return all(met(condition, point) for condition in conditions for point in points)


@lru_cache(maxsize=64)
def _proportional(one: sympy.Expr, other: sympy.Expr) -> bool:
    ratio = sympy.cancel(one / other)
    return bool(ratio.is_number and ratio.is_positive)
