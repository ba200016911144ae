"""Rules of calculus: a value at one point and a derivative of one sign; concavity and two ends."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Abs, Expr, Function, Max, Min, S, Symbol

from boundcheck.symbolic.encode import decode

from .derivative import derivative
from .extension import ending
from .results import Inapplicable
from .sequent import Atom, Sequent, conditions

Node = dict[str, Any]


@lru_cache(maxsize=20_000)
def affine_part(expr: Expr, x: Symbol) -> tuple[Expr, Expr] | None:
    """Return slope and intercept of an expression that is affine in `x`, else None."""
    if not expr.has(x):
        return S.Zero, expr
    if any(node.has(x) for node in expr.atoms(Function, Min, Max)):
        return None
    try:
        slope = derivative(expr, x)
    except Inapplicable:
        return None
    if slope.has(x):
        slope = slope.expand() if slope.count_ops() < 40 else slope
        if slope.has(x):
            return None
    intercept = expr.xreplace({x: S.Zero})
    if intercept.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
        return None
    return slope, intercept


def interval(sequent: Sequent, x: Symbol) -> tuple[Atom, ...]:
    """Return the hypotheses that leave an interval of `x`, the other symbols fixed."""
    kept = []
    for h in sequent.given:
        if not h.expr.has(x):
            kept.append(h)
        elif h.relation != "!=":
            parts = affine_part(h.expr, x)
            if parts is not None:
                kept.append(Atom(parts[0] * x + parts[1], h.relation))
    return tuple(kept)


def smooth(expr: Expr, x: Symbol) -> list[Atom]:
    """Return what makes `expr` continuously differentiable in `x`."""
    if expr.has(Abs, Min, Max):
        raise Inapplicable("a corner is not differentiable")
    return [Atom(c.expr, ">") if c.relation == ">=" and c.expr.has(x) else c for c in conditions(expr)]


def _prepare(
    sequent: Sequent, node: Node, ends: list[Expr], limits: list[bool]
) -> tuple[Symbol, Sequent, list[Expr], list[Sequent], list[Atom]]:
    """Return the letter, what is known of it, the values at the ends, what has to hold there, and strictly inside.

    Where `limits` says so the end is not admissible, and the value is that of the continuous extension.
    """
    x, f = decode(node["var"]), sequent.claim.expr
    if not isinstance(x, Symbol) or sequent.claim.relation not in (">=", ">"):
        raise Inapplicable("needs one symbol and an inequality")
    x = Symbol(x.name, real=True)
    base = Sequent(interval(sequent, x), sequent.claim)
    values: list[Expr] = []
    goals: list[Sequent] = []
    near: list[Atom] = []
    for end, limit in zip(ends, limits, strict=True):
        if end.has(x):
            raise Inapplicable("the point moves with the symbol")
        for c in conditions(end):
            goals.append(base.claims(c.expr, c.relation))
        for h in base.given:
            if h.expr.has(x):
                weak = "==" if h.relation == "==" else ">="
                goals.append(base.claims(h.expr.xreplace({x: end}), weak))
        if limit:
            extended = ending(f, x, end)
            goals.append(sequent.claims(x - end, "!="))
            goals += [base.claims(c.expr, c.relation) for c in extended.there]
            near += extended.near
            values.append(extended.value)
        else:
            goals += [base.claims(c.expr.xreplace({x: end}), c.relation) for c in conditions(f)]
            values.append(f.xreplace({x: end}))
    return x, base, values, goals, near


def real(expr: Expr) -> Expr:
    """Return a decoded expression over real symbols: a certificate brings no assumptions of its own."""
    if not isinstance(expr, Expr):
        raise Inapplicable("an expression is expected")
    return expr.xreplace({s: Symbol(s.name, real=True) for s in expr.free_symbols})


def monotone(sequent: Sequent, node: Node) -> list[Sequent]:
    """The claim holds at a point of the interval, and its expression does not fall on the way from there.

    The hypotheses that are not affine in the symbol are dropped, so the segment between the point and any
    admissible value is admissible; the point itself need only satisfy the weak forms. With `limit` the expression has
    no value there, but a continuous extension.
    """
    at, f = real(decode(node["at"])), sequent.claim.expr
    x, base, (start,), goals, near = _prepare(sequent, node, [at], [node.get("limit", False)])
    strictly = node.get("strict", False)  # the claim is strict, the point excluded, the slope strict
    if strictly:
        goals.append(sequent.claims(x - at, "!="))
    goals.append(base.claims(start, ">=" if strictly else sequent.claim.relation))
    slope = derivative(f, x)
    for side in (1, -1):
        there = base.assume(Atom(side * (x - at), ">"))
        known: list[Atom] = []
        for c in (*smooth(f, x), *near):
            goals.append(there.assume(*known).claims(c.expr, c.relation))
            known.append(c)
        goals.append(there.assume(*known).claims(side * slope, ">" if strictly else ">="))
    return goals


def concave(sequent: Sequent, node: Node) -> list[Sequent]:
    """The claim holds at both ends of an interval that contains the symbol, on which its expression is concave."""
    low, high = real(decode(node["low"])), real(decode(node["high"]))
    f = sequent.claim.expr
    x, base, values, goals, near = _prepare(sequent, node, [low, high], node.get("limits", [False, False]))
    goals += [base.claims(x - low, ">="), base.claims(high - x, ">=")]
    goals += [base.claims(value, sequent.claim.relation) for value in values]
    there = base.assume(Atom(x - low, ">"), Atom(high - x, ">"))
    known: list[Atom] = []
    for c in (*smooth(f, x), *near):
        goals.append(there.assume(*known).claims(c.expr, c.relation))
        known.append(c)
    goals.append(there.assume(*known).claims(-derivative(derivative(f, x), x), ">="))
    return goals
