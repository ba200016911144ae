"""The record as plain data: written canonically, fingerprinted without its clock; the marks of its sentences."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

from boundcheck.claims.texts import MARKS as TEXT_MARKS
from boundcheck.claims.texts import marked, plain

SCHEMA = 5
CLOCK = frozenset({"elapsed_seconds", "seconds"})  # differ between two runs of the same thing

class RecordError(ValueError):
    """A record that cannot be trusted or read; the message is one line that says what is wrong."""


def digest(record: Mapping) -> str:
    """Fingerprint of all that a rerun with the same seed reproduces: no times, and not the digest itself."""
    bare = {key: value for key, value in timeless(record).items() if key != "digest"}
    text = json.dumps(bare, sort_keys=True, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return "blake2b:" + hashlib.blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def dumps(record: Mapping) -> str:
    """Canonical JSON: a line for each key and for each of its entries."""
    return _lines(plain_data(record), 2) + "\n"


def _lines(value: Any, depth: int) -> str:
    """JSON with a line for each entry down to `depth`, so that a change shows where it is, and on one line below that."""
    if depth and isinstance(value, dict) and value:
        return (
            "{\n" + ",\n".join(f"{json.dumps(key)}: {_lines(item, depth - 1)}" for key, item in value.items()) + "\n}"
        )
    if depth and isinstance(value, list) and value:
        return "[\n" + ",\n".join(_lines(item, depth - 1) for item in value) + "\n]"
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def timeless(record: Mapping) -> dict:
    """A plain copy without elapsed times, wherever they stand."""
    return _without_clock(plain_data(record))


def _without_clock(value):
    if isinstance(value, dict):
        return {key: _without_clock(item) for key, item in value.items() if key not in CLOCK}
    return [_without_clock(item) for item in value] if isinstance(value, list) else value


def plain_data(value: Any, at: str = "record") -> Any:
    """Only what JSON knows; NumPy's numbers and arrays become Python's."""
    if isinstance(value, Mapping):
        return {str(key): plain_data(item, f"{at}.{key}") for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(item, f"{at}[{place}]") for place, item in enumerate(value)]
    if hasattr(value, "tolist"):  # scalars and arrays of NumPy
        return plain_data(value.tolist(), at)
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise RecordError(f"{at} holds {_kind(value)}, which JSON does not know")


def _kind(value) -> str:
    names = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number"}
    return names.get(type(value), "nothing" if value is None else f"a {type(value).__name__}")


# The sentences of a record, with the marks of `boundcheck.claims.texts`: marked once, as they enter it.

SENTENCES = frozenset({
    "title", "text", "words", "where", "because", "note", "remark", "special", "misprint", "doubt", "support", "meaning",
    "dropped", "quantity", "repair", "not_covered", "cited", "reads",
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
        return plain(value) if any(mark in value for mark in TEXT_MARKS) else value
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
