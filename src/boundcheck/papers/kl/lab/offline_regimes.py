"""Where the offline problem is looked at: the error of the estimate, the event of its bonus, the shortfall of its policy."""

from __future__ import annotations

import math
from collections.abc import Mapping

from sympy import Expr

from boundcheck.claims import Lab, Mutant, Regime, Sweep

from ..notation import LETTERS, bound, epsilon, n
from .offline import Offline, point, price

FAR = 20.0  # standard units between the members of a class that no sound method confuses


def regimes(measure: str) -> tuple[Regime, ...]:
    """Where Lemma B.1 (``"error"``), the event of Theorem 4.2 (``"bonus"``) and its bound (``"shortfall"``) are tested."""
    one, cube = Offline(measure), Offline(measure, "cube")
    return (
        Regime("moderate", one, point(1, 1, 10**6), biting=True),
        Regime("saturated preferences", one, point(8, 1, 10**12, beta=0.25), biting=True),
        Regime("strong privacy", one, point(1, 0.1, 10**8), biting=True),
        Regime("both", one, point(4, 0.5, 10**9, beta=0.5), biting=True),
        Regime("weak privacy", one, point(2, 8, 10**6), biting=True),
        Regime("rare good arm", one, point(1, 1, 10**9, chance=1e-3, beta=math.log(999)), biting=True),
        Regime("ladder", one, point(1, 1, 10**6, reach=0.8, size=12), biting=True),
        Regime("cube", cube, point(1, 1, 10**8, reach=2.4, size=2.0**16, states=16), biting=True),
        Regime("few samples", one, point(1, 1, 200, reach=2.0)),
    )


def probes(measure: str) -> tuple[Regime, ...]:
    """The regimes in which one letter matters most, with a member that the labels hardly tell from the truth."""
    return tuple(probe(measure, name) for name in ("saturated preferences", "strong privacy", "weak privacy", "rare good arm"))


def probe(measure: str, name: str) -> Regime:
    """One of them."""
    found = next(regime for regime in regimes(measure) if regime.name == name)
    return Regime(f"{name}, close members", found.experiment, {**found.point, "reach": 2.0})


def _false(methods: Mapping[str, tuple[Offline, Mapping[str, float]]]) -> tuple[Mutant, ...]:
    return tuple(Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in methods.items())


def mutants(measure: str, as_printed: Expr) -> tuple[Mutant, ...]:
    """Methods without what makes the bounds true, and the bound with the price of privacy that the page has."""
    far = {**next(r.point for r in regimes(measure) if r.name == "ladder"), "reach": FAR}
    methods = {
        "labels turned": (Offline(measure, turned=True), far),
        "labels at face value": (Offline(measure, assumed=math.inf), far),
        "a thousandth of the data": (Offline(measure, share=1e-3), {**far, "n": 10**8}),
    }
    on_page = Mutant("$e^B$ as printed", "false: $e^B$ as printed", probe(measure, "saturated preferences"), as_printed)
    return (on_page, *_false({**methods, **_without_pessimism()} if measure == "shortfall" else methods))


def _without_pessimism() -> dict[str, tuple[Offline, dict[str, float]]]:
    """A rare poor arm that a likely mistake makes look good: the bonus is what keeps the policy off it."""
    at = point(1, 1, 4_000, chance=0.01, centre=-1.0, beta=6.0, reach=2.0)
    return {
        "no pessimism": (Offline("shortfall", pessimism=0.0), at),
        "optimism": (Offline("shortfall", pessimism=-1.0), at),
    }


def bonus_mutants() -> tuple[Mutant, ...]:
    """Bonuses and methods for which the event of Theorem 4.2 fails."""
    found = {regime.name: regime for regime in regimes("bonus")}
    rare, saturated = found["rare good arm"], found["saturated preferences"]
    ladder = found["ladder"].point
    close = {"reach": 2.0}
    e_b = 4 * math.exp(8) / math.tanh(0.5) ** 2 / price(8, 1)
    methods = {
        "a tenth of the squared bonus": (Offline("bonus", factor=0.4), {**rare.point, **close}),
        "a hundredth of the squared bonus": (Offline("bonus", factor=0.04), {**rare.point, **close}),
        "$e^B$ in the bonus": (Offline("bonus", factor=e_b), {**saturated.point, **close}),
        "labels turned": (Offline("bonus", turned=True), {**ladder, "reach": FAR}),
        "labels at face value": (Offline("bonus", assumed=math.inf), {**ladder, "reach": FAR}),
        "a thousandth of the data": (Offline("bonus", share=1e-3), {**ladder, "reach": FAR, "n": 10**8}),
    }
    return _false(methods)


def sweeps(measure: str) -> tuple[Sweep, ...]:
    """One parameter moved, the class following it: of two members, at a gap that n labels do not resolve."""
    one = Offline(measure)
    near = {**point(1, 1, 10**12), "reach": 2.0}
    return (
        LETTERS.sweep(n, one, near),
        LETTERS.sweep(epsilon, one, near),
        LETTERS.sweep(bound, one, near, name=r"$e^B$ at $\varepsilon = 1$"),
        LETTERS.sweep(bound, one, {**near, "epsilon": 30.0}, name=r"$e^B$ at $\varepsilon = 30$"),
    )


def errors(as_printed: Expr, plain: Expr) -> Lab:
    """The error of the private MLE; false are the price of the page and that of plain labels."""
    of_plain = Mutant("information of plain labels", r"false: the price without its factor $1/\sinh^2(\varepsilon/2)$", probe("error", "strong privacy"), plain)
    return Lab(regimes("error"), probes("error"), (*mutants("error", as_printed), of_plain), sweeps=sweeps("error"))


def shortfalls(as_printed: Expr) -> Lab:
    """The shortfall of the policy; false is the price of the page."""
    return Lab(regimes("shortfall"), probes("shortfall"), mutants("shortfall", as_printed))


def events() -> Lab:
    """Whether no centred error exceeds its bonus."""
    return Lab(regimes("bonus"), mutants=bonus_mutants())
