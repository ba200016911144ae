"""A witness as a few lines of Python that anyone can run: letters, both sides, and what the page says of them."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Mapping
from typing import Any

import sympy
from sympy.printing.str import StrPrinter

from boundcheck.symbolic import Statement, decode

KNOWN = frozenset({"sqrt", "log", "exp", "Abs", "Min", "Max", "sinh", "cosh", "tanh", "coth", "pi", "E"})
ARITHMETIC = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.Load, ast.Call, ast.Add, ast.Sub, ast.Mult,
    ast.Div, ast.Pow, ast.USub, ast.UAdd,
)  # fmt: skip
TAKEN = frozenset({*KNOWN, "S", "N", "Symbol", "Sum", "Integer", "Rational", "left", "right", "sigmoid"})
SAME, PROBE = 1e-5, sympy.Rational(7, 3)  # sides in a record may be rounded to six digits
SIGMOID = "sigmoid = lambda z: 1/(1 + exp(-z))"


def snippet(settled: Mapping[str, Any], witness: Mapping[str, Any] | None) -> str:
    """Python that evaluates a witness with SymPy alone; empty where the record does not hold enough for that.

    Parameters
    ----------
    settled : mapping
        With the encoded statement under ``checked``.
    witness : mapping
        With the values of letters under ``point``.
    """
    point = (witness or {}).get("point")
    if not isinstance(point, Mapping) or not point or not settled.get("checked"):
        return ""
    try:
        statement = decode(settled["checked"])
    except ValueError:
        return ""
    values = {str(name): _value(value) for name, value in point.items()}
    if not isinstance(statement, Statement) or any(value is None for value in values.values()):
        return ""
    if statement.lhs.has(sympy.Indexed) or statement.rhs.has(sympy.Indexed):
        return ""
    inside = {name for value in values.values() for name in _names(value or "")}
    needed = {str(symbol) for side in (statement.lhs, statement.rhs) for symbol in side.free_symbols}
    if not needed <= values.keys():
        return ""
    if not _shown_by(statement, values, witness or {}):
        return ""
    called = {name: _safe(name) for name in {*values, *inside}}
    lines = ["from sympy import *", ""]
    lines += [f'{called[name]} = Symbol("{name}", positive=True)' for name in sorted(inside)]
    lines += [f"{called[name]} = {_exact(value or '', called)}" for name, value in values.items()]
    lines += (
        [SIGMOID]
        if "sigmoid"
        in {type(f).__name__ for f in statement.lhs.atoms(sympy.Function) | statement.rhs.atoms(sympy.Function)}
        else []
    )
    left, right = (_printed(side, called) for side in (statement.lhs, statement.rhs))
    lines += [f"left = {left}", f"right = {right}"]
    shown = "simplify(left), simplify(right)" if inside else "N(left), N(right)"
    return "\n".join([*lines, f"print({shown})  # the page says: left {statement.relation} right"])


def _shown_by(statement: Statement, values: Mapping[str, str | None], witness: Mapping[str, Any]) -> bool:
    """Whether the sides at the point are those of the witness: an instance may be told in letters of its own."""
    sides = [_value(witness.get(key, "")) for key in ("lhs", "rhs")]
    if None in sides:
        return False
    at = {name: sympy.sympify(value, locals=_letters(value or ""), rational=True) for name, value in values.items()}
    for side, told in zip((statement.lhs, statement.rhs), sides, strict=True):
        here = side.xreplace({symbol: at[str(symbol)] for symbol in side.free_symbols})
        there = sympy.sympify(told, locals=_letters(told or ""))
        free = {symbol: PROBE for symbol in here.free_symbols | there.free_symbols}
        left, right = (sympy.N(each.xreplace(free)) for each in (here, there))
        if not (left.is_Number and right.is_Number and abs(left - right) <= SAME * (1 + abs(right))):
            return False
    return True


def _letters(text: str) -> dict[str, sympy.Symbol]:
    return {name: sympy.Symbol(name, positive=True) for name in _names(text)}


def _value(value: Any) -> str | None:
    """The text of a value if it is arithmetic and nothing else."""
    text = str(value)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    plain = all(isinstance(node, ARITHMETIC) for node in ast.walk(tree))
    plain = plain and all(type(n.value) in (int, float) for n in ast.walk(tree) if isinstance(n, ast.Constant))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return text if plain and all(isinstance(f, ast.Name) and f.id in KNOWN for f in calls) else None


def _names(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)} - KNOWN


def _exact(text: str, called: Mapping[str, str]) -> str:
    """A value without Python's own division of whole numbers."""
    names = {name: sympy.Symbol(called[name]) for name in _names(text)}
    return StrPrinter({"sympy_integers": True}).doprint(sympy.sympify(text, locals=names, rational=True))


def _safe(name: str) -> str:
    """A name that Python and SymPy leave free."""
    plain = name if name.isidentifier() else "".join(c if c.isalnum() else "_" for c in name)
    return f"{plain}_" if keyword.iskeyword(plain) or plain in TAKEN else plain


def _printed(side: Any, called: Mapping[str, str]) -> str:
    renamed = side.xreplace({s: sympy.Symbol(called[str(s)]) for s in side.free_symbols if str(s) in called})
    return StrPrinter({"sympy_integers": True, "order": "none"}).doprint(renamed)
