"""Policies of Sections 3 and 4 from end to end: finite worlds, private labels, the estimators, the chosen policy, its gap."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import sympy

from boundcheck.rlhf.estimators.policy_gaps import PessimisticGap, greedy_gap, sphere_gap
from boundcheck.rlhf.estimators.private_likelihood import PrivateMLE, mle_rr
from boundcheck.rlhf.estimators.sgd import SGDRR, StreamExperiment
from boundcheck.rlhf.mechanisms import Private
from boundcheck.rlhf.worlds import LinearWorld
from boundcheck.rlhf.worlds.policies import Comparisons, PairedComparisons, PolicyWorld, Towards
from boundcheck.symbolic import number

from .. import theorem_3_2

# The least eigenvalue of Sigma_D on all of R^d; the norm of the best policy's mean feature.
least, size = sympy.symbols("least size", real=True)

HALF, SIXTH, THIRD = 0.7071067811865475, 0.4082482904638630, 0.5773502691896257  # below the roots of 1/2, 1/6 and 1/3
EVEN = ((0.25, 0.25, 0.25, 0.25),)

# Four arms that span the plane. Those along (1, 1) have the value 0 whatever the parameter: pessimism can flee to them.
SQUARE = PolicyWorld(features=(((HALF, -HALF), (-HALF, HALF), (HALF, HALF), (-HALF, -HALF)),), states=(1.0,), sft=EVEN)
TWO_STATES = PolicyWorld(
    features=(
        ((0.8, -0.6, 0.0), (-0.6, 0.8, 0.0), (0.0, 0.3, 0.9)),
        ((0.6, 0.0, -0.8), (0.0, 0.5, -0.5), (-0.5, 0.0, 0.5)),
    ),
    states=(0.6, 0.4),
    sft=((0.5, 0.3, 0.2), (0.2, 0.4, 0.4)),
)
# The third arm is all but never compared, and no pair shows the direction of ones.
RARE_THIRD = PolicyWorld(
    features=(((HALF, -HALF, 0.0), (-HALF, HALF, 0.0), (SIXTH, SIXTH, -2 * SIXTH)),), states=(1.0,), sft=((0.5, 0.5, 0.0),)
)
RARE = 1e-11
# The square in two rooms: nowhere an arm without risk, but mixtures of the first two have the value 0.
TWO_ROOMS = PolicyWorld(
    features=(((HALF, -HALF), (-HALF, HALF)), ((HALF, HALF), (-HALF, -HALF))), states=(0.9, 0.1), sft=((0.5, 0.5),) * 2
)
# Three orthogonal directions, compared equally often; "sphere" is this world with all vectors of length L for actions.
AXES = PolicyWorld(
    features=(((HALF, -HALF, 0.0), (-HALF, HALF, 0.0), (SIXTH, SIXTH, -2 * SIXTH), (-SIXTH, -SIXTH, 2 * SIXTH),
               (THIRD, THIRD, THIRD), (-THIRD, -THIRD, -THIRD)),), states=(1.0,), sft=((1 / 6,) * 6,)
)  # fmt: skip
WORLDS = {"sphere": AXES, "square": SQUARE, "two_states": TWO_STATES, "rare_third": RARE_THIRD, "two_rooms": TWO_ROOMS}
ACROSS = {"square": ((0, 0, 1), (0, 2, 3)), "two_rooms": ((0, 0, 1), (1, 0, 1))}  # the weak direction first
DIRECTIONS = {
    "sphere": (1.0, -1.0, 0.0),
    "square": (1.0, -1.0), "two_rooms": (1.0, -1.0), "two_states": (-1.0, 1.0, 0.0),
    "rare_third": (HALF - SIXTH, -HALF - SIXTH, 2 * SIXTH),  # good along the first arm, bad along the third
}


def comparisons(world, weak, fixed):
    """The rows of a world; `weak` is the entry of the point that says how weak its weak direction is."""
    if world in ACROSS:
        return PairedComparisons(WORLDS[world], ACROSS[world], (0.5, 0.5), weak, fixed_design=fixed)
    if world == "rare_third":
        return PairedComparisons(RARE_THIRD, ((0, 0, 1), (0, 0, 2)), (1 - RARE, RARE), fixed_design=fixed)
    if world == "sphere":
        return PairedComparisons(AXES, ((0, 0, 1), (0, 2, 3), (0, 4, 5)), (1.0, 1.0, 1.0), fixed_design=fixed)
    return Comparisons(WORLDS[world], fixed_design=fixed)


@lru_cache
def covariance(world, **point):
    """Second moment of the rows at L = 1/2."""
    given = {"least": 0.5, **point, "n": 1, "d": len(DIRECTIONS[world]), "feature_bound": 0.5}
    rows, weights = comparisons(world, "least", False).atoms(**given)
    return (rows * weights[:, None]).T @ rows


@lru_cache
def least_eigenvalue(world):
    """Least eigenvalue of that matrix on all of R^d, from below, where the point does not set it."""
    return float(np.linalg.eigvalsh(covariance(world))[0]) * (1 - 1e-9)


@lru_cache(maxsize=256)
def width(point):
    """The radius f at a point, a sorted tuple of pairs: Theorem 3.2 with every constant."""
    return number(theorem_3_2.EXPLICIT.xreplace(theorem_3_2.DEFINITIONS), dict(point))


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


SGD_RR = SGDRR()  # the step size of the proof


def spread(*, n, epsilon, radius, feature_bound, kappa, **_):
    """Standard deviation of the last iterate along a direction of coverage kappa, at a truth near 0 and for large n."""
    reach = feature_bound * radius
    gamma = 1 / (2 + math.exp(-2 * reach) + math.exp(2 * reach))
    return 1 / math.tanh(epsilon / 2) / (2 * gamma * math.sqrt(kappa * (1 / (2 * gamma) - 1) * n))


@dataclass(frozen=True)
class Greedy:
    """SGD-RR on the comparisons one by one, and the policy that is greedy for its last iterate.

    The truth is ``scale_of_truth`` times as long as the iterate is uncertain, and no longer than the ball allows.

    Parameters
    ----------
    world : str
    estimator : SGDRR
    reversed : bool
        The private labels are turned round.
    """

    world: str
    estimator: SGDRR = SGD_RR
    reversed: bool = False

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, np.ndarray]:
        """Gaps of `repeats` runs."""
        truth = Towards(DIRECTIONS[self.world], min(point["scale_of_truth"] * spread(**point), point["radius"]))
        rows = comparisons(self.world, "kappa", False)
        stream = StreamExperiment(rows, truth, self.estimator, reversed=self.reversed).stream(rng, repeats, **point)
        given = {name: float(point[name]) for name in ("feature_bound", "radius", "kappa")}
        theta, _ = self.estimator.walk(stream, **given)
        length = given["feature_bound"]
        if self.world == "sphere":
            gap = sphere_gap(theta, stream.theta, feature_bound=length)
        else:
            gap = greedy_gap(WORLDS[self.world], theta, stream.theta, feature_bound=length)
        none = np.zeros(repeats)
        return {"error": gap, "residual": none, "binds": none > 0, "converged": none == 0}
