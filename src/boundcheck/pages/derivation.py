"""A page whose statement is an event: its proof as a derivation, from the laws above to the statement, each link checked.

Laws, the world that has them and the points at which it is drawn stand above; the proof displays facts and names lemmas of the
library. What a lemma gives is computed from the objects that the page names, and never typed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy

from boundcheck.calculus import (
    Assumed,
    Average,
    Averaged,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Family,
    ForAll,
    Granted,
    Index,
    World,
    always,
    event,
    fact,
    law,
    quantity,
)
from boundcheck.calculus.derivation import lacking
from boundcheck.calculus.facts import LAWS
from boundcheck.calculus.facts import Law as CalculusLaw
from boundcheck.calculus.terms import Kind, put
from boundcheck.claims import Claim, ExpectationBound, HighProbabilityBound, Letter, Notation, Regime, Simulation
from boundcheck.lemmas import LIBRARY
from boundcheck.symbolic import Statement

from . import letters as names
from . import reading
from .draws import DRAWN_LAWS, FIXED, LARGEST, METHODS, Drawn, Law, Made, number_of
from .formulas import evaluated, expression
from .letters import Letters
from .markdown import Page, Piece
from .reading import Condition
from .sentences import CONDITIONAL, VERDICTS, Sentence, related, sentences
from .tokens import Place, Refused, Token, tokens
from .trees import BIG, Fact, Tree, bracketed, constant, letters, nodes, said_of
from .valued import REALS, ranges, refuse_without_value

OF_FAMILIES = frozenset({"independent", "identically distributed", "exchangeable"})
CHANCE = frozenset({"\\Pr", "\\mathbb{P}"})
DATA = frozenset({"data"})
INTEGRABLE = "integrable"
_SOURCE = r"(?:(?:by|from|using) [RK](?: (?:, and|,|and) [RK])*)"
_PARTS = (
    r"(?:then|so|hence|thus|therefore|moreover|also|finally|first|next)",
    _SOURCE,
    r"(?:with M(?: in R)?)",
    r"(?:by a (?:union|mean) over L)",
    r"(?:taking expectations(?: in R)?)",
    r"(?:we have(?: that)?|it follows that|this gives)",
    r"(?:with probability at least L)",
    r"(?:for all L)",
)
_LEAD = "".join(rf"(?:{part} (?:, )?)?" for part in _PARTS)
SHOWN = re.compile(rf"{_LEAD}D")
STATED = re.compile(r"(?:(?:then|we have(?: that)?) (?:, )?)?(?:with probability at least L (?:, )?)?D")
WAY_OUT = (
    "write 'By [](#label) and {lemma}`name: X = ..., t = ...`', 'With $t = ...$ in [](#label)', 'By a union over $j$', "
    "'with probability at least $1 - ...$', 'for all $j$' before a display, and nothing else"
)


RISKY = frozenset({"pow", "root", "log", "coth"})  # operations that have no value everywhere


@dataclass(frozen=True)
class Setting:
    """What stands above a derivation, by the forms of its letters: symbols, indices, what is drawn."""

    known: Letters
    symbols: dict[str, sympy.Symbol]
    index: dict[str, Index]
    kinds: dict[str, Any]

    def term(self, tree: Tree) -> Any:
        """A formula as a term of the calculus: a mean over an index for a sum, the member of what is drawn."""
        if tree.op == "sum":
            self.summed(tree)
        parts = [self.term(part) for part in tree.parts]
        if tree.op == "letter":
            return self.index.get(tree.value) or self.symbols[tree.value]
        if tree.op == "member" and tree.value in self.kinds:
            return self.kinds[tree.value](*parts)
        if tree.op == "expectation":
            return Expectation(parts[0])
        if tree.op == "sum":
            return self.total(tree, parts)
        if (found := evaluated(tree, parts)) is not None:
            return found
        raise Refused(f"{tree.op} in a derivation", tree.at, way_out="leave the display out of statement and proof")

    def total(self, tree: Tree, parts: Sequence[Any]) -> Any:
        """A sum over an index of what is drawn: its size times the mean."""
        index = self.summed(tree)
        return index.size * Average(parts[2], index)

    def summed(self, tree: Tree) -> Index:
        """The index of a sum, over all of what is drawn; `Refused` of another one."""
        index = self.index.get(tree.value)
        if index is None or self.known.ranges(*names.DRAWN).get(tree.value) != tree.parts[:2]:
            shown = ", ".join(self.index)
            raise Refused(
                f"a sum over {tree.value} in a derivation", tree.at, way_out=f"sum over all of an index: {shown}"
            )
        return index

    def relation(self, one: Fact) -> Statement:
        """A fact as a relation of the calculus."""
        return Statement(self.term(one.left), one.relation, self.term(one.right))


@dataclass(frozen=True)
class Event:
    """What a display says: relations, and how likely they fail together; None where they always hold."""

    facts: tuple[Fact, ...]
    failure: Tree | None
    at: Place
    label: str
    every: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """On one line, every bracket written."""
        chance = "" if self.failure is None else f"with probability at least 1 - {bracketed(self.failure)}: "
        of_all = f" for all {', '.join(self.every)}" if self.every else ""
        return f"{chance}{' and '.join(map(said_of, self.facts))}{of_all}"


@dataclass
class Derived:
    """Reads a page with laws: its statement as a bound, its proof as the derivation of that."""

    page: Page
    title: str
    known: Letters
    domains: list[Condition]
    lines: list[tuple[Place, str, str]] = field(default_factory=list)
    labels: dict[str, Place] = field(default_factory=dict)

    def claim(self) -> Claim:
        """The claim, with one part and its derivation."""
        if self.page.proof is None:
            raise Refused(
                "an event without a proof", self.page.statement.at, way_out="write the facts between prf:proof"
            )
        self.setting = self.made()
        for one in self.conditions():
            self.with_value(one.left, one.right)
        for form, (low, _) in self.known.ranges(*names.DRAWN).items():
            if low != Tree("number", (), sympy.Integer(1), low.at) and bracketed(low) != "1":
                raise Refused(
                    f"the index {form} from {bracketed(low)}", low.at, way_out="indices of what is drawn begin at 1"
                )
        assumptions: dict[str, Any] = {
            label: Assumed(said, f"line {at.line} of the page") for label, said, at in self.laws()
        }
        assumptions |= {
            label: Assumed(said, f"line {at.line} of the page") if isinstance(said, CalculusLaw) else said
            for label, said, at in self.methods()
        }
        stated = self.stated()
        (bound,) = stated.facts
        self.valued(bound)
        mean = stated.failure is None
        left = bound.left.parts[0] if mean else bound.left
        most, error = self.error(left)
        drawn = self.drawn(left)
        facts = list(self.facts())
        if not facts:
            raise Refused("a proof without a fact", self.page.proof.at, way_out="display its facts")
        width = self.setting.term(bound.right)
        failure = None if stated.failure is None else self.setting.term(stated.failure)
        said: Any = always(Statement(Expectation(error), "<=", width))
        if failure is not None:
            said = event(Statement(error, "<=", width), failure=failure)
        if most is not None:
            facts.append(fact("the largest", Choice(*most), said, by=facts[-1].name))
        points = list(self.points())
        own = {form for form, value in points[0][1].items() if value is not None}
        derivation = Derivation(
            domain=tuple(self.setting.relation(one) for one in self.conditions() if not letters_of(one) <= own),
            assumptions=assumptions,
            facts=tuple(facts),
            statement=said,
            error=error,
            worlds=(World("the world above", tuple(self.world_laws()), drawn),),
            measured=drawn,
        )
        if (lacks := lacking(derivation)) and assumptions:
            raise Refused(
                f"a world in which the laws do not hold: {lacks}", self.page.front["world"][0][1],
                way_out="draw what has all the laws, as its runs are put to the statement",
            )  # fmt: skip
        shared = tuple(
            self.setting.relation(one)
            for one in self.conditions()
            if letters_of(one) <= own and len(letters_of(one)) > 1
        )
        regimes = tuple(Regime(name, Simulation(drawn), self.numbers(point), biting=True) for name, point in points)
        given = tuple(map(as_sympy, shared))
        typed = expression(bound.right, self.setting.symbols)  # as it is printed
        part: Any = ExpectationBound(typed, self.trivial(), regimes, given)
        if failure is not None:
            part = HighProbabilityBound.of(typed, failure=failure, trivial=self.trivial(), regimes=regimes, given=given)
        shown = (f"{printed_side(self.shown)} \\le {{}}", typed)
        return Claim(
            title=self.title,
            displays={"": shown},
            letters=Notation(tuple(self.letter(form, points[0][1][form]) for form in self.known.held if form in own)),
            parts={stated.label: part},
            derivations={stated.label: derivation},
        )

    def valued(self, bound: Fact) -> None:
        """Refuse a statement that is printed another way round than it is read, or divides by what is drawn."""
        if (bound.left.at.line, bound.left.at.column) > (bound.right.at.line, bound.right.at.column):
            raise Refused("a bound before what it bounds", bound.right.at, way_out="write the error on the left")
        if "&" in self.shown or "\\begin" in self.shown:
            way_out = "write the statement as one relation in a display of its own"
            raise Refused("a statement in several columns", bound.left.at, way_out=way_out)
        for tree in nodes(bound.left):
            natural = tree.op == "pow" and tree.parts[1].op == "number" and tree.parts[1].value in range(100)
            of_what = () if natural else {"div": tree.parts[1:]}.get(tree.op, tree.parts if tree.op in RISKY else ())
            if any("member" in operations(part) for part in of_what):
                raise Refused(
                    f"what is drawn in a divisor, a root or a logarithm, {bracketed(tree)}", tree.at,
                    way_out="the error is a polynomial, an absolute value or a largest one of what is drawn",
                )  # fmt: skip

    # What stands above.

    def made(self) -> Setting:
        """The letters as the calculus has them: numbers, indices, what is drawn."""
        called = names.symbol_names([*self.known.held, *self.known.ranges()])
        symbols = {form: sympy.Symbol(called[form], real=True) for form in self.known.held}
        plain = Setting(self.known, symbols, {}, {})
        index: dict[str, Index] = {}
        kinds: dict[str, Any] = {}
        for letter in self.known.held.values():
            if letter.kind in ("vector", "matrix", "identity", "family"):
                way_out = "numbers, and what is drawn, are read there"
                raise Refused(f"the {letter.kind} {letter.form} in a derivation", letter.at, way_out=way_out)
            if letter.kind not in names.DRAWN:
                continue
            for form, _, high in letter.over:
                index.setdefault(form, Index(called[form], plain.term(high)))
            on = (*(index[form] for form, _, _ in letter.over), *(symbols[form] for form in letter.on))
            sources = DATA if letter.kind == "random" else frozenset()
            size = index[letter.within].size if letter.within else None
            kinds[letter.form] = Kind(called[letter.form], letter.meaning or letter.form, on, sources, range=size)
        return Setting(self.known, symbols, index, kinds)

    def rows(self, key: str, least: int, most: int) -> Iterator[tuple[list[str], Place]]:
        """The lines of a key above, in columns."""
        for line, at in self.page.front.get(key, []):
            columns = [column.strip() for column in re.split(r"\s\|(?=\s|$)", line)]
            if not least <= len(columns) <= most:
                raise Refused(f"{len(columns)} columns", at, way_out=f"a line of {key} has {least} to {most}")
            yield columns, at

    def laws(self) -> Iterator[tuple[str, Any, Place]]:
        """Label and law of each line, ``X_i | bounded | 0, 1``."""
        for columns, at in self.rows("laws", 2, 3):
            thing = (
                self.setting.term(self.formula(columns[0], at))
                if columns[1] == INTEGRABLE
                else self.member(columns[0], at)
            )
            property_, _, over = columns[1].partition(" over ")
            if property_ not in LAWS:
                raise Refused(f"the law {property_!r}", at, way_out=f"known are {', '.join(LAWS)}")
            if (property_ in OF_FAMILIES) != bool(over):
                way_out = "write 'independent over i'" if property_ in OF_FAMILIES else f"write '{property_}'"
                raise Refused(f"the law {columns[1]!r}", at, way_out=way_out)
            given = [self.formula(part, at) for part in commas(columns[2])] if len(columns) > 2 and columns[2] else []
            if len(given) != len(LAWS[property_].directions):
                rule = f"{len(given)} parameters of {property_!r}; it has {len(LAWS[property_].directions)}"
                raise Refused(rule, at, way_out="mend one of the two")
            label = f"{property_} {columns[0]}"
            self.taken(label, at)
            if over:
                thing = Family(thing, self.an_index(over, at))
            yield label, law(thing, property_, *map(self.setting.term, given)), at

    def method(self) -> Iterator[tuple[Tree, Made, Place]]:
        """What is computed of what is drawn, in its order, ``\\hat h | least over j | \\frac{1}{n} \\sum_{i=1}^n \\ell_{ij}``."""
        for columns, at in self.rows("method", 3, 3):
            tree = self.formula(columns[0], at)
            how, _, over = columns[1].partition(" over ")
            wanted = METHODS.get(how)
            if (
                tree.op != "member"
                or wanted is None
                or wanted[1] != bool(over)
                or any(p.op == "member" for p in tree.parts)
            ):
                known = ", ".join(f"{word} over j" if runs else word for word, (_, runs) in METHODS.items())
                raise Refused(f"{' | '.join(columns[:2])!r} in the method", at, way_out=f"known are {known}")
            letter = self.known.held[tree.value]
            index = str(self.an_index(over, at) and names.form_of(over, at)) if over else ""
            strict = False
            parts: tuple[Tree, ...]
            if how == "fails":
                one = self.one_relation(columns[2], at)
                parts, strict = (one.left, one.right), one.relation == "<"
                if one.relation not in ("<=", "<"):
                    raise Refused(f"{columns[2]!r} in the method", at, way_out="write one relation with \\le or <")
            else:
                parts = tuple(self.formula(part, at) for part in commas(columns[2]))
            own = {part.value for part in tree.parts}
            if caught := sorted({one.value for part in parts for one in nodes(part) if one.op in BIG} & own):
                rule = f"{columns[2]!r} in the method, which binds {caught[0]}, an index of {columns[0]}"
                raise Refused(rule, at, way_out="the formula would be one number for all of them; take another index")
            if how == "in place" and len(parts) == 2 and not self.a_place(parts[1], index):
                size = bracketed(self.known.ranges(*names.DRAWN)[index][1])
                way_out = f"write a letter of its own, 'k | integer | \\ge 1, \\le {size}'"
                raise Refused(f"the place {bracketed(parts[1])}, which may be none of 1 to {size}", at, way_out=way_out)
            for part in parts:
                self.no_number(part)
            free = {form for part in parts for form in letters(part)} & {*self.setting.index}
            allowed = own | ({index} if index else set())
            if len(parts) != wanted[0] or not free <= allowed or (index and index in own):
                raise Refused(f"{columns[2]!r} in the method", at, way_out=f"{wanted[0]} formulas of the same indices")
            if letter.within != (index if how in ("least", "largest") else ""):
                raise Refused(
                    f"{columns[0]} as {columns[1]}",
                    at,
                    way_out=f"declare it as 'random | \\in {index or 'j'}' for a place, else without",
                )
            used = self.known.held
            drawn = {
                form for part in parts for form in letters(part) if form in used and used[form].kind in names.DRAWN
            }
            if letter.kind == "fixed" and any(used[form].kind == "random" for form in drawn):
                way_out = f"declare {tree.value} as random"
                raise Refused(f"{columns[0]}, which is fixed, and computed of what is random", at, way_out=way_out)
            over_ends = letters(self.known.ranges(*names.DRAWN)[index][1]) if index else set()
            needs = {form for part in parts for form in letters(part) if form in used} - drawn | over_ends
            needs = needs.union(*(used[form].on for form in drawn)) - {tree.value}
            if lacks := sorted(needs - {*letter.on}):
                way_out = f"add it to the letters on which {tree.value} depends"
                raise Refused(f"{columns[0]}, which depends on {lacks[0]}", at, way_out=way_out)
            yield tree, Made(how, parts, index, strict), at

    def no_number(self, tree: Tree) -> None:
        """Refuse an index that is a number of a formula and no place of what is drawn: nothing draws it."""
        if tree.op == "letter" and tree.value in self.setting.index:
            raise Refused(f"the index {tree.value} as a number", tree.at, way_out="indices stand at what is drawn")
        for part in tree.parts:
            if tree.op != "member" or part.op != "letter":
                self.no_number(part)

    def a_place(self, place: Tree, index: str) -> bool:
        """Whether a formula is declared as a whole number from 1 to the size of an index."""
        letter = self.known.held.get(place.value) if place.op == "letter" else None
        if letter is None or letter.kind != "integer":
            return False
        size = self.known.ranges(*names.DRAWN)[index][1]
        known = list(self.conditions())
        from_one = ranges(known).get(place.value, REALS).low >= 1
        return from_one and any(one.relation in ("<=", "<") and (one.left, one.right) == (place, size) for one in known)

    def methods(self) -> Iterator[tuple[str, Any, Place]]:
        """What the method says of what it computes: a definition, a law, or that nothing is less."""
        for tree, made, at in self.method():
            label = f"method {tree.value}"
            self.taken(label, at)
            thing, parts = self.setting.term(tree), [self.setting.term(part) for part in made.of]
            place = f"line {at.line} of the page"
            if made.how == "equals":
                yield label, Definition(thing, parts[0]), at
            elif made.how in ("least", "largest"):
                here = put(parts[0], {self.setting.index[made.index]: thing})
                sides = (here, parts[0]) if made.how == "least" else (parts[0], here)
                yield label, Granted(always(Statement(sides[0], "<=", sides[1])), f"the method, {place}"), at
            else:
                for said in self.known_of(tree, made):
                    yield f"{label} {said.property}", said, at

    def known_of(self, tree: Tree, made: Made) -> Iterator[Any]:
        """The laws that what is computed has."""
        thing, parts = self.setting.term(tree), [self.setting.term(part) for part in made.of]
        if made.how == "fails":
            yield law(thing, "indicator", Statement(parts[0], "<" if made.strict else "<=", parts[1]))
            yield law(thing, "bounded", 0, 1)
        elif made.how in ("median", "in place"):
            each = Family(parts[0], self.setting.index[made.index])
            yield law(thing, "median", each) if made.how == "median" else law(thing, "order statistic", each, parts[1])

    def member(self, source: str, at: Place) -> Any:
        """A member of what is drawn, at free indices."""
        tree = self.formula(source, at)
        if tree.op != "member":
            raise Refused(f"{source!r} is none of what is drawn", at, way_out="write X_i, as it is declared")
        return self.setting.term(tree)

    def one_relation(self, source: str, at: Place) -> Fact:
        """The one relation of a formula in which indices may be free."""
        found = self.free(lambda: reading.display(source, self.known, at))
        if len(found.facts) != 1 or found.conditions:
            raise Refused(f"{source!r}, which is not one relation", at, way_out="write one, without conditions")
        self.with_value(found.facts[0].left, found.facts[0].right)
        return found.facts[0]

    def an_index(self, source: str, at: Place) -> Index:
        form = names.form_of(source, at)
        if form not in self.setting.index:
            raise Refused(f"{source!r} is no index", at, way_out=f"indices are {', '.join(self.setting.index)}")
        return self.setting.index[form]

    def formula(self, source: str, at: Place) -> Tree:
        """A formula in which indices may be free."""
        tree = self.free(lambda: reading.formula(source, self.known, at))
        self.with_value(tree)
        return tree

    def with_value(self, *trees: Tree) -> None:
        """Refuse formulas that may have no value: the terms of the calculus cancel what has none."""
        known = ranges(self.conditions())
        for tree in trees:
            refuse_without_value(tree, known)

    def free(self, read: Any) -> Any:
        before = self.known.running
        self.known.running = {**before, **self.known.ranges(*names.DRAWN)}
        try:
            return read()
        finally:
            self.known.running = before

    def drawn(self, error: Tree) -> Drawn:
        """The world above, as the function that draws the error in it."""
        made: dict[str, Law] = {}
        for columns, at in self.rows("world", 2, 3):
            tree = self.formula(columns[0], at)
            if tree.op != "member" or tree.value in made or self.known.held[tree.value].within:
                raise Refused(f"{columns[0]!r} in the world", at, way_out="a line for each of what is drawn, once")
            kind, fixed = columns[1], self.known.held[tree.value].kind == "fixed"
            copied = kind.startswith("copied ")
            kind = kind.removeprefix("copied ")
            if (kind in FIXED) != fixed or kind not in DRAWN_LAWS or (copied and fixed):
                way_out = (
                    f"known are {', '.join(sorted(DRAWN_LAWS))}; {' and '.join(sorted(FIXED))} are for what is fixed"
                )
                raise Refused(f"the law {columns[1]!r} of {columns[0]}", at, way_out=way_out)
            given = tuple(self.formula(part, at) for part in commas(columns[2] if len(columns) > 2 else ""))
            if len(given) != DRAWN_LAWS[kind].parameters:
                rule = f"{len(given)} parameters of {kind}; it has {DRAWN_LAWS[kind].parameters}"
                raise Refused(rule, at, way_out="mend one of the two")
            moved = {*self.setting.index} | {form for form, one in self.known.held.items() if one.kind == "random"}
            if wrong := sorted({form for one in given for form in letters(one)} & (moved - {*self.plainly(given)})):
                way_out = "a parameter is a number for all members, or one of what is fixed"
                raise Refused(f"{wrong[0]} in the law of {columns[0]}", at, way_out=way_out)
            made[tree.value] = Law(kind, given, tuple(part.value for part in tree.parts), copied)
        computed: list[tuple[str, Made]] = []
        for tree, how, at in self.method():
            if tree.value in made or tree.value in dict(computed):
                raise Refused(f"{tree.value} computed and drawn", at, way_out="keep one")
            unknown = {form for part in how.of for form in letters(part)} & {*self.setting.kinds} - {
                *made,
                *dict(computed),
            }
            if unknown:
                raise Refused(
                    f"{sorted(unknown)[0]} in the method, which stands nowhere above", at, way_out="write it first"
                )
            computed.append((tree.value, how))
        wanted = [one for one in self.known.held.values() if one.kind in names.DRAWN and one.form not in dict(computed)]
        for one in wanted:
            if one.form not in made:
                raise Refused(
                    f"no law of {one.form} in the world", one.at, way_out="write how it is drawn under 'world'"
                )
        sizes = {form: high for form, (_, high) in self.known.ranges(*names.DRAWN).items()}
        called = {form: symbol.name for form, symbol in self.setting.symbols.items()}
        values = {form: one.within for form, one in self.known.held.items() if one.within}
        return Drawn(
            error, tuple(sorted(made.items())), tuple(sorted(sizes.items())), tuple(sorted(called.items())),
            tuple(computed), tuple(sorted(values.items())),
        )  # fmt: skip

    def plainly(self, given: Sequence[Tree]) -> Iterator[str]:
        """The indices that stand in parameters as those of what is fixed alone."""
        for tree in given:
            if tree.op == "member" and self.known.held[tree.value].kind == "fixed":
                yield from (part.value for part in tree.parts)

    def world_laws(self) -> Iterator[Any]:
        """The laws that the world has: all numbers in it have moments, and so has what is computed of them without a quotient."""
        for columns, at in self.rows("laws", 2, 3):
            if columns[1] == INTEGRABLE and self.has_moments(tree := self.formula(columns[0], at)):
                yield law(self.setting.term(tree), INTEGRABLE)
        for tree, made, _ in self.method():
            yield from self.known_of(tree, made)
            for part in tree.parts:
                if made.how in ("equals", "fails") and self.apart(made.of, part.value):
                    yield law(Family(self.setting.term(tree), self.setting.index[part.value]), "independent")
            if tree.value in self.chances and all(self.apart(made.of, part.value) for part in tree.parts):
                yield law(self.setting.term(tree), "mean", self.setting.symbols[self.chances[tree.value]])
        for columns, at in self.rows("world", 2, 3):
            if columns[1] in FIXED:
                continue
            tree = self.formula(columns[0], at)
            thing = self.setting.term(tree)
            given = [
                self.setting.term(self.formula(part, at)) for part in commas(columns[2] if len(columns) > 2 else "")
            ]
            for property_, *parameters in DRAWN_LAWS[columns[1].removeprefix("copied ")].has(*given):
                yield law(thing, property_, *parameters)
            alike = len(tree.parts) == 1 and "member" not in {
                op for one in self.world[tree.value][1] for op in operations(one)
            }
            for part in tree.parts if not columns[1].startswith("copied ") else ():
                for property_ in ("independent", "identically distributed", "exchangeable")[: 3 if alike else 1]:
                    yield law(Family(thing, self.setting.index[part.value]), property_)

    def apart(self, of: Sequence[Tree], index: str) -> bool:
        """Whether formulas at two values of an index are made of draws that are alike, and independent of each other."""
        for part, bound in (found for tree in of for found in members(tree)):
            declared = [form for form, _, _ in self.known.held[part.value].over]  # X_{ji} is of the draws of X_{ij}
            runs = index not in bound and any(
                one.op == "letter" and one.value == index == form
                for one, form in zip(part.parts, declared, strict=True)
            )
            if part.value in self.computed:
                if not (runs and self.apart(self.computed[part.value].of, index)):
                    return False
                continue
            kind, given = self.world[part.value]
            drawn = self.known.held[part.value].kind == "random"
            if any("member" in operations(one) for one in given) or (
                drawn and (not runs or kind.startswith("copied "))
            ):
                return False
            if not drawn and kind != "constant":
                return False
        return True

    @cached_property
    def world(self) -> dict[str, tuple[str, tuple[Tree, ...]]]:
        """How each of what is drawn is drawn, by its form: a law by name, and its parameters."""
        return {
            self.formula(columns[0], at).value: (
                columns[1], tuple(self.formula(part, at) for part in commas(columns[2] if len(columns) > 2 else ""))
            )
            for columns, at in self.rows("world", 2, 3)
        }  # fmt: skip

    @cached_property
    def chances(self) -> dict[str, str]:
        """Letters that only name the mean of an indicator, by the form of that: ``I_j | mean | q``."""
        shown = {tree.value for tree, made, _ in self.method() if made.how == "fails"}
        found = {}
        for columns, at in self.rows("laws", 2, 3):
            tree = self.formula(columns[0], at) if columns[1] == "mean" and len(columns) == 3 else None
            mean = (
                self.formula(columns[2], at)
                if tree is not None and tree.op == "member" and tree.value in shown
                else None
            )
            ranged = {form for one in self.conditions() for form in letters_of(one)}
            if tree is None or mean is None or mean.op != "letter" or mean.value in ranged:
                continue
            if mean.value not in self.needed(tree.value):
                found[tree.value] = mean.value
        return found

    def has_moments(self, tree: Tree) -> bool:
        """Whether a formula grows as a power of what is drawn of which its laws have the moment."""
        order = self.order(tree)
        return order is not None and all(order < below for below in self.moments(tree))

    def order(self, tree: Tree) -> Any:
        """A power of what is drawn that a formula is at most, but for constants; None where none is seen."""
        drawn = {form for form, one in self.known.held.items() if one.kind in names.DRAWN}
        if not letters(tree) & drawn:
            return 0
        parts = tree.parts
        if tree.op == "member":
            made = self.computed.get(tree.value)
            if made is None:
                return 1 if tree.value in self.world else None
            if made.how == "equals":
                return self.order(made.of[0])
            return self.order(made.of[0]) if made.how in ("median", "in place") else 0
        if tree.op == "div":
            return None if letters(parts[1]) & drawn else self.order(parts[0])
        if tree.op == "pow":
            exponent, order = constant(parts[1]), self.order(parts[0])
            natural = exponent is not None and exponent >= 0 and exponent.denominator == 1
            return order * exponent if natural and order is not None else None
        orders = [self.order(part) for part in (parts[2:] if tree.op in ("sum", "largest") else parts)]
        if None in orders or tree.op not in ("sum", "largest", "add", "neg", "mul", "abs", "min", "max"):
            return None
        return sum(orders) if tree.op == "mul" else max(orders)

    def moments(self, tree: Tree) -> Iterator[float]:
        """Below which order each law behind a formula has moments."""
        for part in nodes(tree):
            if part.op == "member" and part.value in self.computed:
                for one in self.computed[part.value].of:
                    yield from self.moments(one)
            elif part.op == "member" and part.value in self.world:
                yield DRAWN_LAWS[self.world[part.value][0].removeprefix("copied ")].moments

    @cached_property
    def computed(self) -> dict[str, Made]:
        """How each of what is computed is computed, by its form."""
        return {tree.value: made for tree, made, _ in self.method()}

    def points(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The points at which the world is drawn, ``n = 100, p = 1/2``."""
        if not self.page.front.get("runs"):
            raise Refused(
                "no runs", Place(1, 1), way_out="write 'runs: |' above, and below it a point, as n = 100, p = 1/2"
            )
        for columns, at in self.rows("runs", 1, 1):
            point: dict[str, Any] = {}
            for part in commas(columns[0]):
                form, _, value = part.partition("=")
                form = names.form_of(form, at)
                tree = reading.formula(value, self.known, at)
                letter = self.known.get(form)
                if (
                    letter is None
                    or letter.kind not in ("real", "integer")
                    or letter.equals is not None
                    or form in point
                ):
                    raise Refused(f"{part!r} in a run", at, way_out="give each letter of the statement one number")
                if letters(tree):
                    raise Refused(f"{part!r} in a run", at, way_out="write a number")
                point[form] = self.a_number(tree, {}, at)
                if letter.kind == "integer" and not point[form].is_integer():
                    raise Refused(f"{part!r} in a run", at, way_out=f"{form} is a whole number")
            for one in self.conditions():
                if letters_of(one) <= point.keys():
                    low, high = (self.a_number(side, point, at) for side in (one.left, one.right))
                    if not {"<=": low <= high, "<": low < high, "==": low == high, "!=": low != high}[one.relation]:
                        raise Refused(f"a run at which {said_of(one)} fails", at, way_out="mend the point")
            if missing := sorted(self.needed() - {*self.chances.values()} - point.keys()):
                raise Refused(
                    f"a run without {', '.join(missing)}", at, way_out="give each letter of the statement a number"
                )
            sizes = [self.a_number(high, point, at) for _, high in self.known.ranges(*names.DRAWN).values()]
            if math.prod(sizes) > LARGEST:
                raise Refused(f"more than {LARGEST:,} draws in a run", at, way_out="take smaller numbers")
            yield f"line {at.line}", point

    @staticmethod
    def a_number(tree: Tree, point: dict[str, Any], at: Place) -> float:
        try:
            return number_of(tree, point)
        except ValueError as wrong:
            raise Refused(
                f"{bracketed(tree)} in a run ({wrong})"[:200], at, way_out="write numbers of ordinary size"
            ) from None

    def needed(self, named: str = "") -> set[str]:
        """The letters of the statement, of the laws but that of the mean of one form, of the method and of the world."""
        found: set[str] = set()
        for fact_ in self.stated_facts:
            found |= letters_of(fact_)
        found |= letters(self.stated_failure)
        for letter in self.known.held.values():
            if letter.kind in names.DRAWN:
                found |= {*letter.on}.union(*(letters(high) for _, _, high in letter.over))
        for _, made, _ in self.method():
            found = found.union(*map(letters, made.of))
        for key in ("laws", "world"):
            for columns, at in self.rows(key, 2, 3):
                if key == "laws" and named and columns[1] == "mean" and self.formula(columns[0], at).value == named:
                    continue
                for part in commas(columns[2] if len(columns) > 2 else ""):
                    found |= letters(self.formula(part, at))
        drawn = {one.form for one in self.known.held.values() if one.kind in names.DRAWN}
        return found - drawn - {*self.setting.index}

    def numbers(self, point: dict[str, Any]) -> dict[str, Any]:
        named = {self.setting.symbols[form].name: value for form, value in point.items()}
        return {
            name: int(value) if float(value).is_integer() and abs(value) >= 1 else float(value)
            for name, value in named.items()
        }

    def conditions(self) -> Iterator[Fact]:
        return (one.fact for one in self.domains if one.fact is not None)

    def letter(self, form: str, value: Any) -> Letter:
        """A letter of the claim, with its own conditions, and the values of its run."""
        one = self.known.held[form]
        mine = tuple(as_sympy(self.setting.relation(c)) for c in self.conditions() if letters_of(c) == {form})
        symbol = self.setting.symbols[form]
        integer = one.kind == "integer"
        return Letter(
            symbol, one.meaning, mine, (float(value), float(value)) if mine else (), one.form, integer=integer
        )

    def trivial(self) -> Any:
        given = self.page.front.get("trivial")
        if not given:
            raise Refused(
                "no trivial bound", Place(1, 1), way_out="write 'trivial: 1' above: what holds without any data"
            )
        source, at = given[0]
        tree = reading.formula(source, self.known, at)
        self.with_value(tree)
        return self.setting.term(tree)

    # What the statement says.

    def stated(self) -> Event:
        """The one event of the statement: its error is at most a bound without anything drawn in it."""
        found = [*sentences(self.page.statement)]
        if len(found) != 1 or not STATED.fullmatch(found[0].words()):
            at = found[0].pieces[0].at if found else self.page.statement.at
            rule = "a statement that is no single event"
            raise Refused(
                rule, at, way_out="write 'With probability at least $1 - \\delta$,' and one display of one relation"
            )
        label = (
            self.page.statement.label
            or next((p.label for p in found[0].pieces if p.kind == "display"), "")
            or "statement"
        )
        stated = self.event(found[0], label, free=False)
        if len(stated.facts) != 1 or stated.facts[0].relation != "<=":
            rule = "a statement that is no bound of an event or a mean"
            raise Refused(rule, stated.at, way_out="one relation with \\le, and a probability or \\mathbb{E}[...]")
        if (stated.failure is None) != (stated.facts[0].left.op == "expectation"):
            rule = "a statement without a probability" if stated.failure is None else "a probability of an expectation"
            raise Refused(
                rule, stated.at, way_out="write 'With probability at least $1 - \\delta$,', or \\mathbb{E}[...]"
            )
        self.taken(label, stated.at)
        drawn = {form for form, one in self.known.held.items() if one.kind in names.DRAWN}
        bound = stated.facts[0]
        if (
            "expectation" in operations(bound.right)
            or letters(bound.right) & (drawn | {*self.setting.index})
            or not letters(bound.left) & drawn
        ):
            raise Refused(
                "a bound on whose right something is drawn", bound.at, way_out="what is drawn stands on the left"
            )
        if letters(bound.left) & {*self.setting.index}:
            raise Refused("an index of the statement that is free", bound.at, ["some", "all of them"], r"write \max_j")
        self.no_number(bound.left)
        self.stated_facts, self.stated_failure = (
            stated.facts,
            stated.failure or Tree("number", (), Fraction(0), stated.at),
        )
        self.lines.append((stated.at, label, stated.line))
        return stated

    def error(self, left: Tree) -> tuple[tuple[Any, Any] | None, Any]:
        """The error of the statement: of a largest one, that of the worst value of the index, which is random."""
        if left.op != "largest":
            if "largest" in operations(left):
                raise Refused("\\max inside of a formula", left.at, way_out="it stands before all of the left side")
            return None, self.setting.term(left)
        index = self.setting.index[left.value]
        on = tuple(sorted(index.size.free_symbols, key=str)) + tuple(
            sorted((one.size for one in self.setting.index.values() if one != index and one.size.is_Symbol), key=str)
        )
        worst = quantity(
            f"worst {index}", "the index at which it is largest", tuple(dict.fromkeys(on)), DATA, range=index.size
        )
        return (index, worst), put(self.setting.term(left.parts[2]), {index: worst})

    # What the proof says.

    def facts(self) -> Iterator[Any]:
        """The facts of the proof, in its order."""
        assert self.page.proof is not None
        for sentence in sentences(self.page.proof):
            words = sentence.words()
            kinds = [piece.kind for piece in sentence.pieces]
            lemmas = [piece for piece in sentence.pieces if piece.kind == "lemma"]
            if "display" in kinds:
                if not SHOWN.fullmatch(words):
                    raise Refused(
                        f"the words {shown_words(sentence)!r} around a display", sentence.pieces[0].at,
                        way_out=named_lemma(sentence) or WAY_OUT,
                    )  # fmt: skip
                yield self.shown_fact(sentence, words, lemmas)
                continue
            for piece in sentence.pieces:
                if piece.kind == "inline" and related(piece):
                    raise Refused(
                        "a relation in the text of a proof, which nothing checks", piece.at, way_out="display it"
                    )
                if piece.kind == "word" and piece.text.lower() in CONDITIONAL:
                    raise Refused(f"{piece.text!r} in a sentence that is not understood", piece.at, way_out=WAY_OUT)
            cited = self.cited(sentence)
            if cited and len(lemmas) > 1:
                readings = ["of the first", "of all of them"]
                raise Refused("a reference beside two lemmas", lemmas[1].at, readings, "write a sentence for each")
            for piece in lemmas:
                rule, called = self.instance(piece)
                label = next(
                    one for k in range(1, 99) if (one := called if k == 1 else f"{called} {k}") not in self.labels
                )
                self.taken(label, piece.at)
                yield fact(label, rule, by=cited or None)

    def shown_fact(self, sentence: Sentence, words: str, lemmas: list[Piece]) -> Any:
        """The fact of a sentence with a display."""
        display = next(piece for piece in sentence.pieces if piece.kind == "display")
        label = display.label or f"line {display.at.line}"
        said = self.event(sentence, label, free=True)
        cited = self.cited(sentence)
        rules: list[Any] = [self.instance(piece)[0] for piece in lemmas]
        if " M " in f" {words} ":
            rules.append(self.choice(sentence))
        if "by a union over" in words:
            over = [piece.text.lower() for piece in sentence.pieces].index("over")
            piece = sentence.pieces[over + 1]
            rules.append(ForAll(self.an_index(piece.text, piece.at)))
        if "by a mean over" in words:
            over = [piece.text.lower() for piece in sentence.pieces].index("over")
            piece = sentence.pieces[over + 1]
            rules.append(Averaged(self.an_index(piece.text, piece.at)))
        if "taking expectations" in words:
            rules.append(Expected())
            cited += tuple(label for label in self.labels if label.startswith(f"{INTEGRABLE} ")) if cited else ()
        if len(rules) > 1:
            raise Refused("a fact by two rules", display.at, way_out="write a sentence with a display for each")
        self.taken(label, display.at)
        relations = [self.setting.relation(one) for one in said.facts]
        every = [self.setting.index[form] for form in said.every]
        says: Any = always(*relations)
        if said.failure is not None:
            says = event(*relations, failure=self.setting.term(said.failure), every=every)
        elif every:
            raise Refused(
                "'for all' of what always holds", said.at, way_out="an index that is free runs over all its values"
            )
        self.lines.append((said.at, label, said.line))
        return fact(label, *rules, says, by=cited or None)

    def choice(self, sentence: Sentence) -> Choice:
        """``t = ...``: a value for a letter of the proof, or for an index."""
        piece = next(p for p in sentence.pieces if p.kind == "inline" and related(p))
        one = self.one_relation(piece.text, piece.at)
        if one.relation != "==" or one.left.op != "letter":
            raise Refused(f"{piece.text!r} is no choice", piece.at, way_out="write $t = ...$")
        return Choice(self.setting.term(one.left), self.setting.term(one.right))

    def cited(self, sentence: Sentence) -> tuple[str, ...]:
        """The labels that a sentence names."""
        found = [piece for piece in sentence.pieces if piece.kind == "reference"]
        for piece in found:
            if piece.text not in self.labels:
                rule = f"a reference to {piece.text[:40]!r}, which labels nothing above"
                raise Refused(rule, piece.at, way_out="label the display")
        return tuple(dict.fromkeys(piece.text for piece in found))

    def instance(self, piece: Piece) -> tuple[Any, str]:
        """A lemma of the library with its objects, ``hoeffding: X = X_i, index = i, low = 0``."""
        called, _, rest = piece.text.partition(":")
        called = called.strip().replace("_", " ")  # as docs/lemmas.md writes them
        entry = LIBRARY.get(called)
        if entry is None:
            raise Refused(f"the lemma {called[:40]!r}", piece.at, way_out="the names of all are in docs/lemmas.md")
        objects: dict[str, Any] = {}
        for part in commas(rest):
            key, equals, source = part.partition("=")
            if not equals or key.strip() in objects or not key.strip().isidentifier():
                wanted = ", ".join(entry.objects)
                way_out = f"write name = formula, once each; it takes {wanted}"
                raise Refused(f"{part!r} at a lemma", piece.at, way_out=way_out)
            objects[key.strip()] = self.object(source, piece.at)
        if "given" in entry.objects:
            objects.setdefault("given", frozenset())
        try:
            rule = entry.lemma(**objects)
            rule.stated()
        except Refused:
            raise
        except Exception as wrong:  # what a lemma makes of objects of another kind
            wanted = ", ".join(entry.objects)
            raise Refused(
                f"{called} of other objects ({wrong})"[:200], piece.at, way_out=f"it takes {wanted}"
            ) from None
        return rule, called

    def object(self, source: str, at: Place) -> Any:
        if any(token.text in reading.RELATIONS and depth == 0 for token, depth in reading.depths(tokens(source, at))):
            return self.setting.relation(self.one_relation(source, at))
        tree = self.formula(source, at)
        return self.setting.term(tree)

    def event(self, sentence: Sentence, label: str, *, free: bool) -> Event:
        """What the display of a sentence says, with the probability that stands before or in it."""
        display = next(piece for piece in sentence.pieces if piece.kind == "display")

        def read() -> tuple[tuple[Fact, ...], Tree | None, str]:
            return probable(display, self.known)

        facts, failure, shown = self.free(read) if free else read()
        every: tuple[str, ...] = ()
        for k, piece in enumerate(sentence.pieces):
            before = " ".join(p.text.lower() for p in sentence.pieces[max(0, k - 4) : k])
            if piece.kind == "inline" and before.endswith("with probability at least"):
                if failure is not None:
                    raise Refused("two probabilities", piece.at, way_out="write one of them")
                failure = complement(reading.formula(piece.text, self.known, piece.at))
            elif piece.kind == "inline" and before.endswith("for all"):
                found = tuple(names.form_of(part, piece.at) for part in commas(piece.text))
                if not free or not {*found} <= {*self.setting.index}:
                    raise Refused(f"for all {piece.text}", piece.at, way_out="an index is meant here")
                every = found
        if not free:
            self.shown = shown
        sides = (side for one in facts for side in (one.left, one.right))
        self.with_value(*sides, *([] if failure is None else [failure]))
        return Event(facts, failure, display.at, label, every)

    def taken(self, label: str, at: Place) -> None:
        if word := VERDICTS.search(re.sub(r"[_.:-]", " ", label)):
            raise Refused(
                f"{word[0]!r} in a label", at, way_out="whether it is so is found, and not written; leave the word out"
            )
        if label in self.labels:
            raise Refused(f"the label {label} a second time", at, way_out="labels differ")
        self.labels[label] = at


