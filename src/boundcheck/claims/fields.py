"""Frozen dataclasses that look over their fields: what an annotation allows, and what every statement has."""

from __future__ import annotations

import inspect
import math
import numbers
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import is_
from types import ModuleType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from boundcheck.symbolic.plain_letters import numbers_in
from boundcheck.symbolic.statement import Statement as Related

from .values import (
    Rule,
    Unfit,
    by_kind,
    exactly,
    flag,
    is_relation,
    is_word,
    misnamed,
    name_of,
    no_decimals,
    no_reserved_names,
    plain,
    real,
    text,
    whole,
)

# The rule that an annotation of a field stands for: what the field may hold, and what is kept of it.


def rule_of(hint: Any) -> Rule:
    """The rule that an annotation stands for."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return inside[1]
    if origin is tuple and inside[-1] is Ellipsis:
        return several(inside[0])
    if origin is tuple:
        return _row(inside)
    if origin is Mapping:
        return mapping(*inside)
    if origin is Literal:
        return _choice(inside)
    if origin in (Union, types.UnionType):
        rest = tuple(kind for kind in inside if kind is not type(None))
        rule = rule_of(rest[0]) if len(rest) == 1 else _instance(rest)
        return rule if len(rest) == len(inside) else lambda value: None if value is None else rule(value)
    if origin is Callable:
        return _function
    if hint is Any:
        return lambda value: value
    return _PLAIN.get(hint) or _instance((hint,))


def several(kind: Any) -> Rule:
    rule, name = rule_of(kind), kind_name(kind)

    def tuple_of(value: Any) -> tuple[Any, ...]:
        if isinstance(value, str | Mapping | sympy.Basic) or is_word(value) or not isinstance(value, Iterable):
            shown = f"({name}(...),)" if isinstance(kind, type) and is_word(kind) else "(x,)"
            raise Unfit(f"a tuple of {name} is expected, not {by_kind(value)}; with one, mind the comma: {shown}")
        entries = tuple(value)
        held = tuple(_entry(rule, entry, place) for place, entry in enumerate(entries, 1))
        return value if isinstance(value, tuple) and all(map(is_, held, entries)) else held

    return tuple_of


def _row(kinds: tuple[Any, ...]) -> Rule:
    rules, name = [rule_of(kind) for kind in kinds], ", ".join(map(kind_name, kinds))

    def row(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, tuple | list) or len(value) != len(kinds):
            raise Unfit(f"({name}) is expected, got {value!r:.60}")
        return tuple(
            _entry(rule, entry, place) for place, (rule, entry) in enumerate(zip(rules, value, strict=True), 1)
        )

    return row


def _entry(rule: Rule, value: Any, place: int) -> Any:
    try:
        return rule(value)
    except Unfit as wrong:
        raise Unfit(f"{repr(name_of(value)) if name_of(value) else f'entry {place}'}: {wrong}") from None


def mapping(key: Any, kind: Any) -> Rule:
    keys, values = rule_of(key), rule_of(kind)

    def mapped(value: Any) -> Mapping[Any, Any]:
        if not isinstance(value, Mapping):
            raise Unfit(f"a mapping {{{kind_name(key)}: {kind_name(kind)}}} is expected, not {by_kind(value)}")
        held = {}
        for name, entry in value.items():
            try:
                held[keys(name)] = values(entry)
            except Unfit as wrong:
                raise Unfit(f"{str(name)!r:.60}: {wrong}") from None
        same = len(held) == len(value) and all(held.get(name) is entry for name, entry in value.items())
        return value if same else held

    return mapped


def _choice(words: tuple[Any, ...]) -> Rule:
    def choice(value: Any) -> Any:
        if value not in words:
            raise Unfit(f"must be one of {', '.join(map(repr, words))}, got {value!r:.60}")
        return value

    return choice


def _instance(kinds: tuple[Any, ...]) -> Rule:
    names = " or ".join(map(kind_name, kinds))

    def instance(value: Any) -> Any:
        if not isinstance(value, kinds):
            home = "; statements go into parts={'name': ...}" if getattr(value, "is_statement", False) else ""
            raise Unfit(f"a {names} is expected, not {by_kind(value)}{home}")
        return value

    return instance


def _letter(value: Any) -> sympy.Symbol:
    held = _instance((sympy.Symbol,))(value)
    if wrong := misnamed(held):
        raise Unfit(wrong)
    return held


def _function(value: Any) -> Any:
    if not callable(value):
        raise Unfit(f"a function is expected, not {by_kind(value)}; give the function itself, without calling it")
    return value


def kind_name(kind: Any) -> str:
    if get_origin(kind) is Annotated:
        return get_args(kind)[1].__name__.strip("_").replace("_", " ")
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join(map(kind_name, get_args(kind)))
    words = {str: "text", float: "number", int: "whole number", Any: "anything"}
    return words.get(kind) or str(getattr(kind, "__name__", kind))


_PLAIN: dict[Any, Rule] = {
    str: text,
    int: whole,
    float: real,
    bool: flag,
    dict: _instance((Mapping,)),
    sympy.Symbol: _letter,
}


# A frozen dataclass that looks over its fields: what does not fit is refused where it is written.


class Malformed(ValueError):
    """A word was given what no check could use.

    Parameters
    ----------
    word, field : str
        Whose field it is; the line of a claim file is found by them.
    said : str
        What is wrong, and what to write instead.
    name : str
        Which one of its kind, where it has a name or a label.
    """

    def __init__(self, word: str, field: str, said: str, name: str = "") -> None:
        super().__init__(f"{word}{f' {name!r}' if name else ''}, {field}: {said}")
        self.word, self.field, self.said, self.name = word, field, said, name

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.word, self.field, self.said, self.name)


class Word:
    """A frozen dataclass that looks over its fields when it is made."""

    def __post_init__(self) -> None:
        word, called = type(self).__name__, name_of(self)
        for name, rule in _rules(type(self)).items():
            given = getattr(self, name)
            held = fitted(word, name, rule, given, called)
            if held is not given:
                object.__setattr__(self, name, held)
        for name, said in self.disagreements():
            raise Malformed(word, name, said, called)

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Fields that fit by themselves and not together, each with what is wrong."""
        return iter(())

    def speaks_of(self) -> Iterator[Any]:
        """Where its letters stand: in its fields."""
        return (getattr(self, name) for name in _rules(type(self)))


