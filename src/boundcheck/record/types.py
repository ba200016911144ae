"""A record as a value: frozen classes in place of mappings, read strictly and written as they were.

`read` refuses what it does not know, with the path to it; what `plain` writes has the digest of what was read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec

from boundcheck.claims.paper import Kind
from boundcheck.record.schema import SCHEMA, RecordError, digest, untyped
from boundcheck.record.shapes import (
    Adversary,
    AnyPart,
    Bounds,
    Constant,
    Corner,
    Crossing,
    DefinitionPart,
    Derivation,
    DisputedPart,
    ExpectationBoundPart,
    Exponent,
    ExponentPoint,
    Finding,
    HighProbabilityBoundPart,
    IdentityPart,
    InequalityPart,
    InstanceInequalityPart,
    Margin,
    MeanAtCorner,
    Mechanism,
    Method,
    MethodPoint,
    MinimaxLowerBoundPart,
    Mutant,
    Mutants,
    Part,
    PrivacyGuaranteePart,
    RankingPart,
    Ranks,
    RatioSweep,
    Regime,
    Relation,
    Reported,
    ReportedTablePart,
    RoundsPart,
    SameUpToConstantPart,
    ScalingPart,
    SeparationPart,
    Vacuity,
    VacuityPoint,
    Variant,
    Variants,
    WorstFound,
)
from boundcheck.record.statements import (
    Certificate,
    Count,
    Encoded,
    Exact,
    Extended,
    FaultIdentity,
    Formula,
    Frozen,
    Given,
    InstanceOf,
    Mark,
    Outcome,
    Probability,
    Repair,
    Sampled,
    Settled,
    Step,
    Trial,
    Witness,
)

# Every class of a record can be imported from here, wherever it is defined.
__all__ = [
    "Adversary", "AnyPart", "AsPrinted", "Assumption", "Bounds", "Certificate", "Conclusion", "Constant", "Corner",
    "Count", "Crossing", "Definition", "DefinitionPart", "Derivation", "Display", "DisputedPart", "Encoded",
    "Environment", "ErrorProbability", "Exact", "ExpectationBoundPart", "Exponent", "ExponentPoint", "Extended",
    "Fault", "FaultIdentity", "Finding", "Formula", "Frozen", "Given", "Headline", "HighProbabilityBoundPart",
    "IdentityPart", "InequalityPart", "InstanceInequalityPart", "InstanceOf", "Interrupted", "KeyFinding",
    "Literally", "Margin", "Mark", "MeanAtCorner", "Mechanism", "Method", "MethodPoint", "MinimaxLowerBoundPart",
    "Mutant", "Mutants", "News", "Outcome", "Paper", "Parameter", "Part", "PrivacyGuaranteePart", "Probability",
    "RankingPart", "Ranks", "RatioSweep", "Reading", "Record", "Regime", "Relation", "Repair", "Reported",
    "ReportedTablePart", "RestsOn", "RoundsPart", "SameUpToConstantPart", "Sampled", "ScalingPart", "SeparationPart",
    "Settled", "Severity", "Statement", "Step", "Touches", "Trial", "Used", "Vacuity", "VacuityPoint", "Variant",
    "Variants", "Witness", "WorstFound", "plain", "read", "typed_record",
]  # fmt: skip

Headline = Literal["HOLDS", "HOLDS_REPAIRED", "SUPPORTED", "CONDITIONAL", "UNDECIDED", "NOTHING_TO_CHECK", "REFUTED"]
Severity = Literal["NONE", "MISPRINT", "PROOF", "READING", "RANGE", "CONDITION", "RATE", "EMPTY", "FALSE", "OPEN"]
Literally = Literal["true", "false", "empty", "undecided", "supported", "cited"]
# The id of a claim is a path below the folder of reports.
ClaimId = Annotated[str, msgspec.Meta(pattern=r"\A(?!\.)[\w.-]{1,100}(/(?!\.)[\w.-]{1,100}){0,3}\Z")]
LONGEST = 20_000  # characters of a text in a report; the longest of ours has 3,000


class Paper(Frozen, frozen=True, kw_only=True):
    """The paper of a result; `working` are the values of its letters that it has in mind."""

    key: str
    title: str
    authors: tuple[str, ...]
    venue: str
    year: int
    ref: str
    working: tuple[Formula, ...]


class AsPrinted(Frozen, frozen=True, kw_only=True):
    """What becomes of the letters of the page."""

    value: Literally
    text: str
    witness: Witness | None


class News(Frozen, frozen=True, kw_only=True):
    """Something that goes beyond the page, and what became of it."""

    text: str
    outcome: Headline


class Conclusion(Frozen, frozen=True, kw_only=True):
    """The headline: the least of the parts, in one word and in a sentence."""

    outcome: Headline
    severity: Severity
    text: str
    literal: AsPrinted
    news: tuple[News, ...]


class RestsOn(Frozen, frozen=True, kw_only=True):
    """A result that this one uses, how it fares, and under which reading it does."""

    claim: ClaimId
    printed: str
    outcome: Headline
    severity: Severity
    reads: str
    defines: bool


class Touches(Frozen, frozen=True, kw_only=True):
    """The parts and the steps that show a fault."""

    parts: tuple[str, ...]
    steps: tuple[str, ...]


class Fault(Frozen, frozen=True, kw_only=True):
    """Something false on the page: where, of which kind, how grave, the line, why, at which point, and what would mend it."""

    id: str
    where: str
    kind: str
    severity: Severity
    printed: str
    text: str
    witness: Witness | None
    repair: str
    touches: Touches
    bare: bool = False


class KeyFinding(Frozen, frozen=True, kw_only=True):
    """What a reader has to know beside the lines, where all that it comes from stands."""

    text: str
    where: str
    weight: Literal["much", "some", "little", "question"]
    of: tuple[str, ...]
    proved: bool
    fault: str


class Display(Formula, frozen=True, kw_only=True):
    """A display of the statement, and whether it is proved as it is shown."""

    label: str
    proved_as: bool


class Definition(Formula, frozen=True, kw_only=True):
    """A letter that stands for an expression, and whether the statement needs it."""

    needed: bool


class Statement(Frozen, frozen=True, kw_only=True):
    """The result as the page states it."""

    words: str
    displays: tuple[Display, ...]
    where: tuple[Definition, ...]


class Reading(Frozen, frozen=True, kw_only=True):
    """One way in which the page can be read; the literal one comes first."""

    name: str
    text: str
    literal: bool
    repair: bool
    doubt: str
    support: str
    misprint: str
    fault: FaultIdentity | None


class Parameter(Frozen, frozen=True, kw_only=True):
    """A letter of the statement, what it means, and its domain as text and to be set."""

    name: str
    typst: str
    meaning: str
    integer: bool
    domain: str
    domain_typst: str


class Used(Frozen, frozen=True, kw_only=True):
    """A result that is used."""

    claim: ClaimId
    printed: str


class Assumption(Frozen, frozen=True, kw_only=True):
    """An assumption of the page, the steps that use it, and what becomes of the result without it."""

    label: str
    text: str
    used_by: tuple[str, ...]
    dropped: str


class ErrorProbability(Frozen, frozen=True, kw_only=True):
    """With which probability any sampled interval of the record fails, over how many parts, and each."""

    total: Probability
    checks: Count
    each: Probability
    text: str


class Environment(Frozen, frozen=True, kw_only=True):
    """Under what the record was made."""

    python: str
    platform: str
    versions: Exact


class Interrupted(Frozen, frozen=True, kw_only=True):
    """Of a run that was stopped: how many steps and parts were settled, of how many."""

    done: Count
    of: Count


class Record(Frozen, frozen=True, kw_only=True):
    """What was found of one result.

    Parameters
    ----------
    claim, printed, kind, title, where : str
        Its id, its name on the page, what it is there, what it is about, and where it stands.
    parts : mapping of name to part
        A part under another reading than the literal one is called ``part@reading``.
    letters : mapping of str to str
        How letters are set.
    detectable : str
        What samples of this size would have shown.
    budget, seed, reproduce
        The run, and the command for it.
    elapsed_seconds : float, >= 0
    digest : str, optional
        Of all but the times; a record that is not written yet has none.
    """

    schema: Literal[5]
    claim: ClaimId
    printed: str
    kind: Kind
    title: str
    paper: Paper
    where: str
    headline: Conclusion
    rests_on: tuple[RestsOn, ...]
    faults: tuple[Fault, ...]
    findings: tuple[KeyFinding, ...] = ()
    statement: Statement
    readings: tuple[Reading, ...]
    not_covered: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    letters: Mapping[str, str]
    parts: Mapping[str, AnyPart]
    steps: tuple[Step, ...]
    uses: tuple[Used, ...]
    assumptions: tuple[Assumption, ...]
    error_probability: ErrorProbability
    detectable: str
    interrupted: Interrupted | None = None
    budget: str
    seed: int
    environment: Environment
    elapsed_seconds: float
    reproduce: str
    digest: str | None = None


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


def unmarked(record: Record) -> Record:
    """The same with its texts as checks and claims have them, without marks."""
    return typed_record(untyped(plain(record)))


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
def interrupted_text(done: int, of: int) -> str:
    """The headline of its record."""
    return f"Interrupted after {done} of {of} steps and parts; run the same command to go on."


def interrupted(record: Record) -> bool:
    """Whether the record is of a run that was stopped, holds what it says it holds, and claims nothing more."""
    cut = record.interrupted
    if cut is None or not cut.done == len(record.steps) + len(record.parts) <= cut.of:
        return False
    return record.headline.outcome == "UNDECIDED" and record.headline.text == interrupted_text(cut.done, cut.of)


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
    """An `Extended` number as the file has it."""
    if not isinstance(value, Extended):
        raise NotImplementedError(f"no value of a record is a {type(value).__name__}")
    return float(value) if math.isfinite(value) else str(float(value))
