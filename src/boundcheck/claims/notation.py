"""The letters of a paper: each is declared once, and print, glossary and conditions follow from that line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import sympy

from .annotations import several
from .fields import Word
from .kinds import Domain, Expression
from .plain_values import Unfit, by_kind


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
    """

    symbol: sympy.Symbol
    meaning: str = ""
    domain: Domain = ()
    typical: tuple[float, ...] = ()
    typst: str = ""
    equals: Expression | None = None
    working: Domain = ()
    integer: bool = False

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
        for end in self.typical:
            at = {symbol: sympy.sympify(end) for symbol in _letters(self.domain) if symbol.name == self.name}
            for rule in self.domain:
                if rule.subs(at) == sympy.false:
                    yield self._empty() or ("typical", f"{end:g} does not satisfy {rule}")

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


@dataclass(frozen=True)
class Notation(Word):
    """The letters of a paper, or of a claim: ``LETTERS | {"q": "pi^*"}`` are those of the paper, and q printed so."""

    letters: tuple[Letter, ...] = ()

    def __or__(self, more: Notation | Letter | Mapping[str, str]) -> Notation:
        """These letters and `more`, a mapping being of names to prints; who is declared again means another letter."""
        if isinstance(more, Mapping):
            added = tuple(Letter(sympy.Symbol(name, real=True), typst=shown) for name, shown in more.items())
        else:
            added = (more,) if isinstance(more, Letter) else more.letters
        again = {letter.name: letter for letter in added}
        kept = tuple(again.pop(letter.name, letter) for letter in self.letters)
        return Notation((*kept, *again.values()))

    def __getitem__(self, name: str) -> Letter:
        """The letter of that name."""
        found = {letter.name: letter for letter in self.letters}
        if name not in found:
            raise KeyError(f"no letter {name!r} is declared; there are {', '.join(found)}")
        return found[name]

    def domain(self, *letters: sympy.Symbol) -> tuple[sympy.Basic, ...]:
        """The printed domains of these letters, as hypotheses."""
        return tuple(condition for letter in letters for condition in self[letter.name].domain)

    def among(self, names: Collection[str]) -> Notation:
        """The letters of these names; of an abbreviation, also those of what it equals."""
        meant = {
            s.name for symbol, equals in self.definitions.items() if symbol.name in names for s in equals.free_symbols
        }
        return Notation(tuple(letter for letter in self.letters if letter.name in {*names, *meant}))

    @property
    def parameters(self) -> tuple[Letter, ...]:
        """Those with a domain or a range."""
        return tuple(letter for letter in self.letters if letter.domain or letter.typical)

    @property
    def definitions(self) -> dict[sympy.Symbol, sympy.Expr]:
        """What abbreviations stand for."""
        return {letter.symbol: letter.equals for letter in self.letters if letter.equals is not None}

    @property
    def prints(self) -> dict[str, str]:
        """Typst mathematics by name, where it is not the name that is printed."""
        return {letter.name: letter.typst for letter in self.letters if letter.typst}

    @property
    def working(self) -> tuple[sympy.Basic, ...]:
        """The working range of all of them."""
        return tuple(condition for letter in self.letters for condition in letter.working)


def _letters(conditions: Collection[Any]) -> list[sympy.Symbol]:
    return sorted(set().union(*(condition.free_symbols for condition in conditions)), key=str)


def _notation(value: Any) -> Notation:
    """The letters of a claim; those of one file may stand as a tuple."""
    if isinstance(value, Mapping):
        raise Unfit(f"a tuple of Letter is expected, not {by_kind(value)}; write (Letter(x, typst='x^*'),) for a print")
    return value if isinstance(value, Notation) else Notation(several(Letter)(value))


Letters = Annotated[Any, _notation]
