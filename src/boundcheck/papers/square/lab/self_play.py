"""Self-play with exact steps on small games: its gap against the bound with constants, and against the rounds."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from boundcheck.rlhf.games import SelfPlay, antisymmetric, duality_gap

DIMENSION, ROUNDS = 12, 5


def _bend(u):
    """A number of [-1, 1] from any number."""
    return 2 * u / (1 + u * u)


def instance(vector):
    """A game of three actions, a reference policy, a model with an error, beta and eta; five exact rounds."""
    v = [float(u) for u in vector]
    table = antisymmetric([_bend(u) for u in v[:3]], actions=3)
    model = np.clip(table + v[11] ** 2 * antisymmetric([_bend(u) for u in v[3:6]], actions=3), -1, 1)
    masses = np.array([0.02 + u * u for u in v[6:9]])
    reference = (masses / masses.sum())[None]
    beta, eta = 0.01 + v[9] ** 2, 0.01 + v[10] ** 2
    policy = SelfPlay(beta, eta).average(model, reference, ROUNDS)
    error = np.einsum("sa,sb,sab->", reference, reference, (model - table) ** 2)
    radius = max(1.0, (1 / reference.min() - 1) / 2)
    return {"gap": float(duality_gap(np.ones(1), table, policy)), "beta": beta, "eta": eta, "error": float(error), "radius": radius}


def gap(case):
    """The exact duality gap over all policies, of which all lie in the ball."""
    return case["gap"]


def bound(case):
    """Twice the bound of the best value within the ball."""
    beta, eta, radius = case["beta"], case["eta"], case["radius"]
    trained = 2.1 * radius * beta * (1 + 1 / (eta * ROUNDS)) + eta / (4 * beta)
    return 2 * (trained + (1 + 2 * radius) * case["error"] / (2 * beta) + beta / 2)


@lru_cache
def _gap(rounds):
    """Gap of one game after so many rounds at the printed beta and eta."""
    table = antisymmetric((0.5, -0.8, 0.3), (0.2, 0.9, -0.4), actions=3)
    reference = np.array([[0.2, 0.3, 0.5], [0.5, 0.25, 0.25]])
    policy = SelfPlay(rounds**-0.5, 1 / rounds).average(table, reference, rounds)
    return float(duality_gap(np.array([0.4, 0.6]), table, policy))


@dataclass(frozen=True)
class OneGame:
    """The gap of a fixed game of two states and three actions; nothing is random in it."""

    def sample(self, rng, repeats, *, rounds, **_):
        """The same number for every replicate."""
        return {"error": np.full(repeats, _gap(int(rounds)))}
