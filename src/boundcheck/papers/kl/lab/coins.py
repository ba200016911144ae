"""Sums of centred coins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boundcheck.claims import Bench, Lab

from ..notation import LETTERS


@dataclass(frozen=True)
class Coins:
    """Sums of `n` centred coins of the same chance."""

    def sample(self, rng: np.random.Generator, repeats: int, *, n: int, chance: float, **_: float) -> dict[str, np.ndarray]:
        """Draw `repeats` sums."""
        return {"error": rng.binomial(n, chance, size=repeats) - n * chance}


BENCH = Bench(LETTERS, {"n": 10**6, "chance": 0.5, "delta": 0.05}, Coins())
LAB = Lab(
    regimes=(
        BENCH.regime("many fair coins", biting=True),
        BENCH.regime("rare", n=10**4, chance=1e-3, biting=True),
        BENCH.regime("very rare", n=1000, chance=2e-3, biting=True),
        BENCH.regime("few", n=20, chance=0.25, delta=0.1),
    ),
    probes=(BENCH.regime("one in ten", n=1000, chance=1e-4),),
)
