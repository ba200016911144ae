"""A sampled statement as far as it goes without samples: for results that others rest on."""

from __future__ import annotations

from typing import Any

from boundcheck.claims import Evidence, HighProbabilityBound, Outcome

from .bound import claimed, collapse
from .context import Context

EFFORT = 0.2  # in the seconds of `prove`: where the result is checked itself more is spent on its constant


def check(statement: Any, context: Context) -> Evidence:
    """Its exact refutation, where it has one, and how its constant is settled; no sample is drawn."""
    words = "no sample was drawn here"
    if not isinstance(statement, HighProbabilityBound):
        return Evidence(Outcome.SUPPORTED, words)
    collapsed = collapse.settle(statement, context, sampled=False)
    if collapsed is not None and collapsed.outcome is Outcome.REFUTED:
        return collapsed
    found = claimed.settle(
        statement,
        context.name,
        parameters=context.parameters,
        definitions=context.definitions,
        steps=context.steps,
        effort=EFFORT,
    )
    known = {"settled": found.settled, "by": found.text, "upper": None, "reserve": found.reserve}
    return Evidence(Outcome.SUPPORTED, words, data={"constant": known})
