"""Statements that are settled by proof: scalars on a stated domain, and what settles the constant of a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from boundcheck.symbolic import Statement
from boundcheck.symbolic.inner_products import is_matrix

from .fields import Conditions, Expression, Malformed, Scalar, Shape, uncallable
from .values import by_kind

# Statements that are settled by proof: scalars on a stated domain.


@dataclass(frozen=True)
class Identity(Shape):
    """``lhs = rhs`` wherever ``given`` holds."""

    lhs: Expression
    rhs: Expression
    given: Conditions = ()
    relation = "=="

    @property
    def display(self) -> Any:
        """The relation."""
        return sympy.Eq(self.lhs, self.rhs, evaluate=False)


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

    @property
    def display(self) -> Any:
        """The relation; between matrices it is their order."""
        if is_matrix(self.lhs) or is_matrix(self.rhs):
            return Statement(self.lhs, self.relation, self.rhs)
        return (sympy.Lt if self.strict else sympy.Le)(self.lhs, self.rhs, evaluate=False)


@dataclass(frozen=True)
class SameUpToConstant(Shape):
    """Two rates agree up to constants: ``low * rhs <= lhs <= high * rhs``, the constants to be found."""

    lhs: Expression
    rhs: Expression
    given: Conditions = ()


@dataclass(frozen=True)
class Definition(Shape):
    """A quantity is well defined: `evaluate` returns its literal value on each of the small `instances`."""

    measured = on_instances = True

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
class ByDefinition(Shape):
    """``lhs = rhs`` because the page defines it so: no step of a proof, and not counted as proved.

    Where `lhs` is a letter that the claim defines, or a formula, the two sides are compared, so that a display which
    contradicts the definition is refuted. Where it is a letter that nothing else defines there is nothing to compare.
    """

    lhs: Expression
    rhs: Expression
    given: Conditions = ()
    relation = "=="


@dataclass(frozen=True)
class Cited(Shape):
    """Imported from a source and not checked here: the step says so instead of pretending a proof.

    Parameters
    ----------
    words : str
        What the source says.
    citation : str
    statement : Identity, Inequality or InstanceInequality, optional
        The same as a formula. The falsifiers then look at it: a false quote is refuted, and what the provers prove
        is proved.
    """

    words: str
    citation: str
    statement: Scalar | None = None


@dataclass(frozen=True)
class Disputed(Shape):
    """A line of others that the paper quotes as wrong: it holds when the quote is false.

    Parameters
    ----------
    quote : Identity, Inequality or InstanceInequality
        The quoted line, as it is printed.
    source : str
        Whose line it is.
    """

    quote: Scalar
    source: str


# What settles the constant of a bound.


def within_constant(bound: Any, *given: Any) -> Inequality:
    """The composed inequality of a bound: its explicit version is at most its constant times the printed rate.

    Parameters
    ----------
    bound : HighProbabilityBound, RegretBound or Scaling
        Whose fields `explicit`, `constant` and `printed` are compared; terms by name are summed.
    given : SymPy relations
        The domain on which it is proved. The conditions of the bound itself are not added.
    """
    if not all(hasattr(bound, name) for name in ("explicit", "constant", "printed")):
        raise Malformed(
            "within_constant",
            "bound",
            f"{by_kind(bound)} has no explicit version, constant and printed rate; give a bound that has, or a Scaling",
        )
    return Inequality(bound.explicit, bound.constant * bound.printed, given)
