"""Rankings of K actions by users, and the maximum likelihood estimate: features L or -L along one direction."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import sqrt

from boundcheck.claims import Bench
from boundcheck.rlhf.users.plackett_luce import likelihood_fit, orthogonal_features, ranked

from ..notation import LETTERS, K, feature_bound, kappa, m, n
from ..quantities import RANKED_GAMMA

# Score over curvature: stages are martingale differences of variance L^2 at most, and the first stage has every pair.
MAXIMUM_LIKELIHOOD = K / ((K - 1) * kappa * RANKED_GAMMA) * feature_bound * sqrt(K - 1) / sqrt(n * m)


@dataclass(frozen=True)
class Rankings:
    """Errors of maximum likelihood without privacy; any two actions differ in half of 16 questions, so kappa is 2 L^2.

    Parameters
    ----------
    truth : float
        Over the radius.
    """

    truth: float = 1.0

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, Any]:
        """The number of rankings, nm, is a multiple of 16."""
        questions = int(point["n"]) * int(point["m"])
        features = np.tile(orthogonal_features(int(point["K"])), (questions // 16, 1)) * point["feature_bound"]
        truth, estimates = self.truth * point["radius"], []
        residuals = []
        for start in range(0, repeats, 500):
            size = min(500, repeats - start)
            theta, residual = likelihood_fit(ranked(rng, features, truth, size), radius=point["radius"])
            estimates.append(theta)
            residuals.append(residual)
        residual = np.concatenate(residuals)
        return {"error": np.abs(np.concatenate(estimates) - truth), "residual": residual, "converged": residual <= 1e-9}


def covered(run, *, feature_bound, **_):
    """The least eigenvalue goes with the length of the features."""
    return {"kappa": 2 * feature_bound**2}


TYPICAL = {"n": 8, "m": 6, "K": 2, "feature_bound": 0.5, "radius": 0.5, "kappa": 0.5, "alpha": 0.1}
BENCH = Bench(LETTERS, TYPICAL, Rankings(), follow=covered)
REGIMES = (
    BENCH.regime("two actions", n=80, biting=True),
    BENCH.regime("three actions, truth at 0", Rankings(0.0), K=3, n=60, biting=True),
    BENCH.regime("six actions", K=6, n=48, biting=True),
)
# Sixteen questions tell fifteen actions apart.
MORE_ACTIONS = BENCH.sweep(K, over=(2, 15), note="rankings of more actions say more: without privacy the error falls")
