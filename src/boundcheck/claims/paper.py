"""Where a result is printed, and the letters it is printed with."""

from __future__ import annotations

from dataclasses import dataclass

import sympy


@dataclass(frozen=True)
class Paper:
    """A paper, as a bibliography would name it; a year of 0 and empty words are left out of reports."""

    key: str
    title: str
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int = 0
    ref: str = ""


@dataclass(frozen=True)
class Source:
    """A numbered result of a paper: ``printed`` is its name there, ``where`` its place and its proof's."""

    paper: Paper
    printed: str
    where: str


#: Someone's own claim, before the name of its file is known.
UNPRINTED = Source(Paper("own", ""), "", "")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a statement.

    Parameters
    ----------
    name : str
        The project's word, also the keyword that worlds, mechanisms and estimators receive.
    latex : str
        The letter of the paper at hand.
    typst : str
        The same letter for the report.
    meaning : str
    domain : tuple of sympy relationals in `symbol`
        The values the statement speaks of, as printed.
    typical : tuple of float
        The range a reader meets in practice; worst-case searches stay inside the domain, not inside this.
    integer : bool
    """

    name: str
    latex: str
    typst: str
    meaning: str
    domain: tuple[sympy.Basic, ...]
    typical: tuple[float, float]
    integer: bool = False

    @property
    def symbol(self) -> sympy.Symbol:
        """The SymPy symbol of that name; real, and nothing else is assumed: the domain says the rest."""
        return sympy.Symbol(self.name, real=True)
