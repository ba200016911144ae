"""Infima and suprema over a box, by two obligations: a bound, and a point where it is met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sympy import Expr, Symbol

from boundcheck.symbolic.statement import Conjunction, Statement, flatten_all

from ..kernel.results import Proved, Refuted, Unknown
from .door import prove


@dataclass(frozen=True)
class Extremum:
    """The two halves of "the infimum (supremum) of an expression over a set equals a value".

    Attributes
    ----------
    bound : Proved, Refuted or Unknown
        No point of the set is beyond the value.
    met : Proved, Refuted or Unknown
        The point `at` lies in the set and has the value.
    statements : tuple of (goal, given)
        The obligations as they were given to `prove`, in this order, for records and replay.
    """

    bound: Proved | Refuted | Unknown
    met: Proved | Refuted | Unknown
    statements: tuple[tuple[Any, tuple], tuple[Any, tuple]]

    def __bool__(self):
        raise TypeError("Extremum is not a boolean: read .bound and .met")

    @property
    def answer(self) -> Proved | Refuted | Unknown:
        """The bound's answer where it decides, else that of the point.

        A value that is not met at `at` may still be met elsewhere: then nothing is decided.
        """
        if not isinstance(self.bound, Proved) or isinstance(self.met, Proved):
            return self.bound
        return Unknown(("bound", "met"), ("the value is a bound, but is not met at the point that was named",))


def extremum(
    kind: Literal["inf", "sup"],
    expr: Expr,
    over: tuple,
    value: Expr,
    at: Mapping[Symbol, Expr],
    given: tuple = (),
    *,
    seconds: float = 5.0,
) -> Extremum:
    """Settle whether the `kind` of `expr` over a set equals `value`.

    Parameters
    ----------
    kind : {"inf", "sup"}
    expr : Expr
    over : tuple of relations
        The set, e.g. ``(Abs(z) <= R,)``; its variables are the keys of `at`.
    value : Expr
        What the extremum is said to be.
    at : mapping from Symbol to Expr
        Where it is met, e.g. ``{z: R}``.
    given : tuple of relations
        Hypotheses on the parameters.
    """
    if kind not in ("inf", "sup"):
        raise ValueError(f"kind {kind!r}: must be 'inf' or 'sup'")
    swap = dict(at)
    inside = [Statement(s.lhs.xreplace(swap), s.relation, s.rhs.xreplace(swap)) for s in flatten_all(over)]
    bound = Statement(expr, ">=" if kind == "inf" else "<=", value)
    met = Conjunction((*inside, Statement(expr.xreplace(swap), "==", value)))
    obligations = ((bound, (*given, *over)), (met, tuple(given)))
    answers = [prove(goal, hypotheses, seconds=seconds) for goal, hypotheses in obligations]
    return Extremum(answers[0], answers[1], obligations)
