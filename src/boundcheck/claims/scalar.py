"""Statements that are settled by proof: scalars on a stated domain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy


class _Sides:
    """Whole numbers as sides become exact SymPy numbers; anything else stays as it was written."""

    def __post_init__(self) -> None:
        for side in ("lhs", "rhs"):
            if type(value := getattr(self, side)) is int:
                object.__setattr__(self, side, sympy.Integer(value))


@dataclass(frozen=True)
class Identity(_Sides):
    """``lhs = rhs`` wherever ``given`` holds."""

    lhs: sympy.Expr
    rhs: sympy.Expr
    given: tuple[sympy.Basic, ...] = ()
    relation = "=="


@dataclass(frozen=True)
class Inequality(_Sides):
    """``lhs <= rhs`` (``<`` if `strict`) wherever ``given`` holds; unbounded domains included."""

    lhs: sympy.Expr
    rhs: sympy.Expr
    given: tuple[sympy.Basic, ...] = ()
    strict: bool = False

    @property
    def relation(self) -> str:
        """The sign between the sides."""
        return "<" if self.strict else "<="


@dataclass(frozen=True)
class SameUpToConstant(_Sides):
    """Two rates agree up to constants: ``low * rhs <= lhs <= high * rhs``, the constants to be found."""

    lhs: sympy.Expr
    rhs: sympy.Expr
    given: tuple[sympy.Basic, ...] = ()


@dataclass(frozen=True)
class Definition:
    """A quantity is well defined: `evaluate` returns its literal value on each of the small `instances`."""

    words: str
    evaluate: Callable[..., object]
    instances: tuple[dict, ...]


@dataclass(frozen=True)
class Cited:
    """Imported from a source and not checked here: the step says so instead of pretending a proof."""

    words: str
    citation: str
