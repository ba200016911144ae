"""The cells that a claim asks for before anything else, which several machines can share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from boundcheck.checks.rows import row_of
from boundcheck.claims import Claim
from boundcheck.settle.circumstances import Run, context_of, key, share_of_risk, statements


class _CellRequest(Exception):
    """The cells that a check asked for first, when nothing is to be computed for it."""

    def __init__(self, cells: Sequence[Any]) -> None:
        super().__init__("cells asked for")
        self.cells = cells


def first_cells(claim_id: str, claim: Claim, run: Run) -> list[Any]:
    """The cells that every sampled part asks for before anything else; what a worst-case search finds is not known yet.

    They are what several machines can share (`boundcheck.study.shard`); what two readings of a part ask for is there once.
    """

    def ask(cells: Sequence[Any]) -> Mapping[Any, Any]:
        raise _CellRequest(cells)

    found: list[Any] = []
    risk = share_of_risk(claim, run.error_probability)
    for name, reading, statement in statements(claim):
        if not row_of(statement).sampled:
            continue
        context = context_of(claim_id, key(name, reading), claim, run, risk)
        try:
            row_of(statement).check(statement, replace(context, run=ask))
        except _CellRequest as asked:
            found += asked.cells
    return list(dict.fromkeys(found))
