"""Functions of a claim as other processes and the study see them: their names, and the keywords that they take."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


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