# Displays with a probability.


def probable(display: Piece, known: Letters) -> tuple[tuple[Fact, ...], Tree | None, str]:
    r"""The relations of a display, how likely they fail, and its source: of ``\Pr(a \le b) \ge 1 - \delta`` and the like."""
    found = reading.stripped(tokens(display.text, display.at))
    start, event_of = chance(found)
    if not start:
        read = reading.display(display.text, known, display.at)
        if read.conditions:
            raise Refused(
                "a condition behind a display of a derivation", display.at, way_out="conditions stand in the letters"
            )
        return read.facts, None, display.text
    depth, end = 0, start
    for end in range(start, len(found)):
        depth += (found[end].text in reading.OPEN) - (found[end].text in reading.CLOSE)
        if depth == 0:
            break
    inside, rest = found[start + 1 : end], found[end + 1 :]
    if inside and inside[-1].text in {*reading.RIGHT, *reading.SIZED}:
        inside = inside[:-1]
    if found[start].text not in ("(", "[", "\\{") or depth or not rest:
        raise Refused(
            f"{event_of} without brackets and a bound", found[0].at, way_out=r"write \Pr(a \le b) \ge 1 - \delta"
        )
    sign, right = rest[0], reading.formula_of(rest[1:], known, rest[0].at)
    facts = tuple(reading.chain(inside, known, inside[0].at if inside else found[0].at))
    if sign.text in ("\\ge", "\\geq"):
        return facts, complement(right), source_of(display, inside)
    if sign.text in ("\\le", "\\leq") and len(facts) == 1 and facts[0].relation == "<":
        one = facts[0]
        return (Fact("<=", one.right, one.left, one.at),), right, source_of(display, inside)
    raise Refused(
        f"{sign.text} behind a probability",
        sign.at,
        way_out=r"read are \Pr(a \le b) \ge 1 - \delta, and \Pr(a > b) \le \delta",
    )


