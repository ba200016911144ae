"""Arguments of a bound as plain JSON data and back; nothing is evaluated from text."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import sympy

from ..symbolic.encode import decode, encode
from .constraints import Local, Users
from .families import Family, Group
from .laws import Law
from .posterior_losses import Divergence, Finite, Squared
from .thinned import Thinned

_KINDS: dict[str, Any] = {
    cls.__name__: cls for cls in (Law, Group, Family, Thinned, Finite, Squared, Divergence, Local, Users)
}


def written(value: Any) -> Any:
    """JSON data of an argument.

    Raises
    ------
    TypeError
        For anything but numbers, words, tuples and the frozen things of this room.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Fraction):
        return {"number": ["q", str(value)]}
    if isinstance(value, sympy.Expr):
        return {"number": encode(value)}
    if isinstance(value, (tuple, list)):
        return [written(item) for item in value]
    if type(value).__name__ in _KINDS and type(value) is _KINDS[type(value).__name__]:
        fields = {field.name: written(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {"kind": type(value).__name__, **fields}
    raise TypeError(f"{value!r}: a certificate has no place for a {type(value).__name__}")


def read(data: Any) -> Any:
    """The argument that `written` wrote.

    Raises
    ------
    ValueError
        Anything else.
    """
    if data is None or isinstance(data, (bool, int, str)):
        return data
    if isinstance(data, list):
        return tuple(read(item) for item in data)
    if isinstance(data, dict) and set(data) == {"number"}:
        return decode(data["number"])
    if isinstance(data, dict) and data.get("kind") in _KINDS:
        cls = _KINDS[data["kind"]]
        names = {field.name for field in dataclasses.fields(cls)}
        if set(data) - {"kind"} == names:
            return cls(**{name: read(data[name]) for name in names})
    raise ValueError(f"certificate {str(data)[:60]!r}: is none of {', '.join(_KINDS)}, a number, a list or a word")
