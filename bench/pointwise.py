"""Expressions in floats at many points, by code that the provers do not use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import scipy.special
import sympy
from sympy import Expr

from boundcheck.symbolic import sigmoid

_OF: dict[Any, Any] = {
    sympy.exp: np.exp,
    sympy.log: np.log,
    sympy.Abs: np.abs,
    sympy.sinh: np.sinh,
    sympy.cosh: np.cosh,
    sympy.tanh: np.tanh,
    sympy.coth: lambda u: np.cosh(u) / np.sinh(u),
    sigmoid: scipy.special.expit,
    sympy.erf: scipy.special.erf,
    sympy.erfc: scipy.special.erfc,
    sympy.gamma: scipy.special.gamma,
    sympy.loggamma: scipy.special.gammaln,
    sympy.factorial: lambda u: scipy.special.gamma(u + 1),
}


def values(expr: Expr, env: Mapping[str, Any]) -> Any:
    """Return the values of an expression, nan where it has none."""
    if expr.is_Symbol:
        return env[expr.name]
    if isinstance(expr, sympy.Sum):
        index, low, high = expr.limits[0]
        ends = np.broadcast_to(values(high, env), np.shape(next(iter(env.values()))))
        top, start = int(min(np.max(ends), 300)), int(low)
        terms = [values(expr.function, {**env, index.name: float(t)}) for t in range(start, top + 1)]
        total = np.cumsum([np.broadcast_to(term, ends.shape) for term in terms], axis=0)
        place = ends.astype(int) - start
        return np.where(place < len(terms), total[np.minimum(place, len(terms) - 1), np.arange(len(ends))], np.nan)
    if not expr.args:
        return float(expr)
    parts = [values(arg, env) for arg in expr.args]
    if isinstance(expr, sympy.Add):
        return sum(parts[1:], parts[0])
    if isinstance(expr, sympy.Mul):
        return np.prod(np.broadcast_arrays(*parts), axis=0) if len(parts) > 1 else parts[0]
    if isinstance(expr, sympy.Pow):
        return np.power(np.asarray(parts[0], float), parts[1])
    if isinstance(expr, (sympy.Min, sympy.Max)):
        return (np.minimum if isinstance(expr, sympy.Min) else np.maximum).reduce(np.broadcast_arrays(*parts))
    return _OF[type(expr)](parts[0])