def chance(found: Sequence[Token]) -> tuple[int, str]:
    """Where the bracket behind a sign of probability begins, and the sign; 0 where there is none in front."""
    first = "".join(token.text for token in found[:4])
    start = 1 if found and found[0].text == "\\Pr" else 4 if first == "\\mathbb{P}" else 0
    while start and start < len(found) and found[start].text in {*reading.LEFT, *reading.SIZED}:
        del found[start]  # type: ignore[attr-defined]
    return (start, "\\Pr") if start and start < len(found) else (0, "")


def complement(tree: Tree) -> Tree:
    """One less a probability; of ``1 - f`` it is f."""
    if tree.op == "add" and len(tree.parts) == 2 and bracketed(tree.parts[0]) == "1" and tree.parts[1].op == "neg":
        return tree.parts[1].parts[0]
    one = Tree("number", (), sympy.Rational(1), tree.at)
    return Tree("add", (one, Tree("neg", (tree,), None, tree.at)), None, tree.at)


def source_of(display: Piece, inside: Sequence[Token]) -> str:
    return " ".join(token.text for token in inside)


def printed_side(source: str) -> str:
    """What stands before the first relation of a display, as it is typed."""
    found = tokens(source)
    depth = 0
    made: list[str] = []
    for token in found:
        depth += (token.text == "{") - (token.text == "}")
        if token.text in reading.RELATIONS and depth == 0:
            break
        made.append(("" if not token.gap and made and not made[-1].startswith("\\") else " ") + token.text)
    return "".join(made).strip()


