"""Where data come from, truth included."""

from boundcheck.rlhf.worlds.features import (
    Atoms,
    FiniteFeatures,
    GaussianClipped,
    OneDirection,
    OneHot,
    Pairs,
    ScatteredAtoms,
    Sphere,
    WeakDirection,
)
from boundcheck.rlhf.worlds.linear import LinearWorld
from boundcheck.rlhf.worlds.truths import TRUTHS, Aligned, RandomDirection, Zero

__all__ = [
    "TRUTHS",
    "Aligned",
    "Atoms",
    "FiniteFeatures",
    "GaussianClipped",
    "LinearWorld",
    "OneDirection",
    "OneHot",
    "Pairs",
    "RandomDirection",
    "ScatteredAtoms",
    "Sphere",
    "WeakDirection",
    "Zero",
]
