"""The value of an expression at a point: certified, or fast in floats."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any

import numpy as np
import sympy
from sympy import Expr, Indexed, Sum, Symbol

from .functions import sigmoid

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
    boundcheck.symbolic.exact_values.Undefined
        The expression has no real value at the point.
    boundcheck.symbolic.exact_values.Unsure
        It is not settled with the bits at hand, or no fraction holds it.
    """
    from flint import fmpq

    from .balls import ball
    from .exact_values import Unsure, as_arb, precision, rational

    exact = {str(name): rational(value) for name, value in point.items()}
    bits = int(digits * 3.33) + 32
    for _ in range(7):
        with precision(bits):
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
    env = {str(name): _float(value) for name, value in point.items()}
    with np.errstate(all="ignore"):
        value = _number(expr, env)
    return value if np.ndim(value) else float(value)


def _float(value: Any) -> Any:
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
    start, stop = (int(_number(end, env)) for end in (low, high))
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
