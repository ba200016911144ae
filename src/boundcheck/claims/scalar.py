"""Statements that are settled by proof: scalars on a stated domain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .fields import Shape
from .kinds import Conditions, Expression


@dataclass(frozen=True)
class Identity(Shape):
    """``lhs = rhs`` wherever ``given`` holds."""

    lhs: Expression
    rhs: Expression
    given: Conditions = ()
    relation = "=="


@dataclass(frozen=True)
class Inequality(Shape):
    """``lhs <= rhs`` (``<`` if `strict`) wherever ``given`` holds; unbounded domains included."""

    lhs: Expression
    rhs: Expression
    given: Conditions = ()
    strict: bool = False

    @property
    def relation(self) -> str:
        """The sign between the sides."""
        return "<" if self.strict else "<="


@dataclass(frozen=True)
class SameUpToConstant(Shape):
    """Two rates agree up to constants: ``low * rhs <= lhs <= high * rhs``, the constants to be found."""

    lhs: Expression
    rhs: Expression
    given: Conditions = ()


@dataclass(frozen=True)
class Definition(Shape):
    """A quantity is well defined: `evaluate` returns its literal value on each of the small `instances`."""

    words: str
    evaluate: Callable[..., object]
    instances: tuple[dict, ...]


@dataclass(frozen=True)
class Cited(Shape):
    """Imported from a source and not checked here: the step says so instead of pretending a proof."""

    words: str
    citation: str
