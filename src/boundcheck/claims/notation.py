"""The letters of a paper: each is declared once, and print, glossary and conditions follow from that line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import sympy

from .annotations import several
from .experiment import Axis, Sweep
from .fields import Malformed, Word
from .grids import alone, ends, grid, rises
from .kinds import Sampled, expression
from .letter import Letter
from .plain_values import Unfit, by_kind

NARROW = 100  # ends of whole numbers whose ratio is less are searched evenly


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

    def along(
        self,
        letter: sympy.Symbol,
        point: Mapping[str, Any],
        *,
        scale: Any = None,
        over: tuple[float, ...] = (),
        values: tuple[float, ...] = (),
        name: str = "",
        follow: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """What sweeps and separations along a letter have in common: their name, what is moved, the values, the scale.

        All of it is the letter's own. `over` is another range, in the order in which it is run through, and `values` are
        other values; either wants a word why where it stands.
        """
        return self._moved(letter, point, scale, over, values, name, follow or {})[0]

    def sweep(
        self,
        letter: sympy.Symbol,
        experiment: Sampled,
        point: Mapping[str, Any],
        *,
        note: str = "",
        follow: Mapping[str, Any] | None = None,
        **other: Any,
    ) -> Sweep:
        """A sweep along a letter; `other` are the words of `along`, where something departs from what the letter says.

        The rate must keep up in the direction in which the values run.
        """
        words = {"scale": None, "over": (), "values": (), "name": "", **other}
        run, rising = self._moved(letter, point, follow=follow or {}, **words)
        towards: Literal["large", "small"] = "large" if rising else "small"
        return Sweep(**run, towards=towards, experiment=experiment, point=point, note=note, follow=follow or {})

    def axis(self, letter: sympy.Symbol, low: float | None = None, high: float | None = None) -> Axis:
        """The axis of a search along a letter: over all that is typical or swept, or to another end where more is at stake
        or a replicate costs too much. Evenly in the logarithm, but for a range from 0 on and a few whole numbers."""
        moved = self._declared("Axis", letter)
        held = sorted((*moved.typical, *moved.swept, *(end for end in (low, high) if end is not None)))
        if len(held) < 2:
            raise Malformed(
                "Axis",
                "low",
                "a search has two ends, and the letter is declared without a range; give low and high",
                moved.name,
            )
        first, last = held[0] if low is None else low, held[-1] if high is None else high
        narrow = first <= 0 or (moved.integer and last < NARROW * first)
        if moved.integer:
            return Axis(moved.name, round(first), round(last), "integer" if narrow else "log_integer")
        return Axis(moved.name, first, last, "linear" if narrow else "log")

    def _moved(
        self,
        letter: sympy.Symbol,
        point: Mapping[str, Any],
        scale: Any,
        over: tuple[float, ...],
        values: tuple[float, ...],
        name: str,
        follow: Mapping[str, Any],
    ) -> tuple[dict[str, Any], bool]:
        """The words of `along`, and whether the scale rises along the values."""
        moved = self._declared("Sweep", letter)
        scale = expression(moved.scale or moved.symbol if scale is None else scale)
        try:
            of = alone(scale, moved.name, self.definitions, follow, point)
            values = values or grid(of, moved.symbol, *_range(moved, of, over), whole=moved.integer)
            rising = rises(of, moved.symbol, values[0], values[-1])
        except Unfit as wrong:
            raise Malformed("Sweep", "over", str(wrong), name or moved.name) from None
        return {"parameter": name or self._called(scale), "moves": moved.name, "values": values, "scale": scale}, rising

    def _declared(self, of: str, letter: Any) -> Letter:
        """The letter that a sweep or an axis moves."""
        shown = ", ".join(known.name for known in self.letters)
        if not isinstance(letter, sympy.Symbol):
            raise Malformed(of, "letter", f"{by_kind(letter)} is no letter; give a symbol, of {shown}")
        if letter.name not in {known.name for known in self.letters}:
            raise Malformed(of, "letter", f"{letter.name} is not declared; declare it, or move one of {shown}")
        return self[letter.name]

    def _called(self, scale: sympy.Expr) -> str:
        """A scale in a name: letters as they are printed where that is a plain word, ln for the logarithm."""
        shown = {s: self.prints.get(s.name, s.name) for s in scale.free_symbols}
        letters = {s: sympy.Symbol(word) for s, word in shown.items() if not set(word) & set('_ "')}
        return str(scale.xreplace(letters).replace(sympy.log, sympy.Function("ln")))

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


def _range(moved: Letter, of: sympy.Expr, over: tuple[float, ...]) -> tuple[float, float]:
    """From where to where a sweep runs."""
    if over or moved.swept:
        return ends(moved.name, over or moved.swept)
    low, high = ends(moved.name, moved.typical)
    return (low, high) if rises(of, moved.symbol, low, high) else (high, low)


def _notation(value: Any) -> Notation:
    """The letters of a claim; those of one file may stand as a tuple."""
    if isinstance(value, Mapping):
        raise Unfit(f"a tuple of Letter is expected, not {by_kind(value)}; write (Letter(x, typst='x^*'),) for a print")
    return value if isinstance(value, Notation) else Notation(several(Letter)(value))


Letters = Annotated[Any, _notation]
