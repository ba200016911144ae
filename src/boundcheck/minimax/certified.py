"""Numbers of this room: written exactly, evaluated as rationals or balls, rounded outward at the end."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy
from flint import arb, fmpq

from ..symbolic.balls import ball
from ..symbolic.exact_values import as_arb

BITS = 192  # working precision; a replay takes twice as many
_DIGITS = 10**24  # certified ends are kept to this many parts of one


def exact(value: Any, name: str = "number") -> sympy.Expr:
    """Return an int, Fraction, text such as "3/7" or SymPy constant as a SymPy constant.

    Raises
    ------
    TypeError
        For a float, or for a letter: what is certified has to be written exactly.
    """
    if isinstance(value, (float, sympy.Float)):
        raise TypeError(f"{name} {value!r}: a float is not exact; write Fraction(1, 10) or '1/10'")
    if isinstance(value, (str, Fraction)):
        part = Fraction(value)
        return sympy.Rational(part.numerator, part.denominator)
    found = sympy.sympify(value)
    if not isinstance(found, sympy.Expr) or found.free_symbols or found.has(sympy.Float):
        raise TypeError(f"{name} {value!r}: must be an exact constant; write a number for every letter")
    return found


def value_of(number: sympy.Expr) -> Any:
    """The exact rational, or a ball at the working precision."""
    return ball(number, {})


def number_of(name: str, value: Any, *, above: int | None = None, least: int | None = None) -> sympy.Expr:
    """An exact number in its range; `above` is a strict end, `least` one that may be attained."""
    found = exact(value, name)
    there = value_of(found)
    if above is not None and not there > above:
        raise ValueError(f"{name} {value}: must be above {above}")
    if least is not None and not there >= least:
        raise ValueError(f"{name} {value}: must be at least {least}")
    return found


def total(values: Iterable[Any]) -> Any:
    """The sum, exact where every term is."""
    rational, inexact = fmpq(0), None
    for item in values:
        if isinstance(item, fmpq):
            rational += item
        else:
            inexact = item if inexact is None else inexact + item
    return rational if inexact is None else inexact + arb(rational)


def smaller(a: Any, b: Any) -> Any:
    """The smaller of two numbers, exact where both are."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return min(a, b)
    return as_arb(a).min(as_arb(b))


def larger(a: Any, b: Any) -> Any:
    """The larger of two numbers, exact where both are."""
    return -smaller(-a, -b)


def times(a: Any, b: Any) -> Any:
    """The product; an exact 0 stays exact."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a * b
    if (isinstance(a, fmpq) and a == 0) or (isinstance(b, fmpq) and b == 0):
        return fmpq(0)
    return as_arb(a) * as_arb(b)


def below(x: Any) -> Fraction:
    """A rational at most `x`, `x` itself where it is a short rational."""
    if isinstance(x, fmpq):
        kept = Fraction(int(x.p), int(x.q))
        return kept if kept.denominator <= _DIGITS else Fraction(kept.numerator * _DIGITS // kept.denominator, _DIGITS)
    end = (x * _DIGITS).lower().floor().unique_fmpz()
    if end is None:
        raise ArithmeticError(f"{x}: the precision does not bound it")
    return Fraction(int(end), _DIGITS)


def above(x: Any) -> Fraction:
    """A rational at least `x`."""
    return -below(-x)
