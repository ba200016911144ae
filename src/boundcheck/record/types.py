"""A record as a value: frozen classes in place of mappings, read strictly and written as they were.

`read` refuses what it does not know, with the path to it; what `plain` writes has the digest of what was read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from boundcheck.record.schema import SCHEMA, RecordError, digest
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import AnyPart, Part
from boundcheck.verdict.values import Extended, Frozen

LONGEST = 20_000  # characters of a text in a report; the longest of ours has 3,000

# In the file a part has all of these; those that its shape does not have are null there, and its class lacks them.
OF_SHAPES = (
    "constant", "exponents", "slack", "separation", "vacuity", "mutants", "failures", "bounds", "mechanism", "relation",
)  # fmt: skip


def read(path: str | Path) -> Record:
    """A record from a file.

    Raises
    ------
    RecordError
        It cannot be read, is of another schema, was changed after it was written, or has a field that is unknown, missing or of
        another type; one line, with the path to that field.
    """
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        record = typed_record(found)
        if record.digest is None:
            raise RecordError("has no digest; run its claim again")
        if record.digest != digest(found):
            raise RecordError("does not match its digest; it was changed after it was written")
        for place, size in _lengths(found, "record"):
            if size > LONGEST:
                raise RecordError(f"{place:.80} is a text of {size:,} characters; a report has room for {LONGEST:,}")
    except RecordError as error:
        raise RecordError(f"{path}: {' '.join(str(error).split())}") from None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path}: is not JSON ({' '.join(str(error).split())})") from None
    return record


def typed_record(record: Any) -> Record:
    """A record that is plain data, as a value."""
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is an object, this is a {type(record).__name__}")
    schema = record.get("schema")
    if schema != SCHEMA or isinstance(schema, bool):
        newer = isinstance(schema, int) and schema > SCHEMA
        age = "newer" if newer else "older" if isinstance(schema, int) else "other"
        named = "has no schema" if schema is None else f"is of the {age} schema {schema!r:.40}"
        way_out = "update boundcheck, or run its claim again" if newer else "run its claim again"
        raise RecordError(f"{named}; this version reads schema {SCHEMA}: {way_out}")
    parts = record.get("parts")
    if not isinstance(parts, Mapping):
        return converted(record, Record)
    own = {name: typed_part(part, name) for name, part in parts.items()}
    whole = converted({**record, "parts": {}}, Record)
    return msgspec.structs.replace(whole, parts=own)


def typed_part(part: Any, name: str) -> AnyPart:
    """A part that is plain data, as a value."""
    return cast(AnyPart, converted(_without_nulls(part, name), AnyPart, f".parts[{name}]"))


def _lengths(value: Any, place: str) -> Iterator[tuple[str, int]]:
    """Places and lengths of the texts that a report prints; certificates are for `boundcheck verify`."""
    if isinstance(value, str):
        yield place, len(value)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name != "certificate":
                yield from _lengths(item, f"{place}.{name}")
    elif isinstance(value, list):
        for item in value:
            yield from _lengths(item, place)


# A run that was stopped.
def interrupted(record: Record) -> bool:
    """Whether the record is of a run that was stopped, holds what it says it holds, and claims nothing more."""
    cut = record.interrupted
    if cut is None or not cut.done == len(record.steps) + len(record.parts) <= cut.of:
        return False
    return record.headline.outcome == "UNDECIDED" and not record.headline.facts


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


def converted(value: Any, kind: Any, place: str = "") -> Any:
    """Plain data as a value of a class; `place` is where they stand in their record."""
    try:
        return msgspec.convert(value, kind, dec_hook=_extended)
    except msgspec.ValidationError as error:
        said = " ".join(str(error).split())
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
    """An `Extended` number as the file has it, and numbers of NumPy."""
    if isinstance(value, Extended):
        return float(value) if math.isfinite(value) else str(float(value))
    if hasattr(value, "tolist"):
        return value.tolist()
    raise NotImplementedError(f"no value of a record is a {type(value).__name__}")
