"""The value of an expression at a point: certified, or fast in floats."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
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
    boundcheck.symbolic.balls.Undefined
        The expression has no real value at the point.
    boundcheck.symbolic.balls.Unsure
        It is not settled with the bits at hand, or no fraction holds it.
    """
    from flint import fmpq

    from .balls import Unsure, as_arb, ball, precision, rational

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
        value = _number(expr, env, {})
    return value if np.ndim(value) else float(value)


def _float(value: Any) -> Any:
    return float(Fraction(value)) if isinstance(value, str) else np.asarray(value, dtype=float)


def _number(expr: Expr, env: Mapping[str, Any], memo: dict) -> Any:
    if expr in memo:
        return memo[expr]
    if expr.is_Number or expr in (sympy.pi, sympy.E, sympy.EulerGamma) or _is_zeta(expr):
        return float(expr)
    if isinstance(expr, Indexed) and str(expr) not in env:
        return env[f"{expr.base}[{int(_number(expr.args[1], env, memo))}]"]
    if isinstance(expr, (Symbol, Indexed)):
        return env[str(expr)]
    if isinstance(expr, Sum):
        index, low, high = expr.limits[0]
        start, stop = (int(_number(end, env, memo)) for end in (low, high))
        terms = [_number(expr.function, {**env, str(index): float(k)}, {}) for k in range(start, stop + 1)]
        return sum(terms, np.float64(0))
    args = [_number(arg, env, memo) for arg in expr.args]
    memo[expr] = value = _apply(expr, args)
    return value


def _is_zeta(expr: Expr) -> bool:
    """Whether this is what SymPy makes of a polygamma function at 1."""
    return isinstance(expr, sympy.zeta) and isinstance(expr.args[0], sympy.Integer)


def _apply(expr: Expr, args: list) -> Any:
    if isinstance(expr, sympy.Add):
        return reduce(lambda a, b: a + b, args)
    if isinstance(expr, sympy.Mul):
        return reduce(lambda a, b: a * b, args)
    if isinstance(expr, sympy.Pow):
        if expr.exp == -1:
            return np.divide(1.0, args[0])
        return np.sqrt(args[0]) if expr.exp == sympy.S.Half else np.power(np.asarray(args[0], float), args[1])
    if isinstance(expr, (sympy.Min, sympy.Max)):
        return reduce(np.minimum if isinstance(expr, sympy.Min) else np.maximum, args)
    function = _FUNCTIONS.get(type(expr))
    if function is not None:
        return function(args[0])
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
