"""Powers, roots and functions of a value: an exact rational stays one where it can, the rest is Arb's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from flint import arb, fmpq, fmpz

from . import error_and_gamma as special
from .exact_values import EXACT_BITS, Undefined, Unsure, as_arb
from .functions import sigmoid


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
            special.increasing(lambda u: u ** fmpz(n), base)
            if n % 2 or base > 0
            else special.increasing(lambda u: u ** fmpz(n), -base)
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
    return special.increasing(lambda u: u.log(), as_arb(x))


def positive(x: Any) -> Any:
    if x <= 0:
        raise Undefined("gamma function of a number that is not positive")
    if not x > 0:
        raise Unsure("sign of a gamma function's argument")
    return x


def _odd(function: Callable) -> Callable:
    def apply(x: Any) -> Any:
        return fmpq(0) if isinstance(x, fmpq) and x == 0 else special.increasing(function, as_arb(x))

    return apply


def _cosh(x: Any) -> Any:
    if isinstance(x, fmpq):
        return fmpq(1) if x == 0 else arb(x).cosh()
    return special.increasing(lambda u: u.cosh(), abs(x)) if x > 0 or x < 0 else arb(1).union(x.abs_upper().cosh())


def _coth(x: Any) -> Any:
    if x == 0 and isinstance(x, fmpq):
        raise Undefined("coth(0)")
    if not (x > 0 or x < 0):
        raise Unsure("coth near 0")
    return 1 / special.increasing(lambda u: u.tanh(), as_arb(x))


def _sigmoid(x: Any) -> Any:
    if isinstance(x, fmpq) and x == 0:
        return fmpq(1, 2)
    return special.increasing(lambda u: 1 / (1 + (-u).exp()), as_arb(x))


def _exp(x: Any) -> Any:
    return fmpq(1) if isinstance(x, fmpq) and x == 0 else special.increasing(lambda u: u.exp(), as_arb(x))


FUNCTIONS: dict[Any, Callable] = {
    sympy.exp: _exp,
    sympy.log: _log,
    sympy.Abs: abs,
    sympy.sinh: _odd(lambda u: u.sinh()),
    sympy.cosh: _cosh,
    sympy.tanh: _odd(lambda u: u.tanh()),
    sympy.coth: _coth,
    sigmoid: _sigmoid,
    sympy.erf: special.erf,
    sympy.erfc: special.erfc,
    sympy.gamma: lambda x: special.gamma(positive(x)),
    sympy.loggamma: lambda x: special.loggamma(positive(x)),
}
