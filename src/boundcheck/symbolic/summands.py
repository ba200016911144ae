"""The terms of a bound as it is printed."""

import sympy


def addends(expression: sympy.Expr) -> tuple[sympy.Expr, ...]:
    """Summands of `expression`; a factor before a bracket goes to each of them, and nothing else is multiplied out."""
    return sympy.Add.make_args(sympy.expand_mul(sympy.sympify(expression), deep=False))
