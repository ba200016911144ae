"""Where data come from, truth included."""

from boundcheck.worlds.atoms import (
    Atoms,
    OneDirection,
    OneHot,
    Pairs,
    ScatteredAtoms,
    WeakDirection,
)
from boundcheck.worlds.continuous import GaussianClipped, Sphere
from boundcheck.worlds.finite import FiniteFeatures
from boundcheck.worlds.linear import LinearWorld
from boundcheck.worlds.truths import Aligned, RandomDirection, Zero

__all__ = [
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
