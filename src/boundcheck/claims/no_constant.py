"""Why no constant saves a bound: an instance whose error does not vanish while the printed rate does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from .fields import Word
from .kinds import Expression, Point, Sampled, Statement
from .scalar import Inequality


@dataclass(frozen=True)
class FiniteLaw(Word):
    """A finite instance as an exact law, which a check enumerates itself.

    Parameters
    ----------
    outcomes : callable
        ``() -> iterable``: every data set of the instance, or every class of data sets with one error.
    error : callable
        ``outcome -> number``: the error on that data set, or an exact lower bound of it.
    probability : callable, optional
        ``outcome -> number``: exact; they sum to 1. Without one, every outcome must have an error above 0.
    """

    outcomes: Callable[[], Any]
    error: Callable[[Any], Any]
    probability: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class Collapse(Word):
    """An instance on which the printed rate falls below an error that is too likely, whatever its constant.

    The error rests on an enumeration that the check carries out, or on inequalities that it proves; and it is drawn
    in the instance itself, where a sample without it stops the refutation.

    Parameters
    ----------
    words : str
    constant : sympy.Symbol
        Stands for any constant ``>= 1``.
    point : mapping of Symbol to sympy.Expr
        The exact instance; a value may depend on `constant`.
    error : FiniteLaw or Inequality
        The law of the error on the instance; or a proved line, of which the left side, which may depend on
        `constant`, is the least error.
    experiment : experiment
        Draws the error of the instance, at its point for ``constant = 1``.
    likely : Inequality, optional
        Beside an error that is a line: one of which the left side is the least probability of that error. Without
        one every data set has it.
    rests_on : tuple of statements
        Further lines of the argument; all of them are proved.
    beside : sympy.Expr
        What the page adds to the rate without a constant in front.
    unit : sympy.Expr
        What the error of the experiment is measured in; 0 where any error above 0 counts, for a constant that is
        one over the least error.
    more : mapping
        Entries of the experiment's point that no expression speaks of.
    """

    words: str
    constant: sympy.Symbol
    point: Mapping[sympy.Symbol, Expression]
    error: FiniteLaw | Inequality
    experiment: Sampled
    likely: Inequality | None = None
    rests_on: tuple[Statement, ...] = ()
    beside: Expression = sympy.S.Zero
    unit: Expression = sympy.S.One
    more: Point = field(default_factory=dict)
