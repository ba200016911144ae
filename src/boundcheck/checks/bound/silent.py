"""A bound that says nothing: it is proved that the trivial one is nowhere above it."""

from __future__ import annotations

from boundcheck.claims import Evidence, HighProbabilityBound, Outcome
from boundcheck.prove import Proved, proof

from ..cells import value
from ..context import Context
from .claimed import on_domain
from .vacuity import over_sample_size

EFFORT = 3.0  # in the seconds of `proof`, of the proof that a bound says nothing


def says_nothing(bound: HighProbabilityBound, evidence: Evidence, context: Context) -> Evidence | None:
    """The proof that a bound is nowhere below the trivial one, with its constants and as printed; None without it.

    Looked for only where no regime and no sample size has shown the contrary, and no error exceeds the trivial bound.
    """
    if bound.collapse is not None or evidence.data.get("above_trivial"):
        return None
    rows, region = evidence.data.get("slack") or (), evidence.data.get("vacuity") or {}
    if any(row["bound"] < row["trivial"] for row in rows) or region.get("says_something_from") is not None:
        return None
    if not rows and _speaks(bound, context):
        return None
    proofs = []
    for side in dict.fromkeys((bound.explicit, bound.printed)):
        trivial, limit = context.expand(bound.trivial), context.expand(side)
        statement, bare = on_domain(trivial, limit, bound, context.parameters, context.definitions)
        try:
            found = None if bare else proof(statement, seconds=EFFORT)
        except (ValueError, TypeError):  # outside the language of the provers
            found = None
        if not isinstance(found, Proved):
            return None
        proofs.append((statement, found))
    return Evidence(
        Outcome.PROVED,
        "the bound is never below the trivial one",
        certificate={
            "engine": "trivial bound",
            "comparisons": [
                {"what": "the trivial bound is at most this one", "certificate": found.certificate} for _, found in proofs
            ],
        },
        data={"statements": [statement for statement, _ in proofs]},
    )


def _speaks(bound: HighProbabilityBound, context: Context) -> bool:
    """Whether the bound is below the trivial one at a point of its regimes or at a larger n; it takes no sample to see that."""
    sides = [[value(context, side, regime.point) for side in (bound.explicit, bound.trivial)] for regime in bound.regimes]
    if any(explicit < trivial for explicit, trivial in sides):
        return True
    region = over_sample_size(bound, context)
    return region is not None and region["says_something_from"] is not None
