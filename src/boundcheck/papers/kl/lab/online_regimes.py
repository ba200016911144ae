"""Where the online loop is looked at: its regret with and without a cap or privacy, and the event of optimism."""

from __future__ import annotations

import math
from collections.abc import Mapping

import sympy
from sympy import log

from boundcheck.claims import Lab, Mutant, Regime, Sweep

from ..notation import LETTERS, bound, delta, epsilon, lam, rounds
from .online import Online, point

POINTS = {
    "long": (point(0.5, 6, 40, 10**8), True),
    "more privacy": (point(0.5, 3, 40, 10**8), True),
    "hot": (point(0.5, 6, 20, 10**8), True),
    "rare good arm": (point(0.5, 6, 40, 10**8, chance=0.01), True),
    "wide range": (point(2.0, 6, 20, 10**8, lam=16.0), True),  # where the printed cap 1 is below 2 B
    "short": (point(0.5, 2, 4, 200), False),
}


def _at(method: Online, *names: str) -> tuple[Regime, ...]:
    return tuple(Regime(name, method, POINTS[name][0], biting=POINTS[name][1]) for name in names)


def _false(methods: Mapping[str, tuple[Online, Mapping[str, float]]]) -> tuple[Mutant, ...]:
    return tuple(Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in methods.items())


def _far_smaller(explicit: sympy.Expr, at: Mapping[str, float]) -> Mutant:
    """How far the bound lies above what is measured: no change of one letter is seen."""
    return Mutant("a hundred-thousandth", "false: a hundred-thousandth", Regime("long", Online(), at), explicit / 100_000)


def _mutants(explicit: sympy.Expr) -> tuple[Mutant, ...]:
    """Methods without what makes the algorithm work, and bounds without what makes them true."""
    long, strong = POINTS["long"][0], POINTS["more privacy"][0]
    methods = {
        "no exploration": (Online(explore=False), strong),
        "labels turned": (Online(turned=True), long),
        "no update": (Online(update=False), strong),
    }
    return (*_false(methods), _far_smaller(explicit, long))


def _sweeps() -> tuple[Sweep, ...]:
    """One parameter moved, the dimension following it: two members that order two actions the other way round.

    The loop takes the longer the dearer a label is, which ends the ranges of epsilon and B; a regret has a rate from the
    round on at which exploration ends.
    """
    per_pair = 4 * sympy.Max(1, 4 * bound**2 / lam) * (log(1 + 4 * bound**2 * rounds / lam) + log(2 / delta))
    follow = {"dimension": per_pair}
    base = point(2.0, 4, 40, 10**12, delta=0.25)
    with_cap = "with the bonus capped at $2 B$"
    return (
        LETTERS.sweep(rounds, Online(), base, over=(1e5, 1e8), follow=follow, note=with_cap),
        LETTERS.sweep(epsilon, Online(), base, name=r"$1/(2 \alpha - 1)$", over=(4, 1), follow=follow, note=with_cap),
        LETTERS.sweep(bound, Online(), base, name="$e^B$", over=(1.5, 3), follow=follow, note=with_cap),
    )


def capped(explicit: sympy.Expr) -> Lab:
    """The regret, with the bonus capped at the range of differences."""
    return Lab(_at(Online(), *POINTS), mutants=_mutants(explicit), sweeps=_sweeps())


def uncapped(explicit: sympy.Expr) -> Lab:
    """The bonus without a cap, at lambda = 4 B^2."""
    return Lab(_at(Online(cap=math.inf), "long", "more privacy", "wide range", "short"), mutants=_mutants(explicit))


def optimism() -> Lab:
    """The event of optimism at all rounds, and bonuses that are too small for it."""
    wide = point(2.0, 1, 4, 1_000)
    long, strong = POINTS["long"][0], POINTS["more privacy"][0]
    methods = {
        "the printed cap, $B = 2$": (Online("optimism", cap=0.0), wide),
        "half the range": (Online("optimism", cap=0.5), strong),
        "no exploration": (Online("optimism", explore=False), strong),
        "labels turned": (Online("optimism", turned=True), long),
    }
    return Lab(_at(Online("optimism"), "long", "rare good arm", "wide range", "short"), mutants=_false(methods))


# At epsilon = 60 no label is ever turned in double precision.
PLAIN_POINTS = {
    "long": (point(0.5, 60, 40, 10**8), True),
    "hot": (point(0.5, 60, 20, 10**8), True),
    "rare good arm": (point(0.5, 60, 40, 10**8, chance=0.01), True),
    "wide range": (point(2.0, 60, 20, 10**8, lam=16.0), True),
}


def plain(explicit: sympy.Expr) -> Lab:
    """The loop without privacy."""
    long = PLAIN_POINTS["long"][0]
    methods = {"no exploration": Online(explore=False), "labels turned": Online(turned=True), "no update": Online(update=False)}
    regimes = tuple(Regime(name, Online(), at, biting=biting) for name, (at, biting) in PLAIN_POINTS.items())
    return Lab(regimes, mutants=(*_false({name: (method, long) for name, method in methods.items()}), _far_smaller(explicit, long)))
