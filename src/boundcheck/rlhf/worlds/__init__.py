"""Where data come from, truth included."""

from boundcheck.rlhf.worlds.atoms import Atoms, OneDirection, OneHot, Pairs, ScatteredAtoms, WeakDirection
from boundcheck.rlhf.worlds.continuous import GaussianClipped, Sphere
from boundcheck.rlhf.worlds.finite import FiniteFeatures
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
