"""One data set: two actions, the private MLE over a finite class, and the policy that Algorithm 1 returns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.claims import Bench
from boundcheck.rlhf.bandits import bandit as counts
from boundcheck.rlhf.bandits import classes
from boundcheck.rlhf.bandits.bandit import equal_states
from boundcheck.rlhf.bandits.estimates import ClassMLE
from boundcheck.rlhf.bandits.policies import suboptimality

from ..notation import LETTERS


def price(bound: float, epsilon: float) -> float:
    """One over the least information of a private label about a difference in [-B, B]."""
    curvature = 4 * math.cosh(bound / 2) ** 2
    return curvature + curvature**2 / (4 * math.sinh(epsilon / 2) ** 2)


def error(n: float, epsilon: float, bound: float, tau: float, size: float, delta: float) -> float:
    """The bound of Lemma B.1 for a class of which a net of width `tau` has `size` members."""
    return 8 * price(bound, epsilon) * (math.log(size / delta) / n + math.tanh(epsilon / 4) * tau) + 4 * tau**2


@dataclass(frozen=True)
class Offline:
    r"""Two actions: the private MLE over a class of differences, and the policy that Algorithm 1 returns.

    The truth is the difference ``centre * B`` between the first and the second action, in every state. Other members
    lie ``reach`` standard units away, a unit being that of the least information in `n` pairs: with the ladder also at
    twice, three times ... that distance, towards the middle; with the cube every state by itself.

    Parameters
    ----------
    measure : str
        ``"error"`` for the mean squared error of centred rewards under the reference policy, ``"shortfall"`` for that
        of the policy, ``"bonus"`` for the largest ratio of a centred error to its bonus.
    kind : str
        ``"ladder"`` or ``"cube"``.
    assumed : float
        Factor on the privacy level in the likelihood.
    turned : bool
        Labels are turned round.
    share : float
        Share of the samples that is used.
    pessimism : float
        Factor on the bonus; negative for optimism.
    factor : float
        What the bonus of ``"bonus"``, for finite classes, has in front of ``D^2 price ln((N - 1)/delta)/n``; that of
        ``"shortfall"`` is the one for a class of which a net of width `tau` has N members.
    apart : float
        Distance of the members in place of `reach` units; 0 for those.
    """

    measure: str
    kind: str = "ladder"
    assumed: float = 1.0
    turned: bool = False
    share: float = 1.0
    pessimism: float = 1.0
    factor: float = 4.0
    apart: float = 0.0

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, np.ndarray]:
        """Draw `repeats` data sets."""
        found = self._measured(rng, repeats, **point)
        return {"error": found}

    def _measured(
        self,
        rng: np.random.Generator,
        repeats: int,
        *,
        n: int,
        epsilon: float,
        bound: float,
        reach: float = 0.0,
        size: float,
        delta: float,
        tau: float,
        chance: float = 0.5,
        centre: float = 1.0,
        beta: float = 1.0,
        **_: Any,
    ) -> np.ndarray:
        states = round(math.log2(size)) if self.kind == "cube" else 1
        bandit = equal_states(states, (chance, 1 - chance))
        spread = 2 * chance * (1 - chance) * n / (states * price(bound, epsilon))
        gap = (self.apart or reach / math.sqrt(spread)) * (-1 if centre > 0 else 1)
        steps = gap * np.arange(2 if self.kind == "cube" else round(size))
        tables = classes.ladder(steps, states=1, bound=bound, centre=centre * bound)
        differences = tables[:, 0, 0] - tables[:, 0, 1]
        first_wins = np.full(states, counts.sigmoid(centre * bound))
        seen = counts.draw(rng, repeats, n=int(self.share * n), law=bandit.pair_law(), first_wins=first_wins)
        seen = counts.thinned(rng, seen, epsilon=epsilon)
        seen = counts.turned(seen) if self.turned else seen
        each = np.broadcast_to(differences, (states, len(differences)))
        chosen = ClassMLE(self.assumed).by_state(seen, each, np.abs(steps), epsilon=epsilon)
        variance = chance * (1 - chance) * steps[chosen] ** 2
        if self.measure == "error":
            return variance.mean(axis=1)
        allowed = self.factor * price(bound, epsilon) * math.log((size - 1) / delta) / n
        if self.measure == "bonus":
            # Every member differs in single states, so that D^2 is `states` times that of one state.
            return np.sqrt((variance / states).max(axis=1) / allowed)
        allowed = error(n, epsilon, bound, tau, size, delta)
        bonus = self.pessimism * np.sqrt(states * allowed * np.array([(1 - chance) / chance, chance / (1 - chance)]))
        rewards = tables[chosen, 0] - bonus
        return suboptimality(bandit, np.repeat(tables[:1, 0], states, axis=0), rewards, beta)


def concentrability(run: Offline, *, bound: float, chance: float, centre: float, beta: float, size: float, **_: float) -> dict[str, float]:
    """That of the reference and best policies, in every state of a cube."""
    best = 1 / (1 + (1 - chance) / chance * math.exp(-beta * centre * bound))
    odds = (1 - chance) / chance
    states = round(math.log2(size)) if run.kind == "cube" else 1
    return {"coverage": states * (best * odds + (1 - best) / odds)}


USUAL = {"bound": 1, "epsilon": 1, "n": 10**6, "tau": 1e-12, "delta": 0.05, "size": 2, "reach": 3.2, "beta": 1.0, "chance": 0.5, "centre": 1.0}
BENCH = Bench(LETTERS, USUAL, complete=concentrability)
