"""What every statement has: formulas that a reader is shown, and places at which it is put to samples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from .fields import Word


@dataclass(frozen=True)
class Side:
    """A formula of a statement as a reader is shown it: the field that holds it, what it is, and what it is compared to."""

    name: str
    words: str
    relation: str = ""


GIVEN = Side("given", "Given")
FAILURE = Side("failure", "Fails with probability at most")
ABOVE = Side("failure", "Share of errors above the measured one")  # where a quantile is measured and nothing is bounded

# A trail of names in the claim, an experiment, its point, and the expressions that are evaluated there.
Place = tuple[tuple[str, ...], Any, Mapping[str, Any], dict[str, sympy.Expr]]


class Shape(Word):
    """A word that states something, and so can be a part of a claim or a step of its proof.

    `sides` are its formulas in the order in which they are shown; `quantity` is the part of its error that is measured,
    where that is a quantile. `upper` bounds have a number at every point, and are evaluated and planned with; `lower` ones
    are bounded from below. `summed_up` are those of which a referee report has a row; `computed` names the formulas that
    are evaluated exactly at its `points`. What is `measured` says what samples measure or instances show, so that no proof
    would complete it: exponents (`of_rate`), comparisons, tables (`tabular`), values on a few instances (`on_instances`).
    """

    is_statement = True
    sides: tuple[Side, ...] = ()
    quantile = False
    upper = lower = summed_up = False
    measured = of_rate = tabular = on_instances = False
    computed: tuple[str, ...] = ()

    @property
    def without_data(self) -> Any:
        """What holds without any data, of an upper bound."""
        return None

    @property
    def open_constant(self) -> Any:
        """The constant that the claim names for a rate that is printed without one; None where print has it."""
        return None

    @property
    def display(self) -> Any:
        """An expression that stands for it where no display is given; None where words alone say it."""
        return None

    def stations(self) -> Iterator[Place]:
        """Where it is put to samples; nowhere, for most."""
        return iter(())

    def formulas(self, *names: str) -> dict[str, sympy.Expr]:
        """Fields by name, those that are left out left out."""
        return {name: found for name in names if (found := getattr(self, name)) is not None}

    def _at(self, regimes: Iterable[Any], *names: str) -> Iterator[Place]:
        """Every regime, with the same formulas."""
        for regime in regimes:
            yield (regime.name,), regime.experiment, regime.point, self.formulas(*names)


def every_shape() -> tuple[type[Shape], ...]:
    """All shapes, by name; not what some of them have in common."""
    return tuple(sorted(_below(Shape), key=lambda kind: kind.__name__))


def _below(kind: type[Shape]) -> Iterator[type[Shape]]:
    for below in kind.__subclasses__():
        yield from _below(below) if below.__subclasses__() else (below,)


def sides_of(shape: str) -> tuple[Side, ...]:
    """The formulas of a shape by its name, as a record has it; none of a shape that there is not."""
    return next((kind.sides for kind in every_shape() if kind.__name__ == shape), ())


def shapes_with(fact: str) -> frozenset[str]:
    """Names of the shapes of which a fact is so, as ``"summed_up"``."""
    return frozenset(kind.__name__ for kind in every_shape() if getattr(kind, fact))
