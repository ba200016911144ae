"""Worlds with finitely many actions, by name, and their comparisons."""

from functools import lru_cache

import numpy as np

from boundcheck.rlhf.worlds.policies import PolicyWorld
from boundcheck.rlhf.worlds.policy_comparisons import Comparisons, PairedComparisons

HALF, SIXTH, THIRD = 0.7071067811865475, 0.4082482904638630, 0.5773502691896257  # below the roots of 1/2, 1/6 and 1/3

# Four arms that span the plane. Those along (1, 1) have the value 0 whatever the parameter: pessimism can flee to them.
SQUARE = PolicyWorld(
    features=(((HALF, -HALF), (-HALF, HALF), (HALF, HALF), (-HALF, -HALF)),), states=(1.0,), sft=((0.25, 0.25, 0.25, 0.25),)
)
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
}  # fmt: skip


def dimension(run, **_):
    """That of the directions of the world of a run."""
    return {"d": len(DIRECTIONS[run.world])}


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
    return float(np.round(np.linalg.eigvalsh(covariance(world))[0], 12)) * (1 - 1e-9)
