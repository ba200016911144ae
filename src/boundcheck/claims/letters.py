"""The letters of a paper: declared once each, with their ranges, their print, and where sweeps and searches move them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, Literal

import sympy

from boundcheck.symbolic.latex import latex
from boundcheck.symbolic.notation import (
    FUNCTIONS,
    PRIME,
    SPACES,
    Above,
    Below,
    Bracket,
    Face,
    Fraction,
    Node,
    Nodes,
    Root,
    Sign,
    has_terms,
    is_relation,
    objection,
    parse,
    parts,
)
from boundcheck.symbolic.notation import GREEK as GREEK_LETTERS
from boundcheck.symbolic.notation import Word as Upright

from .experiment import Axis, Sweep
from .fields import Domain, Expression, Malformed, Sampled, Word, expression, several
from .values import Unfit, by_kind

# What a letter may be printed as: a sign of its own, and no number, relation, or formula of the letters beside it.

_NUMBERS = frozenset({"e", "\\pi", "pi"})  # where they stand bare: with a mark, an index, an accent or an argument they are letters
_LETTERS = frozenset({"ell", "nabla", "hbar", "partial"}) | GREEK_LETTERS.keys()
_ACCENTS = frozenset({"hat", "tilde", "overline", "dot", "vec"})
_MARKS = frozenset({"*", "\\star", "\\dagger", "+", "-"})  # above a letter, which make another letter of it
_SIGNS = frozenset({"+", "-", "*", "/", "!", ",", "\\cdot", "\\times", "\\infty"})


def fault(print_: str) -> str:
    """Why a print is none of a letter, whatever stands beside it; empty where it is one."""
    if wrong := objection(print_):
        return wrong
    nodes = _bare(parse(print_))
    if not _has_letter(nodes):
        return f"{print_!r} reads as a number or a sign; print a letter"
    if any(map(is_relation, nodes)):
        return f"{print_!r} reads as a relation; print a letter, and state the relation"
    return ""


def _bare(nodes: Nodes) -> Nodes:
    """Without spaces, and without the brackets around all of it."""
    seen = tuple(node for node in nodes if not (isinstance(node, Sign) and node.said[1:] in SPACES))
    return _bare(seen[0].inside) if len(seen) == 1 and isinstance(seen[0], Bracket) and seen[0].left == "(" else seen


def _has_letter(nodes: Nodes) -> bool:
    """Whether a sign is no number: e and pi are letters by what stands at them, as in e_1, pi', pi^*, pi(1)."""
    for node, after in zip(nodes, (*nodes, None)[1:], strict=True):
        match node:
            case Sign(said) if said in _NUMBERS:
                if after == PRIME or isinstance(after, Below | Bracket) or _marks(after):
                    return True
            case Sign(said):
                if said.isalpha() or said[1:] in _LETTERS:
                    return True
            case Upright(said, _):
                if said.strip() not in _NUMBERS and any(map(str.isalpha, said)):
                    return True
            case Face(mark, (Sign(said),)) if said in _NUMBERS:
                if mark in _ACCENTS:
                    return True
            case _:
                if any(map(_has_letter, parts(node))):
                    return True
    return False


def _marks(node: Node | None) -> bool:
    """Whether what stands above a letter makes another letter of it, and is no power."""
    return isinstance(node, Above) and any(isinstance(one, Sign) and one.said in _MARKS for one in node.inside[-1:])


def ambiguous(shown: Mapping[str, str], defined: Collection[str], given: Collection[sympy.Basic]) -> Iterator[str]:
    """What of the letters of one statement reads as something else, in words.

    Parameters
    ----------
    shown : mapping of str to str
        The letters of its sides, as they are printed.
    defined : collection of str
        Abbreviations, which are what they equal.
    given : collection of relations
        A condition on a letter and on all of those that its print names says how they lie to each other.
    """
    for name, print_ in shown.items():
        if alike := sorted(other for other, theirs in shown.items() if other > name and _same(theirs, print_)):
            yield f"{name} and {alike[0]} are both printed {print_!r}; give each a print of its own"
        if name in defined:
            continue
        others = {other: theirs for other, theirs in shown.items() if other != name and not _same(theirs, print_)}
        named = term_of(print_, others)
        tied = any({name, *named} <= {symbol.name for symbol in condition.free_symbols} for condition in given)
        if named and not tied:
            yield (
                f"{name} is printed {print_!r}, which reads as a formula of {', '.join(sorted(named))}; say so by equals=, or by a "
                "condition on all of them, or give it another print"
            )