def letters_in(*things: Any, points: bool = True) -> set[str]:
    """Names of the letters of formulas; with `points` also of those that a point gives a value, or that a sweep moves."""
    names: set[str] = set()
    for thing in things:
        if isinstance(thing, sympy.Basic):
            names |= {symbol.name for symbol in thing.free_symbols if isinstance(symbol, sympy.Symbol | sympy.MatrixSymbol)}
        elif isinstance(thing, Related):
            names |= letters_in(thing.lhs, thing.rhs, thing.given, points=points)
        elif isinstance(thing, Mapping):
            valued = {
                key for key, entry in thing.items() if isinstance(key, str) and isinstance(entry, int | float | str)
            }
            names |= letters_in(*thing.values(), points=points) | (valued if points else set())
        elif isinstance(thing, tuple | list):
            names |= letters_in(*thing, points=points)
        elif isinstance(thing, Word):
            moved = {thing.moves} if points and hasattr(thing, "moves") else set()
            names |= letters_in(*thing.speaks_of(), points=points) | moved
    return names


def symbols_in(*things: Any) -> set[sympy.Symbol]:
    """The letters of formulas that are numbers themselves, with what is assumed of each."""
    found: set[sympy.Symbol] = set()
    for thing in things:
        if isinstance(thing, sympy.Basic):
            found |= numbers_in(thing)
        elif isinstance(thing, Related):
            found |= symbols_in(thing.lhs, thing.rhs, thing.given)
        elif isinstance(thing, Mapping | tuple | list):
            found |= symbols_in(*(thing.values() if isinstance(thing, Mapping) else thing))
        elif isinstance(thing, Word):
            found |= symbols_in(*thing.speaks_of())
    return found


def fitted(word: str, name: str, rule: Rule, value: Any, called: str = "") -> Any:
    """What `rule` makes of a value; its objection names the word and the field."""
    try:
        return rule(value)
    except Unfit as wrong:
        raise Malformed(word, name, str(wrong), called) from None


_RULES: dict[type, dict[str, Rule]] = {}


def _rules(word: type) -> dict[str, Rule]:
    if word not in _RULES:
        hints = get_type_hints(word, include_extras=True)
        _RULES[word] = {name: rule_of(hints[name]) for name in getattr(word, "__dataclass_fields__", {})}
    return _RULES[word]


