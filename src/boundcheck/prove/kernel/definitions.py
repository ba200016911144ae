"""Hypotheses that name something: ``c == (e^x + 1)/(e^x - 1)`` is used up, c replaced by what it stands for.

No rational point satisfies such a hypothesis, so neither a witness nor a proof of satisfiability could have one for c.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Indexed, Integer, Pow, Rational, S, Sum, Symbol

from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.statement import Conjunction, Equivalence, Statement

from .sums import parts

_SIGNS = (("positive", ">"), ("nonnegative", ">="), ("negative", "<"), ("nonpositive", "<="), ("nonzero", "!="))


def swapped(expr: Expr, symbol: Symbol, value: Expr) -> Expr:
    """Return `expr` with a symbol replaced and nothing evaluated."""
    if expr == symbol:
        return value
    if symbol not in expr.free_symbols:
        return expr
    return expr.func(*(swapped(arg, symbol, value) for arg in expr.args), evaluate=False)


def unfold(goal: Any, given: tuple[Statement, ...]) -> tuple[Any, tuple[Statement, ...]]:
    """Return goal and hypotheses without the symbols that hypotheses define."""
    if any(side.has(Sum, Indexed) for s in (*parts(goal), *given) for side in (s.lhs, s.rhs)):
        return goal, given
    for i, h in enumerate(given):
        for symbol, value in (*_roots(h, given), (h.lhs, h.rhs), (h.rhs, h.lhs)):
            if h.relation != "==" or not _defines(symbol, value):
                continue
            words = encode(symbol)[2:]
            # the value is defined wherever the hypothesis holds, and inherits what was assumed of its name
            kept = [Statement(value, "==", value)]
            kept += [Statement(value, relation, Integer(0)) for word, relation in _SIGNS if word in words]
            others = tuple(_in(s, symbol, value) for s in (*given[:i], *given[i + 1 :]))
            return unfold(_in(goal, symbol, value), (*kept, *others))
    return goal, given


def _roots(h: Statement, given: tuple[Statement, ...]) -> list[tuple[Expr, Expr]]:
    """Return ``Y`` and ``f^(1/k)`` where the hypothesis is ``Y^k == f`` and Y is not negative."""
    found: list[tuple[Expr, Expr]] = []
    for power, value in ((h.lhs, h.rhs), (h.rhs, h.lhs)):
        if not isinstance(power, Pow) or not isinstance(power.base, Symbol) or not isinstance(power.exp, Integer):
            continue
        if 2 <= power.exp <= 12 and _not_negative(power.base, given):
            found.append((power.base, Pow(value, Rational(1, power.exp), evaluate=False)))
    return found


def _not_negative(symbol: Symbol, given: tuple[Statement, ...]) -> bool:
    above = {(symbol, ">=", S.Zero), (symbol, ">", S.Zero), (S.Zero, "<=", symbol), (S.Zero, "<", symbol)}
    return bool(symbol.is_nonnegative) or any((h.lhs, h.relation, h.rhs) in above for h in given)


def _defines(symbol: Expr, value: Expr) -> bool:
    if not isinstance(symbol, Symbol) or symbol.is_integer or symbol in value.free_symbols:
        return False
    return bool(value.free_symbols) or not value.is_Rational


def _in(thing: Any, symbol: Symbol, value: Expr) -> Any:
    if isinstance(thing, Statement):
        return Statement(swapped(thing.lhs, symbol, value), thing.relation, swapped(thing.rhs, symbol, value))
    if isinstance(thing, Conjunction):
        return Conjunction(tuple(_in(s, symbol, value) for s in thing.parts))
    return Equivalence(*(tuple(_in(s, symbol, value) for s in side) for side in (thing.left, thing.right)))
