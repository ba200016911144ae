"""AboveThreshold as an algorithm: queries come one by one, and the first that does not pass ends it."""

from __future__ import annotations

import numpy as np


class Threshold:
    """One noisy threshold, and noise of its own for every query.

    The noisy threshold is ``threshold - Lap(2/epsilon)``, a query passes if it is at least that after ``Lap(4/epsilon)``;
    for queries that move by at most 1 between neighbours the answers are epsilon-private. The exact law of where it
    halts is `boundcheck.privacy.AboveThreshold` with the scales ``2/epsilon`` and ``4/epsilon``.

    Source
    ------
    Dwork and Roth 2014, Algorithm 1, with the sides exchanged.
    """

    def __init__(self, rng: np.random.Generator, threshold: float, *, epsilon: float):
        if not epsilon > 0:
            raise ValueError(f"epsilon: must be > 0, got {epsilon!r}")
        self._epsilon = epsilon
        self._noisy = threshold - rng.laplace(0, 2 / epsilon)
        self.halted = False

    def passes(self, rng: np.random.Generator, query: float) -> bool:
        """Whether the query passes; once one has not, asking again is an error."""
        if self.halted:
            raise RuntimeError("the threshold has halted; a new one needs a budget of its own")
        self.halted = not query + rng.laplace(0, 4 / self._epsilon) >= self._noisy
        return not self.halted
