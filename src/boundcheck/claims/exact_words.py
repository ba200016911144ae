"""Exact numbers: what to write for a decimal one, and expressions in short."""

from __future__ import annotations

import math
import numbers
from fractions import Fraction
from typing import Any

import sympy

from .plain_values import Unfit, misnamed

EXACT = "numbers are exact here, write "


def exact_words(value: float) -> str:
    """What to write for a decimal number: a fraction, a multiple of pi or e, or a root."""
    if not math.isfinite(value):
        return "a finite number"
    for unit, name in ((1.0, ""), (math.pi, "pi"), (math.e, "E")):
        share = Fraction(value / unit).limit_denominator(1000)
        if share and abs(float(share) * unit - value) <= 4e-15 * abs(value):
            return _share(share, name)
    square = Fraction(value * value).limit_denominator(100)
    if square and abs(math.sqrt(square) - abs(value)) <= 4e-15 * abs(value):
        inside = (
            str(square.numerator) if square.denominator == 1 else f"Rational({square.numerator}, {square.denominator})"
        )
        return f"{'-' if value < 0 else ''}sqrt({inside})"
    share = Fraction(repr(float(value)))
    return _share(share, "") if max(abs(share.numerator), share.denominator) < 10**12 else f"Rational('{value!r}')"


def _share(share: Fraction, unit: str) -> str:
    number = str(share.numerator) if share.denominator == 1 else f"Rational({share.numerator}, {share.denominator})"
    if not unit:
        return number
    return unit if share == 1 else f"{number}*{unit}"


def exactly(value: Any) -> Any:
    """Whole numbers and fractions as exact SymPy numbers; anything else as it is."""
    if isinstance(value, bool):
        return value
    if isinstance(value, numbers.Rational) and not isinstance(value, sympy.Basic):
        return sympy.Rational(int(value.numerator), int(value.denominator))
    return value


def no_decimals(value: sympy.Basic) -> None:
    decimals = sorted(value.atoms(sympy.Float), key=float)
    if decimals:
        words = ", ".join(f"{exact_words(float(d))} for {sympy.sstr(d, full_prec=False)}" for d in decimals[:3])
        whole = value == decimals[0]
        said = sympy.sstr(value, full_prec=False) if whole else short(value)
        raise Unfit(f"{said} {'is a decimal number' if whole else 'holds decimal numbers'}; {EXACT}{words}")


def no_reserved_names(value: sympy.Basic) -> None:
    for letter in sorted(value.atoms(sympy.Symbol), key=lambda symbol: str(symbol.name)):
        if wrong := misnamed(letter):
            raise Unfit(wrong)


def short(value: Any) -> str:
    """The beginning of an expression, for a message."""
    text = str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