def _same(one: str, other: str) -> bool:
    return _bare(parse(one)) == _bare(parse(other))


def term_of(print_: str, others: Mapping[str, str]) -> set[str]:
    """The letters whose term a print reads as; none where something in it is a sign of its own.

    A letter before a bracket is a function, and one with a mark or an index is another letter.
    """
    known = sorted(((parse(theirs), name) for name, theirs in others.items()), key=lambda pair: -len(pair[0]))
    return _named(parse(print_), known) or set()


def _named(nodes: Nodes, known: Sequence[tuple[Nodes, str]]) -> set[str] | None:
    """The letters of a term; None where something in it is none of them."""
    named: set[str] = set()
    place = 0
    while place < len(nodes):
        found = next(((theirs, name) for theirs, name in known if nodes[place : place + len(theirs)] == theirs), None)
        if found is not None and not _goes_on(nodes[place + len(found[0]) :][:1]):
            place += len(found[0])
            named.add(found[1])
            continue
        node = nodes[place]
        inner = [_named(part, known) for part in parts(node)]
        taken_apart = isinstance(node, Fraction | Root | Above) or (isinstance(node, Bracket) and node.left != "\\|")
        arithmetic = isinstance(node, Sign) and (
            node.said in _SIGNS or node.said[1:] in FUNCTIONS | SPACES.keys() or node.said[0].isdigit()
        )
        if not (arithmetic or taken_apart) or None in inner:
            return None
        named |= set().union(*(one for one in inner if one is not None))
        place += 1
    return named


def _goes_on(after: Nodes) -> bool:
    """Whether what follows makes another letter, or a function, of the one before it."""
    if not after:
        return False
    argument = isinstance(after[0], Bracket) and after[0].left == "(" and not has_terms(after[0].inside)
    return after[0] == PRIME or isinstance(after[0], Below) or _marks(after[0]) or argument


# A letter: what stands for it in code and in print, what it means, and the ranges in which it lies.

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
    latex : str
        The letter of the page, as LaTeX; left out where the name says it: ``epsilon``, ``alpha_1``, ``n``. It is no
        number and no relation; two letters of one statement are not printed alike, nor one as a formula of the others.
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
    latex: str = ""
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
        """A print, a domain or a range that is none of this letter, and a domain of what is an abbreviation."""
        if self.latex and (words := fault(self.latex)):
            yield "latex", words
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


# Where a letter is moved: the values of a sweep and the ends of a search, from the range that the letter is declared with.

FEWEST, MOST = 6, 9  # values of a sweep
DIGITS = 2  # of a value between the ends
DEEPEST = 9  # abbreviations of abbreviations


def grid(
    scale: sympy.Expr, letter: sympy.Symbol, first: float, last: float, *, whole: bool = False
) -> tuple[float, ...]:
    """The values of a sweep: both ends, and between them the logarithm of `scale` in equal steps.

    A slope is fitted to logarithms, so equal steps there are what it wants. The scale has one value for each factor of
    ten, at least six and at most nine. What lies between the ends is rounded to two digits, and to whole numbers for a
    letter that is one.

    Parameters
    ----------
    scale : sympy.Expr
        Of `letter` alone, positive and monotone from `first` to `last`.
    first, last : float
        Different; in the order in which the sweep runs.

    Raises
    ------
    Unfit
        For a range with fewer than two values, or a scale that is no scale on it.
    """
    at, low, high = _function(scale, letter), *sorted((first, last))
    ends = [math.log(_positive(at, end, scale)) for end in (first, last)]
    wanted = min(MOST, max(FEWEST, round(abs(ends[1] - ends[0]) / math.log(10)) + 1))
    steps = [ends[0] + (ends[1] - ends[0]) * k / (wanted - 1) for k in range(1, wanted - 1)]
    between = [_rounded(_inverted(at, step, low, high, scale), whole) for step in steps]
    values = dict.fromkeys([_kept(first, whole), *(v for v in between if low < v < high), _kept(last, whole)])
    if len(values) < 2:
        raise Unfit(f"from {first:g} to {last:g} there is one value; a sweep takes two or more")
    halves = [value for pair in pairwise(values) for value in (pair[0], sum(pair) / 2)]
    scaled = [_positive(at, value, scale) for value in (*halves, last)]
    if sorted(set(scaled), reverse=scaled[0] > scaled[-1]) != scaled:
        raise Unfit(f"{scale} neither rises nor falls from {first:g} to {last:g}; give a scale that does, as scale=1/x")
    return tuple(values)


