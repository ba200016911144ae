"""Policy (6) from end to end: MLE-RR, the confidence set of the radius that is proved, the policy, its gap."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from boundcheck.rlhf.estimators.losses import subspace_basis
from boundcheck.rlhf.estimators.pessimism import PessimisticGap
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE, mle_rr
from boundcheck.rlhf.mechanisms import Private
from boundcheck.rlhf.worlds import LinearWorld
from boundcheck.rlhf.worlds.policy_comparisons import Towards
from boundcheck.symbolic import number

from .. import theorem_3_2
from ..notation import LETTERS
from .policy_worlds import DIRECTIONS, WORLDS, comparisons, covariance


@lru_cache(maxsize=256)
def width(point):
    """The radius f at a point, a sorted tuple of pairs: Theorem 3.2 with every constant."""
    return number(theorem_3_2.EXPLICIT.xreplace(LETTERS.definitions), dict(point))


@dataclass(frozen=True)
class Pessimistic:
    """MLE-RR, the confidence set of the explicit radius, and policy (6).

    The truth is ``scale_of_truth`` times as long as what the set can hide along a direction seen with the least
    eigenvalue, and no longer than the ball allows.

    Parameters
    ----------
    world : str
    error : PessimisticGap
    estimator : PrivateMLE
    fixed : bool
        Every pair occurs as often as expected, so that the least eigenvalue is that of the point.
    greedy : bool
        The radius is 0.
    noisier : float
        The labels are privatised at epsilon over this.
    """

    world: str
    error: PessimisticGap
    estimator: PrivateMLE = mle_rr
    fixed: bool = True
    greedy: bool = False
    noisier: float = 1.0

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, np.ndarray]:
        """Gaps of `repeats` data sets."""
        letters = ("n", "d", "epsilon", "delta", "lam", "radius", "feature_bound")
        f = width(tuple((name, point[name]) for name in letters))
        hidden = f / math.sqrt(point["least"] + point["lam"])
        truth = Towards(DIRECTIONS[self.world], min(point["scale_of_truth"] * hidden, point["radius"]))
        raw = LinearWorld(comparisons(self.world, "least", self.fixed), truth).sample(rng, repeats, **point)
        seen = Private()(rng, raw, **{**point, "epsilon": point["epsilon"] / self.noisier})
        fit = self.estimator(seen, **point)
        scale = point["size"] if self.error.comparator else 1 / math.sqrt(point["least"] + point["lam"])
        gap = self.error(fit, seen, **{**point, "width": 0.0 if self.greedy else f, "scale": scale})
        return {"error": gap, "residual": fit.residual, "binds": fit.binds, "converged": fit.converged}


def pessimistic(world, *, stochastic=False, comparator=False, **options):
    """Policy (6) in a named world."""
    return Pessimistic(world, PessimisticGap(WORLDS[world], stochastic, comparator), **options)


def norm_of_best(world, point):
    """Norm of the best policy's mean feature in the inverse of the ridge covariance on the subspace, L = 1/2."""
    case, basis = WORLDS[world], subspace_basis(int(point["d"]))
    best = case.mean_features(case.greedy(np.array(DIRECTIONS[world]))) / 2 @ basis
    matrix = basis.T @ (covariance(world, least=point["least"]) + point["lam"] * np.eye(len(basis))) @ basis
    return math.sqrt(best @ np.linalg.solve(matrix, best))
