"""A claim: what a numbered result asserts (parts) and why (steps)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Literal

import sympy

from .annotations import several
from .fault import Fault
from .fields import Word, letters_in, symbols_in
from .kinds import Display, Names, Part, Results, Statement
from .notation import Letter, Letters, Notation
from .paper import UNPRINTED, Source


@dataclass(frozen=True)
class Assumption(Word):
    """A condition under which the result is stated, and what is known to happen without it; steps name it as `Step.assumes`."""

    label: str
    words: str
    dropped: str = ""


def _assumed(value: Any) -> tuple[Assumption, ...]:
    """One assumption or several."""
    return (value,) if isinstance(value, Assumption) else _SEVERAL_ASSUMPTIONS(value)


_SEVERAL_ASSUMPTIONS = several(Assumption)
Assumptions = Annotated[Any, _assumed]  # one or several; a tuple once it is held


@dataclass(frozen=True)
class Reading(Word):
    """One way in which the page can be read; the literal one comes first in `Claim.readings`.

    `repair` marks what is no reading of the page but the nearest statement that survives. `doubt` names what the page
    at hand may have lost (a symbol in one converted copy), where this reading hangs on it: nothing is then called
    false as printed.

    `support` is the place on the page that supports the reading: without one, a reading other than the literal one
    counts as a repair. `misprint` is the place that says what is meant, where the reading differs from the letters of
    the page by one symbol. `fault` is the line because of which this reading is false, where that is one line for all
    parts; see `Fault`, and `Claim.faults` where parts differ.
    """

    name: str
    words: str
    repair: bool = False
    doubt: str = ""
    support: str = ""
    misprint: str = ""
    fault: Fault | None = None

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A repair that the page supports."""
        if self.repair and (self.support or self.misprint):
            named = "support" if self.support else "misprint"
            yield named, "a repair is no reading of the page; leave out `repair`, or this place"

    @property
    def supported(self) -> bool:
        """Whether the page carries this reading: it names the place, or is the literal one."""
        return not self.repair and bool(self.support or self.misprint or self.name == "literal")


@dataclass(frozen=True)
class Repair(Word):
    """What replaces a step that is false as printed."""

    statement: Statement
    words: str
    display: str = ""


