"""Features and adversaries of the estimation results by name, so that a row and a search can choose them."""

from dataclasses import dataclass
from typing import Any

from boundcheck.claims import Experiment
from boundcheck.rlhf.estimators import debiased_mle
from boundcheck.rlhf.mechanisms import Directional, GradientGreedy, LeverageGreedy, NoCorruption, RandomFlips, WorstOf
from boundcheck.rlhf.worlds import TRUTHS, LinearWorld, OneDirection, OneHot, Pairs, Sphere, WeakDirection


@dataclass(frozen=True)
class Weak:
    """A weak direction with the weight that the point names as the least eigenvalue."""

    def _at(self, point):
        return WeakDirection(weight=point["xi"])

    def atoms(self, *, n, d, **point):
        return self._at(point).atoms(n=n, d=d, **point)

    def draw(self, rng, repeats, *, n, d, **point):
        return self._at(point).draw(rng, repeats, n=n, d=d, **point)

    def direction(self, index, *, d):
        return WeakDirection(weight=0.5).direction(index, d=d)


FEATURES: dict[str, Any] = {
    "one_hot": OneHot(fixed_design=True),
    "one_hot_random": OneHot(),
    "one_hot_decaying": OneHot(spectrum=1.0),
    "pairs": Pairs(),
    "one_direction": OneDirection(),
    "worst_block": WeakDirection(),
    "weak_direction": WeakDirection(weight=0.05),
    "lone_row": WeakDirection(expected=1.0),
    # what follows is for rows alone, no search chooses it
    "sphere": Sphere(),
    "double_block": WeakDirection(multiple=2.0),
    "block_of_alpha": WeakDirection(multiple=2.0),  # of the letter alpha of the point, whatever is corrupted
    "crossed_block": WeakDirection(weight=0.00833),
    "weak": Weak(),
}
SEARCHED = tuple(FEATURES)[:8]
ADVERSARIES: dict[str, Any] = {
    "none": NoCorruption(),
    "random": RandomFlips(),
    "directional": Directional(),
    "leverage": LeverageGreedy(),
    "gradient": GradientGreedy(),
    "worst": WorstOf((RandomFlips(), Directional(), LeverageGreedy(), GradientGreedy())),
}


def _measured(features, shares):
    """The features; a block as large as what may be changed, where no point has the share of all corruption (CLC)."""
    if len(shares) == 1:
        return FEATURES[features]
    if features == "worst_block":
        return WeakDirection(weight=max(shares))
    if features == "double_block":
        return WeakDirection(weight=2 * sum(shares), fixed_design=True)
    return FEATURES[features]


def experiment(order, setting, *, error, shares, estimator=debiased_mle):
    """The order's pipeline in a setting, "features truth adversary"; `shares` are corrupted."""
    features, truth, adversary = setting.split()
    world = LinearWorld(_measured(features, shares), TRUTHS[truth])
    return Experiment(world, order.mechanism(ADVERSARIES[adversary]), estimator, error)
