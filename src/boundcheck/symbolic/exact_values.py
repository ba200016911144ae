"""Exact rationals, balls at a working precision, and what has no value, or none that can be told."""

from __future__ import annotations

from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import arb, fmpq
from sympy import Rational

EXACT_BITS = 4000  # rationals longer than this are handed to Arb


class Undefined(ArithmeticError):
    """The expression certainly has no real value at the point."""


class Unsure(ArithmeticError):
    """The precision does not tell whether the expression has a real value."""


@contextmanager
def precision(bits: int):
    """Set Arb's working precision for the block."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


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
