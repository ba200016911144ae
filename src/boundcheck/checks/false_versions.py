"""False versions made from the bound itself: each letter dropped, rooted, squared or turned, each summand left out.

A study that cannot tell a bound from them shows little. They cost no simulation: each is held against every sample of the
method that is there already, of the regimes in which it is smaller than the bound, and the risk is split over all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import sympy

from boundcheck.claims import HighProbabilityBound, Regime
from boundcheck.stats import proportion_interval
from boundcheck.stats.digits import significant
from boundcheck.symbolic import decode, encode, number
from boundcheck.symbolic.latex import latex
from boundcheck.verdict import shapes
from boundcheck.verdict.statements import Formula

from .context import Context
from .samples import ROUNDING, Sample, numbers, value
from .settling import alike

Change = Literal["left out", "rooted", "dropped", "turned", "squared", "halved"]
# What is done to a letter: its name, and what stands in the letter's place.
CHANGES: dict[Change, Callable[[sympy.Expr], sympy.Expr]] = {
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
    summand : sympy.Expr, optional
        What is left out.
    name : str
        Of a term of the bound that is left out; empty for another summand.
    """

    subject: str
    change: Change
    bound: sympy.Expr
    summand: sympy.Expr | None = None
    name: str = ""


def variants(bound: HighProbabilityBound) -> Iterator[Variant]:
    """All of them, in a fixed order."""
    explicit = sympy.sympify(bound.explicit)
    for letter in sorted(explicit.free_symbols, key=str):
        for change, by in CHANGES.items():
            yield Variant(str(letter), change, explicit.subs(letter, by(letter)))
    named = [Variant("", "left out", explicit - size, size, name) for name, (size, _) in bound.terms.items()]
    yield from named
    for summand, rest in _without_one(explicit):
        if not any(alike(rest, term.bound) for term in named):  # a summand of a product may be a term without its factor
            yield Variant("", "left out", rest, summand)
    yield Variant("", "halved", explicit / 2)


def _without_one(expression: sympy.Expr) -> Iterator[tuple[sympy.Expr, sympy.Expr]]:
    """Every summand of every sum in it that no function hides, under roots as well, and the expression without it."""
    if expression.is_Add:
        yield from ((term, expression - term) for term in expression.args)
    if expression.is_Add or expression.is_Mul or (expression.is_Pow and expression.exp.is_number):
        places = expression.args[:1] if expression.is_Pow else expression.args
        for place, inner in enumerate(places):
            for summand, rest in _without_one(inner):
                yield summand, expression.func(*expression.args[:place], rest, *expression.args[place + 1 :])


def killed(
    bound: HighProbabilityBound, drawn: Sequence[tuple[Regime, Sample]], context: Context, each: float
) -> shapes.Variants:
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
    regimes = [_Place(regime, sample, bound, context) for regime, sample in drawn]
    placed = [(v, *found) for v in variants(bound) for found in _smaller(v, regimes, context)]
    held: dict[Variant, list[shapes.Variant]] = {}
    for version, place, size in placed:
        held.setdefault(version, []).append(_row(version, place, size, each / len(placed), context))
    return _counted([max(found, key=lambda row: (row.killed, row.ratio or 0.0)) for found in held.values()])


def _counted(rows: list[shapes.Variant]) -> shapes.Variants:
    return shapes.Variants(rows=tuple(rows), killed=sum(row.killed for row in rows), total=len(rows))


