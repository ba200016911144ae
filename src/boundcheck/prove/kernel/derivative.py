"""Derivatives by the textbook rules; SymPy's own spend most of their time elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import (
    Add,
    Expr,
    Mul,
    Pow,
    S,
    Symbol,
    cosh,
    coth,
    erf,
    erfc,
    exp,
    gamma,
    log,
    loggamma,
    pi,
    polygamma,
    sinh,
    sqrt,
    tanh,
)

from boundcheck.symbolic.error_and_gamma import HIGHEST
from boundcheck.symbolic.functions import sigmoid

from .results import Inapplicable

_RULES: dict[Any, Any] = {
    exp: lambda f, u: f,
    log: lambda f, u: 1 / u,
    sinh: lambda f, u: cosh(u),
    cosh: lambda f, u: sinh(u),
    tanh: lambda f, u: 1 - f**2,
    coth: lambda f, u: 1 - f**2,
    sigmoid: lambda f, u: f * (1 - f),
    erf: lambda f, u: 2 * exp(-(u**2)) / sqrt(pi),
    erfc: lambda f, u: -2 * exp(-(u**2)) / sqrt(pi),
    gamma: lambda f, u: f * polygamma(0, u),
    loggamma: lambda f, u: polygamma(0, u),
}


@lru_cache(maxsize=50_000)
def derivative(expr: Expr, x: Symbol) -> Expr:
    """Return the derivative of `expr` by `x`; Inapplicable where a node has corners or is not understood."""
    if expr == x:  # equal, not identical: SymPy may drop a symbol from its cache and make it anew
        return S.One
    if x not in expr.free_symbols:
        return S.Zero
    if isinstance(expr, Add):
        return Add(*(derivative(arg, x) for arg in expr.args))
    if isinstance(expr, Mul):
        terms = []
        for i, arg in enumerate(expr.args):
            slope = derivative(arg, x)
            if slope is not S.Zero:
                terms.append(Mul(*expr.args[:i], slope, *expr.args[i + 1 :]))
        return Add(*terms)
    if isinstance(expr, Pow):
        base, power = expr.base, expr.exp
        if x not in power.free_symbols:
            return Mul(power, Pow(base, power - 1), derivative(base, x))
        return Mul(expr, Add(derivative(power, x) * log(base), power * derivative(base, x) / base))
    if isinstance(expr, polygamma) and x not in expr.args[0].free_symbols:
        order, inner = expr.args
        if order >= HIGHEST:
            raise Inapplicable("the order of a polygamma function is a small number")
        return Mul(polygamma(order + 1, inner), derivative(inner, x))
    rule = _RULES.get(type(expr))
    if rule is None:
        raise Inapplicable(f"{type(expr).__name__} has no derivative here")
    (inner,) = expr.args
    return Mul(rule(expr, inner), derivative(inner, x))
