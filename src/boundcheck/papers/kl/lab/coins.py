"""Sums of centred coins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boundcheck.claims import Lab, Regime


@dataclass(frozen=True)
class Coins:
    """Sums of `n` centred coins of the same chance."""

    def sample(self, rng: np.random.Generator, repeats: int, *, n: int, chance: float, **_: float) -> dict[str, np.ndarray]:
        """Draw `repeats` sums."""
        return {"error": rng.binomial(n, chance, size=repeats) - n * chance}


LAB = Lab(
    regimes=(
        Regime("many fair coins", Coins(), {"n": 10**6, "chance": 0.5, "delta": 0.05}, biting=True),
        Regime("rare", Coins(), {"n": 10**4, "chance": 1e-3, "delta": 0.05}, biting=True),
        Regime("very rare", Coins(), {"n": 1000, "chance": 2e-3, "delta": 0.05}, biting=True),
        Regime("few", Coins(), {"n": 20, "chance": 0.25, "delta": 0.1}),
    ),
    probes=(Regime("one in ten", Coins(), {"n": 1000, "chance": 1e-4, "delta": 0.05}),),
)
