"""What an object is made of, as canonical text: equal content, equal text, in every process and every run."""

from __future__ import annotations

import dataclasses
import enum
import functools
import hashlib
import json
import re
import sys
import types
from collections.abc import Mapping
from typing import Any

import numpy as np

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def canonical(thing: Any) -> str:
    """Canonical JSON of everything that `thing` consists of.

    Parameters
    ----------
    thing : object
        Numbers, strings, arrays, containers, enums, functions of a module, frozen dataclasses of such;
        anything else counts by its ``repr``, which must not contain a memory address.

    Returns
    -------
    text : str
        Equal for equal content; different for content that differs, arrays of any size and 1 against 1.0
        included.

    Raises
    ------
    TypeError
        For content that has no name in another process: lambdas, functions within functions, addresses.
    """
    return json.dumps(_tree(thing), ensure_ascii=True, separators=(",", ":"))


def fingerprint(text: str) -> bytes:
    """The 32-byte blake2b digest of `text`."""
    return hashlib.blake2b(text.encode(), digest_size=32).digest()


def _tree(thing: Any) -> Any:
    """`thing` in terms of JSON; every kind but the plain ones is tagged, so that no two kinds collide."""
    if thing is None or isinstance(thing, bool | str) or type(thing) in (int, float):
        return thing
    if isinstance(thing, enum.Enum):
        return ["enum", _name(type(thing)), thing.name]
    if isinstance(thing, np.generic):
        return ["scalar", str(thing.dtype), repr(thing.item())]
    if isinstance(thing, np.ndarray):
        return _array(thing)
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        fields = {field.name: _tree(getattr(thing, field.name)) for field in dataclasses.fields(thing)}
        return ["dataclass", _name(type(thing)), fields]
    if isinstance(thing, Mapping):
        return [
            "mapping",
            sorted(([_tree(key), _tree(value)] for key, value in thing.items()), key=json.dumps),
        ]
    if isinstance(thing, set | frozenset):
        return ["set", sorted((_tree(item) for item in thing), key=json.dumps)]
    if isinstance(thing, tuple | list):
        return [type(thing).__name__, [_tree(item) for item in thing]]
    if isinstance(thing, functools.partial):
        return ["partial", _tree(thing.func), _tree(thing.args), _tree(thing.keywords)]
    if isinstance(thing, type | types.FunctionType | types.BuiltinFunctionType) or _is_known_by_name(thing):
        return ["name", _name(thing)]
    if isinstance(thing, types.MethodType):
        return ["method", _tree(thing.__self__), thing.__func__.__name__]
    return _by_repr(thing)


@functools.lru_cache(maxsize=4096)
def _printed(expression: Any) -> str:
    return repr(expression)


def _array(array: np.ndarray) -> Any:
    if array.dtype.hasobject:
        return ["array", "object", list(array.shape), [_tree(item) for item in array.ravel().tolist()]]
    digest = hashlib.blake2b(np.ascontiguousarray(array).tobytes(), digest_size=16).hexdigest()
    return ["array", array.dtype.str, list(array.shape), digest]


def _is_known_by_name(thing: Any) -> bool:
    """Whether its module holds just this object under its name: a compiled or a cached function, say."""
    found = sys.modules.get(getattr(thing, "__module__", None) or "")
    for word in getattr(thing, "__qualname__", "").split("."):
        found = getattr(found, word, None)
    return found is thing


def _name(thing: Any) -> str:
    name = f"{thing.__module__}.{thing.__qualname__}"
    if "<lambda>" in name or ("<locals>" in name and not isinstance(thing, type)):
        raise TypeError(f"{name} has no name in another process: define the function at the top of its module")
    return name


def _by_repr(thing: Any) -> Any:
    basic = getattr(sys.modules.get("sympy"), "Basic", ())
    if isinstance(thing, basic):  # printing one takes milliseconds, and a search asks for the same ones again
        return ["repr", _name(type(thing)), _printed(thing)]
    text = repr(thing)
    if ADDRESS.search(text):
        raise TypeError(
            f"the repr of {_name(type(thing))} holds a memory address ({text[:80]}): "
            f"make it a frozen dataclass, or give it a repr that says what it consists of"
        )
    return ["repr", _name(type(thing)), text]
