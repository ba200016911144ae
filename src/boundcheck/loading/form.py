"""The form of a claim: points, callables and words that do not fit together, and what is wrong in a few words."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.claims import Claim, Simulation
from boundcheck.claims.fields import Word, symbols_in, twice, uncallable
from boundcheck.claims.letters import ambiguous
from boundcheck.claims.texts import objection as unset
from boundcheck.symbolic import broken
from boundcheck.symbolic.displays import source_of
from boundcheck.symbolic.latex import letter as printed
from boundcheck.symbolic.notation import objection
from boundcheck.symbolic.plain_letters import refused

# What is wrong with a claim, and the word that was meant.

@dataclass(frozen=True)
class Complaint:
    """What is wrong with a claim.

    Parameters
    ----------
    words : str
        Name, rule, value, way out.
    trail : tuple of str
        Names and keywords that lead to the line, the outermost first.
    function : callable, optional
        Whose line it is, where a function of the claim is at fault.
    """

    words: str
    trail: tuple[str, ...]
    function: Callable[..., Any] | None = None


def near(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or nothing."""
    return next(iter(difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.6)), "")


def suggestion(word: str, known: Iterable[str]) -> str:
    """ "did you mean ...?" or the words that there are."""
    known = sorted(known)
    close = near(word, known)
    return f"did you mean {close!r}?" if close else f"there are: {', '.join(known)}"


# Functions of a claim as other processes and the study see them: their names, and the keywords that they take.

def nameless(function: Callable[..., Any]) -> str:
    """Why other processes do not find a function by its name, or nothing."""
    name = getattr(getattr(function, "func", function), "__qualname__", "")
    if "<lambda>" in name:
        return "a lambda has no name by which other processes find it; write def errors(rng, repeats, *, n, **point)"
    if "<locals>" in name and not hasattr(function, "__self__"):
        return f"{called(function)} is defined inside a function, where other processes do not find it; move it out"
    return ""


def without_repr(experiment: Any) -> str:
    """Why nobody can tell two experiments of a class apart, or nothing."""
    kind = type(experiment)
    if kind.__repr__ is not object.__repr__:
        return ""
    return (
        f"{kind.__name__}() does not say what it consists of; put @dataclass(frozen=True) above class {kind.__name__}"
    )


def keywords(function: Callable[..., Any]) -> tuple[set[str], set[str], bool]:
    """Names that a function of ``(rng, repeats, **point)`` takes, those that it must have, and whether it takes any."""
    try:
        listed = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return set(), set(), True
    first = [p for p in listed if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][:2]
    named = [p for p in listed if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p not in first]
    needed = {p.name for p in named if p.default is p.empty}
    return {p.name for p in named}, needed, any(p.kind is p.VAR_KEYWORD for p in listed)


def swapped(function: Callable[..., Any]) -> bool:
    """Whether a function takes the number of replicates before the generator."""
    try:
        return list(inspect.signature(function).parameters)[:2] == ["repeats", "rng"]
    except (TypeError, ValueError):
        return False


def called(function: Callable[..., Any]) -> str:
    return f"{getattr(function, '__name__', 'sample')}()"


# Where a claim is put to samples: every point of its statements, with what is evaluated there.

@dataclass(frozen=True)
class Station:
    """A point at which an experiment runs, with the expressions that are evaluated there and the conditions on it."""

    trail: tuple[str, ...]
    experiment: Any
    point: Mapping[str, Any]
    expressions: Mapping[str, sympy.Expr]
    given: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        """How a message calls it."""
        return f"part {self.trail[0]!r}, {self.trail[-1]!r}"

    @property
    def function(self) -> Callable[..., Any]:
        """What draws the errors."""
        for kind, name in ((Simulation, "errors"), (claims.Paths, "paths"), (claims.Widths, "draws"), (claims.Neighbours, "runs")):
            if isinstance(self.experiment, kind):
                return getattr(self.experiment, name)
        return self.experiment.sample


def stations(claim: Claim) -> Iterator[Station]:
    """Every point of a claim at which something is drawn."""
    for name, statement in statements_of(claim):
        for trail, experiment, point, expressions in statement.stations():
            yield Station((name, *trail), experiment, point, expressions, getattr(statement, "given", ()))


def statements_of(claim: Claim) -> Iterator[tuple[str, Any]]:
    for name, part in claim.parts.items():
        for statement in part.values() if isinstance(part, Mapping) else (part,):
            yield name, statement


