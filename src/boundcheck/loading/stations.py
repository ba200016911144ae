"""Where a claim is put to samples: every point of its statements, with what is evaluated there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.claims import Claim, Simulation


@dataclass(frozen=True)
class Station:
    """A point at which an experiment runs, with the expressions that are evaluated there and the conditions on it."""

    trail: tuple[str, ...]
    experiment: Any
    point: Mapping[str, Any]
    expressions: Mapping[str, sympy.Expr]
    given: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        """How a message calls it."""
        return f"part {self.trail[0]!r}, {self.trail[-1]!r}"

    @property
    def function(self) -> Callable[..., Any]:
        """What draws the errors."""
        for kind, name in ((Simulation, "errors"), (claims.Paths, "paths"), (claims.Widths, "draws"), (claims.Neighbours, "runs")):
            if isinstance(self.experiment, kind):
                return getattr(self.experiment, name)
        return self.experiment.sample


def stations(claim: Claim) -> Iterator[Station]:
    """Every point of a claim at which something is drawn."""
    for name, statement in statements_of(claim):
        for trail, experiment, point, expressions in statement.stations():
            yield Station((name, *trail), experiment, point, expressions, getattr(statement, "given", ()))


def statements_of(claim: Claim) -> Iterator[tuple[str, Any]]:
    for name, part in claim.parts.items():
        for statement in part.values() if isinstance(part, Mapping) else (part,):
            yield name, statement


def middles(search: Iterable[claims.Axis | claims.Choice]) -> Iterator[dict[str, Any]]:
    """The middle of the axes with the first options, and with every other option in place of the first."""
    axes = [axis for axis in search if isinstance(axis, claims.Axis)]
    choices = [axis for axis in search if isinstance(axis, claims.Choice)]
    first: dict[str, Any] = {choice.name: choice.options[0] for choice in choices}
    for axis in axes:
        log = axis.scale in ("log", "log_integer")
        middle = (axis.low * axis.high) ** 0.5 if log else (axis.low + axis.high) / 2
        first[axis.name] = round(middle) if "integer" in axis.scale else middle
    yield first
    for choice in choices:
        yield from ({**first, choice.name: option} for option in choice.options[1:])
