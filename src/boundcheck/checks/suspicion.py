"""Where nearly every replicate exceeds a bound, a wrong simulation is suspected before the bound; no outcome depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .context import Context

NEARLY_ALL = 0.99  # of the replicates of a regime
RARE = 0.5  # allowed failure probabilities up to this one make so many violations strange
OWN = "own/"  # claims whose simulation nobody else has looked at


def first_look(row: Mapping[str, Any], experiment: Any, context: Context) -> str:
    """Whose function to check before the bound is doubted, to stand behind "... exceed the bound"; empty without cause.

    Parameters
    ----------
    row : mapping
        ``violations``, ``repeats``, and ``allowed`` where a failure is.
    experiment : object with ``sample``
        What was drawn there; `Simulation`, `Paths` and `Widths` name their function.
    context : Context
        Only someone's own claim is suspected; the claims of the papers have tests of their experiments.
    """
    if not context.claim.startswith(OWN) or row.get("allowed", 0.0) > RARE:
        return ""
    if row["violations"] < NEARLY_ALL * row["repeats"]:
        return ""
    return f": check {called(experiment)} first, which may measure another quantity, or in another unit, than the bound"


def called(experiment: Any) -> str:
    """The function that draws, as its file calls it."""
    for field in ("errors", "paths", "draws"):
        name = getattr(getattr(experiment, field, None), "__name__", "")
        if name:
            return f"{name}()"
    return "the simulation"
