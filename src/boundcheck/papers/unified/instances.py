"""Experiments of the estimation results: named features, truths and adversaries, so that a search can choose."""

import math
from typing import Any

import numpy as np

from boundcheck.claims import Axis, Choice, Experiment
from boundcheck.rlhf.estimators import debiased_mle
from boundcheck.rlhf.mechanisms import (
    CLC,
    CTL,
    LTC,
    Directional,
    GradientGreedy,
    LeverageGreedy,
    NoCorruption,
    RandomFlips,
    WorstOf,
)
from boundcheck.rlhf.worlds import (
    Aligned,
    LinearWorld,
    OneDirection,
    OneHot,
    Pairs,
    RandomDirection,
    WeakDirection,
    Zero,
)
from boundcheck.rlhf.worlds.finite import inside, subspace
from boundcheck.rlhf.worlds.policies import PolicyWorld, log_linear_world

# A float just below sqrt(1/2), so that features have norm at most 1.
SQRT_HALF = 0.7071067811865475
ARMS = (((SQRT_HALF, -SQRT_HALF), (-SQRT_HALF, SQRT_HALF)),)
HALF_ARMS = (((SQRT_HALF / 2, -SQRT_HALF / 2), (-SQRT_HALF / 2, SQRT_HALF / 2)),)
SQUARE = (((SQRT_HALF, -SQRT_HALF), (-SQRT_HALF, SQRT_HALF), (SQRT_HALF, SQRT_HALF), (-SQRT_HALF, -SQRT_HALF)),)

FEATURES: dict[str, Any] = {
    "one_hot": OneHot(fixed_design=True),
    "one_hot_random": OneHot(),
    "one_hot_decaying": OneHot(spectrum=1.0),
    "pairs": Pairs(),
    "one_direction": OneDirection(),
    "worst_block": WeakDirection(),
    "weak_direction": WeakDirection(weight=0.05),
    "lone_row": WeakDirection(expected=1.0),
}
TRUTHS: dict[str, Any] = {
    "zero": Zero(),
    "boundary": Aligned(1.0),
    "opposite": Aligned(-1.0),
    "half": Aligned(0.5),
    "random": RandomDirection(0.9),
}
ADVERSARIES: dict[str, Any] = {
    "none": NoCorruption(),
    "random": RandomFlips(),
    "directional": Directional(),
    "leverage": LeverageGreedy(),
    "gradient": GradientGreedy(),
    "worst": WorstOf((RandomFlips(), Directional(), LeverageGreedy(), GradientGreedy())),
}
PIPELINES: dict[str, Any] = {"ctl": CTL, "ltc": LTC, "clc": lambda adversary: CLC(adversary, adversary)}


def experiment(variant, features, truth, adversary, *, error, estimator=debiased_mle):
    """The pipeline `variant` on named features, truth and adversary."""
    world = LinearWorld(FEATURES[features] if isinstance(features, str) else features, TRUTHS[truth])
    return Experiment(world, PIPELINES[variant](ADVERSARIES[adversary]), estimator, error)


# Where worst cases are searched for: the printed domains, cut where replicates would cost too much.
SEARCH = (
    Axis("n", 1, 10**12, "log_integer"),
    Axis("d", 2, 12, "integer"),
    Axis("epsilon", 0.05, 8.0, "log"),
    Axis("radius", 0.05, 6.0, "log"),
    Axis("lam", 1e-8, 1e6, "log"),
    Axis("delta", 0.05, 0.3, "log"),
    Choice("features", tuple(FEATURES)),
    Choice("truth", ("zero", "boundary", "opposite", "random")),
    Choice("adversary", ("none", "directional", "gradient", "worst")),
)
CORRUPTED = {
    "ctl": (Axis("alpha", 1e-14, 0.45, "log"),),
    "ltc": (Axis("alpha", 1e-14, 0.45, "log"),),
    "clc": (Axis("alpha_1", 1e-14, 0.45, "log"), Axis("alpha_2", 1e-14, 0.45, "log")),
}


def whole(size):
    """The least whole number of at most nine significant digits from `size` on: it does not hang on the last bit of a float."""
    least = math.ceil(size)
    unit = 10 ** max(0, len(str(least)) - 9)
    return -(-least // unit) * unit


def _ties(d):
    """A state for every direction of an orthonormal basis, the vector of ones last, with two actions at its ends."""
    rows = inside(np.vstack([subspace(d), np.full((1, d), d**-0.5)]))
    features = tuple(map(tuple, np.stack([rows, -rows], axis=1).tolist()))
    return PolicyWorld(features, (1 / d,) * d, ((0.5, 0.5),) * d)


# Finite state-action worlds, for policies. The last ones have features of norm 1/2, so that differences have norm at most 1.
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