def middles(search: Iterable[claims.Axis | claims.Choice]) -> Iterator[dict[str, Any]]:
    """The middle of the axes with the first options, and with every other option in place of the first."""
    axes = [axis for axis in search if isinstance(axis, claims.Axis)]
    choices = [axis for axis in search if isinstance(axis, claims.Choice)]
    first: dict[str, Any] = {choice.name: choice.options[0] for choice in choices}
    for axis in axes:
        log = axis.scale in ("log", "log_integer")
        middle = (axis.low * axis.high) ** 0.5 if log else (axis.low + axis.high) / 2
        first[axis.name] = round(middle) if "integer" in axis.scale else middle
    yield first
    for choice in choices:
        yield from ({**first, choice.name: option} for option in choice.options[1:])


# A point of a claim against its bound, its function, and the conditions under which the bound is stated.

ROUNDING = 1e-9  # by which a rule may miss an entry of its own point


def at_point(station: Station, claim: Claim) -> Iterator[Complaint]:
    """A point against the letters of its bound, the keywords of its function, and the domains of the parameters."""
    if why := nameless(station.function) or without_repr(station.experiment):
        yield Complaint(f"{station.name}: {why}", station.trail, station.function)
        return
    point, said = station.point, f"{station.name}: its point"
    definitions = dict(claim.definitions)
    needs = {s.name: w for w, e in station.expressions.items() for s in e.xreplace(definitions).free_symbols}
    takes, lacks, open_ended = keywords(station.function)
    known = needs.keys() | takes | {parameter.name for parameter in claim.parameters}
    if swapped(station.function):
        words = f"{called(station.function)} takes repeats before rng; the generator comes first: def errors(rng, repeats, ...)"
        yield Complaint(f"{station.name}: {words}", station.trail, station.function)
        return
    if lacks & {"rng", "repeats"}:
        words = f"{called(station.function)} receives a generator and a number first: def errors(rng, repeats, *, n, **point)"
        yield Complaint(f"{station.name}: {words}", station.trail, station.function)
        return
    for name in point.keys() - known:
        close = near(name, known - point.keys())
        if close:
            yield Complaint(f"{said} has {name!r}; did you mean {close!r}?", (*station.trail, name))
            return
    for name, entry in point.items():
        if name in needs and isinstance(entry, str):
            yield Complaint(
                f"{said} has {name} = {entry!r}; {needs[name]!r} depends on it, so it is a number", station.trail
            )
            return
    missing = {name: f"{word!r} depends on it" for name, word in needs.items()}
    missing |= {name: f"{called(station.function)} takes it" for name in lacks}
    for name in sorted(missing.keys() - point.keys()):
        has = ", ".join(sorted(point)) or "nothing"
        yield Complaint(f"{said} lacks {name!r} ({missing[name]}); it has {has}", station.trail)
        return
    if not open_ended and point.keys() - takes:
        extra = ", ".join(sorted(point.keys() - takes))
        words = f"{called(station.function)} is given the whole point, also {extra}; end its arguments with **point"
        yield Complaint(words, station.trail, station.function)
    elif wrong := uncallable(station.function, (None, None), point):
        words = f"{called(station.function)} is called with (rng, repeats, **point): {wrong}"
        yield Complaint(f"{words}; write def errors(rng, repeats, *, n, **point)", station.trail, station.function)
    for parameter in claim.parameters:
        if parameter.name in point and (rule := _broken(parameter, point[parameter.name])):
            words = f"{said} has {parameter.name} = {point[parameter.name]:g}; {parameter.meaning} must {rule}"
            yield Complaint(words, station.trail)


def outside(station: Station, claim: Claim) -> Iterator[Complaint]:
    """A point that breaks a condition under which its bound is stated: what happens there says nothing of the bound."""
    for condition in broken(station.given, station.point, claim.definitions):
        letters = sorted({symbol.name for symbol in condition.free_symbols} & station.point.keys())
        at = ", ".join(f"{name} = {station.point[name]:g}" for name in letters)
        words = f"{station.name}: its point has {at}, outside `given`: {condition}; move it inside, or the bound is not about it"
        yield Complaint(words, station.trail)
        return