def uncallable(function: Callable[..., Any], places: tuple[Any, ...], keywords: Mapping[str, Any]) -> str:
    """Why a function cannot be called so, or nothing."""
    try:
        inspect.signature(function).bind(*places, **keywords)
    except TypeError as wrong:
        return str(wrong)
    except ValueError:  # it has no signature that could be read
        pass
    return ""


def twice(names: Iterable[str]) -> Iterator[str]:
    """Names that occur more than once, each once."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
    return (name for name, count in seen.items() if count > 1)


# What every statement has: formulas that a reader is shown, and places at which it is put to samples.


@dataclass(frozen=True)
class Side:
    """A formula of a statement as a reader is shown it: the field that holds it, what it is, and what it is compared to."""

    name: str
    words: str
    relation: str = ""


GIVEN = Side("given", "Given")
FAILURE = Side("failure", "Fails with probability at most")
ABOVE = Side("failure", "Share of errors above the measured one")  # where a quantile is measured and nothing is bounded

# A trail of names in the claim, an experiment, its point, and the expressions that are evaluated there.
Place = tuple[tuple[str, ...], Any, Mapping[str, Any], dict[str, sympy.Expr]]


class Shape(Word):
    """A word that states something, and so can be a part of a claim or a step of its proof.

    `sides` are its formulas in the order in which they are shown; `quantity` is the part of its error that is measured,
    where that is a quantile. `upper` bounds have a number at every point, and are evaluated and planned with; `lower` ones
    are bounded from below. `summed_up` are those of which a referee report has a row; `computed` names the formulas that
    are evaluated exactly at its `points`. What is `measured` says what samples measure or instances show, so that no proof
    would complete it: exponents (`of_rate`), comparisons, tables (`tabular`), values on a few instances (`on_instances`).
    """

    is_statement = True
    sides: tuple[Side, ...] = ()
    quantile = False
    upper = lower = summed_up = False
    measured = of_rate = tabular = on_instances = False
    computed: tuple[str, ...] = ()

    @property
    def without_data(self) -> Any:
        """What holds without any data, of an upper bound."""
        return None

    @property
    def open_constant(self) -> Any:
        """The constant that the claim names for a rate that is printed without one; None where print has it."""
        return None

    @property
    def display(self) -> Any:
        """An expression that stands for it where no display is given; None where words alone say it."""
        return None

    def stations(self) -> Iterator[Place]:
        """Where it is put to samples; nowhere, for most."""
        return iter(())

    def formulas(self, *names: str) -> dict[str, sympy.Expr]:
        """Fields by name, those that are left out left out."""
        return {name: found for name in names if (found := getattr(self, name)) is not None}

    def _at(self, regimes: Iterable[Any], *names: str) -> Iterator[Place]:
        """Every regime, with the same formulas."""
        for regime in regimes:
            yield (regime.name,), regime.experiment, regime.point, self.formulas(*names)


def every_shape() -> tuple[type[Shape], ...]:
    """All shapes, by name; not what some of them have in common."""
    return tuple(sorted(_below(Shape), key=lambda kind: kind.__name__))


def _below(kind: type[Shape]) -> Iterator[type[Shape]]:
    for below in kind.__subclasses__():
        yield from _below(below) if below.__subclasses__() else (below,)


def sides_of(shape: str) -> tuple[Side, ...]:
    """The formulas of a shape by its name, as a record has it; none of a shape that there is not."""
    return next((kind.sides for kind in every_shape() if kind.__name__ == shape), ())


def shapes_with(fact: str) -> frozenset[str]:
    """Names of the shapes of which a fact is so, as ``"summed_up"``."""
    return frozenset(kind.__name__ for kind in every_shape() if getattr(kind, fact))


# Kinds of fields that claims share: exact expressions, conditions, points, experiments, statements.


def _followed(value: Any) -> sympy.Expr:
    """An expression that gives an entry of a point, which need not be exact."""
    value = exactly(value)
    if isinstance(value, numbers.Real) and not isinstance(value, bool | sympy.Basic):
        value = sympy.Float(float(value))
    if is_relation(value):
        raise Unfit(f"{relation_words(value)}; an expression is expected")
    if not isinstance(value, sympy.Expr):
        called = "; call it with symbols to get one" if callable(value) else ""
        raise Unfit(f"{value!r:.60} is no expression; build it from SymPy symbols{called}")
    if value in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        raise Unfit(f"{value} is no number; write what it is at the points that the statement speaks of")
    return value


def expression(value: Any) -> sympy.Expr:
    value = _followed(value)
    no_decimals(value)
    no_reserved_names(value)
    return value


class _Composed(dict[str, Any]):
    """Named terms whose sum has a shape of its own, as a factor in front of the whole."""

    whole: Any


def total(terms: Any) -> Any:
    """The sum of named terms, ``{"noise": ..., "ridge": ...}``; an expression stands for itself."""
    if isinstance(terms, _Composed):
        return terms.whole
    return sympy.Add(*terms.values()) if isinstance(terms, Mapping) else terms


def each(function: Callable[[Any], Any], terms: Mapping[str, Any]) -> Mapping[str, Any]:
    """The named terms of a composition: `function`, which is linear, of every term and of the whole."""
    composed = _Composed({name: function(term) for name, term in terms.items()})
    composed.whole = function(total(terms))
    return composed


def _total(value: Any) -> sympy.Expr:
    return expression(total(value))


def _trivial(value: Any) -> sympy.Expr:
    if value in (sympy.oo, math.inf):
        raise Unfit(
            "oo would make every bound informative; write what holds without any data: the largest error that can "
            "occur, as the diameter of the set, or that of the best guess without data"
        )
    return expression(value)


def relation_words(value: Any) -> str:
    """What to write for a SymPy relation that stands where a statement or an expression belongs."""
    if isinstance(value, bool | BooleanAtom):
        return (
            f"SymPy has evaluated a comparison to {value}; write Inequality(lhs, rhs), which keeps its two sides apart"
        )
    if isinstance(value, sympy.Eq):
        return f"{value} is a SymPy relation; write Identity({value.lhs}, {value.rhs})"
    if isinstance(value, Relational) and not isinstance(value, sympy.Ne):
        strict = ", strict=True" if isinstance(value, sympy.Lt | sympy.Gt) else ""
        return f"{value} is a SymPy relation; write Inequality({value.lts}, {value.gts}{strict})"
    return f"{value} is a SymPy relation; write Inequality(lhs, rhs, given) for lhs <= rhs, Identity for equality"


def _condition(value: Any) -> Any:
    if isinstance(value, bool | BooleanAtom):
        raise Unfit(f"the condition {value} was evaluated by SymPy; state it in symbols with real=True only")
    if isinstance(value, Relational | sympy.And):
        no_decimals(value)
        no_reserved_names(value)
        return value
    if isinstance(value, sympy.Or | sympy.Not):
        raise Unfit(f"{value} is no single condition; state each case as a part or step of its own")
    if hasattr(value, "relation") and not isinstance(value, Word):
        return value
    raise Unfit(f"{value!r:.60} is no relation; write a condition as x > 0, or Gt(x, 0)")


def _conditions(value: Any) -> Any:
    if is_relation(value):
        raise Unfit(f"a tuple is expected; with one condition, mind the comma: ({value},)")
    return _EACH_CONDITION(value)


_EACH_CONDITION = several(Annotated[Any, _condition])


def _domain(value: Any) -> Any:
    """Conditions on one letter; a single one needs no tuple."""
    return _conditions((value,) if is_relation(value) or isinstance(value, sympy.Basic) else value)


_TAKEN = ("rng", "repeats", "self")  # words that an experiment receives already


def _point(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unfit(f"a mapping is expected, as {{'n': 1000, 'delta': 0.05}}, not {by_kind(value)}")
    held = {}
    for key, entry in value.items():
        name = key.name if isinstance(key, sympy.Symbol) else key
        if not isinstance(name, str) or name in _TAKEN:
            raise Unfit(f"{name!r:.60} is no name of a parameter; write it as text, and not as {' or '.join(_TAKEN)}")
        number = plain(entry)
        if not isinstance(number, bool | int | float | str) or number != number:
            raise Unfit(f"{name} is {entry!r:.60}; a number is expected, or the name of a choice")
        held[name] = number
    same = held.keys() == value.keys() and all(held[name] is entry for name, entry in value.items())
    return value if same else held


def _experiment(value: Any) -> Any:
    if isinstance(value, type):
        raise Unfit(f"{value.__name__} is a class; make one: {value.__name__}()")
    if isinstance(value, types.FunctionType):
        raise Unfit(f"{value.__name__} is a function; write Simulation({value.__name__})")
    if not callable(getattr(value, "sample", None)):
        raise Unfit(f"an experiment is expected, as Simulation(errors), not {by_kind(value)}")
    return value


def _errors(value: Any) -> Any:
    if not callable(value):
        raise Unfit(
            f"a function is expected, not {by_kind(value)}; give the function itself, Simulation(errors), uncalled"
        )
    return value


def _statement(value: Any) -> Any:
    if isinstance(value, Shape):
        return value
    if is_relation(value):
        raise Unfit(relation_words(value))
    raise Unfit(f"{by_kind(value)} is no statement; write one, as Inequality(lhs, rhs, given)")


_SCALARS = ("Identity", "Inequality", "InstanceInequality")


def _scalar(value: Any) -> Any:
    """A statement that can be false at a point."""
    if value is not None and type(_statement(value)).__name__ not in _SCALARS:
        raise Unfit(f"{by_kind(value)} cannot be looked at point by point; write an {' or an '.join(_SCALARS)}")
    return value


_TEXTS = several(str)


def _names(value: Any) -> tuple[str, ...]:
    """One name or several."""
    return (value,) if isinstance(value, str) and value else _TEXTS(value or ())


def _results(value: Any) -> tuple[str, ...]:
    """Ids of results, or the modules that state them."""
    if isinstance(value, tuple | list):
        value = tuple("/".join(v.__name__.split(".")[-2:]) if isinstance(v, ModuleType) else v for v in value)
    return _TEXTS(value)


def _part(value: Any) -> Any:
    return mapping(str, Statement)(value) if isinstance(value, Mapping) else _statement(value)


def _display(value: Any) -> Any:
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Mapping):
        value = (value[0], total(value[1]))
    value = total(value)
    shown = value[-1] if isinstance(value, tuple) and len(value) == 2 else value
    if not isinstance(shown, str | sympy.Basic | Related):
        raise Unfit(f"a display is an expression or LaTeX, not {by_kind(value)}")
    return value


Followed = Annotated[sympy.Expr, _followed]
Expression = Annotated[sympy.Expr, expression]
Total = Annotated[Any, _total]
Trivial = Annotated[sympy.Expr, _trivial]
Conditions = Annotated[tuple[sympy.Basic, ...], _conditions]
Domain = Annotated[tuple[sympy.Basic, ...], _domain]
Point = Annotated[Mapping[str, float], _point]
Sampled = Annotated[Any, _experiment]
Errors = Annotated[Callable[..., Any], _errors]
Statement = Annotated[Any, _statement]
Scalar = Annotated[Any, _scalar]
Names = Annotated[tuple[str, ...], _names]
Results = Annotated[tuple[Any, ...], _results]
Part = Annotated[Any, _part]
Display = Annotated[Any, _display]


# What two fields of a shape disagree about, in words.

# With these begin the names of the other samples of a bound: a regime called so would be judged by them.
TAKEN = ("mutant: ", "probe: ", "corner: ", "beside the corner: ", "taken: ")


def named_as_others(regimes: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    """Complaints about regimes that have the name of other samples of their bound."""
    for name in (regime.name for regime in regimes if regime.name.startswith(TAKEN)):
        yield "regimes", f"{name!r} is what samples of another kind are called; give it a name of its own"


def of_one_name(field_name: str, things: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    """Complaints about a tuple of named things of which two have one name."""
    for name in twice(map(name_of, things)):
        yield field_name, f"two are called {name!r}; give each a name of its own"


def outside_range(
    field_name: str, value: sympy.Expr, low: Any, high: Any, rule: str, way_out: str
) -> Iterator[tuple[str, str]]:
    """A complaint about a number outside its range; a letter is judged where the conditions hold."""
    if value.is_number and not (value.is_extended_real and low <= value <= high):
        yield field_name, f"must satisfy {rule}, got {value}; {way_out}"


def no_probability(field_name: str, value: sympy.Expr) -> Iterator[tuple[str, str]]:
    """A complaint about a number that is no probability; a letter is judged at the points."""
    if value.is_number and not 0 < value < 1:
        yield field_name, f"must lie in (0, 1), got {value}"
