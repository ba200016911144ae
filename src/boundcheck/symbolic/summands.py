"""The terms of a bound as it is printed."""

from collections.abc import Mapping

import sympy


def addends(expression: sympy.Expr) -> tuple[sympy.Expr, ...]:
    """Summands of `expression`; a factor before a bracket goes to each of them, and nothing else is multiplied out."""
    return sympy.Add.make_args(sympy.expand_mul(sympy.sympify(expression), deep=False))


def named_addends(expression: sympy.Expr, terms: Mapping[str, sympy.Expr]) -> tuple[tuple[str, sympy.Expr], ...]:
    """The summands of `expression` with their names, in the order of the names; without names where `terms` are not they."""
    found = addends(expression)
    named = [(name, summand) for name, term in terms.items() for summand in addends(term)]
    same = sorted(map(str, found)) == sorted(str(summand) for _, summand in named)
    return tuple(named) if same else tuple(("", summand) for summand in found)
