"""Experiments of the estimation results: named features and truths, so that a search can choose."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.claims import Experiment
from boundcheck.rlhf.estimators.distances import weighted_norm_error
from boundcheck.rlhf.estimators.k_wise import debiased_shares, k_wise_mle
from boundcheck.rlhf.estimators.private_likelihood import mle_rr
from boundcheck.rlhf.estimators.sgd import SGDRR, StreamExperiment
from boundcheck.rlhf.mechanisms import Private
from boundcheck.rlhf.mechanisms.k_response import k_randomized_response
from boundcheck.rlhf.worlds import (
    Aligned,
    FiniteFeatures,
    LinearWorld,
    OneDirection,
    OneHot,
    Pairs,
    RandomDirection,
    WeakDirection,
    Zero,
)

# Rows of norm at most 1, so L = 1/2 wherever the data are counts.
FEATURES: dict[str, Any] = {
    "one_hot": OneHot(fixed_design=True),
    "one_hot_random": OneHot(),
    "one_hot_decaying": OneHot(spectrum=1.0),
    "pairs": Pairs(),
    "one_direction": OneDirection(),
    "weak_direction": WeakDirection(weight=0.05),
    "hidden_direction": WeakDirection(weight=1e-4),
}


@dataclass(frozen=True)
class Covered(FiniteFeatures):
    """(1, -1)/sqrt 2 with probability `kappa`, else (1, 1)/sqrt 2: coverage is exactly kappa at L = 1/2. ``d = 2``."""

    def atoms(self, *, n: int, d: int, **point: float) -> tuple[np.ndarray, np.ndarray]:
        """Rows and weights."""
        return np.array([[1.0, -1.0], [1.0, 1.0]]) * np.sqrt(0.5), np.array([point["kappa"], 1 - point["kappa"]])

    def direction(self, index: int, *, d: int) -> np.ndarray:
        """The weak direction."""
        return np.array([1.0, -1.0]) * np.sqrt(0.5)


FEATURES["covered"] = Covered()
TRUTHS: dict[str, Any] = {
    "zero": Zero(),
    "boundary": Aligned(1.0),
    "half": Aligned(0.5),
    "opposite": Aligned(-1.0),
    "random": RandomDirection(0.9),
}


def likelihood(features, truth, *, estimator=mle_rr, error=weighted_norm_error):
    """MLE-RR on named features and truth, simulated by counts."""
    return Experiment(LinearWorld(FEATURES[features], TRUTHS[truth]), Private(), estimator, error)


def stream(features, truth, *, estimator=None, **options) -> Any:
    """SGD-RR, or another estimator on the same samples."""
    return StreamExperiment(FEATURES[features], TRUTHS[truth], estimator or SGDRR(), **options)


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


def winners(**options) -> Any:
    """K-wise comparisons under K-RR."""
    return KWiseExperiment(**options)
