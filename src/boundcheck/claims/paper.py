"""Where a result is printed, and the letters it is printed with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy

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


@dataclass(frozen=True)
class Parameter(Word):
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
    domain: Conditions
    typical: tuple[float, float]
    integer: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        real = {symbol: self.symbol for symbol in self._spoken_of() if symbol.name == self.name}
        object.__setattr__(self, "domain", tuple(condition.xreplace(real) for condition in self.domain))

    @property
    def symbol(self) -> sympy.Symbol:
        """The SymPy symbol of that name; real, and nothing else is assumed: the domain says the rest."""
        return sympy.Symbol(self.name, real=True)

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A domain that speaks of another letter, and a range that is none."""
        letters = sorted({symbol.name for symbol in self._spoken_of()})
        if letters and self.name not in letters:
            yield "domain", f"it speaks of {', '.join(letters)}, and the parameter is called {self.name}"
        if self.typical[0] > self.typical[1]:
            yield "typical", f"the lower end stands first, as ({self.typical[1]:g}, {self.typical[0]:g})"
        for end in self.typical:
            at = {symbol: sympy.sympify(end) for symbol in self._spoken_of() if symbol.name == self.name}
            for rule in self.domain:
                if rule.subs(at) == sympy.false:
                    yield self._empty() or ("typical", f"{end:g} does not satisfy {rule}")

    def _empty(self) -> tuple[str, str] | None:
        """The complaint that no number satisfies the domain, where that is easily seen."""
        letters = {symbol: sympy.Dummy(real=True) for symbol in self._spoken_of()}
        try:
            held = [condition.xreplace(letters).as_set() for condition in self.domain]
            if not sympy.Intersection(*held).is_empty:
                return None
        except (NotImplementedError, TypeError, ValueError):  # several letters, or more than SymPy solves
            return None
        rules = " and ".join(map(str, self.domain))
        return "domain", f"no number satisfies {rules}; write conditions that hold together, as (Gt(x, 0), Lt(x, 1))"

    def _spoken_of(self) -> list[sympy.Symbol]:
        return sorted(set().union(*(condition.free_symbols for condition in self.domain)), key=str)
