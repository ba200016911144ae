"""K-wise comparisons of arms in one state under K-RR: the rewards, estimated from the private winners."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.claims import Bench
from boundcheck.rlhf.estimators.debiased import debiased_shares, k_wise_mle
from boundcheck.rlhf.mechanisms.responses import k_randomized_response

from ..notation import LETTERS, epsilon, n


@dataclass(frozen=True)
class KWiseExperiment:
    """One state, K arms whose features are the unit vectors; the winner's label passes K-RR, and rewards are estimated.

    Parameters
    ----------
    spread : float
        The rewards are evenly spaced from ``-spread`` to ``spread``.
    debias : bool
        Whether the bias of K-RR is removed; a study must see that it has to be.
    """

    spread: float = 0.5
    debias: bool = True

    def truth(self, k: int) -> np.ndarray:
        """Rewards ``(K,)`` of sum 0."""
        return np.linspace(-self.spread, self.spread, k)

    def sample(self, rng: np.random.Generator, repeats: int, *, n: float, K: float, epsilon: float, **_: Any) -> dict:
        """Euclidean errors of the rewards; a replicate with a share that is not positive has no estimate."""
        theta = self.truth(int(K))
        law = np.exp(theta) / np.exp(theta).sum()
        counts = rng.multinomial(int(n), law, size=repeats)
        private = k_randomized_response(rng, counts, epsilon=epsilon)
        shares = debiased_shares(private, epsilon=epsilon if self.debias else math.inf)
        estimate, sound = k_wise_mle(shares)
        error = np.sqrt(((estimate - theta) ** 2).sum(axis=1))
        return {"error": error, "residual": np.zeros(repeats), "binds": ~sound, "converged": sound}


def sweeps(factor):
    """The price of K-RR, which is `factor`, for several numbers of arms; and the number of labels."""
    bench = Bench(LETTERS, {"n": 10**13, "epsilon": 1.0, "delta": 0.05}, KWiseExperiment())
    priced = (
        bench.sweep(epsilon, KWiseExperiment(spread), K=arms, name=f"factor of $K$-RR, $K = {arms}$", scale=factor)
        for arms, spread in ((2, 0.0), (3, 0.0), (5, 0.2), (10, 0.0))
    )
    return (*priced, bench.sweep(n, K=4))
