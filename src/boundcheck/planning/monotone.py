"""Does a bound only fall, or only rise, with one parameter? Proved, not sampled."""

from __future__ import annotations

from dataclasses import dataclass

import sympy
from sympy import Abs, Ge, Gt, Le, Lt, Symbol

from boundcheck.prove import Proved, prove
from boundcheck.symbolic import Statement

SECONDS = 3.0


@dataclass(frozen=True)
class Direction:
    """How a bound moves: ``sign`` is -1 (never rises), +1 (never falls), or 0 (not proved); `engine` names who proved it."""

    sign: int
    how: str
    engine: str = ""


def direction(expression: sympy.Expr, symbol: Symbol, domain: tuple[sympy.Basic, ...]) -> Direction:
    """The sign of the derivative inside `domain`; by continuity it decides the closed domain too.

    Parameters
    ----------
    expression : Expr
        In `symbol` alone, with exact numbers.
    symbol : Symbol
    domain : tuple of relations in `symbol`

    Notes
    -----
    The provers also show that the derivative is defined inside the domain, so that the mean value theorem applies.
    """
    if symbol not in expression.free_symbols:
        return Direction(0, "the bound does not depend on it")
    inside = tuple(_strict(condition) for condition in domain)
    bare = _without_abs(expression, symbol, inside)
    slope = sympy.diff(bare, symbol)
    for sign, statement in ((-1, Statement(slope, "<=", 0, inside)), (1, Statement(0, "<=", slope, inside))):
        try:
            answer = prove(statement, seconds=SECONDS)
        except (ValueError, TypeError):
            break
        if isinstance(answer, Proved):
            return Direction(sign, "derivative of one sign", answer.engine)
    return Direction(0, "not proved")


def _strict(condition: sympy.Basic) -> sympy.Basic:
    swapped = {Ge: Gt, Le: Lt}.get(type(condition))
    return swapped(condition.lhs, condition.rhs) if swapped else condition


def _without_abs(expression: sympy.Expr, symbol: Symbol, inside: tuple[sympy.Basic, ...]) -> sympy.Expr:
    """Absolute values resolved where the sign of what stands inside is proved."""
    positive = Symbol(symbol.name, positive=True)
    if isinstance(prove(Statement(0, "<=", symbol, inside), seconds=SECONDS), Proved):
        expression = expression.xreplace({symbol: positive}).xreplace({positive: symbol})
        expression = expression.replace(lambda e: isinstance(e, Abs) and e.args[0] == symbol, lambda e: symbol)
    for found in expression.atoms(Abs):
        body = found.args[0]
        for sign, statement in ((1, Statement(0, "<=", body, inside)), (-1, Statement(body, "<=", 0, inside))):
            if isinstance(prove(statement, seconds=SECONDS), Proved):
                expression = expression.xreplace({found: sign * body})
                break
    return expression
