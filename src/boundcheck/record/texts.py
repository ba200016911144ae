"""The sentences of a record, with the marks of `boundcheck.claims.marks`: marked once, as they enter it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from boundcheck.claims.formulas_in_text import marked
from boundcheck.claims.marks import MARKS, plain

SENTENCES = frozenset({
    "title", "text", "words", "where", "because", "note", "special", "misprint", "doubt", "support", "summary", "meaning",
    "dropped", "by", "reserve", "explicit_text", "quantity", "brief", "repair", "not_covered", "detectable", "cited",
})  # fmt: skip
# Held by keys of other names, or for a prover: no sentence stands in them.
ASIDE = frozenset({"certificate", "checked", "checked_parts", "instance", "point", "letters", "environment", "paper", "law"})
JOINTS = frozenset("_/@")  # in the name of a step, a part or a result that is no word


def typed(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record whose sentences say what in them is mathematics, and what the name of a step, a part or a result."""
    letters = {str(name) for name in record.get("letters") or {}}
    letters |= {str(item["name"]) for item in record.get("parameters") or [] if isinstance(item, Mapping) and item.get("name")}
    names, steps = _names(record), _steps(record)
    return {key: _walked(key, value, lambda text: marked(text, letters, names, steps)) for key, value in record.items()}


def untyped(value: Any) -> Any:
    """The same without marks, as checks and claims have it: for what compares, and for what replays."""
    if isinstance(value, str):
        return plain(value) if any(mark in value for mark in MARKS) else value
    if isinstance(value, Mapping):
        return {key: item if key in ASIDE else untyped(item) for key, item in value.items()}
    return [untyped(item) for item in value] if isinstance(value, list | tuple) else value


def _names(record: Mapping[str, Any]) -> Collection[str]:
    """Names that are no words, of steps, parts and results."""
    results = [str(used["claim"]) for used in record.get("uses") or []]
    results += [str(rest["claim"]) for rest in record.get("rests_on") or []]
    every = [*_steps(record), *map(str, record.get("parts") or {}), *results]
    found = {*every, *(name.rpartition("/")[2] for name in every)}
    return sorted(name for name in found if JOINTS & set(name))


def _steps(record: Mapping[str, Any]) -> list[str]:
    return [str(step["label"]) for step in record.get("steps") or [] if isinstance(step, Mapping) and step.get("label")]


def _walked(key: str, value: Any, mark: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return mark(value) if key in SENTENCES else value
    if isinstance(value, Mapping) and key not in ASIDE:
        return {inner: _walked(str(inner), item, mark) for inner, item in value.items()}
    if isinstance(value, list | tuple):
        return [_walked(key, item, mark) for item in value]
    return value

