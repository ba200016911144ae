"""How many repeats would decide what this run left open, and which option asks for them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from . import margin
from .context import BUDGETS, MOST_REPEATS, Budget

FORETOLD = 4.8  # standard errors
STANDARD_ERRORS = 4.0  # in half an interval
INSTEAD = "a regime in which the bound has more room can be decided"


def for_agreement(allowed: float, error_probability: float) -> float:
    """Repeats at which a rate no larger than `allowed` agrees with it, up to the margin, with probability 0.95; inf if none."""
    if not 0 < allowed < 1:
        return math.inf
    room, spread = margin.limit(allowed) - allowed, math.sqrt(allowed * (1 - allowed))
    reach = math.sqrt(2 * math.log(1 / error_probability)) + 1.65
    return (reach * spread / room) ** 2


def for_interval(low: float, centre: float, high: float, bound: float, repeats: int) -> float:
    """Repeats at which an interval of this kind lies beside `bound`; nan where what was seen is too near to foretell it.

    The number goes with one over the square of the gap, and is foretold within a factor 2, nine times in ten, only where
    the gap is `FORETOLD` standard errors or more; such an interval is taken to be some four of them wide on each side.
    """
    half = high - centre if bound > centre else centre - low
    gap = abs(bound - centre)
    if not math.isfinite(half) or half <= 0 or gap * STANDARD_ERRORS / half < FORETOLD:
        return math.nan
    return repeats * max(1.2, (1.2 * half / gap) ** 2)


def narrower_interval(what: str, row: Mapping[str, Any], budget: Budget) -> str:
    """What it takes to tell a mean from a bound that its interval contains."""
    needed = for_interval(row["low"], row["mean"], row["high"], row["bound"], row["repeats"])
    return (
        f"the interval of the {what} in {row['name']!r}, {row['low']:.4g} to {row['high']:.4g}, contains the bound "
        f"{row['bound']:.4g}; to tell {row['mean']:.4g} from it takes {asked_for(needed, budget)}"
    )


def asked_for(repeats: float, budget: Budget | None = None) -> str:
    """Which option gives that many repeats, as the rest of a sentence; nan is a number that nobody can tell.

    The `budget` at hand is not suggested again.
    """
    if math.isnan(repeats):
        return f"a number of repeats that cannot be foretold from so near; {INSTEAD}"
    if not repeats <= MOST_REPEATS:
        return f"more repeats than the {MOST_REPEATS:,} that --repeats allows; {INSTEAD}"
    enough = min((b for b in BUDGETS.values() if b.repeats >= repeats), key=lambda b: b.repeats, default=None)
    rounded = _rounded(repeats)
    at = budget.name if budget is not None else ""
    if enough is not None and enough.name != at:
        return f"about {rounded:,} repeats; --budget {enough.name} takes {enough.repeats:,}"
    if at == "deep":
        return f"about {rounded:,} repeats; --repeats {rounded} takes them"
    largest = max(known.repeats for known in BUDGETS.values())
    return f"about {rounded:,} repeats, more than the {largest:,} of --budget deep; --repeats {rounded} takes them"


def rates(rows: Sequence[dict[str, Any]], error_probability: float, budget: Budget | None = None) -> str:
    """What would decide the violation rates that could not be told from the allowed ones, in a sentence each."""
    said = []
    for row in rows:
        rate, allowed = row["violations"] / row["repeats"], row["allowed"]
        lead = f"the violation rate in {row['name']!r} could not be told from the allowed one"
        most = (row["violations"] + row["unsound"]) / row["repeats"]
        if rate < allowed <= most:
            said.append(
                f"{lead}: {row['unsound']:,} of {row['repeats']:,} replicates are unsound and count against the bound; "
                f"mending the experiment would decide it"
            )
            continue
        repeats = for_agreement(allowed, error_probability)
        if repeats <= row["repeats"]:
            said.append(f"{lead}: {rate:.4g} seen, {allowed:.4g} allowed, and no number of repeats can be foretold; {INSTEAD}")
            continue
        said.append(
            f"{lead}: {rate:.4g} seen, {allowed:.4g} allowed; a rate that is allowed is seen to agree with it, within a factor "
            f"{margin.FACTOR}, in {asked_for(repeats, budget)}"
        )
    return "; ".join(said)


def _rounded(repeats: float) -> int:
    """Two digits, upwards."""
    unit = 10 ** max(0, math.floor(math.log10(max(repeats, 1))) - 1)
    return math.ceil(repeats / unit) * unit
