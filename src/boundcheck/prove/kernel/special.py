r"""Error and gamma functions in the field: one generator each, up to reflection and steps of one, and what is true of it.

.. math:: \operatorname{erfc}(-u) = 2 - \operatorname{erfc}(u), \quad \Gamma(u+1) = u\,\Gamma(u), \quad
          \psi^{(m)}(u+1) = \psi^{(m)}(u) + (-1)^m m!\,u^{-m-1}.

The bounds on the polygamma functions are the first terms of ``t/(1 - exp(-t))``, which lies between ``1 + t/2`` and
``1 + t/2 + t^2/12`` for positive t, under the integral that they are (Abramowitz and Stegun, 6.4.1).
"""

from __future__ import annotations

import math
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import Expr

from boundcheck.symbolic import error_and_gamma as values

from .generators import ONE, Generator, Pair, used
from .results import Inapplicable

KINDS = ("erfc", "gamma", "polygamma", "digamma")
POSITIVE = ("erfc", "gamma", "polygamma")  # of order at least 1, and up to its sign
_STEPS = 12
Fact = tuple[Any, str]


def convert(field: Any, expr: Expr) -> Pair:
    """Return numerator and denominator of one of these functions at an argument that has some."""
    num, den = field.normal(expr.args[-1])
    if isinstance(expr, (sympy.erf, sympy.erfc)):
        top = _erfc(field, num, den)
        return (ONE - top, ONE) if isinstance(expr, sympy.erf) else (top, ONE)
    if isinstance(expr, sympy.polygamma):
        order = expr.args[0]
        if not isinstance(order, sympy.Integer) or not 0 <= order <= values.HIGHEST:
            raise Inapplicable("the order of a polygamma function is a small number")
        return _polygamma(field, int(order), num, den)
    top, bottom = _gamma(field, num, den)
    return field.logarithm(top, bottom) if isinstance(expr, sympy.loggamma) else (top, bottom)


def _erfc(field: Any, num: Any, den: Any) -> Any:
    if num == 0:
        return ONE
    if num.coeffs()[0] < 0:
        return 2 - _erfc(field, -num, den)
    return field.add(f"{num} / {den}", Generator("erfc", _density(field, num, den), num, den))


def _density(field: Any, num: Any, den: Any) -> tuple | None:
    """Return ``exp(-u^2)`` and the root of pi, where u is a polynomial that is not negative: bounds are in these."""
    if not den.is_constant() or num.is_constant() or not field.signs.not_negative(num * (1 / den.coefficient(0))):
        return None
    square = field.pair(-(num**2), den**2)
    return (*field.exponential(*field.reduced(*square)), *field.convert(sympy.sqrt(sympy.pi)))


def _lowered(field: Any, num: Any, den: Any) -> tuple[Any, list[Any]]:
    """Return the least argument known to be positive, by steps of one, and those stepped over; all over `den`."""
    steps: list[Any] = []
    if not den.is_constant():
        return num, steps
    while len(steps) < _STEPS:
        constant = sum((c for m, c in num.terms() if not any(m)), fmpq(0)) / den.coefficient(0)
        below = num - den
        if constant < 1 or below == 0 or field.signs.of(below) * field.signs.of(den) != 1:
            break
        num = below
        steps.append(num)
    return num, steps


def _gamma(field: Any, num: Any, den: Any) -> Pair:
    num, steps = _lowered(field, num, den)
    if num == den:
        top: Pair = (ONE, ONE)
    else:
        top = (field.add(f"{num} / {den}", Generator("gamma", None, num, den)), ONE)
    for below in steps:
        top = field.pair(top[0] * below, top[1] * den)
    return top


def _polygamma(field: Any, order: int, num: Any, den: Any) -> Pair:
    num, steps = _lowered(field, num, den)
    kind = "polygamma" if order else "digamma"
    # what is known of the digamma function is known beside the logarithm
    log = None if order else field.logarithm(num, den)
    size = field.add(f"{order} {num} / {den}", Generator(kind, log, num, den, order))
    total: Pair = (size if order == 0 or order % 2 else -size, ONE)
    for below in steps:
        term = (-1) ** order * math.factorial(order) * den ** (order + 1), below ** (order + 1)
        total = field.pair(total[0] * term[1] + term[0] * total[1], total[1] * term[1])
    return total


def meaning(gen: Generator, inner: Expr) -> Expr:
    """Return the expression that a generator stands for."""
    if gen.kind == "erfc":
        return sympy.erfc(inner)
    if gen.kind == "gamma":
        return sympy.gamma(inner)
    return sympy.polygamma(gen.step, inner) * (1 if gen.step == 0 or gen.step % 2 else -1)


def facts(gen: Generator, v: Any, between: Any) -> list[Fact]:
    """Return what is true of the generator `v` of these kinds, its argument being in the function's domain."""
    num, den = gen.num, gen.den
    if num.is_constant() and den.is_constant():
        at = num.coefficient(0) / den.coefficient(0)
        return between(v, lambda: _value(gen, at))
    if gen.kind == "erfc":
        return [(v, ">"), (2 - v, ">"), ((1 - v) * num * den, ">="), *_tail(gen, v)]
    if gen.kind == "gamma":
        return [(v - fmpq(4428, 5000), ">")]
    if not den.is_constant():
        return [(v, ">")] if gen.kind == "polygamma" else []
    u = num * (1 / den.coefficient(0))
    if gen.kind == "digamma":
        top, bottom = gen.expr  # of the logarithm
        if bottom != 1:
            return []
        return [((top - v) * 2 * u - 1, ">"), (1 + 6 * u - (top - v) * 12 * u**2, ">")]
    if gen.step == 1:
        return [(v, ">"), (v * 2 * u**2 - 2 * u - 1, ">"), (6 * u**2 + 3 * u + 1 - v * 6 * u**3, ">")]
    if gen.step == 2:
        return [(v, ">"), (v * u**3 - u - 1, ">"), (2 * u**2 + 2 * u + 1 - v * 2 * u**4, ">")]
    return [(v, ">")]


def beside(gen: Generator) -> set[int]:
    """Return the generators in which more is known of one of these."""
    return set().union(*(used(poly) for poly in gen.expr)) if gen.kind in ("erfc", "digamma") and gen.expr else set()


def _tail(gen: Generator, v: Any) -> list[Fact]:
    r"""Chernoff's and Mill's bounds: ``2u/(2u^2+1) <= sqrt(pi) e^(u^2) erfc(u) <= 1/u`` and ``erfc(u) <= e^(-u^2)``."""
    if gen.expr is None:
        return []
    up, down, root, one = gen.expr
    if one != 1:
        return []
    u = gen.num * (1 / gen.den.coefficient(0))
    return [
        (up - v * down, ">="),
        (up - root * u * v * down, ">="),
        (root * (2 * u**2 + 1) * v * down - 2 * u * up, ">="),
    ]


def _value(gen: Generator, at: fmpq) -> arb:
    if gen.kind == "erfc":
        return arb(at).erfc()
    if at <= 0:
        raise Inapplicable("a gamma function where it has no value")
    if gen.kind == "gamma":
        return arb(at).gamma()
    value = values.polygamma(gen.step, at)
    return abs(value) if gen.step else value
