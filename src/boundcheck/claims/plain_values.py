"""Values of one kind, as a field keeps them: texts, letters, numbers; what does not fit is refused in words."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

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
