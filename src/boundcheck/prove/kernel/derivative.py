"""Derivatives by the textbook rules; SymPy's own spend most of their time elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Add, Expr, Mul, Pow, S, Symbol, cosh, coth, exp, log, sinh, tanh

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
    rule = _RULES.get(type(expr))
    if rule is None:
        raise Inapplicable(f"{type(expr).__name__} has no derivative here")
    (inner,) = expr.args
    return Mul(rule(expr, inner), derivative(inner, x))
