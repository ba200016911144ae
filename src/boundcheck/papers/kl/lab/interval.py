"""A class that is not finite: the private MLE over an interval, with a net."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from sympy import Expr

from boundcheck.claims import Lab, Mutant, Regime
from boundcheck.rlhf.bandits import bandit as counts
from boundcheck.rlhf.bandits.bandit import one_state


@dataclass(frozen=True)
class Interval:
    r"""The private MLE over an interval of differences, which is not finite: two equally likely actions.

    The class holds every difference in ``[bound - span, bound]`` and the truth is its upper end; a net of width `tau`
    has ``span / (2 tau)`` members. The likelihood has one peak, so that its maximiser is where the private
    probability is the share of ones, or the nearer end.

    Parameters
    ----------
    assumed : float
        Factor on the privacy level in the likelihood.
    turned : bool
        Labels are turned round.
    share : float
        Share of the samples that is used.
    """

    assumed: float = 1.0
    turned: bool = False
    share: float = 1.0

    def sample(
        self, rng: np.random.Generator, repeats: int, *, n: int, epsilon: float, bound: float, span: float, **_: float
    ) -> dict[str, np.ndarray]:
        """Squared errors of the centred reward."""
        bandit = one_state(0.5, 0.5)
        first_wins = np.array([counts.sigmoid(bound)])
        seen = counts.draw(rng, repeats, n=int(self.share * n), law=bandit.pair_law(), first_wins=first_wins)
        seen = counts.thinned(rng, seen, epsilon=epsilon)
        seen = counts.turned(seen) if self.turned else seen
        tilt = (2 * seen.ones[:, 0] - seen.total[:, 0]) / np.maximum(seen.total[:, 0], 1)
        keeps = math.tanh(0.5 * epsilon * self.assumed)
        low, high = keeps * math.tanh((bound - span) / 2), keeps * math.tanh(bound / 2)
        found = 2 * np.arctanh(np.clip(tilt, low, high) / keeps)
        return {"error": (found - bound) ** 2 / 4}


def point(bound: float, epsilon: float, n: int, tau: float, span: float = 0.5, delta: float = 0.05) -> dict[str, float]:
    """A point of the class that is not finite; `size` counts the members of the net."""
    return {
        "bound": bound, "epsilon": epsilon, "n": n, "tau": tau, "delta": delta, "span": span, "size": float(math.ceil(span / (2 * tau))),
    }


REGIMES = (
    Regime("moderate, an interval", Interval(), point(1, 1, 10**6, 1e-7), biting=True),
    Regime("saturated preferences, an interval", Interval(), point(8, 1, 10**12, 1e-12), biting=True),
    Regime("strong privacy, an interval", Interval(), point(1, 0.1, 10**9, 1e-9), biting=True),
)

METHODS = {
    "labels turned, an interval": Interval(turned=True),
    "labels at face value, an interval": Interval(assumed=math.inf),
    "a thousandth of the data, an interval": Interval(share=1e-3),
}


def lab(as_printed: Expr) -> Lab:
    """All of it, with the bound that has the price of privacy of the page among the false ones."""
    methods = (Mutant(name, f"method: {name}", Regime(name, method, REGIMES[0].point)) for name, method in METHODS.items())
    return Lab(REGIMES, mutants=(Mutant("$e^B$ as printed, an interval", "false: $e^B$ as printed", REGIMES[1], as_printed), *methods))