def retold(
    bound: HighProbabilityBound, shown: shapes.Variants | None, quantiles: Mapping[str, float], context: Context, each: float
) -> shapes.Variants:
    """What a record says of the versions, by the claim: which there are, and by their counts which are refuted.

    Parameters
    ----------
    bound : HighProbabilityBound
    shown : Variants or None
        As `killed` gave it.
    quantiles : mapping of str to float
        What was measured in the regimes.
    context : Context
    each : float in (0, 1)

    Raises
    ------
    ValueError
        The record has others than are made from the bound.
    """
    nothing = Sample(np.zeros(0), np.zeros(0, bool), ())
    places = [_Place(regime, nothing, bound, context) for regime in (*bound.regimes, *bound.probes)]
    smaller = [(v, place, size) for v in variants(bound) for place, size in _smaller(v, places, context)]
    held: dict[Variant, list[tuple[_Place, float]]] = {}
    for version, place, size in smaller:
        held.setdefault(version, []).append((place, size))
    if shown is None or len(held) != len(shown.rows):
        raise ValueError("its false versions are not those that are made from the bound")
    rows = []
    for (version, found), row in zip(held.items(), shown.rows, strict=True):
        where = [(place, size) for place, size in found if place.regime.name == row.regime]
        if not where:
            raise ValueError(f"a false version is not smaller than the bound in {row.regime!r}")
        own = [any(place.regime is regime for regime in bound.regimes) for place, _ in where]  # a probe may have its name
        measured = [quantiles[place.regime.name] if mine else math.nan for (place, _), mine in zip(where, own, strict=True)]
        ratios = [significant(q / size, 3) if size > 0 else None for q, (_, size) in zip(measured, where, strict=True)]
        at = ratios.index(row.ratio) if row.ratio in ratios else own.index(False) if False in own else 0
        place, dead = where[at][0], row.killed
        ratio = ratios[at] if own[at] else row.ratio  # the quantile of a probe stands nowhere
        if row.violations is not None and row.repeats is not None:
            dead = _refuted(row.violations, row.repeats, each / len(smaller), place.allowed)
        elif dead and ratio is not None and float(ratio) < 1:
            raise ValueError("a false version is not refuted where the quantile lies below it")
        rows.append(_shown(version, place, dead, ratio, (row.violations, row.repeats), context))
    return _counted(rows)


class _Place:
    """A regime with what was drawn there, and what is the same for every version that is held against it."""

    def __init__(self, regime: Regime, sample: Sample, bound: HighProbabilityBound, context: Context) -> None:
        self.regime, self.sample = regime, sample
        self._bound, self._context = bound, context

    @cached_property
    def explicit(self) -> float:
        """The bound itself."""
        return value(self._context, self._bound.explicit, self.regime.point)

    @cached_property
    def allowed(self) -> float:
        """The failure probability."""
        return value(self._context, self._bound.failure, self.regime.point)

    @cached_property
    def measured(self) -> float:
        """The quantile that the bound limits; nan without a sound replicate."""
        sound = self.sample.error[self.sample.sound]
        return significant(float(np.quantile(sound, 1 - self.allowed))) if len(sound) else math.nan


def _smaller(variant: Variant, places: Sequence[_Place], context: Context) -> Iterator[tuple[_Place, float]]:
    """The regimes in which a version is smaller than the bound, and its value there."""
    expanded = context.expand(sympy.sympify(variant.bound))
    for place in places:
        try:
            size = number(expanded, numbers(place.regime.point))
            beside = size / place.explicit
        except (ValueError, TypeError, ZeroDivisionError, OverflowError):
            continue
        if math.isfinite(beside) and 0 <= significant(beside, 6) < 1 - LESS:
            yield place, size


def _row(variant: Variant, place: _Place, size: float, each: float, context: Context) -> shapes.Variant:
    error, sound = place.sample.error, place.sample.sound
    over = int(((error > size * (1 + ROUNDING)) & sound).sum())
    ratio = significant(place.measured / size, 3) if size > 0 else None
    dead = _refuted(over, len(error), each, place.allowed)
    return _shown(variant, place, dead, ratio, (over, len(error)), context)


def _evaluated(summand: sympy.Expr) -> sympy.Expr:
    """A summand as it is read back: what is left of a product by taking a sum apart is printed in the usual order."""
    return decode(encode(summand))


def _shown(
    variant: Variant, place: _Place, killed: bool, ratio: float | None, counts: tuple[int | None, int | None], context: Context
) -> shapes.Variant:
    """Which version it is, and what is shown of it in a regime."""
    return shapes.Variant(
        change=variant.change,
        subject=variant.subject,
        summand=None if variant.summand is None else Formula(latex=latex(_evaluated(variant.summand), context.letters)),
        name=variant.name,
        regime=place.regime.name,
        killed=killed,
        ratio=ratio,
        violations=counts[0],
        repeats=counts[1],
    )


def _refuted(over: int, repeats: int, each: float, allowed: float) -> bool:
    """Whether so many errors above a version are certainly more than it allows."""
    return bool(proportion_interval(over, repeats, each, side="lower").low > allowed)
