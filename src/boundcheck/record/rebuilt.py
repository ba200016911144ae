"""What a reader is shown, made again from claim and evidence, and what measured rows say once more."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from boundcheck.checks.context import Context, Sampled
from boundcheck.checks.shapes import check_of
from boundcheck.claims import Claim
from boundcheck.record.build import Circumstances, build, part_of
from boundcheck.record.conclusion import concluded, part_verdict
from boundcheck.record.schema import plain_data
from boundcheck.record.types import plain, typed_record
from boundcheck.settle.settle import sampled_parts, share_of_risk
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import Part

# A record beside the one that its own evidence and its installed claim give: what a reader is shown is computed anew.
#
# Formulas, displays, conditions, texts, letters, severities, headlines, faults, counts and what could have been seen are made
# again from the claim and from the recorded outcomes, certificates and measurements. What was measured itself is taken from the
# record: it is replayed where it has a certificate, and drawn again by a run of the same claim.

# Of the run and of the machine; no statement hangs on them. `verify` asks the second program itself.
_ASIDE = frozenset({"environment", "elapsed_seconds", "seconds", "reproduce", "digest", "budget", "seed", "second"})


def rebuilt(record: Record, claim: Claim, used: Mapping[str, Claim]) -> Record:
    """The record that the claim and the recorded evidence give, without its digest; texts are without marks."""
    total = record.error_probability.total
    each, sampled = share_of_risk(claim, total), sampled_parts(claim)
    run = Circumstances(record.budget, record.seed, total, each, sampled, record.elapsed_seconds, record.reproduce)
    return typed_record(plain_data(build(claim, concluded(record, claim), used, run)))


def first_difference(record: Record, claim: Claim, used: Mapping[str, Claim]) -> Iterator[tuple[str, str]]:
    """``(place, how it differs)`` of the first field in which a record is not what its claim and its evidence give."""
    for place, shown, made in differing(plain(record), plain(rebuilt(record, claim, used))):
        yield place, f"the record says {shown}, its claim and its evidence give {made}"
        return


def differing(record: Mapping[str, Any], other: Mapping[str, Any], relative: float = 0.0) -> Iterator[tuple[str, str, str]]:
    """``(place, value, other value)`` of the fields in which two records differ, what belongs to run and machine aside.

    Numbers that are no counts may differ by `relative`.
    """
    for place, shown, made in _differences(record, other, "", relative):
        yield place, _short(shown), _short(made)


def _differences(shown: Any, made: Any, place: str, relative: float) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(shown, Mapping) and isinstance(made, Mapping):
        for key in dict.fromkeys((*made, *shown)):
            if key not in _ASIDE:
                yield from _differences(shown.get(key), made.get(key), f"{place}.{key}" if place else str(key), relative)
    elif isinstance(shown, list) and isinstance(made, list) and len(shown) == len(made):
        for number, (one, other) in enumerate(zip(shown, made, strict=True)):
            label = one.get("label") if isinstance(one, Mapping) else None
            yield from _differences(one, other, f"{place}[{label or number}]", relative)
    elif shown != made and not _close(shown, made, relative):
        yield place, shown, made


def _close(shown: Any, made: Any, relative: float) -> bool:
    floats = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (shown, made))
    return floats and float in (type(shown), type(made)) and math.isclose(shown, made, rel_tol=relative, abs_tol=0.0)


def _short(value: Any) -> str:
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 120 else f"{said[:117]}..."


# What the checks say of the counts of a record, beside what the record says: nothing is drawn, nothing is searched.
#
# Limits of rates, outcomes, summaries, findings, constants, false versions, where a bound says something and where it was tested
# follow from counts, quantiles and certificates; these are replayed, or drawn by a run of the claim.

MEASURED = ("exponents", "slack", "separation", "vacuity", "mutants", "failures")
LAST_DIGIT = 1e-5  # of six, relatively: so far may a number lie that was rounded before it was computed with


def differences(key: str, part: Part, statement: Any, claim: Claim, context: Context) -> Iterator[str]:
    """How a sampled part of a record differs from what its check says of its own counts."""
    check, as_data = check_of(statement), plain(part)
    beside = MEASURED if check.evaluated else (*MEASURED, "findings")
    if not isinstance(check, Sampled) and any(getattr(part, name, None) for name in beside):
        yield "nothing is measured of such a statement"
    try:
        evidence = check.retold(statement, part, context)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        yield " ".join(str(error).split())[:200] or "its counts cannot be read"
        return
    if evidence is None:
        return
    shown = part_verdict(key, part)
    received = ((name, getattr(shown.evidence, name)) for name in ("statement", "statements", "trusted"))
    exact = {name: kept for name, kept in received if kept not in (None, ())}  # a statement is no boolean
    told = replace(evidence, **exact)
    made = plain_data(part_of(claim, replace(shown, evidence=told)))
    for place, one, other in differing(as_data, made, LAST_DIGIT):
        yield f"{place}: the record says {one}, its counts give {other}"
        return
