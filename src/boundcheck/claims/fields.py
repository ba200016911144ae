"""A frozen dataclass that looks over its fields: what does not fit is refused where it is written."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_type_hints

import sympy

from .annotations import rule_of
from .plain_values import Rule, Unfit, name_of


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
            names |= {symbol.name for symbol in thing.free_symbols if isinstance(symbol, sympy.Symbol)}
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
    """The letters of formulas themselves, with what is assumed of each."""
    found: set[sympy.Symbol] = set()
    for thing in things:
        if isinstance(thing, sympy.Basic):
            found |= {symbol for symbol in thing.free_symbols if isinstance(symbol, sympy.Symbol)}
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
