"""A class that is not finite: the private MLE over an interval, with a net."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from sympy import Expr

from boundcheck.claims import Bench, Lab, Mutant
from boundcheck.rlhf.bandits import bandit as counts
from boundcheck.rlhf.bandits.bandit import one_state

from ..notation import LETTERS


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


def of_net(run: Interval, *, tau: float, span: float, **_: float) -> dict[str, float]:
    """The class is not finite; `size` counts the members of the net."""
    return {"size": float(math.ceil(span / (2 * tau)))}


USUAL = {"bound": 1, "epsilon": 1, "n": 10**6, "tau": 1e-7, "delta": 0.05, "span": 0.5}
BENCH = Bench(LETTERS, USUAL, Interval(), complete=of_net)
REGIMES = (
    BENCH.regime("moderate, an interval", biting=True),
    BENCH.regime("saturated preferences, an interval", biting=True, bound=8, n=10**12, tau=1e-12),
    BENCH.regime("strong privacy, an interval", biting=True, epsilon=0.1, n=10**9, tau=1e-9),
)

METHODS = {
    "labels turned, an interval": Interval(turned=True),
    "labels at face value, an interval": Interval(assumed=math.inf),
    "a thousandth of the data, an interval": Interval(share=1e-3),
}


def lab(as_printed: Expr) -> Lab:
    """All of it, with the bound that has the price of privacy of the page among the false ones."""
    methods = (BENCH.false(name, f"method: {name}", method) for name, method in METHODS.items())
    return Lab(REGIMES, mutants=(Mutant("$e^B$ as printed, an interval", "false: $e^B$ as printed", REGIMES[1], as_printed), *methods))
