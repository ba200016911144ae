"""A record as a value: frozen classes in place of mappings, read strictly and written as they were.

`read` refuses what it does not know, with the path to it; what `plain` writes has the digest of what was read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from boundcheck.record.schema import RecordError, load
from boundcheck.verdict.result import (
    AsPrinted,
    Assumption,
    Conclusion,
    Definition,
    Display,
    Environment,
    ErrorProbability,
    Fault,
    Headline,
    Interrupted,
    KeyFinding,
    Literally,
    News,
    Paper,
    Parameter,
    Reading,
    Record,
    RestsOn,
    Severity,
    Statement,
    Touches,
    Used,
)
from boundcheck.verdict.shapes import AnyPart, Part
from boundcheck.verdict.statements import Extended, Frozen

__all__ = [
    "OF_SHAPES",
    "AsPrinted",
    "Assumption",
    "Conclusion",
    "Definition",
    "Display",
    "Environment",
    "ErrorProbability",
    "Fault",
    "Headline",
    "Interrupted",
    "KeyFinding",
    "Literally",
    "News",
    "Paper",
    "Parameter",
    "Reading",
    "Record",
    "RestsOn",
    "Severity",
    "Statement",
    "Touches",
    "Used",
    "plain",
    "read",
    "typed_record",
]

# In the file a part has all of these; those that its shape does not have are null there, and its class lacks them.
OF_SHAPES = (
    "constant", "exponents", "slack", "separation", "vacuity", "mutants", "failures", "bounds", "mechanism", "relation",
)  # fmt: skip


def read(path: str | Path) -> Record:
    """A record from a file.

    Raises
    ------
    RecordError
        As of `boundcheck.record.schema.load`, or where a field is unknown, missing or of another type, with the path to it.
    """
    found = load(path)
    try:
        return typed_record(found)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def typed_record(record: Mapping[str, Any]) -> Record:
    """A record that is plain data, as a value."""
    parts = record.get("parts")
    if not isinstance(parts, Mapping):
        return _converted(record, Record)
    own = {name: _converted(_without_nulls(part, name), AnyPart, f".parts[{name}]") for name, part in parts.items()}
    whole = _converted({**record, "parts": {}}, Record)
    return msgspec.structs.replace(whole, parts=own)


def plain(value: Frozen) -> dict[str, Any]:
    """A record, or anything that stands in one, as plain data: what `boundcheck.record.schema` writes."""
    found: dict[str, Any] = _with_lists(msgspec.to_builtins(value, enc_hook=_written))
    if isinstance(value, Part):
        return dict.fromkeys(OF_SHAPES) | found
    if isinstance(value, Record):
        found["parts"] = {name: dict.fromkeys(OF_SHAPES) | part for name, part in found["parts"].items()}
    return found


def _with_lists(value: Any) -> Any:
    """The same with lists in place of tuples, as JSON has them."""
    if isinstance(value, dict):
        return {key: _with_lists(item) for key, item in value.items()}
    return [_with_lists(item) for item in value] if isinstance(value, list | tuple) else value


def _without_nulls(part: Any, name: str) -> Any:
    """A part of a file without the fields that other shapes have."""
    if not isinstance(part, Mapping):
        return part
    if missing := [key for key in OF_SHAPES if key not in part]:
        raise RecordError(f"Object missing required field `{missing[0]}` - at `$.parts[{name}]`")
    return {key: value for key, value in part.items() if value is not None or key not in OF_SHAPES}


def _converted(value: Any, kind: Any, place: str = "") -> Any:
    try:
        return msgspec.convert(value, kind, dec_hook=_extended)
    except msgspec.ValidationError as error:
        said = str(error)
        said = said.replace("`$", f"`${place}", 1) if "`$" in said else f"{said} - at `${place}`"
        raise RecordError(said) from None


def _extended(kind: type, value: Any) -> Any:
    """A number of the file, which has infinite ones as text."""
    if kind is not Extended:
        raise NotImplementedError(f"no value of a record is a {kind.__name__}")
    if isinstance(value, float | int) and not isinstance(value, bool):
        return Extended(value)
    if value in ("inf", "-inf", "nan"):
        return Extended(value)
    raise ValueError(f"Expected `float`, got {value!r:.40}")


def _written(value: Any) -> Any:
    """An `Extended` number as the file has it."""
    if not isinstance(value, Extended):
        raise NotImplementedError(f"no value of a record is a {type(value).__name__}")
    return float(value) if math.isfinite(value) else str(float(value))
