"""How many repeats would decide what this run left open, and which option asks for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from boundcheck.stats import repeats_to_see

from .context import BUDGETS, MOST_REPEATS

INSTEAD = "a regime in which the bound has more room can be decided"


def for_rate(rate: float, allowed: float, error_probability: float) -> float:
    """Repeats that tell a true rate from the allowed one, either way, with probability 0.95; inf if out of reach."""
    if rate == allowed or not 0 < allowed < 1:
        return math.inf
    # seen from the other side, a rate below is a rate of sound replicates above
    above, limit = (rate, allowed) if rate > allowed else (1 - rate, 1 - allowed)
    spread = math.sqrt(allowed * (1 - allowed))
    reach = math.sqrt(2 * math.log(1 / error_probability)) + 1.65
    if (reach * spread / (above - limit)) ** 2 > 4 * MOST_REPEATS:
        return math.inf
    return repeats_to_see(above, limit, error_probability)


def for_interval(low: float, centre: float, high: float, bound: float, repeats: int) -> float:
    """Repeats at which an interval of this kind, its width falling like one over the root, lies beside `bound`."""
    half = high - centre if bound > centre else centre - low
    gap = abs(bound - centre)
    return math.inf if gap == 0 else repeats * max(2.0, (1.2 * half / gap) ** 2)


def asked_for(repeats: float) -> str:
    """Which option gives that many repeats, as the rest of a sentence."""
    if not repeats <= MOST_REPEATS:
        return f"more repeats than the {MOST_REPEATS:,} that --repeats allows; {INSTEAD}"
    enough = min((b for b in BUDGETS.values() if b.repeats >= repeats), key=lambda b: b.repeats, default=None)
    rounded = _rounded(repeats)
    if enough is not None:
        return f"about {rounded:,} repeats; --budget {enough.name} takes {enough.repeats:,}"
    largest = max(budget.repeats for budget in BUDGETS.values())
    return f"about {rounded:,} repeats, more than the {largest:,} of --budget deep; --repeats {rounded} takes them"


def rates(rows: Sequence[dict[str, Any]], error_probability: float) -> str:
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
        repeats = for_rate(most if rate < allowed else rate, allowed, error_probability)
        needed = asked_for(max(repeats, 2 * row["repeats"]))  # this many did not do
        said.append(f"{lead}: {rate:.4g} seen, {allowed:.4g} allowed; to tell such rates apart takes {needed}")
    return "; ".join(said)


def _rounded(repeats: float) -> int:
    """Two digits, upwards."""
    unit = 10 ** max(0, math.floor(math.log10(max(repeats, 1))) - 1)
    return math.ceil(repeats / unit) * unit
