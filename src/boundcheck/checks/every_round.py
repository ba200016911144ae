"""Bounds at every round at once: how often does a path cross the bound anywhere?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import Evidence, Outcome, Regime, RegretBound, UniformBound
from boundcheck.prove import Proved, proof
from boundcheck.symbolic import Statement, number

from .cells import Sample, cell, failures_of, numbers, sample_of, value, violation_row
from .context import Context
from .row import TESTED, Row
from .violations import LARGEST, settled

EVERY = 10**6  # up to so many rounds the bound is evaluated at each of them
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Crossing:
    """Of each replicate, its path over the bound where that is largest.

    Parameters
    ----------
    experiment : object with ``rounds`` and ``along(rng, repeats, **point)``
    limits : tuple of float
        The bound at each listed round.
    between : tuple of float
        The least bound from the listed round before (from round 1 on) up to each listed round; empty where listed rounds
        are all that is spoken of.
    rising : bool
        The paths are sums of what is never negative; one that falls is an error of the experiment.
    """

    experiment: Any
    limits: tuple[float, ...]
    between: tuple[float, ...] = ()
    rising: bool = False

    def sample(self, rng: Any, repeats: int, **point: Any) -> dict[str, Any]:
        """Columns ``error``, the largest ratio at listed rounds, and ``most``, what it may be at any round."""
        paths = np.asarray(self.experiment.along(rng, repeats, **point), float)
        if paths.shape != (repeats, len(self.limits)):
            raise ValueError(f"paths of shape {paths.shape}, where ({repeats}, {len(self.limits)}) was expected")
        certain = _ratios(paths, np.array(self.limits)).max(axis=1)
        most = certain
        if self.rising and (np.diff(paths, axis=1) < -_ROUNDING * np.maximum(1, np.abs(paths[:, 1:]))).any():
            raise ValueError("the regret of a path falls; it is a sum of best - played, which is never negative")
        if self.between:
            most = np.maximum(certain, _ratios(paths, np.array(self.between)).max(axis=1))
        return {"error": certain, "most": most}


def check(bound: UniformBound | RegretBound, context: Context) -> Evidence:
    """The rate of replicates that exceed the bound at any round, in every regime."""
    each = context.risk / (3 * len(bound.regimes))
    limits = {regime.name: _limits(bound, regime, context) for regime in bound.regimes}
    for name, (values, _, _) in limits.items():
        if not np.isfinite(values).all():
            return Evidence(
                Outcome.UNDECIDED, f"the bound is not defined at every round of regime {name!r}", "evaluation"
            )
    cells = {}
    for regime in bound.regimes:
        values, between, _ = limits[regime.name]
        crossing: Any = Crossing(regime.experiment, tuple(values), tuple(between), isinstance(bound, RegretBound))
        cells[regime.name] = cell(context, regime.name, crossing, regime.point, context.budget.repeats)
    results = context.run(list(cells.values()))
    samples, rows = {}, []
    for regime in bound.regimes:
        found = results[cells[regime.name]]
        sample = sample_of(found)
        most = np.append(np.asarray(found.columns.get("most", ()), float), np.full(found.lost, np.nan))
        open_between = (most > 1) & (sample.error <= 1)  # may have crossed between listed rounds: counted neither way
        samples[regime.name] = sample = Sample(sample.error, sample.sound & ~open_between, sample.failures)
        values = limits[regime.name][0]
        trivial = value(context, bound.trivial, regime.point) / values[-1] if values[-1] > 0 else LARGEST
        allowed = value(context, bound.failure, regime.point)
        rows.append(
            violation_row(
                context,
                regime.name,
                sample,
                regime.point,
                bounds={"explicit": 1.0, "printed": 1.0, "trivial": trivial},
                allowed=allowed,
                each=each,
            )
        )
    failures, reach = failures_of(samples), _reach(bound, limits)
    return settled(rows, each, failures, what="the bound", reach=reach, context=context, regimes=bound.regimes)


def _ratios(paths: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Paths over limits; a limit of 0 or less is exceeded by every error above it."""
    over = np.where(paths > limits, LARGEST, 0.0)
    with np.errstate(all="ignore"):
        plain = np.minimum(paths / limits, LARGEST)
    found = np.where(limits > 0, plain, over)
    return np.where(np.isnan(paths), np.nan, found)


def _limits(bound: Any, regime: Regime, context: Context) -> tuple[list[float], list[float], str]:
    """The bound at the listed rounds, the least one before each, and what is said of the rounds between."""
    rounds = np.array(regime.experiment.rounds, dtype=float)
    at = numbers(regime.point)
    printed = context.expand(bound.bound)

    def there(where: np.ndarray) -> np.ndarray:
        return np.broadcast_to(np.asarray(number(printed, {**at, bound.round.name: where}), float), where.shape)

    values = there(rounds)
    last = int(rounds[-1])
    if len(rounds) == last:
        return values.tolist(), [], "any round"
    if not isinstance(bound, RegretBound):
        return values.tolist(), [], f"the {len(rounds):,} listed rounds"
    starts = np.concatenate(([1], rounds[:-1])).astype(int)
    if last <= EVERY:
        every = there(np.arange(1.0, last + 1))
        least = [float(every[a - 1 : int(b)].min()) for a, b in zip(starts, rounds, strict=True)]
        return values.tolist(), least, "any round"
    if _never_falls(printed, bound.round, at):
        return values.tolist(), there(starts.astype(float)).tolist(), "any round"
    return values.tolist(), [], f"the {len(rounds):,} listed rounds"


def _never_falls(printed: sympy.Expr, letter: sympy.Symbol, at: Mapping[str, float]) -> bool:
    """Whether the bound is proved to increase in the round, at this point."""
    t = sympy.Symbol(letter.name, positive=True)
    exact = {
        s: t if s.name == letter.name else sympy.nsimplify(at[s.name], rational=True) for s in printed.free_symbols
    }
    try:
        slope = sympy.diff(printed.subs(exact), t)
        return isinstance(proof(Statement(slope, ">=", sympy.S.Zero, (t >= 1,))), Proved)
    except ValueError:
        return False


def _reach(bound: Any, limits: Mapping[str, tuple[list[float], list[float], str]]) -> str:
    last = max(int(regime.experiment.rounds[-1]) for regime in bound.regimes)
    covered = " or ".join(dict.fromkeys(words for _, _, words in limits.values()))
    return f"at {covered} up to {last:,} (later ones are not covered)"


ROWS = tuple(Row(shape, check, TESTED, sampled=True) for shape in (UniformBound, RegretBound))
