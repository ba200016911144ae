"""Values of records for tests: what a test does not name is empty, zero, or the first word that may stand there."""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from boundcheck.verdict.conclusions import HoldsUnder
from boundcheck.verdict.result import Conclusion, Reading, Record


def least(kind, /, **given):
    """An instance of a class of records."""
    hints = get_type_hints(kind, include_extras=True)
    missing = [field.name for field in msgspec.structs.fields(kind) if field.required and field.name not in given]
    return kind(**{name: _least(hints[name]) for name in missing}, **given)


def of(text="every step is proved.", outcome="HOLDS", severity="NONE", **given):
    """The least record with a sentence: under which reading it stands, in these words."""
    headline = least(Conclusion, outcome=outcome, severity=severity, facts=(HoldsUnder(reading="in the test"),))
    readings = (*given.pop("readings", ()), least(Reading, name="in the test", text=text))
    named = {"claim": "toy/lemma_1", "printed": "toy/lemma_1", "kind": "lemma", "headline": headline, "readings": readings}
    return least(Record, **{**named, **given})


def _least(hint) -> Any:
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _least(inside[0])
    if origin is Literal:
        return inside[0]
    if origin in (Union, types.UnionType):
        return None if type(None) in inside else least(inside[0])
    if origin in (tuple, list):
        return ()
    if origin is Mapping:
        return {}
    return least(hint) if issubclass(hint, msgspec.Struct) else hint()
