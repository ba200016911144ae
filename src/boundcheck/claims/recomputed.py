"""A printed table of noise, to be recomputed by a privacy accountant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .fields import twice, uncallable
from .kinds import Expression
from .shape import Shape


@dataclass(frozen=True)
class RecomputedTable(Shape):
    """The noise that a page prints for an epsilon is enough, or is the least one, under one of the settings that it allows.

    Parameters
    ----------
    cells : tuple of (str, sympy.Expr, str)
        ``(column, epsilon, noise as printed)``; the digits that are printed count.
    settings : mapping of str to callable
        By name: ``column -> Settings`` of `boundcheck.privacy`. One where the page says all; several where it does not.
    says : {"enough", "least"}
        What the page says of its noise: that it gives the epsilon, or that it is the least that does.
    factor : {"one", "common", "by column"}
        What is printed over the multiplier of one unit's contribution: 1, or unknown and fitted, one for the whole table or
        one for each column. Noise in unknown units is never shown to be enough.
    """

    cells: tuple[tuple[str, Expression, str], ...]
    settings: Mapping[str, Callable[..., Any]]
    says: Literal["enough", "least"] = "enough"
    factor: Literal["one", "common", "by column"] = "one"

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No cell, one that is printed twice or is no number, no settings, and a factor of which nothing follows."""
        if not self.cells:
            yield "cells", "is empty, so nothing is recomputed"
        for name in twice(f"{column}, epsilon = {epsilon}" for column, epsilon, _ in self.cells):
            yield "cells", f"two are called {name!r}; give their columns different names"
        for column, epsilon, printed in self.cells:
            if not (epsilon.is_number and epsilon.is_positive and epsilon.is_rational):
                yield "cells", f"{column!r} has epsilon = {epsilon}; write a fraction above 0"
            if not _positive(printed):
                yield "cells", f"{column!r} has the noise {printed!r}; write the digits of the page, as '0.366'"
        if not self.settings:
            yield "settings", "is empty, so nothing is recomputed"
        for name, function in self.settings.items():
            if wrong := uncallable(function, ("",), {}):
                yield "settings", f"{name!r} is called with the name of a column: {wrong}"
        if self.says == "enough" and self.factor != "one":
            yield "factor", f"{self.factor!r} goes with says='least': noise in unknown units may always be enough"


def _positive(printed: str) -> bool:
    try:
        return float(printed) > 0
    except ValueError:
        return False
