"""The record: read with its checks, written canonically, fingerprinted without its clock."""

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from boundcheck.claims import Severity
from boundcheck.record.upgrade import upgraded

SCHEMA = 4
READS = (2, 3, 4)  # an older one is upgraded as it is read
OUTCOMES = ("PROVED", "SUPPORTED", "UNDECIDED", "ASSUMED", "REFUTED")
HEADLINES = ("HOLDS", "HOLDS_REPAIRED", "SUPPORTED", "UNDECIDED", "NOTHING_TO_CHECK", "REFUTED")
SEVERITIES = tuple(Severity.__members__)
LITERALS = ("true", "false", "empty", "undecided", "supported", "cited")
MARKS = ("step", "definition", "by")
CLOCK = frozenset({"elapsed_seconds", "seconds"})  # differ between two runs of the same thing
ORDER = (
    "schema", "claim", "printed", "title", "paper", "where", "headline", "rests_on", "faults", "statement", "readings",
    "not_covered", "parameters", "letters", "parts", "steps", "uses", "assumptions", "error_probability", "detectable",
    "interrupted", "budget", "seed", "environment", "elapsed_seconds", "reproduce", "digest",
)  # fmt: skip
TYPES: dict[str, type | tuple[type, ...]] = {
    "claim": str, "headline": dict, "parts": dict, "steps": list, "paper": dict, "statement": dict,
    "readings": list, "not_covered": list, "parameters": list, "uses": list, "assumptions": list,
    "environment": dict, "letters": dict, "rests_on": list, "faults": list,
}  # fmt: skip


LONGEST = 20_000  # characters of a text in a report; the longest of ours has 3,000
ID = re.compile(r"(?!\.)[\w.-]{1,100}(/(?!\.)[\w.-]{1,100}){0,3}")  # a path below the folder of reports


class RecordError(ValueError):
    """A record that cannot be trusted or read; the message is one line that says what is wrong."""


def load(path: str | Path) -> dict:
    """A record from a file, checked; one of an older schema is upgraded, and keeps the digest of its file.

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
    return record if record["schema"] == SCHEMA else upgraded(record)


def check(record: Any) -> None:
    """Raise `RecordError` unless `record` has the shape of a schema that is read."""
    if not isinstance(record, dict):
        raise RecordError(f"a record is an object, this is {_kind(record)}")
    schema = record.get("schema")
    if schema not in READS or isinstance(schema, bool):
        newer = isinstance(schema, int) and schema > SCHEMA
        age = "newer" if newer else "older" if isinstance(schema, int) else "other"
        named = "has no schema" if schema is None else f"is of the {age} schema {schema!r:.40}"
        way_out = "update boundcheck, or run its claim again" if newer else "run its claim again"
        raise RecordError(f"{named}; this version reads schema {READS[0]} to {SCHEMA}: {way_out}")
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
    for name in ("readings", "uses", "parameters", "assumptions"):
        for entry in record.get(name) or []:
            if not isinstance(entry, dict) and not (name == "uses" and isinstance(entry, str)):  # schema 2 has texts
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
    plain = _plain(record)
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
    return _without_clock(_plain(record))


def _without_clock(value):
    if isinstance(value, dict):
        return {key: _without_clock(item) for key, item in value.items() if key not in CLOCK}
    return [_without_clock(item) for item in value] if isinstance(value, list) else value


def _plain(value, at="record"):
    """Only what JSON knows; NumPy's numbers and arrays become Python's."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item, f"{at}.{key}") for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, f"{at}[{place}]") for place, item in enumerate(value)]
    if hasattr(value, "tolist"):  # scalars and arrays of NumPy
        return _plain(value.tolist(), at)
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise RecordError(f"{at} holds {_kind(value)}, which JSON does not know")


def _kind(value) -> str:
    names = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number"}
    return names.get(type(value), "nothing" if value is None else f"a {type(value).__name__}")