def followed(name: str, bound: Any, claim: Claim) -> Iterator[Complaint]:
    """What `follow` adds in the middle of the axes, once for every option of a choice; the first objection is enough."""
    if bound.follow is None or bound.instance is None:
        return
    trail = (name, "follow")
    if why := nameless(bound.follow):
        yield Complaint(f"part {name!r}, 'follow': {why}", trail, bound.follow)
        return
    for middle in middles(bound.search):
        here = {**bound.fixed, **middle}
        try:
            added = dict(bound.follow(**here))
            whole = {**here, **added}
            experiment = bound.instance(**whole)
        except Exception as error:
            words = f"part {name!r}, 'follow': in the middle of the search it fails: {type(error).__name__}: {error}"
            yield Complaint(words, trail, bound.follow)
            return
        if taken := sorted(added.keys() & here.keys()):
            words = f"part {name!r}, 'follow': {taken[0]!r} is searched or fixed already; an entry has one origin"
            yield Complaint(words, trail, bound.follow)
            return
        bounds = {side: getattr(bound, side) for side in ("printed", "explicit", "trivial", "failure")}
        station = Station(trail, experiment, whole, bounds, bound.given)
        wrong = [*at_point(station, claim), *outside(station, claim)]
        yield from wrong[:1]
        if wrong:
            return


def at_home(name: str, regime: Any) -> Iterator[Complaint]:
    """A rule for what follows from a moved letter that fails at the point of its own regime, or gives another one there."""
    if getattr(regime, "follow", None) is None:
        return
    trail = (name, regime.name)
    try:
        added = dict(regime.follow(**regime.point))
    except Exception as error:
        words = f"part {name!r}, {regime.name!r}: `follow` fails at the regime's own point: {type(error).__name__}: {error}"
        yield Complaint(words, trail, regime.follow)
        return
    for entry, value in sorted(added.items()):
        mine = regime.point.get(entry)
        if mine is None or abs(value - mine) > ROUNDING * abs(mine):
            has = "which has none" if mine is None else f"which has {mine:g}"
            words = f"part {name!r}, {regime.name!r}: `follow` gives {entry} = {value:g} at the regime's own point, {has}"
            yield Complaint(f"{words}; they must agree", trail, regime.follow)
            return


def unused(station: Station, claim: Claim) -> Iterator[str]:
    """Keys of a point that no expression and no argument by that name uses."""
    function = station.function
    if getattr(function, "__name__", "") == "sample":  # an experiment of its own kind may hand the point on
        return
    definitions = dict(claim.definitions)
    used = {s.name for e in station.expressions.values() for s in e.xreplace(definitions).free_symbols}
    used |= keywords(function)[0] | {parameter.name for parameter in claim.parameters}
    code = getattr(function, "__code__", None)
    used |= {word for word in getattr(code, "co_consts", ()) if isinstance(word, str)}
    for name in station.point.keys() - used:
        yield (
            f"its point has {name!r}, which no bound and no argument of {called(function)} uses; take it out, "
            f"or use it in one of them"
        )


def _broken(parameter: claims.Letter, value: Any) -> str:
    """The rule of a parameter's domain that a value breaks, or nothing."""
    if isinstance(value, str):
        return ""
    if parameter.integer and not float(value).is_integer():
        return "be a whole number"
    at = {parameter.symbol: sympy.sympify(value)}
    return next((f"satisfy {rule}" for rule in parameter.domain if rule.subs(at) == sympy.false), "")


def floats(point: Mapping[str, sympy.Expr]) -> dict[str, Any]:
    return {name: float(value) if value.is_extended_real else value for name, value in point.items()}


# The form of a claim: what fits word by word and not together, and what to write instead.
#
# What a single word may hold is written at its fields, in `boundcheck.claims`.

