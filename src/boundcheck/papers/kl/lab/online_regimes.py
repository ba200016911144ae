"""Where the online loop is looked at: its regret with and without a cap or privacy, and the event of optimism."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import sympy
from sympy import log

from boundcheck.claims import Bench, Lab, Mutant, Regime, Sweep

from ..notation import bound, delta, epsilon, lam, rounds
from .online import BENCH, Online

STRONG, HOT, RARE, WIDE = {"epsilon": 3}, {"beta": 20}, {"chance": 0.01}, {"bound": 2.0, "beta": 20, "lam": 16.0}


def _regimes(run: Online, *names: str) -> tuple[Regime, ...]:
    """Those of the names, or all; where the range is wide the printed cap 1 is below 2 B."""
    at = replace(BENCH, run=run).regime
    every = (
        at("long", biting=True),
        at("more privacy", biting=True, **STRONG),
        at("hot", biting=True, **HOT),
        at("rare good arm", biting=True, **RARE),
        at("wide range", biting=True, **WIDE),
        at("short", epsilon=2, beta=4, rounds=200),
    )
    return tuple(regime for regime in every if not names or regime.name in names)


def _false(bench: Bench, name: str, run: Online, **changes: float) -> Mutant:
    return bench.false(name, f"method: {name}", run, **changes)


def _mutants(bench: Bench, explicit: sympy.Expr, **strong: float) -> tuple[Mutant, ...]:
    """Methods without what makes the algorithm work, and how far the bound lies above what is measured: no change of a letter is seen."""
    return (
        _false(bench, "no exploration", Online(explore=False), **strong),
        _false(bench, "labels turned", Online(turned=True)),
        _false(bench, "no update", Online(update=False), **strong),
        Mutant("a hundred-thousandth", "false: a hundred-thousandth", bench.regime("long"), explicit / 100_000),
    )


def _sweeps() -> tuple[Sweep, ...]:
    """One parameter moved, the dimension following it: two members that order two actions the other way round.

    The loop takes the longer the dearer a label is, which ends the ranges of epsilon and B; a regret has a rate from the
    round on at which exploration ends.
    """
    per_pair = 4 * sympy.Max(1, 4 * bound**2 / lam) * (log(1 + 4 * bound**2 * rounds / lam) + log(2 / delta))
    slow = replace(BENCH, usual={**BENCH.usual, "bound": 2.0, "epsilon": 4, "rounds": 10**12, "delta": 0.25})
    with_cap: dict[str, Any] = {"follow": {"dimension": per_pair}, "note": "with the bonus capped at $2 B$"}
    return (
        slow.sweep(rounds, over=(1e5, 1e8), **with_cap),
        slow.sweep(epsilon, name=r"$1/(2 \alpha - 1)$", over=(4, 1), **with_cap),
        slow.sweep(bound, name="$e^B$", over=(1.5, 3), **with_cap),
    )


def capped(explicit: sympy.Expr) -> Lab:
    """The regret, with the bonus capped at the range of differences."""
    return Lab(_regimes(Online()), mutants=_mutants(BENCH, explicit, **STRONG), sweeps=_sweeps())


def uncapped(explicit: sympy.Expr) -> Lab:
    """The bonus without a cap, at lambda = 4 B^2."""
    regimes = _regimes(Online(cap=math.inf), "long", "more privacy", "wide range", "short")
    return Lab(regimes, mutants=_mutants(BENCH, explicit, **STRONG))


def optimism() -> Lab:
    """The event of optimism at all rounds, and bonuses that are too small for it."""
    mutants = (
        _false(BENCH, "the printed cap, $B = 2$", Online("optimism", cap=0.0), bound=2.0, epsilon=1, beta=4, rounds=1_000),
        _false(BENCH, "half the range", Online("optimism", cap=0.5), **STRONG),
        _false(BENCH, "no exploration", Online("optimism", explore=False), **STRONG),
        _false(BENCH, "labels turned", Online("optimism", turned=True)),
    )
    return Lab(_regimes(Online("optimism"), "long", "rare good arm", "wide range", "short"), mutants=mutants)


def plain(explicit: sympy.Expr) -> Lab:
    """The loop without privacy: at epsilon = 60 no label is ever turned in double precision."""
    bench = replace(BENCH, usual={**BENCH.usual, "epsilon": 60})
    regimes = (
        bench.regime("long", biting=True),
        bench.regime("hot", biting=True, **HOT),
        bench.regime("rare good arm", biting=True, **RARE),
        bench.regime("wide range", biting=True, **WIDE),
    )
    return Lab(regimes, mutants=_mutants(bench, explicit))
