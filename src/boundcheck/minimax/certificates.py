"""What a certificate is: a statement in exact numbers, its arguments as plain data, and the witness to it."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import sympy
from flint import ctx

from boundcheck.symbolic.encode import decode, encode

from .exact_numbers import BITS, LowerBound, RiskBracket, above, below
from .families import Family, Group, Law, Local, Thinned, Users
from .losses import Divergence, Finite, Squared

# Arguments of a bound as plain JSON data and back; nothing is evaluated from text.

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


# What a certificate is: a statement in exact numbers, and the witness that was found for it.
#
# There is one constructor for each kind. A search hands it what it found, a replay what it reads, and it refuses what is no
# statement, or no witness for it; after that a number is evaluated, without search.


@dataclass(frozen=True)
class Stated(ABC):
    """A number about statistics.

    Attributes
    ----------
    name, title : str
        In a certificate, and for a reader.
    witness : tuple of str
        The fields that were chosen for the number. All others are what it is about.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    witness: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        with ctx.workprec(BITS):
            self.validate()

    @abstractmethod
    def validate(self) -> None:
        """Write numbers exactly, and raise ValueError or TypeError for what is no statement or no witness."""

    @abstractmethod
    def evaluate(self) -> tuple:
        """The number at the working precision, without search."""

    def says(self) -> str:
        """The numbers of the statement, for a reader."""
        fields = [field.name for field in dataclasses.fields(self) if field.name not in self.witness]
        held = [(name, getattr(self, name)) for name in fields]
        return ", ".join(f"{name} {value}" for name, value in held if isinstance(value, int | sympy.Expr))

    def set_exactly(self, name: str, value: Any) -> None:
        """Put a field as an exact number, or as checked."""
        object.__setattr__(self, name, value)

    def certificate(self, *values: Fraction) -> dict[str, Any]:
        """Plain JSON data from which `replay` evaluates the number again."""
        fields = {field.name: written(getattr(self, field.name)) for field in dataclasses.fields(self)}
        return {
            "method": self.name,
            "statement": {name: value for name, value in fields.items() if name not in self.witness},
            "witness": {name: fields[name] for name in self.witness},
            "values": [str(value) for value in values],
        }


@dataclass(frozen=True)
class StatedBound(Stated):
    """No method has a smaller worst risk; `evaluate` gives the bound, its parts, and what it rests on."""

    def bound(self) -> LowerBound:
        """The bound, rounded down, with its certificate."""
        with ctx.workprec(BITS):
            value, parts, why = self.evaluate()
            return LowerBound(below(value), self.title, why, parts, self.certificate(below(value)))


@dataclass(frozen=True)
class StatedRisk(Stated):
    """A risk, whose two ends `evaluate` gives."""

    def bracket(self) -> RiskBracket:
        """The ends, rounded outward, with their certificate."""
        with ctx.workprec(BITS):
            low, high = self.evaluate()
            ends = below(low), above(high)
            return RiskBracket(*ends, self.title, self.certificate(*ends))
