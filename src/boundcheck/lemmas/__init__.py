"""The library of lemmas: each with its source, its hypotheses, and the laws that refute what would be too much."""

from . import (
    concentration,
    information,
    martingales,
    matrices,
    minimax,
    optimisation,
    policies,
    privacy,
    regression,
    samples,
)
from .entry import Case, Entry, at, derived

FAMILIES = (
    concentration, samples, martingales, matrices, information, minimax, privacy, optimisation, regression, policies,
)  # fmt: skip

#: Every lemma of the library, by name.
LIBRARY: dict[str, Entry] = {
    entry.name: entry for family in FAMILIES for entry in vars(family).values() if isinstance(entry, Entry)
}

__all__ = ["FAMILIES", "LIBRARY", "Case", "Entry", "at", "derived"]