def rises(scale: sympy.Expr, letter: sympy.Symbol, first: float, last: float) -> bool:
    """Whether a scale is larger at `last` than at `first`."""
    at = _function(scale, letter)
    return _positive(at, last, scale) > _positive(at, first, scale)


def ends(called: str, given: tuple[float, ...]) -> tuple[float, float]:
    """The two ends of a range."""
    if len(given) != 2:
        shown = f"got {given}" if given else f"and {called} is declared without a range"
        raise Unfit(f"a sweep has two ends, {shown}; give them, as over=(10, 1_000)")
    return given[0], given[1]


def alone(
    scale: sympy.Expr,
    letter: str,
    definitions: Mapping[sympy.Symbol, sympy.Expr],
    follow: Mapping[str, Any],
    point: Mapping[str, Any],
) -> sympy.Expr:
    """A scale as a function of `letter` alone: abbreviations written out, what follows it put in, the rest from the point."""
    written = {symbol.name: equals for symbol, equals in definitions.items()}
    known = (
        {name: sympy.sympify(value) for name, value in point.items() if not isinstance(value, str)}
        | written
        | dict(follow)
    )
    known[letter] = sympy.Symbol(letter, real=True)
    for _ in range(DEEPEST):
        found = {symbol: known.get(symbol.name) for symbol in scale.free_symbols}
        if None in found.values():
            missing = ", ".join(sorted(symbol.name for symbol, value in found.items() if value is None))
            raise Unfit(f"{scale} is also of {missing}, and the point says nothing of it; add it to the point")
        if set(found.values()) <= set(found):
            break
        scale = scale.xreplace(found)
    return scale.xreplace(found)


@lru_cache(maxsize=256)
def _function(scale: sympy.Expr, letter: sympy.Symbol) -> Callable[[float], float]:
    if scale == letter:
        return float
    of: Callable[[float], float] = sympy.lambdify([letter], scale, modules="math")
    return of


def _positive(at: Callable[[float], float], value: float, scale: sympy.Expr) -> float:
    try:
        found = float(at(value))
    except (ArithmeticError, ValueError, TypeError):
        found = math.nan
    if not 0 < found < math.inf:
        raise Unfit(
            f"{scale} is not positive at {value:g}, where it has no logarithm; give another range, as over=(1e-4, 1e-2)"
        )
    return found


def _inverted(at: Callable[[float], float], step: float, low: float, high: float, scale: sympy.Expr) -> float:
    """Where the logarithm of the scale is `step`, by halving."""
    if at is float:
        return math.exp(step)
    rising = at(high) > at(low)
    for _ in range(60):
        middle = (low + high) / 2
        below = math.log(_positive(at, middle, scale)) < step
        low, high = (middle, high) if below == rising else (low, middle)
    return (low + high) / 2


def _rounded(value: float, whole: bool) -> float:
    return _kept(float(f"{value:.{DIGITS}g}"), whole)


def _kept(value: float, whole: bool) -> float:
    return round(value) if whole else value


# The letters of a paper: each is declared once, and print, glossary and conditions follow from that line.

NARROW = 100  # ends of whole numbers whose ratio is less are searched evenly


@dataclass(frozen=True)
class Notation(Word):
    r"""The letters of a paper, or of a claim: ``LETTERS | {"q": r"\pi^*"}`` are those of the paper, and q printed so."""

    letters: tuple[Letter, ...] = ()

    def __or__(self, more: Notation | Letter | Mapping[str, str]) -> Notation:
        """These letters and `more`, a mapping being of names to prints; who is declared again means another letter."""
        if isinstance(more, Mapping):
            added = tuple(Letter(sympy.Symbol(name, real=True), latex=shown) for name, shown in more.items())
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
        """A scale as a name."""
        return f"${latex(scale, self.prints)}$"

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
        """LaTeX by name, where it is not the name that is printed."""
        return {letter.name: letter.latex for letter in self.letters if letter.latex}

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
        raise Unfit(f"a tuple of Letter is expected, not {by_kind(value)}; write (Letter(x, latex='x^*'),) for a print")
    return value if isinstance(value, Notation) else Notation(several(Letter)(value))


Letters = Annotated[Any, _notation]
