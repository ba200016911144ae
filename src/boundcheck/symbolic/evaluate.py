"""The value of an expression at a point, certified or fast; conditions there; short exact numbers that are held as text."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any

import numpy as np
import sympy
from sympy import Expr, Indexed, Sum, Symbol
from sympy.core.relational import Relational

from .functions import sigmoid

# A short exact number that is held as text, read over a whitelist; nothing is evaluated from text.

LONGEST = 12  # characters of an expression; of a plain number there are never more
LARGEST_POWER = 999  # exponent of a power in an expression
_CALLS = {"sqrt": sympy.sqrt, "exp": sympy.exp, "log": sympy.log}
_NAMES = {"pi": sympy.pi, "E": sympy.E}
_EXPONENT = 10**9


def number_of_text(text: str) -> sympy.Expr:
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
            if not (power.is_Rational and abs(power) <= LARGEST_POWER):
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


# The value of an expression at a point: certified, or fast in floats.

LARGEST = 10**7  # bits of a fraction; one with more would fill the memory


def enclosure(expr: Expr, point: Mapping[str, Any], digits: int = 30) -> tuple[Fraction, Fraction]:
    """Return rationals ``low <= value <= high`` that agree to `digits` significant digits.

    Parameters
    ----------
    expr : Expr
        Evaluated as it stands, node by node.
    point : mapping
        Names to exact rationals: int, Rational, Fraction or strings such as ``"3/7"``.
    digits : int

    Raises
    ------
    boundcheck.symbolic.balls.Undefined
        The expression has no real value at the point.
    boundcheck.symbolic.balls.Unsure
        It is not settled with the bits at hand, or no fraction holds it.
    """
    from flint import ctx, fmpq

    from .balls import Unsure, as_arb, ball, rational

    exact = {str(name): rational(value) for name, value in point.items()}
    bits = int(digits * 3.33) + 32
    for _ in range(7):
        with ctx.workprec(bits):
            try:
                value = ball(expr, exact)
                if isinstance(value, fmpq):
                    same = Fraction(int(value.p), int(value.q))
                    return same, same
                ends = [as_arb(end).man_exp() for end in (value.lower(), value.upper())]
                fits = all(abs(int(e)) <= LARGEST for _, e in ends)
                if fits and value.rel_accuracy_bits() >= digits * 3.33:
                    low, high = (Fraction(int(m)) * Fraction(2) ** int(e) for m, e in ends)
                    return low, high
            except Unsure:
                pass
        bits *= 2
    raise Unsure(f"{expr} at {dict(point)}: not settled with {bits // 2} bits")


def number(expr: Expr, point: Mapping[str, Any]) -> Any:
    """Return the float value of `expr`; coordinates may be arrays, and then so is the result.

    nan where the expression is undefined. For bounds and proposals, never for a proof.
    """
    if expr.is_Number:
        return float(expr)
    env = {str(name): _float(value) for name, value in point.items()}
    with np.errstate(all="ignore"):
        value = _number(expr, env)
    return value if np.ndim(value) else float(value)


def _float(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.dtype == float:
        return value
    if isinstance(value, float | int):  # a scalar computes as an array of no dimension does, and is made at once
        return np.float64(value)
    return float(Fraction(value)) if isinstance(value, str) else np.asarray(value, dtype=float)


def _number(expr: Expr, env: Mapping[str, Any]) -> Any:
    values: list[Any] = []
    for step, places in _plan(expr):
        values.append(step(env, [values[place] for place in places]))
    return values[-1]


Step = Callable[[Mapping[str, Any], list[Any]], Any]


@lru_cache(maxsize=8192)
def _plan(expr: Expr) -> tuple[tuple[Step, tuple[int, ...]], ...]:
    """How to compute an expression, node by node and each node once: what to do, and with which earlier values."""
    steps: list[tuple[Step, tuple[int, ...]]] = []
    known: dict[Any, int] = {}

    def place(node: Any) -> int:
        if node not in known:
            step, args = _step(node)
            places = tuple([place(arg) for arg in args])
            steps.append((step, places))
            known[node] = len(steps) - 1
        return known[node]

    place(expr)
    return tuple(steps)


def _step(expr: Any) -> tuple[Step, tuple[Any, ...]]:
    """What one node does with the values of its arguments, and which these are."""
    if expr.is_Number or expr in (sympy.pi, sympy.E, sympy.EulerGamma) or _is_zeta(expr):
        value = float(expr)
        return lambda env, args: value, ()
    if isinstance(expr, Indexed):
        return partial(_entry, str(expr), str(expr.base), expr.args[1]), ()
    if isinstance(expr, Symbol):
        name = expr.name
        return lambda env, args: env[name], ()
    if isinstance(expr, Sum):
        return partial(_total, expr), ()
    return _operation(expr), expr.args


def _entry(name: str, base: str, index: Expr, env: Mapping[str, Any], args: list[Any]) -> Any:
    return env[name] if name in env else env[f"{base}[{int(_number(index, env))}]"]


def _total(expr: Sum, env: Mapping[str, Any], args: list[Any]) -> Any:
    index, low, high = expr.limits[0]
    ends = [float(_number(end, env)) for end in (low, high)]
    if not all(end.is_integer() for end in ends):
        return np.float64(np.nan)
    start, stop = map(int, ends)
    return sum((_number(expr.function, {**env, str(index): float(k)}) for k in range(start, stop + 1)), np.float64(0))


def _is_zeta(expr: Expr) -> bool:
    """Whether this is what SymPy makes of a polygamma function at 1."""
    return isinstance(expr, sympy.zeta) and isinstance(expr.args[0], sympy.Integer)


def _operation(expr: Expr) -> Step:
    if isinstance(expr, sympy.Add):
        return lambda env, args: reduce(operator.add, args)
    if isinstance(expr, sympy.Mul):
        return lambda env, args: reduce(operator.mul, args)
    if isinstance(expr, sympy.Pow):
        if expr.exp == -1:
            return lambda env, args: np.divide(1.0, args[0])
        if expr.exp == sympy.S.Half:
            return lambda env, args: np.sqrt(args[0])
        return lambda env, args: np.power(np.asarray(args[0], float), args[1])
    if isinstance(expr, (sympy.Min, sympy.Max)):
        least = np.minimum if isinstance(expr, sympy.Min) else np.maximum
        return lambda env, args: reduce(least, args)
    function = _FUNCTIONS.get(type(expr))
    if function is not None:
        return lambda env, args: function(args[0])
    return partial(_special, expr)


def _special(expr: Expr, env: Mapping[str, Any], args: list[Any]) -> Any:
    name = _SPECIAL.get(type(expr))
    if name is None:
        raise ValueError(f"{expr}: {type(expr).__name__} is not understood")
    import scipy.special  # slow to import, and seldom needed

    if name == "polygamma":
        order, inner = args
        value = scipy.special.psi(inner) if order == 0 else scipy.special.polygamma(int(order), inner)
        return np.where(np.asarray(inner) > 0, value, np.nan)
    value = getattr(scipy.special, name)(args[0])
    return value if name in ("erf", "erfc") else np.where(np.asarray(args[0]) > 0, value, np.nan)


_FUNCTIONS: dict[Any, Any] = {
    sympy.exp: np.exp,
    sympy.log: np.log,
    sympy.Abs: np.abs,
    sympy.sinh: np.sinh,
    sympy.cosh: np.cosh,
    sympy.tanh: np.tanh,
    sympy.coth: lambda x: 1 / np.tanh(x),
    sigmoid: lambda x: 0.5 * (1 + np.tanh(x / 2)),
}
_SPECIAL: dict[Any, str] = {
    sympy.erf: "erf",
    sympy.erfc: "erfc",
    sympy.gamma: "gamma",
    sympy.loggamma: "gammaln",
    sympy.polygamma: "polygamma",
}


# Conditions at a point in numbers: which of them certainly do not hold there.

ROUNDING = 1e-9  # of the larger side, by which a side may miss the other


def broken(
    conditions: Iterable[Any], point: Mapping[str, float], definitions: Mapping[sympy.Symbol, sympy.Expr] | None = None
) -> list[Any]:
    """The conditions that `point` breaks by more than a rounding error; one of which a letter is missing is not judged.

    Parameters
    ----------
    conditions : iterable of SymPy relations, or conjunctions of such
    point : mapping of str to float
        Named choices are ignored.
    definitions : mapping of Symbol to Expr
        Letters that abbreviate.

    Returns
    -------
    broken : list of relations, as they were written
    """
    at = {name: value for name, value in point.items() if not isinstance(value, str)}
    known = dict(definitions or {})
    return [c for c in _single(conditions) if _fails(c.xreplace(known) if known else c, at)]


def _single(conditions: Iterable[Any]) -> Iterator[Any]:
    for condition in conditions:
        yield from _single(condition.args) if isinstance(condition, sympy.And) else (condition,)


def _fails(condition: Any, at: Mapping[str, float]) -> bool:
    if not isinstance(condition, Relational):
        return condition == sympy.false
    if any(name not in at for name in _letters(condition)):
        return False
    try:
        left, right = number(condition.lhs, at), number(condition.rhs, at)
    except ValueError:
        return False
    room = ROUNDING * max(abs(left), abs(right))
    if isinstance(condition, sympy.Eq):
        return abs(left - right) > room
    if isinstance(condition, sympy.Ne):
        return left == right
    lesser, greater = (left, right) if condition.rel_op in ("<", "<=") else (right, left)
    return lesser > greater + room or (condition.rel_op in ("<", ">") and lesser == greater)


@lru_cache(maxsize=4096)
def _letters(condition: Any) -> tuple[str, ...]:
    """Names of the letters of a condition, which a search asks for at every point."""
    return tuple(symbol.name for symbol in condition.free_symbols)
