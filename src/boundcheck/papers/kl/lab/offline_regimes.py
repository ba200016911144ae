"""Where the offline problem is looked at: the error of the estimate, the event of its bonus, the shortfall of its policy."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from sympy import Expr

from boundcheck.claims import Lab, Mutant, Regime, Sweep

from ..notation import bound, epsilon, n
from .offline import BENCH, Offline, price

SATURATED, STRONG, WEAK = {"bound": 8, "n": 10**12, "beta": 0.25}, {"epsilon": 0.1, "n": 10**8}, {"bound": 2, "epsilon": 8}
RARE, LADDER = {"n": 10**9, "chance": 1e-3, "beta": math.log(999)}, {"reach": 0.8, "size": 12}
NEAR: dict[str, dict[str, Any]] = {"saturated preferences": SATURATED, "strong privacy": STRONG, "weak privacy": WEAK, "rare good arm": RARE}
CLOSE = {"reach": 2.0}
FAR = LADDER | {"reach": 20.0}  # standard units between the members of a class that no sound method confuses


def regimes(measure: str) -> tuple[Regime, ...]:
    """Where Lemma B.1 (``"error"``), the event of Theorem 4.2 (``"bonus"``) and its bound (``"shortfall"``) are tested."""
    at = replace(BENCH, run=Offline(measure)).regime
    return (
        at("moderate", biting=True),
        at("saturated preferences", biting=True, **SATURATED),
        at("strong privacy", biting=True, **STRONG),
        at("both", biting=True, bound=4, epsilon=0.5, n=10**9, beta=0.5),
        at("weak privacy", biting=True, **WEAK),
        at("rare good arm", biting=True, **RARE),
        at("ladder", biting=True, **LADDER),
        at("cube", Offline(measure, "cube"), biting=True, n=10**8, reach=2.4, size=2.0**16),
        at("few samples", n=200, reach=2.0),
    )


def probe(measure: str, name: str) -> Regime:
    """A regime in which one letter matters most, with a member that the labels hardly tell from the truth."""
    return BENCH.regime(f"{name}, close members", Offline(measure), **NEAR[name] | CLOSE)


def mutants(measure: str, as_printed: Expr) -> tuple[Mutant, ...]:
    """Methods without what makes the bounds true, and the bound with the price of privacy that the page has."""
    printed = Mutant("$e^B$ as printed", "false: $e^B$ as printed", probe(measure, "saturated preferences"), as_printed)
    return (printed, *_blind(measure), *(_without_pessimism() if measure == "shortfall" else ()))


def _false(name: str, run: Offline, **changes: float) -> Mutant:
    return BENCH.false(name, f"method: {name}", run, **changes)


def _blind(measure: str) -> tuple[Mutant, ...]:
    return (
        _false("labels turned", Offline(measure, turned=True), **FAR),
        _false("labels at face value", Offline(measure, assumed=math.inf), **FAR),
        _false("a thousandth of the data", Offline(measure, share=1e-3), **FAR | {"n": 10**8}),
    )


def _without_pessimism() -> tuple[Mutant, ...]:
    """A rare poor arm that a likely mistake makes look good: the bonus is what keeps the policy off it."""
    at = {"n": 4_000, "chance": 0.01, "centre": -1.0, "beta": 6.0, **CLOSE}
    return (
        _false("no pessimism", Offline("shortfall", pessimism=0.0), **at),
        _false("optimism", Offline("shortfall", pessimism=-1.0), **at),
    )


def bonus_mutants() -> tuple[Mutant, ...]:
    """Bonuses and methods for which the event of Theorem 4.2 fails."""
    e_b = 4 * math.exp(8) / math.tanh(0.5) ** 2 / price(8, 1)
    return (
        _false("a tenth of the squared bonus", Offline("bonus", factor=0.4), **RARE | CLOSE),
        _false("a hundredth of the squared bonus", Offline("bonus", factor=0.04), **RARE | CLOSE),
        _false("$e^B$ in the bonus", Offline("bonus", factor=e_b), **SATURATED | CLOSE),
        *_blind("bonus"),
    )


def sweeps(measure: str) -> tuple[Sweep, ...]:
    """One parameter moved, the class following it: of two members, at a gap that n labels do not resolve."""
    near = replace(BENCH, run=Offline(measure), usual={**BENCH.usual, "n": 10**12, **CLOSE})
    return (
        near.sweep(n),
        near.sweep(epsilon),
        near.sweep(bound, name=r"$e^B$ at $\varepsilon = 1$"),
        near.sweep(bound, epsilon=30.0, name=r"$e^B$ at $\varepsilon = 30$"),
    )


def _probes(measure: str) -> tuple[Regime, ...]:
    return tuple(probe(measure, name) for name in NEAR)


def errors(as_printed: Expr, plain: Expr) -> Lab:
    """The error of the private MLE; false are the price of the page and that of plain labels."""
    of_plain = Mutant("information of plain labels", r"false: the price without its factor $1/\sinh^2(\varepsilon/2)$", probe("error", "strong privacy"), plain)
    return Lab(regimes("error"), _probes("error"), (*mutants("error", as_printed), of_plain), sweeps=sweeps("error"))


def shortfalls(as_printed: Expr) -> Lab:
    """The shortfall of the policy; false is the price of the page."""
    return Lab(regimes("shortfall"), _probes("shortfall"), mutants("shortfall", as_printed))


def events() -> Lab:
    """Whether no centred error exceeds its bonus."""
    return Lab(regimes("bonus"), mutants=bonus_mutants())
