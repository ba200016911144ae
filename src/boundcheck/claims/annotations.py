"""The rule that an annotation of a field stands for: what the field may hold, and what is kept of it."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from operator import is_
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import sympy

from .plain_values import Rule, Unfit, by_kind, flag, is_word, misnamed, name_of, real, text, whole


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