def named_lemma(sentence: Sentence) -> str:
    """How to cite the lemma of the library that a sentence names in words; empty where it names none."""
    words = {piece.text.lower().removesuffix("'s") for piece in sentence.pieces if piece.kind == "word"}
    called = next((name for name in LIBRARY if name.split(" ")[0] in words), "")
    objects = ", ".join(f"{one} = ..." for one in LIBRARY[called].objects) if called else ""
    return f"cite the library's, {{lemma}}`{called}: {objects}`; docs/lemmas.md says what it supposes" if called else ""


def shown_words(sentence: Sentence) -> str:
    return " ".join(piece.text for piece in sentence.pieces if piece.kind != "display")[:60]


def commas(text: str) -> list[str]:
    """The parts of a text between commas outside of brackets."""
    made, depth = [""], 0
    for char in text:
        depth += (char in "{([") - (char in "})]")
        if char == "," and not depth:
            made.append("")
        else:
            made[-1] += char
    return [part.strip() for part in made] if text.strip() else []


def operations(tree: Tree) -> set[str]:
    return {tree.op}.union(*map(operations, tree.parts))


def members(tree: Tree, bound: frozenset[str] = frozenset()) -> Iterator[tuple[Tree, frozenset[str]]]:
    """Each member of what is drawn in a formula, with the indices that are bound where it stands."""
    if tree.op == "member":
        yield tree, bound
    for part in tree.parts:
        yield from members(part, bound | {tree.value} if tree.op in BIG else bound)


def letters_of(one: Fact) -> set[str]:
    return letters(one.left) | letters(one.right)


def as_sympy(said: Statement) -> Any:
    kind = {"<=": sympy.Le, "<": sympy.Lt, "==": sympy.Eq, "!=": sympy.Ne}[said.relation]
    return kind(said.lhs, said.rhs, evaluate=False)
