"""What a field of a word may hold, read off its annotation; what does not fit is refused where it is written."""

from __future__ import annotations

import inspect
import math
import numbers
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from operator import is_
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

#: Takes a value and returns what is kept of it, exact where it can be made so; raises `Unfit` otherwise.
Rule = Callable[[Any], Any]

LONGEST = 20_000  # characters of a text, as `boundcheck.report` sets it
LONGEST_NAME = 80  # characters of a letter's name


class Unfit(ValueError):
    """A value does not fit its field; the message says why and what to write."""


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


def name_of(thing: Any) -> str:
    """How its author calls a thing, or nothing."""
    called = next((getattr(thing, name) for name in ("name", "label", "parameter") if hasattr(thing, name)), "")
    return called if isinstance(called, str) else ""


def letters_in(*things: Any, points: bool = True) -> set[str]:
    """Names of the letters of formulas; with `points` also of those that a point gives a value, or that a sweep moves."""
    names: set[str] = set()
    for thing in things:
        if isinstance(thing, sympy.Basic):
            names |= {symbol.name for symbol in thing.free_symbols if isinstance(symbol, sympy.Symbol)}
        elif isinstance(thing, Mapping):
            valued = {key for key, entry in thing.items() if isinstance(key, str) and isinstance(entry, int | float | str)}
            names |= letters_in(*thing.values(), points=points) | (valued if points else set())
        elif isinstance(thing, tuple | list):
            names |= letters_in(*thing, points=points)
        elif isinstance(thing, Word):
            moved = {thing.moves} if points and hasattr(thing, "moves") else set()
            names |= letters_in(*thing.speaks_of(), points=points) | moved
    return names


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
    rule, name = rule_of(kind), _name(kind)

    def tuple_of(value: Any) -> tuple[Any, ...]:
        if isinstance(value, str | Mapping | sympy.Basic | Word) or not isinstance(value, Iterable):
            shown = f"({name}(...),)" if isinstance(kind, type) and issubclass(kind, Word) else "(x,)"
            raise Unfit(f"a tuple of {name} is expected, not {by_kind(value)}; with one, mind the comma: {shown}")
        entries = tuple(value)
        held = tuple(_entry(rule, entry, place) for place, entry in enumerate(entries, 1))
        return value if isinstance(value, tuple) and all(map(is_, held, entries)) else held

    return tuple_of


def _row(kinds: tuple[Any, ...]) -> Rule:
    rules, name = [rule_of(kind) for kind in kinds], ", ".join(map(_name, kinds))

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
            raise Unfit(f"a mapping {{{_name(key)}: {_name(kind)}}} is expected, not {by_kind(value)}")
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
    names = " or ".join(map(_name, kinds))

    def instance(value: Any) -> Any:
        if not isinstance(value, kinds):
            home = "; statements go into parts={'name': ...}" if getattr(value, "is_statement", False) else ""
            raise Unfit(f"a {names} is expected, not {by_kind(value)}{home}")
        return value

    return instance


def _function(value: Any) -> Any:
    if not callable(value):
        raise Unfit(f"a function is expected, not {by_kind(value)}; give the function itself, without calling it")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unfit(f"text is expected, not {by_kind(value)}")
    if control := [letter for letter in value if letter < " " and letter not in "\n\r\t"]:
        raise Unfit(f"the text {value!r:.60} holds the control character {control[0]!r}; leave it out")
    if len(value) > LONGEST:
        raise Unfit(f"a text of {len(value):,} characters is too long for a report; write at most {LONGEST:,}")
    return value


def misnamed(letter: sympy.Symbol) -> str:
    """What is wrong with the name of a letter, which stands in messages and reports, or nothing."""
    name = str(letter.name)
    if name.isprintable() and len(name) <= LONGEST_NAME and (name.lstrip("\\")[:1].isalpha() or name[:1] == "_"):
        return ""
    return (
        f"a letter is called {name!r:.60}; name it by a letter and what may follow it, at most {LONGEST_NAME} "
        f"characters, as symbols('x', real=True)"
    )


def _letter(value: Any) -> sympy.Symbol:
    held = _instance((sympy.Symbol,))(value)
    if wrong := misnamed(held):
        raise Unfit(wrong)
    return held


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | sympy.Integer | numbers.Integral):
        raise Unfit(f"a whole number is expected, got {value!r:.60}")
    return int(value)


def _real(value: Any) -> float:
    held = plain(value)
    if not isinstance(held, int | float) or not math.isfinite(held):
        raise Unfit(f"a finite number is expected, got {value!r:.60}")
    return held


def plain(value: Any) -> Any:
    """Exact and NumPy numbers as Python's, so that a simulation receives what it would compute with."""
    if isinstance(value, bool | int | float | str):
        return value.item() if hasattr(value, "item") else value  # np.float64 is a float as well
    if isinstance(value, sympy.Expr) and value.is_number and value.is_extended_real:
        return int(value) if value.is_Integer else float(value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value.item() if hasattr(value, "dtype") and getattr(value, "shape", None) == () else value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unfit(f"True or False is expected, got {value!r:.60}")
    return value


def is_relation(value: Any) -> bool:
    """Whether `value` is true or false, or would be: a comparison, a combination of them, or what became of one."""
    return isinstance(value, bool | Relational) or (isinstance(value, Boolean) and not isinstance(value, sympy.Expr))


def by_kind(value: Any) -> str:
    """A value by its kind, and by its own words where they are short and tell more."""
    if is_relation(value):
        return f"the relation {value}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    kind = type(value).__name__
    if isinstance(value, Word):
        return f"a single {kind}{f' ({name_of(value)!r})' if name_of(value) else ''}"
    return f"{value!r:.60}" if isinstance(value, str | int | float | sympy.Basic | None) else f"a {kind}"


def _name(kind: Any) -> str:
    if get_origin(kind) is Annotated:
        return get_args(kind)[1].__name__.strip("_").replace("_", " ")
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join(map(_name, get_args(kind)))
    words = {str: "text", float: "number", int: "whole number", Any: "anything"}
    return words.get(kind) or str(getattr(kind, "__name__", kind))


_PLAIN: dict[Any, Rule] = {
    str: _text,
    int: _whole,
    float: _real,
    bool: _flag,
    dict: _instance((Mapping,)),
    sympy.Symbol: _letter,
}


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
