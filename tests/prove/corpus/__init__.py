"""Statements of known truth: displayed steps of five papers, what such proofs use, and classes that theory needs."""

from . import (
    divergences,
    exponents,
    functions,
    inversions,
    near,
    pairs,
    privacy,
    series,
    sigmoids,
    steps,
    symmetric,
    tails,
    touching,
    vectors,
)
from .case import Case

CLASSES = {
    "sigmoids": sigmoids,
    "privacy": privacy,
    "divergences": divergences,
    "tails": tails,
    "inversions": inversions,
    "steps": steps,
    "sums": series,
    "exponents": exponents,
    "touching": touching,
    "pairs": pairs,
    "symmetric": symmetric,
    "near": near,
    "functions": functions,
}
CASES: list[Case] = [case for part in CLASSES.values() for case in part.CASES]
CLASS_OF = {case.name: name for name, part in {**CLASSES, "vectors": vectors}.items() for case in part.CASES}
MORE: list[Case] = vectors.CASES  # for the bench alone, for the time that they take

__all__ = ["CASES", "CLASSES", "CLASS_OF", "MORE", "Case"]
