"""False versions made from the bound itself: each of its letters dropped, rooted, squared or turned, each term left out.

A study that cannot tell a bound from them shows little. They cost no simulation: each is held against a sample that is
there already, of the regime in which it is smallest beside the bound, which is a choice that no sample enters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import HighProbabilityBound, Regime
from boundcheck.stats import proportion_interval
from boundcheck.stats.digits import significant

from ..cells import ROUNDING, Sample, value
from ..context import Context

# What is done to a letter: its name, and what stands in the letter's place.
CHANGES = {
    "dropped": lambda letter: sympy.S.One,
    "rooted": sympy.sqrt,
    "squared": lambda letter: letter**2,
    "turned": lambda letter: 1 / letter,
}
LESS = 1e-6  # a version that is smaller by less, relatively, is the bound


@dataclass(frozen=True)
class Variant:
    """A false version: what was changed, how, and what came of it.

    Parameters
    ----------
    subject : str
        A letter of the bound; empty where the whole or a term is changed.
    change : {"dropped", "rooted", "squared", "turned", "halved", "left out"}
    bound : sympy.Expr
    term : int
        Which term is left out, from 1; 0 for none.
    """

    subject: str
    change: str
    bound: sympy.Expr
    term: int = 0


def variants(bound: HighProbabilityBound) -> Iterator[Variant]:
    """All of them, in a fixed order."""
    explicit = sympy.sympify(bound.explicit)
    for letter in sorted(explicit.free_symbols, key=str):
        for change, by in CHANGES.items():
            yield Variant(str(letter), change, explicit.subs(letter, by(letter)))
    terms = sympy.Add.make_args(explicit)
    if len(terms) > 1:
        for place in range(len(terms)):
            yield Variant("", "left out", sympy.Add(*terms[:place], *terms[place + 1 :]), place + 1)
    yield Variant("", "halved", explicit / 2)


def killed(
    bound: HighProbabilityBound, drawn: Sequence[tuple[Regime, Sample]], context: Context, each: float
) -> dict[str, Any]:
    """How many of them the samples refute, and the others with their distance.

    Parameters
    ----------
    bound : HighProbabilityBound
    drawn : sequence of pairs of Regime and Sample
        Regimes of the method that the bound speaks of, with what was drawn there.
    context : Context
    each : float in (0, 1)
        Error probability of all of them together.
    """
    placed = [(v, *found) for v in variants(bound) if (found := _sharpest(v, drawn, bound, context)) is not None]
    rows = [_row(v, regime, sample, size, bound, context, each / len(placed)) for v, regime, sample, size in placed]
    return {"total": len(rows), "killed": sum(row["killed"] for row in rows), "rows": rows}


def _sharpest(
    variant: Variant, drawn: Sequence[tuple[Regime, Sample]], bound: HighProbabilityBound, context: Context
) -> tuple[Regime, Sample, float] | None:
    """The regime in which a version is smallest beside the bound, and its value there; None if it is smaller in none."""
    best: tuple[float, Regime, Sample, float] | None = None
    for regime, sample in drawn:
        try:
            size = value(context, variant.bound, regime.point)
            beside = size / value(context, bound.explicit, regime.point)
        except (ValueError, TypeError, ZeroDivisionError, OverflowError):
            continue
        beside = significant(beside, 6) if math.isfinite(beside) else math.inf
        if 0 <= beside < 1 - LESS and (best is None or beside < best[0]):
            best = (beside, regime, sample, size)
    return None if best is None else best[1:]


def _row(
    variant: Variant,
    regime: Regime,
    sample: Sample,
    size: float,
    bound: HighProbabilityBound,
    context: Context,
    each: float,
) -> dict[str, Any]:
    over = int(((sample.error > size * (1 + ROUNDING)) & sample.sound).sum())
    allowed = value(context, bound.failure, regime.point)
    sound = sample.error[sample.sound]
    measured = float(np.quantile(sound, 1 - allowed)) if len(sound) else math.nan
    return {
        "subject": variant.subject,
        "change": variant.change,
        "term": variant.term,
        "regime": regime.name,
        "killed": proportion_interval(over, len(sample.error), each, side="lower").low > allowed,
        "ratio": significant(measured / size, 3) if size > 0 else None,
    }
