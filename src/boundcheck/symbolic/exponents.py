"""Local exponents: how fast a bound moves with one parameter, on the logarithmic scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, Symbol

from .evaluate import number


def local_exponent(expr: Expr, symbol: Symbol, point: Mapping[str, Any]) -> float:
    r"""Return :math:`\partial \log f / \partial \log x` at `point`, by the exact derivative.

    For ``C*sqrt(d/n)`` it is -1/2 in ``n`` everywhere; for a sum of terms it lies between theirs.
    """
    return float(number(symbol * expr.diff(symbol), point) / number(expr, point))
