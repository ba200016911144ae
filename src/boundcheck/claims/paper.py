"""Where a result is printed."""

from __future__ import annotations

from dataclasses import dataclass

from .fields import Word
from .kinds import Conditions


@dataclass(frozen=True)
class Paper(Word):
    """A paper, as a bibliography would name it; a year of 0 and empty words are left out of reports.

    `working` is the working range, conditions on the paper's letters that are fixed before anything is run, as
    ``Le(delta, Rational(1, 2))``: the range in which the paper's own examples lie. Whether a result that is false as
    printed stands there is computed.
    """

    key: str
    title: str
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int = 0
    ref: str = ""
    working: Conditions = ()


@dataclass(frozen=True)
class Source(Word):
    """A numbered result of a paper: ``printed`` is its name there, ``where`` its place and its proof's."""

    paper: Paper
    printed: str
    where: str


#: Someone's own claim, before the name of its file is known.
UNPRINTED = Source(Paper("own", ""), "", "")
