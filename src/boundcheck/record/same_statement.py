"""Whether one settled statement of a record is the claim's, and what exact evaluation gives of it today."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from boundcheck.checks import inequality, own_domain
from boundcheck.checks.context import Context
from boundcheck.checks.rows import NAMED, row_of
from boundcheck.claims import (
    Evidence,
    Identity,
    Inequality,
    Outcome,
)
from boundcheck.claims.marks import plain
from boundcheck.record.texts import untyped
from boundcheck.symbolic import Statement, encode


def of_settled(place: str, statement: Any, settled: Mapping[str, Any], context: Context) -> Iterator[tuple[str, str]]:
    """How one settled statement differs from the claim's, or from what its evaluation gives today."""
    if settled["shape"] != type(statement).__name__:
        yield place, f"a {settled['shape']} in the record, a {type(statement).__name__} in the installed claim"
        return
    checked, several = settled.get("checked"), settled.get("checked_parts") or []
    statement = row_of(statement).behind(statement)
    row = row_of(statement)
    if row.scalar:
        if checked is None and settled["outcome"] == "ASSUMED" and "ASSUMED" in NAMED[settled["shape"]].outcomes:
            return
        unread = checked is None and settled["outcome"] == "UNDECIDED"
        hypotheses = (settled.get("evidence") or {}).get("from_steps")
        if hypotheses and settled["outcome"] == "PROVED":
            again, used = inequality.with_steps(statement, hypotheses, context)
            if used != hypotheses or encode(again) != checked:
                yield place, "its hypotheses are not those that proved steps give"
        elif not unread and checked not in encoded(statement, context):
            yield place, "the record is of another statement"
    elif row.comparisons is not None:
        if settled["outcome"] != "UNDECIDED" or several:
            yield from _comparisons(place, list(row.comparisons(statement, context)), settled, context)
    elif row.recorded is not None:
        if not row.recorded(statement, settled, context):
            yield place, "the record is of another statement"
    elif row.again is not None:
        today = row.again(statement, settled, context)
        if today is not None and not _agree(today, settled):
            yield place, "evaluated again, it is not what the record says"


def encoded(shape: Identity | Inequality, context: Context) -> list[Any]:
    """The statement as the provers receive it, and as they do with the stated domain among its conditions."""
    try:
        statement = inequality.statement_of(shape, context)
        domain = own_domain.domain_of(statement, context)
        return [encode(statement), encode(domain.added_to(statement))]
    except (ValueError, TypeError):
        return []


def _comparisons(
    place: str, mine: list[tuple[str, Any]], settled: Mapping[str, Any], context: Context
) -> Iterator[tuple[str, str]]:
    several, named = settled.get("checked_parts") or [], (settled.get("certificate") or {}).get("comparisons") or []
    if [words for words, _ in mine] != [comparison["what"] for comparison in named] or len(several) != len(mine):
        yield place, "the record makes other comparisons"
        return
    for (words, shape), checked in zip(mine, several, strict=True):
        if checked not in encoded(shape, context):
            yield f"{place}, {words}", "the record is of another statement"


def _agree(today: Evidence, settled: Mapping[str, Any]) -> bool:
    """Whether outcome, words and witness, and what the provers received, are those of the record."""
    same = today.outcome is Outcome[settled["outcome"]] and plain(today.summary) == settled.get("summary")
    statement = today.data.get("statement")
    if isinstance(statement, Statement) and encode(statement) != settled.get("checked"):
        return False
    return same and untyped(json.loads(json.dumps(today.witness, default=str))) == settled.get("witness")
