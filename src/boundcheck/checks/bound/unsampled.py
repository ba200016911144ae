"""A bound as far as it goes without samples: for results that others rest on."""

from __future__ import annotations

from boundcheck.claims import Evidence, HighProbabilityBound, Outcome

from ..context import Context
from ..row import no_sample
from . import claimed, collapse

EFFORT = 0.2  # in the seconds of `prove`: where the result is checked itself more is spent on its constant


def check(bound: HighProbabilityBound, context: Context) -> Evidence:
    """Its exact refutation, where it has one, and how its constant is settled; no sample is drawn."""
    collapsed = collapse.settle(bound, context, sampled=False)
    if collapsed is not None and collapsed.outcome is Outcome.REFUTED:
        return collapsed
    found = claimed.settle(
        bound,
        context.name,
        parameters=context.parameters,
        definitions=context.definitions,
        steps=context.steps,
        effort=EFFORT,
    )
    known = {"settled": found.settled, "by": found.text, "upper": None, "reserve": found.reserve}
    return Evidence(Outcome.SUPPORTED, no_sample(bound, context).summary, data={"constant": known})
