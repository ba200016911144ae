"""A letter: what stands for it in code and in print, what it means, and the ranges in which it lies."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from .fields import Word
from .kinds import Domain, Expression

# What SymPy may assume of a symbol, besides that it is real.
ASSUMED = {
    "integer": sympy.S.Integers,
    "positive": sympy.Interval.open(0, sympy.oo),
    "negative": sympy.Interval.open(-sympy.oo, 0),
    "nonnegative": sympy.Interval(0, sympy.oo),
    "nonpositive": sympy.Interval(-sympy.oo, 0),
    "nonzero": sympy.S.Reals - sympy.FiniteSet(0),
}


@dataclass(frozen=True)
class Letter(Word):
    r"""A letter: a parameter with a domain, an abbreviation with what it equals, or no more than a print.

    ``Letter(radius, "radius of the ball", radius > 0, (0.1, 6), "B'")`` is a parameter,
    ``Letter(gamma, "least slope", equals=1 / (2 + exp(radius) + exp(-radius)))`` an abbreviation.

    Parameters
    ----------
    symbol : sympy.Symbol
        Its name is the project's word, and the keyword that worlds, mechanisms and estimators receive. It is kept as
        real, and nothing else is assumed of it: the domain says the rest.
    meaning : str
    domain : relation in `symbol`, or a tuple of such
        The values the statement speaks of, as printed.
    typical : tuple of two floats
        The range a reader meets in practice; worst-case searches stay inside the domain, not inside this.
    typst : str
        The letter of the page, as Typst mathematics; left out where the name says it: ``epsilon``, ``alpha_1``, ``n``.
    equals : sympy.Expr, optional
        What an abbreviation stands for; put in its place before anything is evaluated or proved.
    working : relation in `symbol`, or a tuple of such
        The range in which the paper's own examples lie, fixed before anything is run.
    integer : bool
    scale : sympy.Expr, optional
        In which exponents along the letter are stated: ``1 / gamma`` of a radius. The letter itself if left out.
    swept : tuple of two floats
        From where to where its sweeps run, towards the limit that a rate speaks of; the typical range if left out, which
        runs to where the scale is larger.
    """

    symbol: sympy.Symbol
    meaning: str = ""
    domain: Domain = ()
    typical: tuple[float, ...] = ()
    typst: str = ""
    equals: Expression | None = None
    working: Domain = ()
    integer: bool = False
    scale: Expression | None = None
    swept: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        real = sympy.Symbol(self.symbol.name, real=True)
        for name in ("domain", "working"):
            held = getattr(self, name)
            mine = {symbol: real for symbol in _letters(held) if symbol.name == real.name}
            object.__setattr__(self, name, tuple(condition.xreplace(mine) for condition in held))
        object.__setattr__(self, "symbol", real)

    @property
    def name(self) -> str:
        """The name of its symbol."""
        return str(self.symbol.name)

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A domain that speaks of another letter, a range that is none, and a domain of what is an abbreviation."""
        if self.equals is not None and (self.domain or self.typical or self.integer):
            yield "equals", "an abbreviation has no domain of its own; say it of the letters in what it equals"
        letters = sorted({symbol.name for symbol in _letters(self.domain)})
        if letters and self.name not in letters:
            yield "domain", f"it speaks of {', '.join(letters)}, and the letter is called {self.name}"
        if len(self.typical) != 2 and (self.domain or self.typical):
            yield (
                "typical",
                f"a letter with a domain has a range in which it usually lies, as (1, 100), got {self.typical}",
            )
            return
        if list(self.typical) != sorted(self.typical):
            yield "typical", f"the lower end stands first, as ({self.typical[1]:g}, {self.typical[0]:g})"
        if self.swept and (len(self.swept) != 2 or self.swept[0] == self.swept[1]):
            yield "swept", f"from where to where its sweeps run, as (1e3, 1e8), got {self.swept}"
        for end in (*self.typical, *self.swept):
            at = {symbol: sympy.sympify(end) for symbol in _letters(self.domain) if symbol.name == self.name}
            for rule in self.domain:
                if rule.subs(at) == sympy.false:
                    range_of = "typical" if end in self.typical else "swept"
                    yield self._empty() or (range_of, f"{end:g} does not satisfy {rule}")

    def narrowed(self, symbol: sympy.Symbol) -> Iterator[str]:
        """Complaints about what a formula's symbol of this name assumes and the declaration does not say."""
        for word, values in ASSUMED.items():
            if not getattr(symbol, f"is_{word}") or (self.integer if word == "integer" else self._lies_in(values)):
                continue
            yield (
                f"a formula assumes {self.name} {word}, and the letter does not say so; write symbols({self.name!r}, real=True)"
                f"{', or integer=True in the letter' if word == 'integer' else ', and what holds of it in the domain'}"
            )
            return

    def _lies_in(self, values: sympy.Set) -> bool:
        """Whether the conditions on this letter alone leave it among some values, where that is easily seen."""
        alone = [condition for condition in self.domain if condition.free_symbols == {self.symbol}]
        try:
            return bool(sympy.Intersection(sympy.S.Reals, *(c.as_set() for c in alone)).is_subset(values))
        except (NotImplementedError, TypeError, ValueError):
            return False

    def _empty(self) -> tuple[str, str] | None:
        """The complaint that no number satisfies the domain, where that is easily seen."""
        letters = {symbol: sympy.Dummy(real=True) for symbol in _letters(self.domain)}
        try:
            held = [condition.xreplace(letters).as_set() for condition in self.domain]
            if not sympy.Intersection(*held).is_empty:
                return None
        except (NotImplementedError, TypeError, ValueError):  # several letters, or more than SymPy solves
            return None
        rules = " and ".join(map(str, self.domain))
        return "domain", f"no number satisfies {rules}; write conditions that hold together, as (x > 0, x < 1)"


def _letters(conditions: Collection[Any]) -> list[sympy.Symbol]:
    return sorted(set().union(*(condition.free_symbols for condition in conditions)), key=str)
