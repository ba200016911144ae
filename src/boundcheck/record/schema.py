"""The record: read with its checks and written canonically, its sentences, and what it says of a run that was stopped."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from boundcheck.claims.paper import KINDS
from boundcheck.claims.texts import MARKS as TEXT_MARKS
from boundcheck.claims.texts import plain
from boundcheck.verdict import Severity

# The record: read with its checks, written canonically, fingerprinted without its clock.

SCHEMA = 5
OUTCOMES = ("PROVED", "SUPPORTED", "UNDECIDED", "ASSUMED", "REFUTED")
HEADLINES = ("HOLDS", "HOLDS_REPAIRED", "SUPPORTED", "CONDITIONAL", "UNDECIDED", "NOTHING_TO_CHECK", "REFUTED")
SEVERITIES = tuple(Severity.__members__)
LITERALS = ("true", "false", "empty", "undecided", "supported", "cited")
MARKS = ("step", "definition", "by", "rewriting", "restated")
CLOCK = frozenset({"elapsed_seconds", "seconds"})  # differ between two runs of the same thing
ORDER = (
    "schema", "claim", "printed", "kind", "title", "paper", "where", "headline", "rests_on", "faults", "findings", "statement",
    "readings", "not_covered", "parameters", "letters", "parts", "steps", "uses", "assumptions", "error_probability", "detectable",
    "interrupted", "budget", "seed", "environment", "elapsed_seconds", "reproduce", "digest",
)  # fmt: skip
TYPES: dict[str, type | tuple[type, ...]] = {
    "claim": str, "headline": dict, "parts": dict, "steps": list, "paper": dict, "statement": dict,
    "readings": list, "not_covered": list, "parameters": list, "uses": list, "assumptions": list,
    "environment": dict, "letters": dict, "rests_on": list, "faults": list,
    "findings": list,
}  # fmt: skip


LONGEST = 20_000  # characters of a text in a report; the longest of ours has 3,000
ID = re.compile(r"(?!\.)[\w.-]{1,100}(/(?!\.)[\w.-]{1,100}){0,3}")  # a path below the folder of reports


class RecordError(ValueError):
    """A record that cannot be trusted or read; the message is one line that says what is wrong."""


def load(path: str | Path) -> dict:
    """A record from a file, checked.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    record : dict

    Raises
    ------
    RecordError
        It cannot be read, is not a record, comes from another schema, or was changed after it was written.
    """
    try:
        record = json.loads(Path(path).read_text(encoding="utf-8"))
        check(record)
        if "digest" not in record:
            raise RecordError("has no digest; run its claim again")
        if record["digest"] != digest(record):
            raise RecordError("does not match its digest; it was changed after it was written")
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path}: is not JSON ({' '.join(str(error).split())})") from None
    return record


def check(record: Any) -> None:
    """Raise `RecordError` unless `record` has the shape of a schema that is read."""
    if not isinstance(record, dict):
        raise RecordError(f"a record is an object, this is {_kind(record)}")
    schema = record.get("schema")
    if schema != SCHEMA or isinstance(schema, bool):
        newer = isinstance(schema, int) and schema > SCHEMA
        age = "newer" if newer else "older" if isinstance(schema, int) else "other"
        named = "has no schema" if schema is None else f"is of the {age} schema {schema!r:.40}"
        way_out = "update boundcheck, or run its claim again" if newer else "run its claim again"
        raise RecordError(f"{named}; this version reads schema {SCHEMA}: {way_out}")
    for key in ("claim", "headline"):
        if not record.get(key):
            raise RecordError(f"lacks {key!r}")
    for key, kind in TYPES.items():
        if record.get(key) is not None and not isinstance(record[key], kind):
            raise RecordError(f"{key!r} is {_kind(record[key])}, not {_kind(kind())}")  # type: ignore[operator]
    if not ID.fullmatch(record["claim"]):
        raise RecordError(f"claim {record['claim']!r:.60} is no id such as 'unified/theorem_5_4'")
    named = record["headline"].get("outcome")
    if named not in HEADLINES:
        raise RecordError(f"headline outcome {named!r:.40} is none of {', '.join(HEADLINES)}")
    if record.get("kind") not in KINDS:
        raise RecordError(f"kind {record.get('kind')!r:.40} is none of {', '.join(KINDS)}")
    _known_words(record)
    for label, part in [*(record.get("parts") or {}).items(), *enumerate(record.get("steps") or [], 1)]:
        if not isinstance(part, dict):
            raise RecordError(f"part or step {label!r} is {_kind(part)}, not an object")
        if part.get("outcome") not in OUTCOMES:
            raise RecordError(f"part or step {label!r:.60}: outcome {part.get('outcome')!r:.40} is no outcome")
        _inner(part, f"part or step {label!r:.60}")
    for place, size in _lengths(record, "record"):
        if size > LONGEST:
            raise RecordError(f"{place:.80} is a text of {size:,} characters; a report has room for {LONGEST:,}")


def _inner(settled: Mapping[str, Any], name: str) -> None:
    """Raise `RecordError` unless certificate and repair are such."""
    certificate, repair = settled.get("certificate"), settled.get("repair")
    if certificate is not None and not isinstance(certificate, dict):
        raise RecordError(f"{name}: its certificate is {_kind(certificate)}, not an object")
    if repair is not None and (not isinstance(repair, dict) or repair.get("outcome") not in OUTCOMES):
        raise RecordError(f"{name}: its repair has no outcome, which is one of {', '.join(OUTCOMES)}")
    if isinstance(repair, dict):
        _inner(repair, f"repair of {name}")


def _known_words(record: Mapping[str, Any]) -> None:
    """Raise `RecordError` unless severities, and what becomes of the letters, are words that there are."""
    headline = record["headline"]
    literal = headline.get("literal")
    if literal is not None and (not isinstance(literal, dict) or literal.get("value") not in LITERALS):
        raise RecordError(f"headline literal {str(literal)!r:.60} has no value, which is one of {', '.join(LITERALS)}")
    places = [("headline", headline)]
    for name in ("rests_on", "faults"):
        for entry in record.get(name) or []:
            if not isinstance(entry, dict):
                raise RecordError(f"{name!r} holds {_kind(entry)}, not an object")
            places.append((name, entry))
    for name in ("readings", "uses", "parameters", "assumptions", "findings"):
        for entry in record.get(name) or []:
            if not isinstance(entry, dict):
                raise RecordError(f"{name!r} holds {_kind(entry)}, not an object")
    for name, entry in places:
        if entry.get("severity") not in SEVERITIES:
            raise RecordError(f"{name} severity {entry.get('severity')!r:.40} is none of {', '.join(SEVERITIES)}")
    for step in record.get("steps") or []:
        if isinstance(step, dict) and step.get("mark", "step") not in MARKS:
            raise RecordError(
                f"step {step.get('label')!r:.60}: mark {step.get('mark')!r:.40} is none of {', '.join(MARKS)}"
            )


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


def digest(record: Mapping) -> str:
    """Fingerprint of all that a rerun with the same seed reproduces: no times, and not the digest itself."""
    bare = {key: value for key, value in timeless(record).items() if key != "digest"}
    text = json.dumps(bare, sort_keys=True, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return "blake2b:" + hashlib.blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def dumps(record: Mapping) -> str:
    """Canonical JSON: the keys of the schema in their order, a line for each key and for each of its entries."""
    plain = plain_data(record)
    known = {key: plain.pop(key) for key in ORDER if key in plain}
    return _lines({**known, **dict(sorted(plain.items()))}, 2) + "\n"


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
    "title", "text", "words", "where", "because", "note", "special", "misprint", "doubt", "support", "summary", "meaning",
    "dropped", "by", "reserve", "explicit_text", "quantity", "brief", "repair", "not_covered", "detectable", "cited", "reads",
})  # fmt: skip
# Held by keys of other names, or for a prover: no sentence stands in them.
ASIDE = frozenset({"certificate", "checked", "checked_parts", "instance", "point", "letters", "environment", "paper", "law"})
JOINTS = frozenset("_/@")  # in the name of a step, a part or a result that is no word


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


# A run that was stopped: what its record says of that, as numbers and in a sentence.

def stopped(done: int, of: int) -> dict[str, int]:
    """The field of the record: how many steps and parts were settled, of how many."""
    return {"done": done, "of": of}


def sentence(done: int, of: int) -> str:
    """The headline of such a record."""
    return f"Interrupted after {done} of {of} steps and parts; run the same command to go on."


def interrupted(record: Mapping[str, Any]) -> bool:
    """Whether the record is of a run that was stopped, holds what it says it holds, and claims nothing more."""
    said, headline = record.get("interrupted"), record["headline"]
    if not isinstance(said, Mapping) or not all(isinstance(said.get(key), int) for key in ("done", "of")):
        return False
    whole = said["done"] == len(record["steps"]) + len(record["parts"]) <= said["of"]
    return whole and headline["outcome"] == "UNDECIDED" and headline["text"] == sentence(said["done"], said["of"])
