"""Statements that are settled by proof: scalars on a stated domain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .fields import Shape, uncallable
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

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No instance, or one that the function does not take."""
        if not self.instances:
            yield "instances", "is empty, so nothing is evaluated; give at least one"
        for instance in self.instances:
            if wrong := uncallable(self.evaluate, (), instance):
                yield "instances", f"evaluate is called with {', '.join(map(str, instance)) or 'nothing'}: {wrong}"


@dataclass(frozen=True)
class Cited(Shape):
    """Imported from a source and not checked here: the step says so instead of pretending a proof."""

    words: str
    citation: str
