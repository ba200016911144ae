"""Values of one kind as a field keeps them: texts, letters and exact numbers."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

# Values of one kind, as a field keeps them: texts, letters, numbers; what does not fit is refused in words.

#: Takes a value and returns what is kept of it, exact where it can be made so; raises `Unfit` otherwise.
Rule = Callable[[Any], Any]

LONGEST = 20_000  # characters of a text, as `boundcheck.report` sets it
LONGEST_NAME = 80  # characters of a letter's name


class Unfit(ValueError):
    """A value does not fit its field; the message says why and what to write."""


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unfit(f"text is expected, not {by_kind(value)}")
    if control := [letter for letter in value if letter < " " and letter not in "\n\r\t"]:
        raise Unfit(f"the text {value!r:.60} holds the control character {control[0]!r}; leave it out")
    if len(value) > LONGEST:
        raise Unfit(f"a text of {len(value):,} characters is too long for a report; write at most {LONGEST:,}")
    return value


def misnamed(letter: sympy.Symbol) -> str:
    """What is wrong with the name of a letter, which stands in messages and reports, or nothing."""
    name = str(letter.name)
    if name.isprintable() and len(name) <= LONGEST_NAME and (name.lstrip("\\")[:1].isalpha() or name[:1] == "_"):
        return ""
    return (
        f"a letter is called {name!r:.60}; name it by a letter and what may follow it, at most {LONGEST_NAME} "
        f"characters, as symbols('x', real=True)"
    )


def whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | sympy.Integer | numbers.Integral):
        raise Unfit(f"a whole number is expected, got {value!r:.60}")
    return int(value)


def real(value: Any) -> float:
    held = plain(value)
    if not isinstance(held, int | float) or not math.isfinite(held):
        raise Unfit(f"a finite number is expected, got {value!r:.60}")
    return held


def plain(value: Any) -> Any:
    """Exact and NumPy numbers as Python's, so that a simulation receives what it would compute with."""
    if isinstance(value, bool | int | float | str):
        return value.item() if hasattr(value, "item") else value  # np.float64 is a float as well
    if isinstance(value, sympy.Expr) and value.is_number and value.is_extended_real:
        return int(value) if value.is_Integer else float(value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value.item() if hasattr(value, "dtype") and getattr(value, "shape", None) == () else value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unfit(f"True or False is expected, got {value!r:.60}")
    return value


def is_relation(value: Any) -> bool:
    """Whether `value` is true or false, or would be: a comparison, a combination of them, or what became of one."""
    return isinstance(value, bool | Relational) or (isinstance(value, Boolean) and not isinstance(value, sympy.Expr))


def by_kind(value: Any) -> str:
    """A value by its kind, and by its own words where they are short and tell more."""
    if is_relation(value):
        return f"the relation {value}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    kind = type(value).__name__
    if is_word(value):
        return f"a single {kind}{f' ({name_of(value)!r})' if name_of(value) else ''}"
    return f"{value!r:.60}" if isinstance(value, str | int | float | sympy.Basic | None) else f"a {kind}"


def is_word(thing: Any) -> bool:
    """Whether it is a word or a kind of words, which look over their own fields."""
    return hasattr(thing, "disagreements")


def name_of(thing: Any) -> str:
    """How its author calls a thing, or nothing."""
    called = next((getattr(thing, name) for name in ("name", "label", "parameter") if hasattr(thing, name)), "")
    return called if isinstance(called, str) else ""


# Exact numbers: what to write for a decimal one, and expressions in short.

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
