"""Exact and ball evaluation of expression trees as they stand: rationals stay rational, the rest is Arb's."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, fmpq, fmpz
from sympy import Expr, Indexed, Rational, Sum, Symbol

from .functions import sigmoid

# Exact rationals, balls at a working precision, and what has no value, or none that can be told.

EXACT_BITS = 4000  # rationals longer than this are handed to Arb


class Undefined(ArithmeticError):
    """The expression certainly has no real value at the point."""


class Unsure(ArithmeticError):
    """The precision does not tell whether the expression has a real value."""


def rational(value: Any) -> fmpq:
    """Return an int, SymPy Rational, Fraction or string such as "3/7" as an exact rational."""
    if isinstance(value, fmpq):
        return value
    if isinstance(value, (float, sympy.Float)):
        raise TypeError(f"coordinate {value!r}: a float is not exact; write '1/10' or Rational(1, 10)")
    if isinstance(value, str):
        value = Fraction(value)
    if isinstance(value, Rational):
        return fmpq(int(value.p), int(value.q))
    if isinstance(value, (int, Fraction)):
        return fmpq(value.numerator, value.denominator)
    raise TypeError(f"coordinate {value!r}: must be an exact rational")


def as_arb(value: Any) -> arb:
    """Return a rational or a ball as a ball."""
    return value if isinstance(value, arb) else arb(value)


# Balls for the error function, the gamma function and its logarithmic derivatives.
#
# The gamma function is the one of positive arguments here: elsewhere, as at its poles, it counts as without a value. Its
# derivatives in the logarithm are ``polygamma(m, x)``, of which each is monotone on the positive line:
#
# .. math:: \psi^{(m)}(x) = (-1)^{m+1}\, m!\, \zeta(m+1, x), \qquad m \ge 1.

HIGHEST = 6  # order of a polygamma function
_LEAST_AT = (fmpq(14616321, 10**7), fmpq(14616322, 10**7))  # the gamma function has its minimum in between
_LEAST = fmpq(8856031944, 10**10)  # and is above this: 0.88560319441...


def increasing(function: Callable[[arb], arb], x: Any) -> arb:
    """Return the image of a ball under an increasing (or a decreasing) function, from its two ends."""
    x = arb(x)
    if x.rad() == 0:
        return function(x)
    return function(x.lower()).union(function(x.upper()))


def erf(x: Any) -> Any:
    """Return the error function, exact at 0."""
    return fmpq(0) if isinstance(x, fmpq) and x == 0 else increasing(lambda u: u.erf(), x)


def erfc(x: Any) -> Any:
    """Return one minus the error function, relatively accurate far out."""
    return fmpq(1) if isinstance(x, fmpq) and x == 0 else increasing(lambda u: u.erfc(), x)


def gamma(x: Any) -> Any:
    """Return the gamma function of something positive."""
    if isinstance(x, fmpq) and x.q == 1 and x < 200:
        return fmpq(math.factorial(int(x.p) - 1))
    return _valley(lambda u: u.gamma(), arb(x), arb(_LEAST))


def loggamma(x: Any) -> Any:
    """Return the logarithm of the gamma function of something positive."""
    if isinstance(x, fmpq) and x in (1, 2):
        return fmpq(0)
    return _valley(lambda u: u.lgamma(), arb(x), arb(_LEAST).log())


def _valley(function: Callable[[arb], arb], x: arb, least: arb) -> arb:
    """Return the image of a ball under a function that falls, and then grows."""
    if x.rad() == 0 or x >= arb(_LEAST_AT[1]) or x <= arb(_LEAST_AT[0]):
        return increasing(function, x)
    return function(x.lower()).union(function(x.upper())).union(least)


def polygamma(m: int, x: Any) -> arb:
    """Return the derivative of order m + 1 of the logarithm of the gamma function of something positive."""
    if m == 0:
        return increasing(lambda u: u.digamma(), x)
    factor = math.factorial(m) * (1 if m % 2 else -1)
    return increasing(lambda u: arb(m + 1).zeta(u) * factor, x)


# Powers, roots and functions of a value: an exact rational stays one where it can, the rest is Arb's.


def folded(operation: Callable, values: list) -> Any:
    # exact parts first: they stay exact, and 0 times a ball is 0
    exact = [v for v in values if isinstance(v, fmpq)]
    balls = [v for v in values if isinstance(v, arb)]
    result: Any = exact[0] if exact else balls.pop(0)
    for rest in exact[1:]:
        result = operation(result, rest)
    for inexact in balls:
        result = operation(as_arb(result), inexact)
    return result


def integer_power(base: Any, n: int, inside: bool) -> Any:
    if isinstance(base, fmpq):
        if base == 0 and n < 0:
            raise Undefined("division by zero")
        size = max(abs(int(base.p)).bit_length(), int(base.q).bit_length()) * abs(n)
        return base**n if size <= EXACT_BITS else as_arb(base) ** fmpz(n)
    if n < 0:
        if not (base > 0 or base < 0):
            raise Unsure("sign of a denominator")
        return 1 / integer_power(base, -n, inside)
    if n % 2 == 0 and n and not (base > 0 or base < 0):
        return arb(0).union(as_arb(base.abs_upper()) ** fmpz(n))
    if n > 1:
        return (
            increasing(lambda u: u ** fmpz(n), base) if n % 2 or base > 0 else increasing(lambda u: u ** fmpz(n), -base)
        )
    return base**n


def exact_root(base: fmpq, exponent: fmpq) -> fmpq | None:
    q, p = int(exponent.q), int(exponent.p)
    if q > 64 or abs(p) > 64:
        return None
    top, exact_top = sympy.integer_nthroot(int(base.p), q)
    bottom, exact_bottom = sympy.integer_nthroot(int(base.q), q)
    return fmpq(int(top), int(bottom)) ** p if exact_top and exact_bottom else None


def root_power(base: arb, exponent: fmpq) -> arb:
    def power(u: arb) -> arb:
        if u == 0:
            return arb(0)
        if exponent.q == 2:
            return u.sqrt() ** fmpz(exponent.p)
        return (u.log() * arb(exponent)).exp()

    low, high = base.lower(), base.upper()
    if low <= 0:
        return arb(0).union(power(high)) if high > 0 else arb(0)
    return power(low).union(power(high)) if base.rad() != 0 else power(base)


def extreme(values: list, smallest: bool) -> Any:
    result = values[0]
    for value in values[1:]:
        if isinstance(result, fmpq) and isinstance(value, fmpq):
            result = min(result, value) if smallest else max(result, value)
        elif result < value or result > value:
            result = result if (result < value) == smallest else value
        else:
            a, b = as_arb(result), as_arb(value)
            result = a.min(b) if smallest else a.max(b)
    return result


def _log(x: Any) -> Any:
    if isinstance(x, fmpq) and x == 1:
        return fmpq(0)
    if x <= 0:
        raise Undefined("logarithm of a number that is not positive")
    if not x > 0:
        raise Unsure("sign of a logarithm's argument")
    return increasing(lambda u: u.log(), as_arb(x))


def positive(x: Any) -> Any:
    if x <= 0:
        raise Undefined("gamma function of a number that is not positive")
    if not x > 0:
        raise Unsure("sign of a gamma function's argument")
    return x


def _odd(function: Callable) -> Callable:
    def apply(x: Any) -> Any:
        return fmpq(0) if isinstance(x, fmpq) and x == 0 else increasing(function, as_arb(x))

    return apply


def _cosh(x: Any) -> Any:
    if isinstance(x, fmpq):
        return fmpq(1) if x == 0 else arb(x).cosh()
    return increasing(lambda u: u.cosh(), abs(x)) if x > 0 or x < 0 else arb(1).union(x.abs_upper().cosh())


def _coth(x: Any) -> Any:
    if x == 0 and isinstance(x, fmpq):
        raise Undefined("coth(0)")
    if not (x > 0 or x < 0):
        raise Unsure("coth near 0")
    return 1 / increasing(lambda u: u.tanh(), as_arb(x))


def _sigmoid(x: Any) -> Any:
    if isinstance(x, fmpq) and x == 0:
        return fmpq(1, 2)
    return increasing(lambda u: 1 / (1 + (-u).exp()), as_arb(x))


def _exp(x: Any) -> Any:
    return fmpq(1) if isinstance(x, fmpq) and x == 0 else increasing(lambda u: u.exp(), as_arb(x))


FUNCTIONS: dict[Any, Callable] = {
    sympy.exp: _exp,
    sympy.log: _log,
    sympy.Abs: abs,
    sympy.sinh: _odd(lambda u: u.sinh()),
    sympy.cosh: _cosh,
    sympy.tanh: _odd(lambda u: u.tanh()),
    sympy.coth: _coth,
    sigmoid: _sigmoid,
    sympy.erf: erf,
    sympy.erfc: erfc,
    sympy.gamma: lambda x: gamma(positive(x)),
    sympy.loggamma: lambda x: loggamma(positive(x)),
}


# Exact and ball evaluation of expression trees as they stand: rationals stay rational, the rest is Arb's.


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
        return increasing(lambda u: u.exp(), as_arb(exponent) * increasing(lambda u: u.log(), base))

    def _polygamma(self, expr: sympy.polygamma) -> Any:
        order, inner = expr.args
        if not isinstance(order, sympy.Integer) or not 0 <= order <= HIGHEST:
            raise ValueError(f"{expr}: the order is a small number")
        return polygamma(int(order), positive(self.value(inner)))

    def _sum(self, expr: Sum) -> Any:
        index, low, high = expr.limits[0]
        start, stop = self.value(low), self.value(high)
        if any(end.q != 1 if isinstance(end, fmpq) else not end.contains_integer() for end in (start, stop)):
            raise Undefined(f"{expr}: its end is no integer")
        if not (isinstance(start, fmpq) and isinstance(stop, fmpq)):
            raise Unsure(f"{expr}: the range is not made of integers")
        if stop - start > 10_000 or stop - start < -1:
            raise Unsure(f"{expr}: too many terms, or a range that runs backwards")
        total: Any = fmpq(0)
        for k in range(int(start.p), int(stop.p) + 1):
            inner = _Evaluator({**self.point, str(index): fmpq(k)}, self.inside, {})
            total = folded(lambda a, b: a + b, [total, inner.value(expr.function)])
        return total
