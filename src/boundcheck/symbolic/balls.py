"""Exact and ball evaluation of expression trees as they stand: rationals stay rational, the rest is Arb's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import Expr, Indexed, Rational, Sum, Symbol

from . import error_and_gamma as special
from .ball_functions import FUNCTIONS, exact_root, extreme, folded, integer_power, positive, root_power
from .exact_values import EXACT_BITS, Undefined, Unsure, as_arb


def ball(expr: Expr, point: Mapping[str, Any], *, inside: bool = False, memo: dict | None = None) -> Any:
    """Return the value of `expr` at `point`: an exact fmpq where possible, else an enclosing arb.

    Parameters
    ----------
    point : mapping from names to fmpq or arb
    inside : bool
        The point is a box of which only the part where `expr` is defined matters.

    Raises
    ------
    Undefined
        A denominator is 0, a logarithm's argument is not positive, an even root's is negative.
    Unsure
        The enclosure is too wide to tell.
    """
    return _Evaluator(point, inside, {} if memo is None else memo).value(expr)


class _Evaluator:
    def __init__(self, point: Mapping[str, Any], inside: bool, memo: dict):
        self.point, self.inside, self.memo = point, inside, memo

    def value(self, expr: Expr) -> Any:
        found = self.memo.get(expr)
        if found is None:
            found = self._value(expr)
            if isinstance(found, arb):
                if not found.is_finite():
                    raise Unsure(f"{expr}")
            elif max(abs(int(found.p)).bit_length(), int(found.q).bit_length()) > EXACT_BITS:
                found = arb(found)
            self.memo[expr] = found
        return found

    def _value(self, expr: Expr) -> Any:
        if isinstance(expr, Rational):
            return fmpq(int(expr.p), int(expr.q))
        if isinstance(expr, (Symbol, Indexed)):
            name = expr.name if isinstance(expr, Symbol) else str(expr)
            if isinstance(expr, Indexed) and name not in self.point:
                name = f"{expr.base}[{self.value(expr.args[1])}]"
            if name not in self.point:
                raise KeyError(f"no value for {name}")
            return self.point[name]
        if isinstance(expr, sympy.Add):
            return folded(lambda a, b: a + b, [self.value(a) for a in expr.args])
        if isinstance(expr, sympy.Mul):
            return folded(lambda a, b: a * b, [self.value(a) for a in expr.args])
        if isinstance(expr, sympy.Pow):
            return self._power(expr)
        if isinstance(expr, (sympy.Min, sympy.Max)):
            return extreme([self.value(a) for a in expr.args], isinstance(expr, sympy.Min))
        if expr is sympy.pi:
            return arb.pi()
        if expr is sympy.E:
            return arb.const_e()
        if expr is sympy.EulerGamma:
            return arb.const_euler()
        if isinstance(expr, sympy.polygamma):
            return self._polygamma(expr)
        if isinstance(expr, sympy.zeta) and isinstance(expr.args[0], sympy.Integer) and expr.args[0] > 1:
            return arb(int(expr.args[0])).zeta()  # what SymPy makes of a polygamma function at 1
        if isinstance(expr, Sum):
            return self._sum(expr)
        apply = FUNCTIONS.get(type(expr))
        if apply is None:
            raise ValueError(f"{expr}: {type(expr).__name__} is not understood")
        return apply(self.value(expr.args[0]))

    def _power(self, expr: sympy.Pow) -> Any:
        base, exponent = self.value(expr.base), self.value(expr.exp)
        if isinstance(exponent, fmpq) and exponent.q == 1:
            return integer_power(base, int(exponent.p), self.inside)
        if base == 0 and isinstance(base, fmpq):
            if exponent > 0:
                return fmpq(0)
            raise (Undefined if exponent < 0 or isinstance(exponent, fmpq) else Unsure)(f"{expr} at base 0")
        if base < 0:
            raise Undefined(f"{expr}: a root of a negative number")
        if isinstance(base, fmpq):
            exact: Any = exact_root(base, exponent) if isinstance(exponent, fmpq) else None
            return exact if exact is not None else (as_arb(base).log() * exponent).exp()
        if isinstance(exponent, fmpq) and exponent > 0:
            if not base >= 0:
                if not self.inside:
                    raise Unsure(f"{expr}: sign of the base")
                base = base.nonnegative_part()
            return root_power(base, exponent)
        if not base > 0:
            raise Unsure(f"{expr}: sign of the base")
        return special.increasing(lambda u: u.exp(), as_arb(exponent) * special.increasing(lambda u: u.log(), base))

    def _polygamma(self, expr: sympy.polygamma) -> Any:
        order, inner = expr.args
        if not isinstance(order, sympy.Integer) or not 0 <= order <= special.HIGHEST:
            raise ValueError(f"{expr}: the order is a small number")
        return special.polygamma(int(order), positive(self.value(inner)))

    def _sum(self, expr: Sum) -> Any:
        index, low, high = expr.limits[0]
        start, stop = self.value(low), self.value(high)
        if not (isinstance(start, fmpq) and isinstance(stop, fmpq) and start.q == stop.q == 1):
            raise Unsure(f"{expr}: the range is not made of integers")
        if stop - start > 10_000 or stop - start < -1:
            raise Unsure(f"{expr}: too many terms, or a range that runs backwards")
        total: Any = fmpq(0)
        for k in range(int(start.p), int(stop.p) + 1):
            inner = _Evaluator({**self.point, str(index): fmpq(k)}, self.inside, {})
            total = folded(lambda a, b: a + b, [total, inner.value(expr.function)])
        return total
