"""Numbers and small expressions that a record holds as text, as mathematics: read, never evaluated."""

import ast
import math
from collections.abc import Mapping

from boundcheck.report.text.formula import LONGEST, formula
from boundcheck.report.text.numbers import LONGEST as LONGEST_NUMBER
from boundcheck.report.text.numbers import exact, number
from boundcheck.symbolic.typst_letters import letter

NAMED = {"log": "ln", "ln": "ln", "sin": "sin", "cos": "cos", "sigmoid": "sigma", "Min": "min", "Max": "max"}
NAMED |= {name: name for name in ("sinh", "cosh", "tanh", "coth")}
CONSTANTS = {"E": "e", "pi": "pi", "oo": "infinity"}
GROUPED = 10_000  # the least number whose digits stand in groups
LARGE = 10**6  # from where on `boundcheck.report.text.powers` writes it
SUM, PRODUCT, POWER, WHOLE = range(4)  # how tightly an expression binds


class _NotOneError(ValueError):
    """The text is no expression of this small grammar."""


def expression(text: str, known: Mapping[str, str], *, block: bool = False) -> dict | None:
    """``"C*sqrt(n)/2"`` as a formula; None where the text is anything but arithmetic.

    Parameters
    ----------
    text : str
        As SymPy prints it.
    known : mapping
        Typst for the letters of parameters.
    block : bool
        On its own line.
    """
    if number(text) is not None or len(text) > LONGEST // 4:
        return None
    try:
        read = ast.parse(text.strip(), mode="eval").body
        if isinstance(read, ast.Name) and read.id not in known and len(read.id) > 1:
            return None  # a word
        source, _ = _set(read, known)
    except (_NotOneError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    made = formula({"typst": source, "alt": text}, "value of a witness", block=block)
    return made if made and "typst" in made else None


def value(found: object, known: Mapping[str, str], *, longest: int = 0) -> dict | str:
    """A value as it stands in a sentence: a short exact number, or an expression as mathematics.

    One of more than `longest` characters stands on its own line; 0 is no limit.
    """
    text = str(found)
    return expression(text, known, block=0 < longest < len(text)) or (exact(found) if number(found) is not None else text)


def _set(node: ast.expr, known: Mapping[str, str]) -> tuple[str, int]:
    """Typst of a node, and how tightly it binds."""
    match node:
        case ast.Constant(value=bool() | complex()):
            raise _NotOneError
        case ast.Constant(value=int() | float() as found):
            return _number(found)
        case ast.Name(id=name):
            return known.get(name) or CONSTANTS.get(name) or letter(name), WHOLE
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return f"-{_within(inner, PRODUCT, known)}", SUM
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            mark = "+" if isinstance(sign, ast.Add) else "-"
            return f"{_set(left, known)[0]} {mark} {_within(right, PRODUCT, known)}", SUM
        case ast.BinOp(left=ast.UnaryOp(op=ast.USub(), operand=inner), op=ast.Mult() | ast.Div() as sign, right=right):
            return f"-{_set(ast.BinOp(inner, sign, right), known)[0]}", SUM
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            after = _within(right, POWER, known)
            return f"{_within(left, PRODUCT, known)} {'dot ' if after[0].isdigit() else ''}{after}", PRODUCT
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"frac({_set(left, known)[0]}, {_set(right, known)[0]})", PRODUCT
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"{_within(left, WHOLE, known)}^({_raised(right, known)})", POWER
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if args:
            if name == "exp" and len(args) == 1:
                return f"e^({_raised(args[0], known)})", POWER
            inside = ", ".join(_set(arg, known)[0] for arg in args)
            if name in ("sqrt", "Abs", "abs") and len(args) == 1:
                return f"{name.lower()}({inside})", WHOLE
            if name in NAMED:
                return f"{NAMED[name]}({inside})", WHOLE
    raise _NotOneError


def _within(node: ast.expr, level: int, known: Mapping[str, str]) -> str:
    """A node in brackets unless it binds at least as tightly as `level`."""
    source, own = _set(node, known)
    return source if own >= level else f"({source})"


def _raised(node: ast.expr, known: Mapping[str, str]) -> str:
    """An exponent; a fraction in it stays on one line."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.BinOp(op=ast.Div()) as inner):
            return f"-{_raised(inner, known)}"
        case ast.BinOp(left=ast.UnaryOp(op=ast.USub(), operand=inner), op=ast.Div() as over, right=right):
            return f"-{_raised(ast.BinOp(inner, over, right), known)}"
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"{_within(left, PRODUCT, known)}\\/{_within(right, POWER, known)}"
    return _set(node, known)[0]


def _number(found: float) -> tuple[str, int]:
    """A number with its digits in groups, or as a power of ten or two, and how tightly it binds."""
    if isinstance(found, int) and found >= GROUPED:
        for base in (10, 2):
            power = round(math.log(found, base))
            if base**power == found:
                return f"{base}^({power})", POWER
    if len(str(found)) > LONGEST_NUMBER:
        return exact(str(found)).lstrip("≈ "), WHOLE
    return (f'"{found:,}"' if isinstance(found, int) and GROUPED <= found < LARGE else str(found)), WHOLE