@dataclass(frozen=True)
class Step(Word):
    """A displayed line of the proof, as a labelled statement.

    Parameters
    ----------
    label : str
        Also the heading of its paragraph in the derivation, where its argument needs one.
    where : str
        Equation number or place on the page.
    statement
        One of the statement shapes.
    display : str
        The line as Typst mathematics where the printed form is a vector or norm statement that the checked
        form reduces to scalars; empty if the checked form is the printed one.
    because : str
        Why the line holds or fails, and how the checked form follows from the displayed one: the one text of a step,
        for the reader. Empty if line and derivation say it all.
    repair : Repair or None
    reading : str
        Name of the reading under which the step is stated.
    doubt : str
        What the page at hand may have lost or changed, where the step's falsity hangs on it; see `Reading`.
    settles : str or tuple of str
        The parts, ``part`` or ``part@reading``, of whose bound this step proves the composed inequality
        ``explicit <= constant * printed``. No name and no shared letter does that.
    scope : {"page", "special case"}
        Whether the statement is the display, or an exact reduction of it; or a special case, which is counted apart.
    special : str
        Of a special case: which one, as "one dimension; the display ends in trace(I) = d".
    misprint : str
        Of a display that is false by one symbol: the place on the page that says what is meant. `statement` is the
        printed form, `repair` the one that is meant.
    fault : Fault, optional
        Identity of the false line, where it is shared with other steps, readings or results, or its kind is known.
    assumes : Assumption or tuple of Assumption
        Those of the result that the line needs.
    """

    label: str
    where: str
    statement: Statement
    display: str = ""
    because: str = ""
    repair: Repair | None = None
    reading: str = "literal"
    doubt: str = ""
    settles: Names = ()
    scope: Literal["page", "special case"] = "page"
    special: str = ""
    misprint: str = ""
    fault: Fault | None = None
    assumes: Assumptions = ()

    def assuming(self, *assumptions: Assumption) -> Step:
        """The same line, which needs these too: for a line that several results share."""
        return replace(self, assumes=(*self.assumes, *assumptions))

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A special case without words or the reverse; a misprint without what is meant; a part that is settled by a case."""
        if (self.scope == "special case") != bool(self.special):
            yield "special", "a step of scope 'special case' says which one, and no other step does"
        if self.misprint and self.repair is None:
            yield "misprint", "give what is meant as `repair`; `statement` is the printed form"
        if self.settles and self.scope != "page":
            yield "settles", "a special case settles no part"

    @property
    def mark(self) -> str:
        """What the display is: ``definition``, ``by`` for an instance of another result, or ``step``."""
        return {"ByDefinition": "definition", "By": "by"}.get(type(self.statement).__name__, "step")


@dataclass(frozen=True)
class Claim(Word):
    """A numbered result.

    Parameters
    ----------
    source : Source
        Left out in someone's own claim file, where the file's name stands for it.
    title : str
    words : str
        The conditions under which the displays hold, in our words.
    displays : mapping of str to sympy.Expr or str
        What is printed, a row per variant; text is Typst mathematics.
    letters : Notation or tuple of Letter
        The letters of the paper, each declared once; the claim's parameters are those of which it speaks.
    parts : mapping of str to statement
    steps : tuple of Step
    assumptions : tuple of Assumption
        Those that no step assumes, or those that come first; see `assumed`.
    uses : tuple of str or modules
        Ids of the claims whose statements enter here, or their modules; what the claim's module imports, where left out.
    faults : mapping of str to Fault
        Because of which line of the page a part is false, by ``part`` or ``part@reading``; before `Reading.fault`.
    """

    source: Source = UNPRINTED
    title: str = ""
    words: str = ""
    displays: Mapping[str, Display] = field(default_factory=dict)
    letters: Letters = field(default_factory=Notation)
    parts: Mapping[str, Part] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    readings: tuple[Reading, ...] = (Reading("literal", "as printed"),)
    assumptions: Assumptions = ()
    uses: Results = ()
    not_covered: tuple[str, ...] = ()
    faults: Mapping[str, Fault] = field(default_factory=dict)

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A letter of which a part or a step assumes what its declaration does not say: it would be true of fewer values."""
        declared = {letter.name: letter for letter in self.letters.letters if letter.domain or letter.integer}
        if declared:
            for symbol in sorted(symbols_in(dict(self.parts), self.steps), key=str):
                if symbol.name in declared:
                    yield from (("letters", said) for said in declared[symbol.name].narrowed(symbol))

    @cached_property
    def assumed(self) -> dict[Assumption, tuple[str, ...]]:
        """The assumptions and the labels of the steps that need each: its own, then those of its steps by first use."""
        found: dict[Assumption, tuple[str, ...]] = dict.fromkeys(self.assumptions, ())
        for step in self.steps:
            for assumption in step.assumes:
                found[assumption] = (*found.get(assumption, ()), step.label)
        return found

    @cached_property
    def own_letters(self) -> Notation:
        """The letters that stand in its displays, parts and steps, or to which a point gives a value; in the order of the paper."""
        named: Notation = self.letters.among(letters_in(*self._stated))
        return named

    @property
    def prints(self) -> dict[str, str]:
        """Typst mathematics by name for every letter of the paper and of a formula, empty where the name says it."""
        named = [*(letter.name for letter in self.letters.letters), *sorted(letters_in(*self._stated, points=False))]
        return dict.fromkeys(named, "") | self.letters.prints

    @property
    def _stated(self) -> Iterator[Any]:
        """Displays, parts under every reading, steps."""
        yield from self.displays.values()
        for part in self.parts.values():
            yield from part.values() if isinstance(part, Mapping) else (part,)
        yield self.steps

    @property
    def parameters(self) -> tuple[Letter, ...]:
        """The free letters: their domains are the stated domain."""
        return self.own_letters.parameters

    @property
    def definitions(self) -> dict[sympy.Symbol, sympy.Expr]:
        """The letters that abbreviate, with what is put in their place."""
        return self.own_letters.definitions
