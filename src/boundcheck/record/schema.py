"""The record as plain data: written canonically, fingerprinted without its clock."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any

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
