"""No constant can do: a rate that falls below an error which every data set of an instance has."""

from __future__ import annotations

import sympy
from sympy import Ge

from boundcheck.checks import inequality
from boundcheck.claims import Evidence, HighProbabilityBound, Inequality, Outcome

from ..context import Context


def settle(bound: HighProbabilityBound, context: Context) -> Evidence | None:
    """Prove ``C * rate < least error`` for every ``C >= 1`` on the instance; None if the bound names no instance.

    The error is then larger than ``C * rate`` on every data set, so with probability one, where ``1 - failure`` of
    the data sets ought to be below. If only some data sets have that error, their probability must exceed `failure`.
    """
    claimed = bound.collapse
    if claimed is None:
        return None
    rate = context.expand(bound.printed).subs(dict(claimed.point))
    floor = sympy.sympify(claimed.least_error())
    beside = context.expand(claimed.beside).subs(dict(claimed.point))
    shape = Inequality(claimed.constant * rate + beside, floor, (Ge(claimed.constant, 1),), strict=True)
    proof = inequality.check(shape, context)
    if claimed.probability is not None and not _exceeds(claimed.probability(), bound.failure.subs(dict(claimed.point))):
        return Evidence(Outcome.UNDECIDED, f"{claimed.words}: a larger probability of the error would decide it")
    if proof.outcome is not Outcome.PROVED:
        return Evidence(Outcome.UNDECIDED, f"{claimed.words}: {proof.summary}", data=proof.data)
    at = {str(symbol): str(value) for symbol, value in claimed.point.items()}
    return Evidence(
        Outcome.REFUTED,
        f"No constant C will do: {claimed.words}.",
        method=f"exact enumeration; {proof.method}",
        certificate=proof.certificate,
        witness={"point": at, "lhs": str(floor), "rhs": str(shape.lhs), "text": claimed.words},
        data=proof.data,
    )


def _exceeds(probability: sympy.Expr, failure: sympy.Expr) -> bool:
    """Whether SymPy can show ``probability > failure``, exactly."""
    return bool(sympy.sympify(probability - failure).is_positive)
