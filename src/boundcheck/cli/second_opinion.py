"""``boundcheck verify --second-opinion FILE.json``: every proved or refuted scalar statement, asked of another checker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boundcheck.cli.counting import counted
from boundcheck.second_opinion import available, opinion

_VERDICTS = {"proof": "proved", "counterexample": "refuted"}


def opinions(certified: Iterator[tuple[str, dict[str, Any]]], *, seconds: float = 40.0) -> Iterator[dict[str, Any]]:
    """Yield a row for each settled statement of a record that carries a certificate of its own."""
    for what, settled in certified:
        certificate = settled.get("certificate") or {}
        verdict = _VERDICTS.get(certificate.get("kind", ""))
        encoded = settled.get("checked")
        if verdict is None or encoded is None:
            continue
        found = opinion(encoded, verdict, certificate.get("point"), seconds=seconds)  # type: ignore[arg-type]
        yield {"what": what, "result": found.answer, "trusted": [found.by] if found.by else [], "reason": found.reason}


def share(rows: list[dict[str, Any]]) -> str:
    """Return how many statements the second checker answered, in words."""
    agreed, against = (sum(row["result"] == word for row in rows) for word in ("agreed", "disagrees"))
    by = available() or "no second checker is installed (Coq with coq-interval)"
    return f"second opinion: {agreed} of {counted(len(rows), 'statement')} agreed, {against} DISAGREE ({by})"
