"""Experiments: users with m labels each, simulated by counts. All labels of n users at epsilon are nm labels at epsilon/m."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from boundcheck.claims import Experiment
from boundcheck.rlhf.estimators import debiased_mle
from boundcheck.rlhf.estimators.distances import l2_error
from boundcheck.rlhf.mechanisms import Private
from boundcheck.rlhf.worlds import TRUTHS, LinearWorld, OneDirection, OneHot, Pairs, WeakDirection

# Rows of norm at most 1, which is L = 1/2; another L scales rows and parameters.
FEATURES: dict[str, Any] = {
    "one_hot": OneHot(fixed_design=True),
    "one_hot_random": OneHot(),
    "pairs": Pairs(fixed_design=True),
    "pairs_random": Pairs(),
    "one_direction": OneDirection(),
    "weak_direction": WeakDirection(weight=0.05, fixed_design=True),
}


@dataclass(frozen=True)
class UserResponse:
    """Randomized response on labels of every user, then the minimiser of the de-biased loss.

    Parameters
    ----------
    features, truth : str
    answered : int, optional
        Labels that a user sends, each at ``epsilon / answered``; all m of them by default.
    estimator : callable
    whole : bool
        Each label at epsilon itself, which protects labels and not users: a study must see the difference.
    """

    features: str
    truth: str
    answered: int | None = None
    estimator: Any = debiased_mle
    whole: bool = False

    def sample(
        self, rng: np.random.Generator, repeats: int, *, n: float, m: float, epsilon: float, radius: float, feature_bound: float, **point: Any
    ) -> dict[str, Any]:
        """Euclidean errors, in the unit of the truth: with rows twice L times as long it is as many times shorter."""
        sent = int(m) if self.answered is None else min(self.answered, int(m))
        world = LinearWorld(FEATURES[self.features], TRUTHS[self.truth])
        drawn = Experiment(world, Private(), self.estimator, l2_error)
        level = epsilon if self.whole else epsilon / sent
        unit = 2 * feature_bound
        seen = drawn.sample(rng, repeats, n=int(n) * sent, epsilon=level, radius=radius * unit, **point)
        return seen | {"error": seen["error"] / unit}
