"""A claim: what a numbered result asserts (parts), why (steps), which line is at fault, and which results it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType
from typing import Annotated, Any, Literal

import sympy

from boundcheck.symbolic.latex import BY_NAME, latex, letter

from .fields import (
    Conditions,
    Display,
    Expression,
    Names,
    Part,
    Results,
    Shape,
    Statement,
    Word,
    fitted,
    letters_in,
    mapping,
    several,
    symbols_in,
)
from .letters import Letter, Letters, Notation
from .paper import UNPRINTED, Source
from .values import Unfit, by_kind

# A false line of the page, with one identity, whatever it touches.

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
        What sort of slip it is, one of `boundcheck.claims.claim.Kind`.
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


# A claim: what a numbered result asserts (parts) and why (steps).

@dataclass(frozen=True)
class KeyFinding(Word):
    """A consequence of proved lines or computed numbers; told where all of these stand, and not otherwise.

    Parameters
    ----------
    words : str
        The sentence; numbers are those of its sources: ``{runs[0]}`` is the first value of the part ``runs``, ``{ctl[from]}``
        where the bound of ``ctl`` begins to say something, ``{wins[two rounds]}`` the last error of a ranked method.
    of : str or tuple of str
        Labels of steps and keys of parts that it comes from.
    where : str
        The place on the page that it concerns; that of the result, where left out.
    weight : {"much", "some", "little", "better", "question"}
        ``much`` is told before the false lines of a paper, ``some`` after them; ``little`` says of a false line that it
        costs little, so that others are told first; ``better`` is news, what is better than printed; a ``question`` is
        for the authors to answer.
    fault : Fault, optional
        The false line of which it says how much it costs.
    """

    words: str
    of: Names
    where: str = ""
    weight: Literal["much", "some", "little", "better", "question"] = "some"
    fault: Fault | None = None

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Nothing that it comes from; little weight of no false line."""
        if not self.of:
            yield "of", "is empty; name the steps or parts that it comes from"
        if self.weight == "little" and self.fault is None:
            yield "weight", "'little' is said of a false line; name it as `fault`"


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
#: How a checked formula lies to the display beside it.
Form = Literal["", "translation", "reduction", "interpretation", "restatement", "strengthening", "special case", "correction"]
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
        The line as LaTeX mathematics where the printed form is a vector or norm statement that the checked
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
    ours : bool
        Whether the line is not on the page: a sharper version, an example, a derivation. The inventory of a paper says so of
        every step that none of its displays names, so that this is for results without one.
    form : str
        How the formula lies to the display, where they differ: one of `Form`. A display with a relation or a letter that the
        formula lacks is not called proved, with this word or without.
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
    ours: bool = False
    form: Form = ""

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
        """What the line is by its shape: ``definition``, ``by`` for an instance of another result, or ``step``."""
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
        What is printed, a row per variant; text is LaTeX mathematics.
    letters : Notation or tuple of Letter
        The letters of the paper, each declared once; the claim's parameters are those of which it speaks.
    parts : mapping of str to statement
    steps : tuple of Step
    assumptions : tuple of Assumption
        Those that no step assumes, or those that come first; see `assumed`.
    uses : tuple of str or modules
        Ids of the claims whose statements enter here, or their modules; what the claim's module imports, where left out.
    derivations : mapping of str to derivation
        Of a part, by its key: the facts from the page's assumptions to its statement; see `boundcheck.calculus`.
    faults : mapping of str to Fault
        Because of which line of the page a part is false, by ``part`` or ``part@reading``; before `Reading.fault`.
    findings : tuple of KeyFinding
        What a reader has to know beside the lines.
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
    derivations: Mapping[str, Any] = field(default_factory=dict)
    findings: tuple[KeyFinding, ...] = ()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A finding that comes from nothing; a letter of which a part or a step assumes what its declaration does not say.

        With a narrower letter a statement would be true of fewer values.
        """
        sources = {step.label for step in self.steps} | set(self.parts)
        sources |= {f"{name}@{reading}" for name, part in self.parts.items() if isinstance(part, Mapping) for reading in part}
        for finding in self.findings:
            yield from (("findings", f"no step or part is called {source!r}") for source in finding.of if source not in sources)
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
        """LaTeX mathematics by name for every letter of the paper and of a formula, empty where the name says it."""
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


# The use of another result: an instance of it, with what its letters stand for.

@dataclass(frozen=True, init=False)
class By(Shape):
    """An instance of a claim or a step: ``By(claim_e_2, zeta=1)``, ``By("curvature", s=2*radius)``.

    Checked by substitution: the conditions of the result, and the domains of its letters, are proved on this claim's
    domain. It is no proof step, has a mark of its own, and is not counted as proved.

    Parameters
    ----------
    source : Claim, module of a claim, Step, or str
        The result that is used. Text is the label of a step of the same claim, or the id of a claim in `uses`.
    part : str
        Which part of the claim, ``part`` or ``part@reading``; needed where it has several.
    says : statement, optional
        The display, where it is written otherwise than the instance; it must follow from the instance.
    given : tuple of SymPy relations
        Conditions under which the display stands.
    letters : mapping of str to sympy.Expr
        What letters of the result stand for here; also as keywords. The others stand for themselves.
    """

    source: Any
    part: str = ""
    says: Statement | None = None
    given: Conditions = ()
    letters: Mapping[str, Expression] = field(default_factory=dict)

    def __init__(
        self, source: Any, part: str = "", says: Any = None, given: Any = (), letters: Any = None, **more: Any
    ) -> None:
        if isinstance(source, ModuleType):
            source = getattr(source, "CLAIM", source)
        rule = mapping(str, Expression)
        entries = {**(letters or {}), **more}
        held = {
            "source": fitted("By", "source", _source, source),
            "part": part,
            "says": says,
            "given": given,
            "letters": fitted("By", "letters", rule, {_name(key): entry for key, entry in entries.items()}),
        }
        for name, entry in held.items():
            object.__setattr__(self, name, entry)
        self.__post_init__()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A part that the claim lacks, or none named where it has several."""
        if not isinstance(self.source, Claim):
            return
        name, _, reading = self.part.partition("@")
        parts = self.source.parts
        if not self.part and len(parts) != 1:
            yield "part", f"{self.source.source.printed} has {len(parts)} parts; name one of {', '.join(parts)}"
        elif self.part and name not in parts:
            yield "part", f"{self.source.source.printed} has no part {name!r}; there are {', '.join(parts)}"
        elif reading and (not isinstance(parts[name], Mapping) or reading not in parts[name]):
            yield "part", f"{name!r} has no reading {reading!r}"

    def speaks_of(self) -> Iterator[Any]:
        """What is written here, and the letters of the instance that stand for themselves."""
        yield from (self.says, self.given, *self.letters.values())
        named = letters_in(self._instance)
        if isinstance(self.source, Claim):
            short = self.source.letters.among(named)
            named |= {letter.name for letter in short.letters}
            named -= {symbol.name for symbol in short.definitions}
        yield tuple(sympy.Symbol(name) for name in named - self.letters.keys())

    @property
    def _instance(self) -> Any:
        """The statement that is used, where it is at hand."""
        if not isinstance(self.source, Claim):
            return getattr(self.source, "statement", None)
        name, _, reading = self.part.partition("@")
        found = self.source.parts[name or next(iter(self.source.parts))]
        return found[reading or next(iter(found))] if isinstance(found, Mapping) else found

    @property
    def called(self) -> str:
        """How a sentence names the result."""
        if isinstance(self.source, Claim):
            return self.source.source.printed or self.source.title
        return self.source.label if isinstance(self.source, Step) else str(self.source)

    @property
    def words(self) -> str:
        r""" "by `Claim E.2` with $\zeta = 1$"."""
        theirs = self.source.letters.prints if isinstance(self.source, Claim) else {}
        stands = ", ".join(f"${letter(name, theirs)} = {latex(value, BY_NAME)}$" for name, value in self.letters.items())
        return f"by `{self.called}`" + (f" with {stands}" if stands else "")


def _source(value: Any) -> Any:
    if isinstance(value, Claim | Step) or (isinstance(value, str) and value):
        return value
    raise Unfit(f"a claim, its module, a step or the label of one is expected, not {by_kind(value)}")


def _name(key: Any) -> str:
    return str(getattr(key, "name", key))
