"""What two fields of a shape disagree about, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy

from .fields import twice
from .plain_values import name_of


def of_one_name(field_name: str, things: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    """Complaints about a tuple of named things of which two have one name."""
    for name in twice(map(name_of, things)):
        yield field_name, f"two are called {name!r}; give each a name of its own"


def outside_range(
    field_name: str, value: sympy.Expr, low: Any, high: Any, rule: str, way_out: str
) -> Iterator[tuple[str, str]]:
    """A complaint about a number outside its range; a letter is judged where the conditions hold."""
    if value.is_number and not (value.is_extended_real and low <= value <= high):
        yield field_name, f"must satisfy {rule}, got {value}; {way_out}"


def no_probability(field_name: str, value: sympy.Expr) -> Iterator[tuple[str, str]]:
    """A complaint about a number that is no probability; a letter is judged at the points."""
    if value.is_number and not 0 < value < 1:
        yield field_name, f"must lie in (0, 1), got {value}"
