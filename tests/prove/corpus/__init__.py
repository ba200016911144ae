"""Statements of known truth, drawn from the displayed steps of five papers and from what such proofs use."""

from . import divergences, inversions, privacy, sigmoids, steps, tails
from .case import Case

CASES: list[Case] = [case for part in (sigmoids, privacy, divergences, tails, inversions, steps) for case in part.CASES]

__all__ = ["CASES", "Case"]
