"""A short exact number that is held as text, read over a whitelist; nothing is evaluated from text."""

from __future__ import annotations

import ast
from decimal import Decimal, InvalidOperation
from typing import Any

import sympy

LONGEST = 12  # characters of an expression; of a plain number there are never more
LARGEST = 999  # exponent of a power in an expression
_CALLS = {"sqrt": sympy.sqrt, "exp": sympy.exp, "log": sympy.log}
_NAMES = {"pi": sympy.pi, "E": sympy.E}
_EXPONENT = 10**9


def number(text: str) -> sympy.Expr:
    """A number from its text: digits as ``1.997`` or ``2.5e+400``, or an expression as ``4*sqrt(2)``.

    Raises
    ------
    ValueError
        It is anything else, or too long to be one that somebody wrote.
    """
    try:
        return _plain(text)
    except InvalidOperation:
        pass
    if len(text) > LONGEST:
        raise ValueError(f"constant {text[:40]!r}: is no number")
    try:
        return _read(ast.parse(text.strip(), mode="eval").body, powers=True)
    except (SyntaxError, RecursionError, KeyError, TypeError) as error:
        raise ValueError(f"constant {text!r}: is no number") from error


def _plain(text: str) -> sympy.Expr:
    found = Decimal(text)
    if not found.is_finite() or len(found.as_tuple().digits) > 2 * LONGEST or abs(found.adjusted()) > _EXPONENT:
        raise ValueError(f"constant {text[:40]!r}: is no number")
    return sympy.Integer(text) if text.isdecimal() else sympy.Float(text)


def _read(node: ast.expr, *, powers: bool) -> sympy.Expr:
    """One node; a power stands in no power."""
    match node:
        case ast.Constant(value=bool() | complex()):
            raise TypeError
        case ast.Constant(value=int() | float() as found):
            return sympy.sympify(found)
        case ast.Name(id=name):
            return _NAMES[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_read(inner, powers=powers)
        case ast.BinOp(left=left, op=ast.Pow(), right=right) if powers:
            base, power = _read(left, powers=False), _read(right, powers=False)
            if not (power.is_Rational and abs(power) <= LARGEST):
                raise TypeError
            return base**power
        case ast.BinOp(left=left, op=op, right=right):
            return _joined(op, _read(left, powers=powers), _read(right, powers=powers))
        case ast.Call(func=ast.Name(id=name), args=[arg], keywords=[]):
            return _CALLS[name](_read(arg, powers=powers))
    raise TypeError


def _joined(op: ast.operator, left: Any, right: Any) -> sympy.Expr:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
    raise TypeError
