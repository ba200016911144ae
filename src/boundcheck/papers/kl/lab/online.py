"""The online loop of Algorithm 2 on two actions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from boundcheck.claims import Bench
from boundcheck.rlhf.bandits import classes
from boundcheck.rlhf.bandits.bandit import one_state
from boundcheck.rlhf.bandits.online import Rule, play

from ..notation import LETTERS


def width(bound: float, epsilon: float, size: float, delta: float) -> float:
    """Twice the root of the sharper bound of Lemma C.3, with half of delta: what Gamma_T stands for."""
    return 8 * math.cosh(bound / 2) ** 2 / math.tanh(epsilon / 2) * math.sqrt(math.log(2 * (size - 1) / delta))


def dimension(bound: float, lam: float, rounds: float, size: float, delta: float) -> float:
    """What bounds the sum of min(1, U^2) in a run: per pair of members a logarithm of T."""
    pairs = size * (size - 1) / 2
    return pairs * 4 * max(1.0, 4 * bound**2 / lam) * (math.log1p(4 * bound**2 * rounds / lam) + math.log(2 * pairs / delta))


@dataclass(frozen=True)
class Online:
    """Algorithm 2 on two actions; the truth prefers the second by `centre`, other members less and less, then the first.

    Parameters
    ----------
    measure : str
        ``"regret"``, or ``"optimism"``: 1 where it fails in some round, else 0.
    cap : float
        Largest bonus over the range 2 B of centred differences; 0 for the printed cap 1.
    explore, turned, update : bool
        See ``Rule``.
    """

    measure: str = "regret"
    cap: float = 1.0
    explore: bool = True
    turned: bool = False
    update: bool = True

    def sample(
        self, rng: np.random.Generator, repeats: int, *, bound: float, epsilon: float, beta: float, rounds: int, lam: float, size: int,
        delta: float, chance: float, **_: float,
    ) -> dict[str, np.ndarray]:
        """Draw `repeats` runs."""
        differences = np.linspace(-bound, bound, size)
        tables = classes.ladder(differences - differences[0], states=1, bound=bound, centre=-bound)
        cap = 2 * bound * self.cap if self.cap else 1.0
        rule = Rule(width(bound, epsilon, size, delta), lam, cap=cap, explore=self.explore, turned=self.turned, update=self.update)
        run = play(
            rng, repeats, bandit=one_state(1 - chance, chance), tables=tables, beta=beta, epsilon=epsilon, rounds=int(rounds), rule=rule
        )
        return {"error": run.regret if self.measure == "regret" else run.pessimistic.astype(float)}


def of_class(run: Online, *, bound: float, lam: float, rounds: float, size: float, delta: float, **_: float) -> dict[str, float]:
    """The dimension of the class."""
    return {"dimension": dimension(bound, lam, rounds, size, delta)}


# `chance` is the reference policy's at the better action.
USUAL = {"bound": 0.5, "epsilon": 6, "beta": 40, "rounds": 10**8, "lam": 1.0, "size": 2, "delta": 0.05, "chance": 0.5}
BENCH = Bench(LETTERS, USUAL, Online(), complete=of_class)