def complaints(claim: Claim) -> Iterator[Complaint]:
    """What is wrong with the form of a claim; nothing is computed."""
    readings = [reading.name for reading in claim.readings]
    if not claim.readings:
        yield Complaint("readings has at least the literal one; leave it out for that", ("readings",))
    for name in twice(readings):
        yield Complaint(f"two readings are called {name!r}; give each a name of its own", ("readings", name))
    for name in (name for name in (*claim.parts, *readings) if "@" in name):
        yield Complaint(f"{name!r}: the @ stands between a part and its reading; give a name without it", (name,))
    yield from without_a_version(claim)
    labels = [step.label for step in claim.steps]
    for label in twice(labels):
        yield Complaint(f"step {label!r}: every step has a label of its own", (label, label))
    for step in claim.steps:
        if step.reading not in readings:
            words = f"step {step.label!r}: readings=(...) lists no {step.reading!r}; {suggestion(step.reading, readings)}"
            yield Complaint(words, (step.label, step.reading))
    for name in twice(assumption.label for assumption in claim.assumed):
        words = f"two assumptions are called {name!r}; write it once and let the steps that need it name that, or rename one"
        yield Complaint(words, (name,))
    yield from _settling(claim, readings)
    yield from _faults(claim)
    yield from _references(claim)
    for used in claim.uses:
        if used.count("/") != 1:
            yield Complaint(f"uses: {used!r} is no id such as 'unified/theorem_5_4'", ("uses", used))
    for name in twice(letter.name for letter in claim.letters.letters):
        yield Complaint(f"two letters are called {name!r}; say all of it in one", ("letters",))
    if not claim.parts and not claim.steps:
        yield Complaint("parts is empty, so nothing is stated; write parts={'bound': Inequality(lhs, rhs)}", ("parts",))
    yield from _letters(claim)
    yield from _notation(claim)
    for name, statement in statements_of(claim):
        for field in ("regimes", "sweeps", "experiments"):
            if getattr(statement, field, None) == ():
                yield Complaint(
                    f"part {name!r}: {field} is empty, so nothing is tested; give at least one", (name, field)
                )
        if sides := [getattr(statement, side) for side in statement.computed]:
            needs = {s.name for side in sides for s in side.xreplace(dict(claim.definitions)).free_symbols}
            for name_of_point, point in statement.points.items():
                for letter in sorted(needs - point.keys())[:1]:
                    words = f"part {name!r}, {name_of_point!r}: its point lacks {letter!r}, on which the bound depends"
                    yield Complaint(words, (name, name_of_point))
                yield from outside(Station((name, name_of_point), None, floats(point), {}, statement.given), claim)
    for station in stations(claim):
        yield from at_point(station, claim)
        yield from outside(station, claim)
    for name, statement in statements_of(claim):
        if getattr(statement, "follow", None) is not None:
            yield from followed(name, statement, claim)
        for regime in getattr(statement, "regimes", ()):
            yield from at_home(name, regime)


def _settling(claim: Claim, readings: list[str]) -> Iterator[Complaint]:
    """Parts that a step is said to settle, or that are said to be false because of a line, and are not there."""
    named = [(f"step {step.label!r}: settles", name, step.label) for step in claim.steps for name in step.settles]
    named += [("faults", name, "faults") for name in claim.faults]
    for said, name, place in named:
        part, at, reading = name.partition("@")
        if part not in claim.parts:
            yield Complaint(f"{said}: there is no part {part!r}; {suggestion(part, claim.parts)}", (place, name))
        elif at and reading not in readings:
            yield Complaint(f"{said}: readings=(...) lists no {reading!r}; {suggestion(reading, readings)}", (place, name))
    for step in claim.steps:
        shown = step.statement.says if isinstance(step.statement, claims.By) else step.statement
        if step.settles and not isinstance(shown, claims.Inequality | claims.Identity):
            kind = type(step.statement).__name__
            words = f"step {step.label!r}: settles: a {kind} proves no bound; write an Inequality, or By(..., says=...)"
            yield Complaint(words, (step.label, "settles"))


def _faults(claim: Claim) -> Iterator[Complaint]:
    """Two false lines that would be one in every report, because their ids are the same."""
    typed = [*(reading.fault for reading in claim.readings), *(step.fault for step in claim.steps), *claim.faults.values()]
    for name in twice(fault.id for fault in dict.fromkeys(filter(None, typed))):
        yield Complaint(f"two faults are called {name!r}; rename one, or let both places name one object", ("faults", name))


def _references(claim: Claim) -> Iterator[Complaint]:
    """Uses of a step that does not stand before, or of a claim that is not in `uses`."""
    before: list[str] = []
    ids = [name for used in claim.uses for name in (used, used.rpartition("/")[2])]
    for step in claim.steps:
        source = getattr(step.statement, "source", None) if isinstance(step.statement, claims.By) else None
        if isinstance(source, str) and source not in (*before, *ids):
            words = f"step {step.label!r}: By({source!r}): no step before it and no used claim is called so"
            yield Complaint(f"{words}; {suggestion(source, (*before, *ids))}", (step.label, source))
        before.append(step.label)


def _letters(claim: Claim) -> Iterator[Complaint]:
    """Symbols that look alike and are not, or that stand for something else."""
    definitions = claim.letters.definitions
    for symbol, meaning in definitions.items():
        if chained := meaning.free_symbols & definitions.keys():
            other = ", ".join(sorted(map(str, chained)))
            words = f"letters: {symbol} equals {meaning}, and {other} is an abbreviation as well; write it out"
            yield Complaint(words, ("letters",))
    named = [(f"step {step.label!r}", step.label, step.statement) for step in claim.steps]
    named += [(f"part {name!r}", name, statement) for name, statement in statements_of(claim)]
    for called, name, statement in named:
        letters = letters_of(statement)
        for letter in twice(symbol.name for symbol in letters | {s for s in definitions if _alike(s, letters)}):
            words = f"{called}: two symbols called {letter} differ in what is assumed of them; make one"
            yield Complaint(f"{words}, {letter} = symbols({letter!r}, real=True), and use it throughout", (name,))
        for symbol in sorted(letters, key=str):
            if " " in symbol.name or "," in symbol.name:
                words = f"{called}: Symbol({symbol.name!r}) is a single letter; symbols({symbol.name!r}, real=True) are several"
                yield Complaint(words, (name, symbol.name))
            elif wrong := refused(symbol):
                yield Complaint(f"{called}: {wrong}", (name, symbol.name))
        for words in _prints(statement, claim):
            yield Complaint(f"{called}: {words}", (name,))


