"""A false line of the page, with one identity, whatever it touches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .fields import Word

Kind = Literal[
    "direction",
    "quantifier",
    "missing factor",
    "constant that depends on something",
    "range",
    "normalisation",
    "union of events",
    "hidden assumption",
    "empty assumption",
    "misused reference",
    "misprint",
    "non sequitur",
    "degenerate definition",
    "algorithm line",
]


@dataclass(frozen=True)
class Fault(Word):
    """One line of the page that is false as printed.

    The same object stands at every step, reading, part and result that is false because of that line; counts are of
    identities. Whether the line is false is what the checks find: a fault that nothing false names is not reported.

    Parameters
    ----------
    id : str
        Unique in the paper, as ``"eq_25"``; results of one paper that name the same line write the same id.
    kind : str
        What sort of slip it is, one of `boundcheck.claims.fault.Kind`.
    where : str
        Its place on the page; that of the step, where left out.
    words : str
        What is wrong, in a sentence; the step's own words, where left out.
    """

    id: str
    kind: Kind
    where: str = ""
    words: str = ""

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """An identity that names nothing."""
        if not self.id.strip():
            yield "id", "is empty; write what the paper calls the line, as 'eq_25'"
