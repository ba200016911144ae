"""Finite state-action worlds by name, for results on policies."""

import numpy as np

from boundcheck.rlhf.worlds.features import inside, subspace
from boundcheck.rlhf.worlds.policies import PolicyWorld, log_linear_world

# A float just below sqrt(1/2), so that features have norm at most 1.
SQRT_HALF = 0.7071067811865475
ARMS = (((SQRT_HALF, -SQRT_HALF), (-SQRT_HALF, SQRT_HALF)),)
HALF_ARMS = (((SQRT_HALF / 2, -SQRT_HALF / 2), (-SQRT_HALF / 2, SQRT_HALF / 2)),)
SQUARE = (((SQRT_HALF, -SQRT_HALF), (-SQRT_HALF, SQRT_HALF), (SQRT_HALF, SQRT_HALF), (-SQRT_HALF, -SQRT_HALF)),)


def _ties(d):
    """A state for every direction of an orthonormal basis, the vector of ones last, with two actions at its ends."""
    rows = inside(np.vstack([subspace(d), np.full((1, d), d**-0.5)]))
    features = tuple(map(tuple, np.stack([rows, -rows], axis=1).tolist()))
    return PolicyWorld(features, (1 / d,) * d, ((0.5, 0.5),) * d)


# The last ones have features of norm 1/2, so that differences have norm at most 1.
POLICY_WORLDS = {
    "two_states": PolicyWorld(
        features=(
            ((0.8, -0.6, 0.0), (-0.6, 0.8, 0.0), (0.0, 0.3, 0.9)),
            ((0.6, 0.0, -0.8), (0.0, 0.5, -0.5), (-0.5, 0.0, 0.5)),
        ),
        states=(0.6, 0.4),
        sft=((0.5, 0.3, 0.2), (0.2, 0.4, 0.4)),
    ),
    # Two arms at the two ends of one direction: everything has a closed form.
    "two_arms": PolicyWorld(features=ARMS, states=(1.0,), sft=((0.5, 0.5),)),
    "rare_arm": PolicyWorld(features=ARMS, states=(1.0,), sft=((0.95, 0.05),)),
    # Four arms that span the plane; along (1, -1) the data come rarely.
    "square": PolicyWorld(features=SQUARE, states=(1.0,), sft=((0.25, 0.25, 0.25, 0.25),)),
    "rare_square": PolicyWorld(features=SQUARE, states=(1.0,), sft=((0.0005, 0.0005, 0.4995, 0.4995),)),
    "half_arms": log_linear_world(HALF_ARMS, (1.0,), (0.0, 0.0)),
    "half_arms_rare": log_linear_world(HALF_ARMS, (1.0,), (-5.6, 5.6)),
    "far_arms": log_linear_world(ARMS, (1.0,), (-0.25 * SQRT_HALF, 0.25 * SQRT_HALF)),
    "far_arms_rare": log_linear_world(ARMS, (1.0,), (-4.0 * SQRT_HALF, 4.0 * SQRT_HALF)),
    "many_ties": _ties(31),
    # An arm that the data never show.
    "unseen_action": PolicyWorld(
        features=(((0.6, -0.6, 0.0), (-0.6, 0.6, 0.0), (0.0, 0.6, -0.6)),), states=(1.0,), sft=((0.5, 0.0, 0.5),)
    ),
}