def _prints(statement: Any, claim: Claim) -> Iterator[str]:
    """How letters of a statement are printed, where that is not what they are."""
    if not letters_of(statement):
        return
    sides = {s.name for e in (statement.lhs, statement.rhs) for s in getattr(e, "free_symbols", ())}
    shown = {name: printed(name, claim.letters.prints) for name in sorted(sides)}
    yield from ambiguous(shown, {s.name for s in claim.letters.definitions}, statement.given)


def _notation(claim: Claim) -> Iterator[Complaint]:
    """Displays, and what stands between dollars in a text, that are no mathematics that can be set."""
    for label, shown in claim.displays.items():
        if wrong := objection(source_of(shown, claim.letters.prints)):
            yield Complaint(f"display {label!r}: {wrong}", ("displays", label))
    for step in claim.steps:
        for display in (step.display, step.repair.display if step.repair is not None else ""):
            if display and (wrong := objection(display)):
                yield Complaint(f"step {step.label!r}: display: {wrong}", (step.label, "display"))
    own: list[tuple[str, str, Any]] = [(name, name, getattr(claim, name)) for name in ("words", "title", "not_covered", "findings")]
    own += [(f"reading {reading.name!r}", reading.name, reading) for reading in claim.readings]
    own += [(f"step {step.label!r}", step.label, step) for step in claim.steps]
    own += [(f"assumption {assumed.label!r}", assumed.label, assumed) for assumed in claim.assumed]
    own += [(f"part {name!r}", name, statement) for name, statement in statements_of(claim)]
    for called, name, held in own:
        for text in _texts(held):
            if wrong := unset(text):
                yield Complaint(f"{called}: {wrong}", (name,))


def _texts(word: Any) -> Iterator[str]:
    """What is typed in the fields of a word, and of the words that it holds."""
    if isinstance(word, str):
        yield word
    elif isinstance(word, tuple | list):
        for one in word:
            yield from _texts(one)
    elif isinstance(word, Word) and not isinstance(word, Claim):
        for name, held in vars(word).items():
            if name != "display":
                yield from _texts(held)


def _alike(symbol: sympy.Symbol, letters: set[sympy.Symbol]) -> bool:
    return any(symbol.name == letter.name for letter in letters)


def letters_of(statement: Any) -> set[sympy.Symbol]:
    """The symbols of a statement that is settled by proof."""
    kinds = claims.Identity | claims.Inequality | claims.SameUpToConstant
    if not isinstance(statement, kinds):
        return set()
    return symbols_in(statement.lhs, statement.rhs, statement.given)


def without_a_version(claim: Claim) -> Iterator[Complaint]:
    """Parts under a reading that is not listed, or without the version of the first one, which is the page."""
    readings = [reading.name for reading in claim.readings]
    for name, part in claim.parts.items():
        if not isinstance(part, Mapping):
            continue
        for reading in sorted(part.keys() - set(readings)):
            words = f"part {name!r}: readings=(...) lists no {reading!r}; {suggestion(reading, readings)}"
            yield Complaint(words, (name, reading))
        if readings and readings[0] not in part:
            yield Complaint(f"part {name!r}: it lacks the statement as printed, under {readings[0]!r}", (name,))


def notes(claim: Claim) -> list[str]:
    """What is no mistake, but not what its author meant: statements that SymPy has simplified away."""
    said = []
    named = [(f"step {step.label!r}", step.statement) for step in claim.steps]
    named += [(f"part {name!r}", part) for name, part in claim.parts.items()]
    said += [f"{station.name}: {words}" for station in stations(claim) for words in unused(station, claim)]
    for name, statement in named:
        if isinstance(statement, claims.Identity | claims.Inequality) and statement.lhs == statement.rhs:
            said.append(
                f"{name}: SymPy has turned both sides into {statement.lhs}, so nothing is left to check; "
                f"build a side with evaluate=False to keep it as written"
            )
    return said
