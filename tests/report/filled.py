"""Values of records for tests, from some of their fields as plain data."""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from boundcheck.record.types import converted
from boundcheck.verdict.result import Record

SHAPES = {"slack": "HighProbabilityBound", "mutants": "HighProbabilityBound", "vacuity": "HighProbabilityBound"}


def filled(kind: Any, /, **given: Any) -> Any:
    """A value of a class: what is not given is empty, zero, or the first word that may stand there."""
    return converted(_filled(kind, given), kind)


def record(**given: Any) -> Record:
    """A record; its headline may be given as a text, which is that of a reading."""
    if "text" in (headline := given.get("headline", {})):
        text, rest = headline["text"], {key: value for key, value in headline.items() if key != "text"}
        given |= {"headline": {**rest, "facts": [{"is": "HoldsUnder", "reading": "in the test"}]}}
        given |= {"readings": [*given.get("readings", ()), {"name": "in the test", "text": text}]}
    return filled(Record, **{"schema": 5, "claim": "toy/lemma_1", "printed": "toy/lemma_1", "kind": "lemma", **given})


def _filled(hint: Any, value: Any) -> Any:
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _filled(inside[0], value)
    if origin in (Union, types.UnionType):
        return value if value is None else _filled(_meant(inside, value), value)
    if origin in (tuple, list) and isinstance(value, tuple | list):
        return [_filled(inside[0], item) for item in value]
    if origin is Mapping and isinstance(value, Mapping):
        return {key: _filled(inside[1], item) for key, item in value.items()}
    if not (isinstance(hint, type) and issubclass(hint, msgspec.Struct) and isinstance(value, Mapping)):
        return value
    hints = get_type_hints(hint, include_extras=True)
    for words in ("summary", "text"):  # a fact may be given as its words
        if "fact" in hints and words in value and words not in hints:
            rest = {key: item for key, item in value.items() if key != words}
            value = {"fact": {"is": "Words", "text": value[words]}} | rest
    fields = {field.encode_name: field for field in msgspec.structs.fields(hint)}
    missing = {name: _least(hints[field.name]) for name, field in fields.items() if field.required and name not in value}
    return missing | {name: _filled(hints[fields[name].name], item) if name in fields else item for name, item in value.items()}


def _meant(kinds: tuple[Any, ...], value: Any) -> Any:
    """The member of a union that a value is of: parts and facts say which."""
    tagged = {kind.__struct_config__.tag: kind for kind in kinds if hasattr(kind, "__struct_config__")}
    for tag in ("shape", "is"):
        if isinstance(value, Mapping) and tag in value:
            return tagged[value[tag]]
    return next((kind for kind in kinds if kind is not type(None)), None)


def _least(hint: Any) -> Any:
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _least(inside[0])
    if origin is Literal:
        return inside[0]
    if origin in (Union, types.UnionType):
        return None if type(None) in inside else {"is": "Words", "text": ""}
    if origin in (tuple, list):
        return []
    if origin is Mapping:
        return {}
    return _filled(hint, {}) if issubclass(hint, msgspec.Struct) else hint()
